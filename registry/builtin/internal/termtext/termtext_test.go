package termtext_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/builtin/internal/termtext"
)

func clean(t testing.TB, size int, in string) string {
	t.Helper()
	var out bytes.Buffer
	w := termtext.NewWriter(&out)
	for part := []byte(in); len(part) > 0; {
		n := min(size, len(part))
		if _, err := w.Write(part[:n]); err != nil {
			t.Fatal(err)
		}
		part = part[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var cases = []struct{ name, in, want string }{
	{"plain", "a\nb\n", "a\nb\n"},
	{"no line feed at the end", "a\nb", "a\nb"},
	{"empty lines", "\n\n", "\n\n"},
	{"tab", "a\tb\n", "a\tb\n"},
	{"crlf stays a line end", "a\r\nb\r\n", "a\nb\n"},
	{"progress, OU-009", "\r  0%\r 50%\r100%\ndone", "100%\ndone"},
	{"shorter text overwrites the start only", "abc\rX\n", "Xbc\n"},
	{"erase to the end of the line", "Downloading 99%\r\x1b[Kok\n", "ok\n"},
	{"erase all of the line", "Downloading 99%\x1b[2K\rok\n", "ok\n"},
	{"erase from the start", "abc\x1b[1K\n", "   \n"},
	{"backspace", "ab\bc\n", "ac\n"},
	{"backspace at the start", "\b\bc\n", "c\n"},
	{"colours", "\x1b[1;31mred\x1b[0m\n", "red\n"},
	{"cursor moves", "a\x1b[1A\x1b[?25lb\n", "ab\n"},
	{"title, ended by BEL", "\x1b]0;title\x07text\n", "text\n"},
	{"link, ended by ST", "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\\n", "text\n"},
	{"8-bit forms", "a\u009b31mb\u009d0;t\u009cc\n", "abc\n"},
	{"charset", "\x1b(Ba\n", "a\n"},
	{"controls, OU-010", "a\x00b\x1b]0;t\x07c\x9b31m", "a\\x00bc\ufffd31m"},
	{"bell and delete", "\x07\x7f\n", "\\x07\\x7f\n"},
	{"a C1 that begins nothing", "a\u0085b", "a\\x85b"},
	{"latin-1, OU-011", "caf\xe9\n", "caf\ufffd\n"},
	{"utf-8", "naïve ✓ 💰\n", "naïve ✓ 💰\n"},
	{"a character that never ends", "a\xf0\x9f", "a\ufffd\ufffd"},
	{"a character cut short by another", "\xf0\x9fa\xe2\x82é\n", "\ufffd\ufffda\ufffd\ufffdé\n"},
	{"an escape at the end", "a\x1b", "a"},
	{"a sequence that a line feed breaks off", "\x1b[31\nb\n", "\nb\n"},
	{"a title that never ends", "\x1b]0;rest of\nthe text\n", "\nthe text\n"},
}

func TestWriter(t *testing.T) {
	for _, c := range cases {
		for size := 1; size <= len(c.in); size++ {
			if got := clean(t, size, c.in); got != c.want {
				t.Errorf("%s, %d bytes at a time: got %q, want %q", c.name, size, got, c.want)
			}
		}
	}
}

func TestLongLine(t *testing.T) {
	in := strings.Repeat("x", 1<<20) + strings.Repeat("é", 1<<20) + "\n"
	for _, size := range []int{7, 4096, 1 << 20, len(in)} {
		if got := clean(t, size, in); got != in {
			t.Errorf("%d bytes at a time: got %d bytes, want the %d of the input", size, len(got), len(in))
		}
	}
	// What can be overwritten does not depend on how the text arrives.
	in = strings.Repeat("x", 20_000) + "\rover\n"
	if a, b := clean(t, 100, in), clean(t, len(in), in); a != b {
		t.Errorf("in pieces %d bytes, at once %d", len(a), len(b))
	}
}

func FuzzWriter(f *testing.F) {
	for _, c := range cases {
		f.Add(c.in, 3)
	}
	f.Fuzz(func(t *testing.T, in string, size int) {
		got := clean(t, 1+size&7, in)
		if whole := clean(t, len(in)+1, in); got != whole {
			t.Errorf("in pieces %q, at once %q", got, whole)
		}
		if !utf8.ValidString(got) {
			t.Errorf("got invalid UTF-8: %q", got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r < 0xa0 }); i >= 0 {
			t.Errorf("got control character at %d of %q", i, got)
		}
	})
}

func BenchmarkWriter(b *testing.B) {
	for name, line := range map[string]string{"plain": "go: downloading a module of some length\n", "accents": "go: téléchargement d'un module ✓ de quelque longueur\n", "colour": "\x1b[32mok\x1b[0m\tpackage\r\n"} {
		b.Run(name, func(b *testing.B) {
			text := []byte(strings.Repeat(line, 1000))
			w := termtext.NewWriter(discard{})
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				w.Write(text)
			}
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
