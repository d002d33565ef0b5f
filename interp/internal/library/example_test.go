package library_test

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library"
)

func ExampleInstall() {
	const program = `console.log(new URL('../x?q=1', 'https://example.com/a/b').href, /\p{L}+/u.source)`
	h := newHost()
	vm := goja.New()
	if err := library.Install(vm, h, library.Needs(program)); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := vm.RunString(program); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(h.log.String())
	// Output: https://example.com/x?q=1 \p{L}+
}
