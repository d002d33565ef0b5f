package library_test

import (
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// TestInterrupt checks that no part of the library holds up, swallows or lets a program catch the end of its time, where
// the library calls functions of the program.
func TestInterrupt(t *testing.T) {
	const spin = `stop(); for (;;);`
	for _, tt := range []struct{ name, body string }{
		{"toJSON", `JSON.stringify({ toJSON() { ` + spin + ` } })`},
		{"replacer", `JSON.stringify([1], () => { ` + spin + ` })`},
		{"getter", `JSON.stringify({ get a() { ` + spin + ` } })`},
		{"reviver", `JSON.parse('[1]', () => { ` + spin + ` })`},
		{"comparator", `[2, 1].sort((a, b) => { ` + spin + ` })`},
		{"sort text", `[{ toString() { ` + spin + ` } }, 1].sort()`},
		{"percent s", `console.log('%s', { toString() { ` + spin + ` } })`},
		{"percent d", `console.log('%d', { valueOf() { ` + spin + ` } })`},
		{"percent j", `console.log('%j', { toJSON() { ` + spin + ` } })`},
		{"tag", `console.log({ get [Symbol.toStringTag]() { ` + spin + ` } })`},
		{"error name", `const e = new Error(); Object.defineProperty(e, 'name', { get() { ` + spin + ` } }); console.log(e)`},
		{"regexp source", `const r = /x/; Object.defineProperty(r, 'source', { get() { ` + spin + ` } }); console.log(r)`},
		{"view", `const u = new URL('https://a'); Object.defineProperty(URL.prototype, 'href', { get() { ` + spin + ` } }); console.log(u)`},
		{"label", `console.count({ toString() { ` + spin + ` } })`},
		{"regexp", `new RegExp({ toString() { ` + spin + ` } })`},
		{"locale options", `(1).toLocaleString('en', { get style() { ` + spin + ` } })`},
		{"group", `Object.groupBy([1], () => { ` + spin + ` })`},
		{"iterator", `[1].values().map(() => { ` + spin + ` }).toArray()`},
		{"length", `Array.prototype.slice.call({ get length() { ` + spin + ` } })`},
		{"bytes", `new Uint8Array({ get length() { ` + spin + ` } })`},
		{"clone", `structuredClone({ get a() { ` + spin + ` } })`},
		{"url", `new URL({ toString() { ` + spin + ` } })`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, err := compile(`try { ` + tt.body + ` } catch (e) { caught() } finally { caught() }; caught()`)
			if err != nil {
				t.Fatal(err)
			}
			vm, err := machine(newHost(), code)
			if err != nil {
				t.Fatal(err)
			}
			caught := false
			must := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			must(vm.Set("caught", func(goja.FunctionCall) goja.Value { caught = true; return nil }))
			must(vm.Set("stop", func(goja.FunctionCall) goja.Value { vm.Interrupt("time is up"); return nil }))
			guard := time.AfterFunc(20*time.Second, func() { vm.Interrupt("hang") })
			defer guard.Stop()
			_, err = vm.RunString(code)
			var stopped *goja.InterruptedError
			if !errors.As(err, &stopped) || stopped.Value() != "time is up" || caught {
				t.Errorf("%s: got %v, caught %v; want the interruption and nothing caught", tt.body, err, caught)
			}
		})
	}
}
