package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

func TestRewrite(t *testing.T) {
	for _, tt := range []struct{ source, flags, want, wantFlags string }{
		{`a+b`, "gi", `a+b`, "gi"},
		{`\p{L}`, "", `\p{L}`, ""}, // without the u flag it means p{L}
		{`\p{Lt}`, "u", `[\u01c5\u01c8\u01cb\u01f2\u1f88-\u1f8f\u1f98-\u1f9f\u1fa8-\u1faf\u1fbc\u1fcc\u1ffc]`, "u"},
		{`[\p{ASCII}--[^a-c]]`, "v", `[a-c]`, "u"},
		{`[\w&&\d]`, "v", `[0-9]`, "u"},
		{`[\q{ab|c}]`, "v", `(?:[a][b]|[c])`, "u"},
		{`\p{Any}`, "u", `[^]`, "u"},
		{`\P{Any}`, "u", `[]`, "u"},
		{`(?i:ab)c`, "", `(?:[Aa][Bb])c`, ""},
		{`(?-i:a)b`, "i", `(?:a)[Bb]`, ""},
		{`(?s:.).`, "", `(?:[^]).`, ""},
		{`(?m:^a$)`, "", `(?:(?:^|(?<=[\n\r\u2028\u2029]))a(?:$|(?=[\n\r\u2028\u2029])))`, ""},
		{`^a$`, "gim", `(?:^|(?<=[\n\r\u2028\u2029]))a(?:$|(?=[\n\r\u2028\u2029]))`, "gim"},
		{`[^$]`, "m", `[^$]`, "m"},
		{`\bfoo\b`, "g", `(?<!\w)foo(?!\w)`, "g"},
		{`\b`, "", `(?:(?<=\w)(?!\w)|(?<!\w)(?=\w))`, ""},
		{`\B`, "iu", `(?:(?<=[\w\u017f\u212a])(?=[\w\u017f\u212a])|(?<![\w\u017f\u212a])(?![\w\u017f\u212a]))`, "iu"},
		{`[\b]\\b`, "", `[\b]\\b`, ""},
		{`a`, "dgy", `a`, "gy"},
		{`a.\W`, "i", `a[^\n\r\u2028\u2029][^\w]`, "i"},
		{`.`, "is", `.`, "is"},
		{`[\W_]+`, "gi", `(?:[^\w]|[_])+`, "gi"},
		{`[^\Wa-c\S]`, "i", `(?:(?![a-c])(?=\w)(?=\s)[^])`, "i"},
		{`[a-\Wz\D-x]`, "i", `(?:[^\w]|[^\d]|[a\-z\-x])`, "i"},
	} {
		got, err := pattern.Rewrite(tt.source, tt.flags)
		if err != nil {
			t.Errorf("/%s/%s: %v", tt.source, tt.flags, err)
			continue
		}
		if got.Source != tt.want || got.Flags != tt.wantFlags {
			t.Errorf("/%s/%s: got /%s/%s, want /%s/%s", tt.source, tt.flags, got.Source, got.Flags, tt.want, tt.wantFlags)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct{ source, flags, want string }{
		{`\p{Foo}`, "u", "Invalid property name"},
		{`\p{Script=Foo}`, "u", "Invalid property name"},
		{`\p{scx=Greek}`, "u", `Script_Extensions is not supported here, write \p{Script=Greek}`},
		{`\p{RGI_Emoji}`, "v", `RGI_Emoji, a property of strings, is not supported here, write \p{Extended_Pictographic}`},
		{`[a`, "v", "Unterminated character class"},
		{`[^\q{ab}]`, "v", "Negated character class may contain strings"},
		{`(?ii:a)`, "", "Invalid group"},
		{`(?x:a)`, "", "Invalid group"},
		{`a)`, "", "Unmatched ')'"},
		{`(?<y>a)|(?<y>b)`, "", "Duplicate capture group name"},
		{`(a`, "", "Unterminated group"},
		{`a`, "uv", "Invalid flags"},
		{`a`, "gg", "Invalid flags"},
		{`a`, "x", "Invalid flags"},
		{strings.Repeat("(", pattern.MaxDepth+1), "", "Regular expression too large"},
		{strings.Repeat("[", pattern.MaxDepth+2), "v", "Regular expression too large"},
		{strings.Repeat("a", pattern.MaxLength+1), "", "Regular expression too large"},
	} {
		_, err := pattern.Rewrite(tt.source, tt.flags)
		if err == nil || err.Error() != tt.want {
			t.Errorf("/%.40s/%s: got %v, want %s", tt.source, tt.flags, err, tt.want)
		}
	}
}

// TestPlain checks that the names of groups and their numbers agree.
func TestPlain(t *testing.T) {
	p, err := pattern.Rewrite(`(?<a>x)(y)(?<b>\k<a>)(?:z)(?=w)(?<!v)`, "d")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Plain, `(x)(y)((?:\1))(?:z)(?=w)(?<!v)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := fmt.Sprintf("%q", p.Names), `["" "a" "" "b"]`; got != want {
		t.Errorf("names: got %s, want %s", got, want)
	}
}

func TestMatchesEmpty(t *testing.T) {
	for source, want := range map[string]bool{
		`a`: false, `a*`: true, `a+`: false, `a|b*`: true, `(a|b)c?`: false, `(?:a?){2}`: true, `(?=a)`: true, `(?<=a)b`: false,
		`^$`: true, `\b`: true, `\x41*`: true, `\u0041?`: true, `\u{41}{0,2}`: true, `\p{L}`: false, `[]a*]*`: false, `[a*]`: false,
		`(?<n>a)\k<n>`: false, `\1`: true, `a{0}`: true, `a{2,}`: false, `a{`: false, `(?i:a)`: false, `\cA`: false, ``: true, `)`: true,
	} {
		if got := pattern.MatchesEmpty(source); got != want {
			t.Errorf("%s: got %v, want %v", source, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"a.b":      `\x61\.b`,
		"(x)":      `\(x\)`,
		"-$":       `\x2d\$`,
		"\n é":     `\n\x20é`,
		"\u2028":   `\u2028`,
		"":         "",
		"1+1":      `\x31\+1`,
		"_foo/bar": `_foo\/bar`,
	} {
		if got := pattern.Escape(text); got != want {
			t.Errorf("Escape(%q): got %s, want %s", text, got, want)
		}
	}
}

func TestSource(t *testing.T) {
	for source, want := range map[string]string{`a/b`: `a\/b`, `[/]`: `[/]`, `\/`: `\/`, "a\nb": `a\nb`, "\\\n": `\n`, `[\]/]`: `[\]/]`} {
		if got := pattern.Source(source); got != want {
			t.Errorf("Source(%q): got %q, want %q", source, got, want)
		}
	}
}

// FuzzRewrite checks that what comes out is something that goja understands or refuses, whatever goes in.
func FuzzRewrite(f *testing.F) {
	for _, seed := range []string{`\p{L}+`, `[[a-z]--[aeiou]]`, `(?i:a(?-i:b))`, `[\q{a|bc}&&\w]`, `(?<n>.)\k<n>`, `[^\P{Lu}\d-x]`, `\u{1F600}`, `[\u{d800}-\udfff]`} {
		for _, flags := range []string{"u", "v", "i", ""} {
			f.Add(seed, flags)
		}
	}
	f.Fuzz(func(t *testing.T, source, flags string) {
		p, err := pattern.Rewrite(source, flags)
		if err != nil || len(source) > 100 {
			return
		}
		vm := goja.New()
		if r, err := vm.New(vm.Get("RegExp"), vm.ToValue(p.Source), vm.ToValue(p.Flags)); err == nil {
			r.ClassName()
		}
	})
}

func ExampleRewrite() {
	p, err := pattern.Rewrite(`[\w--\d]`, "v")
	fmt.Println(p.Source, p.Flags, err)
	// Output: [A-Z\u005fa-z] u <nil>
}
