package jsontext_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/jsontext"
)

func TestParse(t *testing.T) {
	vm := goja.New()
	for _, tt := range []struct{ text, show, want string }{
		{`{"a":[1,-2.5e3,true,null,"x"]}`, `JSON.stringify(v)`, `{"a":[1,-2500,true,null,"x"]}`},
		{`"\ud83d\ude00\ud800"`, `v.length + ' ' + v.charCodeAt(2)`, `3 55296`},
		{"\"\xed\xa0\x80\"", `v.charCodeAt(0)`, `55296`},
		{`"é\n😀\u00e9"`, `v.length + v`, "5é\n😀é"},
		{`-0`, `1 / v`, `-Infinity`},
		{`[1e400, -1e400, 1e-400]`, `v.join()`, `Infinity,-Infinity,0`},
		{`12345678901234567890`, `v`, `12345678901234567000`},
		{`{"__proto__":1}`, `Object.keys(v) + Object.getPrototypeOf(v)`, `__proto__[object Object]`},
		{`{"a":1,"b":2,"a":3}`, `JSON.stringify(v)`, `{"a":3,"b":2}`},
	} {
		v, err := jsontext.Parse(vm, tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if err := vm.Set("v", v); err != nil {
			t.Fatal(err)
		}
		got, err := vm.RunString(tt.show)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.text, tt.show, got, tt.want)
		}
	}
}

func TestDepth(t *testing.T) {
	vm := goja.New()
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	deepest, err := jsontext.Parse(vm, nested(jsontext.MaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	var depth *jsontext.LimitError
	if _, err := jsontext.Parse(vm, nested(jsontext.MaxDepth+1)); !errors.As(err, &depth) {
		t.Errorf("one level more: got %v, want a LimitError", err)
	}
	printer, err := jsontext.NewPrinter(vm)
	if err != nil {
		t.Fatal(err)
	}
	if got := printer.Stringify(deepest, goja.Undefined(), goja.Undefined()).String(); got != nested(jsontext.MaxDepth) {
		t.Errorf("the deepest value comes back with %d bytes, want %d", len(got), 2*jsontext.MaxDepth)
	}
}

// FuzzParse compares with encoding/json what is a JSON text, and checks that a value survives the way out and back.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2,{"b":null}]}`, `"\ud800x\n"`, `[-0,1e400,0.1]`, `{"__proto__":{}}`, `[1,]`, `nul`, `"\`, ` [ ] `, "\"\xed\xa0\x80\"", `{"\ud800":1,"x":2}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		vm := goja.New()
		printer, err := jsontext.NewPrinter(vm)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsontext.Parse(vm, text)
		if valid := json.Valid([]byte(text)); valid != (err == nil) && strings.Count(text, "[")+strings.Count(text, "{") < 1000 {
			t.Fatalf("%q: got %v, valid is %v", text, err, valid)
		}
		if err != nil {
			return
		}
		once := printer.Stringify(v, goja.Undefined(), goja.Undefined()).String()
		again, err := jsontext.Parse(vm, once)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, once, err)
		}
		if twice := printer.Stringify(again, goja.Undefined(), goja.Undefined()).String(); twice != once {
			t.Fatalf("%q became %q, then %q", text, once, twice)
		}
	})
}

func ExampleParse() {
	_, err := jsontext.Parse(goja.New(), `{"name": oops}`)
	fmt.Println(err)
	// Output: Unexpected token 'o', "{"name": oops}" is not valid JSON
}

func ExamplePrinter() {
	vm := goja.New()
	printer, err := jsontext.NewPrinter(vm)
	if err != nil {
		fmt.Println(err)
		return
	}
	list := vm.NewArray(1, "two", nil)
	fmt.Println(printer.Stringify(list, goja.Undefined(), goja.Undefined()))
	// Output: [1,"two",null]
}
