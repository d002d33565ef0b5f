package inspect_test

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/inspect"
)

// shown runs an expression and shows its value.
func shown(tb testing.TB, expression string, depth int) string {
	tb.Helper()
	vm := goja.New()
	p, err := inspect.New(vm, true)
	if err != nil {
		tb.Fatal(err)
	}
	v, err := vm.RunString(expression)
	if err != nil {
		tb.Fatalf("%s: %v", expression, err)
	}
	return p.Value(v, depth)
}

func TestDepthOfValue(t *testing.T) {
	const nested = `({ a: { b: { c: { d: 1 } } } })`
	for depth, want := range map[int]string{
		-1: "[Object]",
		0:  "{ a: [Object] }",
		2:  "{ a: { b: { c: [Object] } } }",
		5:  "{\n  a: { b: { c: { d: 1 } } }\n}",
	} {
		if got := shown(t, nested, depth); got != want {
			t.Errorf("depth %d: got %q, want %q", depth, got, want)
		}
	}
}

// TestBounds checks that no value makes a text that is out of all proportion.
func TestBounds(t *testing.T) {
	const limit = 2 << 20
	for _, expression := range []string{
		`const wide = {}; for (let i = 0; i < 5000; i++) wide['key' + i] = 'x'.repeat(1000); wide`,
		`let tree = 'x'.repeat(9000); for (let i = 0; i < 6; i++) tree = Array(100).fill(tree); tree`,
		`const text = 'x'.repeat(10000); new Map(Array.from({ length: 10000 }, (_, i) => [i, text]))`,
		`Object.assign(() => 1, { text: 'x'.repeat(1e6) })`,
		`const e = new Error('x'.repeat(1e6)); e.cause = e; e`,
	} {
		if got := len(shown(t, expression, 10)); got > limit {
			t.Errorf("%s: got %d bytes, want at most %d", expression, got, limit)
		}
	}
}

func TestNamesThatUTF8DoesNotHave(t *testing.T) {
	const want = `{ '\udc00x': 1, b: { '\ud800': 2 } }`
	if got := shown(t, `({ "\udc00x": 1, b: { "\ud800": 2 } })`, inspect.DefaultDepth); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNoGuestCode checks that showing a value calls none of its functions.
func TestNoGuestCode(t *testing.T) {
	for expression, want := range map[string]string{
		`({ get a() { throw 1 }, set b(v) {} })`:                                                                       "{ a: [Getter], b: [Setter] }",
		`new Proxy({ a: 1 }, new Proxy({}, { get() { throw 1 } }))`:                                                    "{ a: 1 }",
		`Object.defineProperty([1], 0, { get() { throw 1 }, enumerable: true })`:                                       "[ [Getter] ]",
		`class A { static get name() { throw 1 } }; new A()`:                                                           "{}",
		`const o = {}; Object.defineProperty(o, 'constructor', { get() { throw 1 } }); o`:                              "{}",
		`const { proxy, revoke } = (() => { const p = new Proxy([], {}); return { proxy: p, revoke: 1 } })(); [proxy]`: "[ [] ]",
	} {
		if got := shown(t, expression, inspect.DefaultDepth); got != want {
			t.Errorf("%s: got %q, want %q", expression, got, want)
		}
	}
}

func TestStack(t *testing.T) {
	const stack = "Error: boom\n\tat f (program.ts:1:22(3))\n\tat library:url.js:5:3(4)\n\tat map (native)\n\tat program.ts:2:1(4)\n"
	const want = "Error: boom\n    at f (program.ts:1:22)"
	if got := inspect.Stack(stack, 1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func ExampleInspector_Value() {
	vm := goja.New()
	p, err := inspect.New(vm, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := vm.RunString(`({ id: 7, tags: ['a', 'b'], seen: new Set([1]) })`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Value(v, inspect.DefaultDepth))
	// Output: { id: 7, tags: [ 'a', 'b' ], seen: Set(1) { 1 } }
}
