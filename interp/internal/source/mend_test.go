package source_test

import (
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
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

// TestPatterns checks which regular expressions are rewritten, and that the program can tell what they were.
func TestPatterns(t *testing.T) {
	for literal, want := range map[string]map[string]string{
		`/^a$/gm`:  {`(?:^|(?<=[\n\r\u2028\u2029]))a(?:$|(?=[\n\r\u2028\u2029]))`: `^a$`},
		`/\ba[/]/`: {`(?<!\w)a[/]`: `\ba[/]`},
		`/a.\W/i`:  {`a[^\n\r\u2028\u2029][^\w]`: `a.\W`},
		`/[^$]/gm`: nil,
		`/^a$/g`:   nil,
		`/a.\W/g`:  nil,
	} {
		p := compile(t, "return "+literal+".test('')")
		if diff := cmp.Diff(want, p.Sources); diff != "" {
			t.Errorf("%s: -want +got\n%s", literal, diff)
		}
	}
}

// TestWrongPatterns checks that an expression which cannot be rewritten becomes a call of the constructor, that fails where
// it stands.
func TestWrongPatterns(t *testing.T) {
	vm := goja.New()
	if _, err := vm.RunString(`RegExp = function (pattern, flags) { this.made = pattern + ' ' + flags }`); err != nil {
		t.Fatal(err)
	}
	v, err := vm.RunProgram(compile(t, `return /\b*/gi.made`).Code)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Export().(*goja.Promise).Result().String(), `\b* gi`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
