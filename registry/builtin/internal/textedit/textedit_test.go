package textedit_test

import (
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/builtin/internal/textedit"
)

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name, text, old, new string
		all                  bool
		want                 string
		replaced             int
	}{
		{"one", "a b c", "b", "B", false, "a B c", 1},
		{"to nothing", "a b c", " b", "", false, "a c", 1},
		{"all", "a b a", "a", "x", true, "x b x", 2},
		{"overlapping, left to right, TO-010", "aaa", "aa", "X", true, "Xa", 1},
		{"dollars are literal, TO-003", "log(1)", "log(1)", "cost $$5 $& $1 $` $'", false, "cost $$5 $& $1 $` $'", 1},
		{"mixed line ends, TO-002", "a\r\nb\nc\r\n", "b", "B", false, "a\r\nB\nc\r\n", 1},
		{"LF for CR LF", "a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\n", false, "x\r\ny\r\nc\r\n", 1},
		{"CR LF for LF", "a\nb\n", "a\r\nb", "x\r\ny", false, "x\ny\n", 1},
		{"new line in a CR LF file", "a\r\nb\r\n", "b", "b1\nb2", false, "a\r\nb1\r\nb2\r\n", 1},
		{"new line in a CR LF file, at its end", "a\r\nb", "b", "b\nc", false, "a\r\nb\r\nc", 1},
		{"new line takes the end of its own line", "a\r\nb\nc\r\n", "b", "b1\nb2", false, "a\r\nb1\nb2\nc\r\n", 1},
		{"line ends as they are written", "a\r\nb\r\n", "a\r\nb", "a\nb", false, "a\nb\r\n", 1},
		{"decomposed, TO-006", "cafe\u0301 e\u0301\n", "caf\u00e9", "tea", false, "tea e\u0301\n", 1},
		{"composed", "caf\u00e9\n", "cafe\u0301", "tea", false, "tea\n", 1},
		{"invalid UTF-8 stays", "\xff a \xfe", "a", "b", false, "\xff b \xfe", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, n, err := textedit.Apply(c.text, []textedit.Edit{{Old: c.old, New: c.new, All: c.all}})
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want || n != c.replaced {
				t.Errorf("got %q, %d; want %q, %d", got, n, c.want, c.replaced)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, text, old, new, want string }{
		{"empty", "a", "", "b", "is empty"},
		{"no change", "a", "a", "a", "is the same as old_string, so that nothing would change"},
		{"ambiguous, TO-009", "x\ny\nx\nx", "x", "z", "has 3 matches, at lines 1, 3, 4"},
		{"ambiguous by overlap", "aaa", "aa", "b", "has 2 matches, at lines 1, 1"},
		{"part of a character", "e\u0301", "\u0301", "x", ""},
		{"nothing like it", "abc\n", "xyz", "q", "is not in the file"},
		{"indentation", "f() {\n\treturn 1\n}\n", "f() {\n    return 1\n}", "q",
			`is not in the file; line 2 differs only in white space: the file has "\treturn 1", old_string has "    return 1"`},
		{"quotes and dashes", "say “hi” – now\n", `say "hi" - now`, "q",
			`is not in the file; line 1 differs only in quotes and dashes: the file has "say “hi” – now", old_string has "say \"hi\" - now"`},
		{"no-break space", "a\u00a0b\n", "a b", "q",
			`is not in the file; line 1 differs only in white space: the file has "a\u00a0b", old_string has "a b"`},
		{"case", "Hello\n", "hello", "q",
			`is not in the file; line 1 differs only in upper and lower case: the file has "Hello", old_string has "hello"`},
		{"zero width", "ab\u200bc\n", "abc", "q",
			`is not in the file; line 1 differs only in invisible characters: the file has "ab\u200bc", old_string has "abc"`},
		{"second line", "one\ntwo\nthree\n", "one\n2\nthree", "q",
			`is not in the file; it begins like line 1, but line 2 of the file is "two" where old_string has "2"`},
		{"made already", "x = 2\n", "x = 1", "x = 2", "is not in the file, but new_string is, at line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := textedit.Apply(c.text, []textedit.Edit{{Old: c.old, New: c.new}})
			if c.want == "" {
				return
			}
			if err == nil {
				t.Fatalf("got %q, want the error %q", got, c.want)
			}
			if err.Message != c.want {
				t.Errorf("got  %s\nwant %s", err.Message, c.want)
			}
		})
	}
}

func TestSeveral(t *testing.T) {
	edits := []textedit.Edit{{Old: "a", New: "b c"}, {Old: "c", New: "d"}}
	if got, n, err := textedit.Apply("a", edits); err != nil || got != "b d" || n != 2 {
		t.Errorf("got %q, %d, %v; want %q, 2", got, n, err, "b d")
	}
	edits[1].Old = "nowhere"
	if got, _, err := textedit.Apply("a", edits); err == nil || err.Index != 1 || got != "" {
		t.Errorf("got %q, %v; want an error of edit 1 and no text", got, err)
	}
	edits[1].Old = "a"
	if _, _, err := textedit.Apply("a", edits); err == nil || !strings.Contains(err.Message, "not any more") {
		t.Errorf("got %v, want that edit 0 has taken the text away", err)
	}
}

// FuzzInverse makes an edit and takes it back.
func FuzzInverse(f *testing.F) {
	f.Add("hello world", "world", "there")
	f.Add("a\r\nb\nc\r\n", "b", "B\nB")
	f.Add("cafe\u0301", "caf\u00e9", "x")
	f.Fuzz(func(t *testing.T, text, old, new string) {
		got, n, err := textedit.Apply(text, []textedit.Edit{{Old: old, New: new}})
		if err != nil {
			return
		}
		if n != 1 {
			t.Errorf("got %d replacements, want 1", n)
		}
		if strings.Contains(text, old) && strings.Count(text, old) == 1 && !strings.ContainsAny(old+new, "\r\n") {
			if want := strings.Replace(text, old, new, 1); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
			if back, _, err := textedit.Apply(got, []textedit.Edit{{Old: new, New: old}}); err == nil && back != text {
				t.Errorf("got %q back, want %q", back, text)
			}
		}
	})
}
