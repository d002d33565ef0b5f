package source_test

import (
	"testing"

	"github.com/dop251/goja"
)

func TestChainsOfComparisons(t *testing.T) {
	for _, tt := range []struct {
		expression string
		want       bool
	}{
		{`3 > 2 > 1`, false},
		{`1 < 2 < 3`, true},
		{`5 > 4 > 3 > 2`, false},
		{`3 > (2 > 1)`, true},
		{`(3 > 2) > 1`, false},
		{`1 < (2 + 1) * 2 < 3`, true},
		{`1 < (2 * (1 + 1)) < 0`, false},
		{`3 > (2 > 1) > 0`, true},
		{`0 < (5 > (1 + 1) * 2)`, true},
		{`[] instanceof Array instanceof Object`, false},
		{`'a' in { a: 1 } in { true: 1 }`, true},
		{`((x) => x > 1 > 0)(2)`, true},
		{`[3 > 2 > 1, ")"][0]`, false},
		{`2 > ")(".length > 0`, false},
		{`!(3 > 2 > 1)`, true},
	} {
		p := compile(t, "return "+tt.expression)
		v, err := goja.New().RunProgram(p.Code)
		if err != nil {
			t.Fatalf("%s: %v", tt.expression, err)
		}
		if got := v.Export().(*goja.Promise).Result().ToBoolean(); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.expression, got, tt.want)
		}
	}
}

// TestLinesOfExpressions checks that an expression about lines becomes a call of the constructor, and no other does.
func TestLinesOfExpressions(t *testing.T) {
	for body, want := range map[string]string{
		`return /^a$/gm.made`:      "^a$ gm",
		`return /[^$]/gm.made`:     "undefined",
		`return /^a$/g.made`:       "undefined",
		`return [/x|$/im][0].made`: "x|$ im",
	} {
		vm := goja.New()
		if _, err := vm.RunString(`RegExp = function (pattern, flags) { this.made = pattern + ' ' + flags }`); err != nil {
			t.Fatal(err)
		}
		v, err := vm.RunProgram(compile(t, body).Code)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Export().(*goja.Promise).Result().String(); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}
