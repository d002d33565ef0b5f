package search_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/builtin/internal/search"
)

// scan gives lines as grep -n prints them: "2:text" for a match, "1-text" for context.
func scan(t testing.TB, q search.Query, c search.Context, r io.Reader) []string {
	t.Helper()
	m, err := search.Compile(q)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	err = m.Scan(r, c, func(l search.Line) error {
		mark := "-"
		if l.Match {
			mark = ":"
		}
		lines = append(lines, fmt.Sprintf("%d%s%s", l.Number, mark, l.Text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestScan(t *testing.T) {
	for _, c := range []struct {
		name    string
		query   search.Query
		context search.Context
		text    string
		want    []string
	}{
		{"literal", search.Query{Pattern: "b"}, search.Context{}, "a\nb\nabc\n", []string{"2:b", "3:abc"}},
		{"last line without an end", search.Query{Pattern: "bb"}, search.Context{}, "a\nbb", []string{"2:bb"}},
		{"anchors", search.Query{Pattern: "^b$"}, search.Context{}, "ab\nb\r\nb\nbc\n", []string{"2:b", "3:b"}},
		{"text anchors are those of lines", search.Query{Pattern: `\Ab\z`}, search.Context{}, "a\nb\n", []string{"2:b"}},
		{"empty lines", search.Query{Pattern: "^$"}, search.Context{}, "a\n\nb\n", []string{"2:"}},
		{"a class does not cross lines", search.Query{Pattern: `a[^x]b`}, search.Context{}, "a\nb\na b\n", []string{"3:a b"}},
		{"white space does not cross lines", search.Query{Pattern: `a\s+b`}, search.Context{}, "a\nb\na  b\n", []string{"3:a  b"}},
		{"dot with s flag does not cross lines", search.Query{Pattern: `(?s)a.b`}, search.Context{}, "a\nb\n", []string{}},
		{"fixed", search.Query{Pattern: "foo(", Fixed: true}, search.Context{}, "foo\nfoo(\n", []string{"2:foo("}},
		{"case", search.Query{Pattern: "ERROR", IgnoreCase: true}, search.Context{}, "an error\nErr\nERROR\n", []string{"1:an error", "3:ERROR"}},
		{"case, Kelvin", search.Query{Pattern: "kilo", IgnoreCase: true}, search.Context{}, "\u212ailo\n", []string{"1:\u212ailo"}},
		{"case, long s", search.Query{Pattern: "some", IgnoreCase: true}, search.Context{}, "\u017fome\n", []string{"1:\u017fome"}},
		{"alternatives", search.Query{Pattern: "foo|ba[rz]"}, search.Context{}, "foo\nbar\nbaz\nqux\n", []string{"1:foo", "2:bar", "3:baz"}},
		{"digits", search.Query{Pattern: `\d+`}, search.Context{}, "a\n12\n", []string{"2:12"}},
		{"context", search.Query{Pattern: "x"}, search.Context{Before: 1, After: 1}, "1\n2\nx\n4\n5\n", []string{"2-2", "3:x", "4-4"}},
		{"context that meets", search.Query{Pattern: "x"}, search.Context{Before: 2, After: 1}, "x\n2\n3\nx\n", []string{"1:x", "2-2", "3-3", "4:x"}},
		{"context at the ends", search.Query{Pattern: "x"}, search.Context{Before: 3, After: 3}, "x", []string{"1:x"}},
		{"nothing", search.Query{Pattern: "zz"}, search.Context{}, "", []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, scan(t, c.query, c.context, strings.NewReader(c.text))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestWindows searches a text of many windows, with the same answer as line by line.
func TestWindows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 60_000 {
		b.WriteString(strings.Repeat("word ", random.IntN(5)))
		if random.IntN(50) == 0 {
			b.WriteString("needle")
		}
		b.WriteByte('\n')
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for _, pattern := range []string{"needle", "needl[e]", "[n]eedle$"} {
		for _, context := range []search.Context{{}, {Before: 2, After: 3}} {
			want := byLine(lines, regexp.MustCompile(pattern), context)
			got := scan(t, search.Query{Pattern: pattern}, context, iotest.HalfReader(strings.NewReader(b.String())))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s %v: -want +got:\n%s", pattern, context, diff[:min(len(diff), 2000)])
			}
		}
	}
}

func byLine(lines []string, re *regexp.Regexp, c search.Context) []string {
	mark := make([]byte, len(lines))
	for i, line := range lines {
		if !re.MatchString(line) {
			continue
		}
		for k := max(0, i-c.Before); k <= min(len(lines)-1, i+c.After); k++ {
			if mark[k] == 0 {
				mark[k] = '-'
			}
		}
		mark[i] = ':'
	}
	out := []string{}
	for i, line := range lines {
		if mark[i] != 0 {
			out = append(out, fmt.Sprintf("%d%c%s", i+1, mark[i], line))
		}
	}
	return out
}

func TestLongLine(t *testing.T) { // TO-025
	text := "first\n" + strings.Repeat("x", 5<<20) + "needle" + strings.Repeat("y", 1<<20) + "\nlast needle\n"
	got := scan(t, search.Query{Pattern: "needle"}, search.Context{}, strings.NewReader(text))
	if len(got) != 2 || !strings.HasPrefix(got[0], "2:xxx") || got[1] != "3:last needle" {
		t.Errorf("got %d lines, want 2 and 3", len(got))
	}
	got = scan(t, search.Query{Pattern: "needle"}, search.Context{}, strings.NewReader(strings.Repeat("z", 20<<20)+"needle\n\nneedle"))
	if len(got) != 2 || !strings.HasPrefix(got[0], "1:") || got[1] != "3:needle" {
		t.Errorf("got %d lines, want 1 and 3", len(got))
	}
}

func TestBinary(t *testing.T) {
	m, err := search.Compile(search.Query{Pattern: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Scan(strings.NewReader("a\x00b"), search.Context{}, nil); !errors.Is(err, search.ErrBinary) {
		t.Errorf("got %v, want %v", err, search.ErrBinary)
	}
}

func TestErrors(t *testing.T) { // TO-024
	for pattern, want := range map[string]string{
		"":              "is empty",
		"foo(":          "is no valid regular expression: missing closing ): `foo(`",
		"(?<=a)b":       "look-ahead and look-behind are not supported (the dialect is RE2)",
		"a(?!b)":        "look-ahead and look-behind are not supported (the dialect is RE2)",
		`(a)\1`:         "back-references are not supported (the dialect is RE2)",
		"a{,3}":         "{,n} is no repetition here",
		"*":             "is no valid regular expression: missing argument to repetition operator: `*`",
		"a\nb":          "contains a line feed, but lines are searched one by one",
		"(a{999}){999}": "is no valid regular expression: invalid repeat count: `{999}`",
	} {
		_, err := search.Compile(search.Query{Pattern: pattern})
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", pattern, err, want)
		}
	}
}

// TestGrep compares with grep -E where that is installed.
func TestGrep(t *testing.T) {
	if _, err := exec.LookPath("grep"); err != nil {
		t.Skip("no grep")
	}
	random := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for range 500 {
		for range random.IntN(12) {
			b.WriteByte("abcAB ()-_"[random.IntN(10)])
		}
		b.WriteByte('\n')
	}
	for _, pattern := range []string{"ab", "a|bc", "^a.*b$", "[a-c]{3}", "a+b?c", `\(.*\)`, "(ab|ba)c?", "^$", "[^a ]b", `\bab\b`, `a\B`, "[ab]?[bc]?[ -]$", "(a|b)*-(a|b)*_", "^[^a-c]*$", "[a-cA-C]{2,5}[)_]"} {
		for _, ignore := range []bool{false, true} {
			args := []string{"-nE"}
			if ignore {
				args = append(args, "-i")
			}
			cmd := exec.Command("grep", append(args, "--", pattern)...)
			cmd.Env = []string{"LC_ALL=C"}
			cmd.Stdin = strings.NewReader(b.String())
			out, _ := cmd.Output()
			want := strings.TrimSuffix(string(out), "\n")
			got := strings.Join(scan(t, search.Query{Pattern: pattern, IgnoreCase: ignore}, search.Context{}, strings.NewReader(b.String())), "\n")
			if got != want {
				t.Errorf("%s, ignore case %v: got %d bytes, grep has %d", pattern, ignore, len(got), len(want))
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := strings.Repeat("func (s *server) handle(w http.ResponseWriter, r *http.Request) error {\n\treturn nil\n}\n\n", 20_000)
	for _, pattern := range []string{"needle", "needl[ae]", "needle|thread", "n[a-z]+dle", "(?i)needle", "[nm]e+d"} {
		b.Run(pattern, func(b *testing.B) {
			m, err := search.Compile(search.Query{Pattern: pattern})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := m.Scan(strings.NewReader(text), search.Context{}, func(search.Line) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzScan compares with package regexp, line by line.
func FuzzScan(f *testing.F) {
	for _, pattern := range []string{"a", "a|b", "^a.*b$", `\bé\b`, "(?i)Straße", "[^a]x{2,3}", "(a*)*b", `\B`, "^$", "(foo|bar)[0-9]", `\w+\s\w+$`} {
		f.Add(pattern, "a b\nfoo1\n\nécrit é\nstrasse STRAßE\nxxx")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		m, err := search.Compile(search.Query{Pattern: pattern})
		re, rerr := regexp.Compile(pattern)
		if err != nil || rerr != nil || strings.ContainsAny(text, "\r\x00") || len(pattern) > 100 {
			return
		}
		var got, want []int
		err = m.Scan(strings.NewReader(text), search.Context{}, func(l search.Line) error {
			got = append(got, l.Number)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if text != "" && re.MatchString(line) {
				want = append(want, i+1)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q in %q: -want +got:\n%s", pattern, text, diff)
		}
	})
}
