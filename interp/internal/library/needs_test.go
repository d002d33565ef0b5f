package library_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library"
)

// TestNeeds checks which programs bring a part to life.
func TestNeeds(t *testing.T) {
	for _, tt := range []struct {
		code, other string
		same        bool
	}{
		{`const x = 1 + 1`, ``, true},
		{`myconsole.log(urls)`, ``, true},
		{`console.log(1)`, `console`, true},
		{`Object.keys(o)`, ``, true},
		{`Object.keys(o); m.keys()`, `values`, true},
		{`try { f() } catch {}`, ``, true},
		{`Promise.try(f)`, `withResolvers`, true},
		{`p.any(x)`, ``, true},
		{`o["groupBy"]`, `groupBy`, true},
		{`// URL`, `URL`, true},
		{`/^a$/gm`, ``, true},
		{`Number(2n)`, `BigInt`, true},
		{`URL`, `console`, false},
	} {
		if got := library.Needs(tt.code) == library.Needs(tt.other); got != tt.same {
			t.Errorf("Needs(%q) == Needs(%q) is %v, want %v", tt.code, tt.other, got, tt.same)
		}
	}
	if got := library.Needs("globalThis"); got != library.All {
		t.Errorf("a program that names globalThis needs %b, want all parts", got)
	}
}

// TestAll checks that every part can be installed beside every other, and that nothing of it can be enumerated.
func TestAll(t *testing.T) {
	vm := goja.New()
	if err := library.Install(vm, newHost(), library.All); err != nil {
		t.Fatal(err)
	}
	v, err := vm.RunString(`[Object, Array, Map, Promise, String, Number, Date, RegExp, Error, Symbol, JSON, Math].flatMap(o =>
		Object.keys(o).concat(Object.keys(o.prototype ?? {}))).concat(Object.keys(globalThis)).join()`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.String(), "stackTraceLimit"; got != want {
		t.Errorf("enumerable: got %q, want %q", got, want)
	}
}

func TestAdvice(t *testing.T) {
	for _, name := range []string{"fetch", "process", "require", "Buffer", "setImmediate", "window", "__dirname"} {
		if library.Advice(name) == "" {
			t.Errorf("no advice for %s", name)
		}
		if got := logs(t, "console.log(typeof "+name+")"); got != "undefined" {
			t.Errorf("typeof %s is %s, want undefined", name, got)
		}
	}
	if got := library.Advice("console"); got != "" {
		t.Errorf("advice for console: %q", got)
	}
}

// TestTooManyTimers checks that the host's limit reaches the program as an exception that it can catch.
func TestTooManyTimers(t *testing.T) {
	const body = `try { for (;;) setTimeout(() => {}, 1000) } catch (e) { console.log(e.name, e.message) }`
	if got, want := logs(t, body), "RangeError more than 10000 timers wait"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestForgery checks that a program that overwrites what the library is built on harms only itself.
func TestForgery(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"prototypes", `Object.prototype.toJSON = () => 'pwn'; delete Object.prototype.toJSON; Object.getOwnPropertyDescriptor = () => ({ value: 'forged' }); Map.prototype.forEach = () => {}; console.log({ a: 1 }, new Map([[1, 2]]))`, "{ a: 1 } Map(1) { 1 => 2 }"},
		{"json", `const { stringify } = JSON; Object.keys = () => ['x']; Array.isArray = () => true; console.log(stringify({ a: [1] }))`, `{"a":[1]}`},
		{"then", `Promise.prototype.then = () => { throw 1 }; queueMicrotask(() => console.log('ran'))`, "ran"},
		{"constructors", `globalThis.RangeError = function () { return { name: 'forged', message: '' } }; try { 'x'.repeat(2 ** 30) } catch (e) { console.log(typeof e) }`, "object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := logs(t, tt.body); got != tt.want {
				t.Errorf("%s\ngot  %q\nwant %q", tt.body, got, tt.want)
			}
		})
	}
}
