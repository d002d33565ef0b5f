package wildcard_test

import (
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
)

func TestGlob(t *testing.T) { // TO-023
	for _, c := range []struct {
		pattern string
		yes, no string // paths, separated by spaces
	}{
		{"*.go", "a.go .go", "a/b.go a.gox"},
		{"**/*.go", "a.go a/b.go a/b/c.go", "a.gox a.go/x"},
		{"**/Makefile", "Makefile a/Makefile a/b/Makefile", "xMakefile Makefile/x"},
		{"**/a*.{go,md}", "a.go x/ab.md", "ba.go a/b.go a.go/b"},
		{"**/**", "a a/b", ""},
		{"src/**/*.go", "src/a.go src/a/b.go", "a.go xsrc/a.go"},
		{"**", "a a/b", ""},
		{"a/**", "a a/b a/b/c", "b ab"},
		{"a/**/**", "a a/b a/b/c", "b ab"},
		{"a*/**", "a ab a/b", "b"},
		{"**/a", "a x/a x/y/a", "xa a/x"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb"},
		{"a**b", "ab axb", "a/b"},
		{"?", "a é 💰", "ab /"},
		{"a?c", "abc", "a/c ac"},
		{"{a,b}.go", "a.go b.go", "c.go {a,b}.go"},
		{"{a,b{c,d}}", "a bc bd", "b c"},
		{"x.{ts,tsx}", "x.ts x.tsx", "x.js"},
		{"{a/**,b}/c", "a/c a/x/c b/c", "c"},
		{"[ab]", "a b", "c ab"},
		{"[!ab]", "c é", "a b /"},
		{"[^ab]", "c", "a"},
		{"[a-c]x", "ax cx", "dx -x"},
		{"a[]]b", "a]b", "ab"},
		{`\*`, "*", "a"},
		{`\{a\}`, "{a}", "a"},
		{`a\b`, "ab", `a\b`},
		{"a.b", "a.b", "axb"},
		{"a,b", "a,b", "a b"},
		{"(a|b)+$", "(a|b)+$", "a"},
	} {
		p, err := wildcard.Glob(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for path := range strings.FieldsSeq(c.yes) {
			if !p.Match(path) {
				t.Errorf("%s: does not match %s, want it to", c.pattern, path)
			}
		}
		for path := range strings.FieldsSeq(c.no) {
			if p.Match(path) {
				t.Errorf("%s: matches %s, want it not to", c.pattern, path)
			}
		}
	}
}

func TestGlobRefused(t *testing.T) {
	for pattern, want := range map[string]string{
		"[a":      "[ without ]",
		"[":       "[ without ]",
		"{a":      "{ without }",
		`a\`:      `\ at the end`,
		"[[:x:]]": "unknown class",
		strings.Repeat("*", wildcard.MaxLength+1): "longer than",
	} {
		if _, err := wildcard.Glob(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: got %v, want %s", pattern, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct{ pattern, dir, rest string }{
		{"*.go", ".", "*.go"}, {"a/b/*.go", "a/b", "*.go"}, {"a/b", "a", "b"}, {"a*/b", ".", "a*/b"}, {"a/{b,c}/d", "a", "{b,c}/d"},
	} {
		if dir, rest := wildcard.Split(c.pattern); dir != c.dir || rest != c.rest {
			t.Errorf("%s: got %s and %s, want %s and %s", c.pattern, dir, rest, c.dir, c.rest)
		}
	}
}

// TestHostile matches patterns that take a backtracking matcher for ever.
func TestHostile(t *testing.T) {
	path := strings.Repeat("a", 1000)
	for _, pattern := range []string{
		strings.Repeat("*a", 500) + "b", strings.Repeat("{a,b}", 200) + "c", strings.Repeat("**/", 500) + "b", strings.Repeat("{", 1000),
	} {
		p, err := wildcard.Glob(pattern)
		if err == nil && p.Match(path) {
			t.Errorf("%.20s: matches, want it not to", pattern)
		}
	}
}

// FuzzGlob compares with doublestar, where both take the pattern.
func FuzzGlob(f *testing.F) {
	for _, pattern := range []string{"*.go", "**/*.go", "a/**", "{a,b}/c", "[!a]b", "a?c", `\*a`, "**/a/**/b", "a/*/b"} {
		for _, path := range []string{"a.go", "a/b.go", "a/c", "bb", "abc", "*a", "x/a/y/b", "a/x/b", "a"} {
			f.Add(pattern, path)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if !plainGlob(pattern) || !plainPath(path) || strings.Count(pattern, "*")+strings.Count(pattern, "{") > 8 {
			return
		}
		want, err := doublestar.Match(pattern, path)
		if err != nil {
			return
		}
		p, err := wildcard.Glob(pattern)
		if err != nil {
			return
		}
		if got := p.Match(path); got != want && !(got && emptyEnd(pattern)) {
			t.Errorf("%q, %q: got %v, doublestar has %v", pattern, path, got, want)
		}
	})
}

// emptyEnd reports whether a star may stand before something else that matches nothing, as in "a*/**". At the end of a path
// doublestar does not try that: there "a*/**" matches "ab" itself but not "a".
func emptyEnd(pattern string) bool {
	return strings.Contains(pattern, "*/**") || strings.Contains(pattern, "*") && strings.Contains(pattern, "{")
}

// plainGlob leaves out what the two read differently on purpose: classes, and two stars that are no whole component.
func plainGlob(pattern string) bool {
	for step := range strings.SplitSeq(pattern, "/") {
		if strings.Contains(step, "**") && step != "**" {
			return false
		}
	}
	return plainPath(pattern) && !strings.ContainsAny(pattern, "[]")
}

func plainPath(path string) bool {
	for _, r := range path {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return path != "" && !strings.HasPrefix(path, "/") && !strings.HasSuffix(path, "/") && !strings.Contains(path, "//")
}

func BenchmarkMatch(b *testing.B) {
	for _, pattern := range []string{"**/*.go", "src/**/test_*.go", "**/*.{ts,tsx}"} {
		b.Run(pattern, func(b *testing.B) {
			p, err := wildcard.Glob(pattern)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				p.Match("src/internal/handlers/user_account.go")
			}
		})
	}
}
