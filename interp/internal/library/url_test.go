package library_test

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library"
)

// FuzzURL checks that any text is a URL or not, that a URL stays what it is when it is parsed again, and that no part of one
// can be set to something that makes it none.
func FuzzURL(f *testing.F) {
	for _, seed := range []string{"https://user:pw@example.com:8080/a/../b?q=1#f", "http://[::1]/", "http://0x7f.1", "mailto:a@b", "file:///c|/x", "http://日本.jp/é?ü", "http://a b", "//x", "data:,x", "http://%zz", "javascript:1"} {
		f.Add(seed, "x y/é:1")
	}
	vm := goja.New()
	if err := library.Install(vm, newHost(), library.Needs("URL")); err != nil {
		f.Fatal(err)
	}
	v, err := vm.RunString(`(text, value) => {
		if (!URL.canParse(text)) return ''
		const u = new URL(text)
		if (new URL(u.href).href !== u.href) return 'parsed again: ' + u.href + ' is ' + new URL(u.href).href
		for (const name of ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
			u[name] = value
			if (!URL.canParse(u.href)) return 'setting ' + name + ' made ' + u.href
		}
		new URLSearchParams(value).forEach((v, k) => k + v)
		return ''
	}`)
	if err != nil {
		f.Fatal(err)
	}
	check, _ := goja.AssertFunction(v)
	f.Fuzz(func(t *testing.T, text, value string) {
		if strings.ContainsRune(text+value, '\ufffd') {
			return
		}
		got, err := check(goja.Undefined(), vm.ToValue(text), vm.ToValue(value))
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != "" {
			t.Errorf("%q, %q: %s", text, value, got)
		}
	})
}
