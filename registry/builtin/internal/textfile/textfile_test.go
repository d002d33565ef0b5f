package textfile_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, head string
		all        bool
		want       textfile.Encoding
		binary     bool
	}{
		{"empty", "", true, textfile.UTF8, false},
		{"ascii", "plain\n", true, textfile.UTF8, false},
		{"utf-8", "é ✓", true, textfile.UTF8, false},
		{"utf-8, cut in a character, TO-016", "abc\xe2\x9c", false, textfile.UTF8, false},
		{"utf-8, with a wrong byte", "é ✓ \xff", true, textfile.UTF8, false},
		{"mark", "\xef\xbb\xbfa", true, textfile.UTF8BOM, false},
		{"utf-16", "\xff\xfea\x00", true, textfile.UTF16LE, false},
		{"utf-16, big end first", "\xfe\xff\x00a", true, textfile.UTF16BE, false},
		{"latin-1", "caf\xe9 au lait", true, textfile.Latin1, false},
		{"latin-1 of Windows", "\x93quoted\x94 \x96 \x80 5 and so on", true, textfile.Latin1, false},
		{"utf-8, short, with a wrong byte", "caf\xc3\xa9 \x80", true, textfile.UTF8, false},
		{"utf-32", "\xff\xfe\x00\x00a\x00\x00\x00", true, "", true},
		{"colours", "\x1b[31mred\x1b[0m", true, textfile.UTF8, false},
		{"NUL", "a\x00b", true, "", true},
		{"random bytes", "\x80\x81\xfe\x01\x02\x90\x91\xc0", true, textfile.Latin1, true},
	} {
		got, binary := textfile.Detect([]byte(c.head), c.all)
		if binary != c.binary || !binary && got != c.want {
			t.Errorf("%s: got %s, binary %v; want %s, %v", c.name, got, binary, c.want, c.binary)
		}
	}
}

// TestRoundTrip writes what it has read.
func TestRoundTrip(t *testing.T) {
	for _, e := range []textfile.Encoding{textfile.UTF8, textfile.UTF8BOM, textfile.UTF16LE, textfile.UTF16BE, textfile.Latin1} {
		const text = "a é ü\r\n"
		raw, err := e.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := textfile.Detect(raw, true); got != e {
			t.Errorf("%s: got it detected as %s", e, got)
		}
		if got, err := e.Decode(raw); got != text || err != nil {
			t.Errorf("%s: got %q and %v", e, got, err)
		}
	}
	if got, err := textfile.Latin1.Encode("“€”"); err != nil || string(got) != "\x93\x80\x94" {
		t.Errorf("got %q and %v", got, err)
	}
	if _, err := textfile.Latin1.Encode("✓"); err == nil {
		t.Error("got no error of a character that Latin-1 does not have")
	}
}

// TestNoCharacters decodes what is not text in part, byte by byte.
func TestNoCharacters(t *testing.T) {
	for raw, want := range map[string]string{
		"\xff\xfea\x00b":                        "a\xff",
		"\xff\xfe\x3d\xd8\x00\xdea\x00":         "😀a",
		"\xff\xfe\x3d\xd8a\x00":                 "\xffa",
		"\xff\xfe\x00\xde":                      "\xff",
		"\xff\xfe\x3d\xd8":                      "\xff",
		"\xe9t\xe9 a\x81b":                      "été a\xffb",
		"\xff\xfe\xfd\xff":                      "\ufffd",
		"\xfe\xff\x00a\xd8\x3d\xde\x00\xd8\x3d": "a😀\xff",
	} {
		e, _ := textfile.Detect([]byte(raw), true)
		got, err := io.ReadAll(e.Decoder(iotest.OneByteReader(strings.NewReader(raw))))
		if string(got) != want || err != nil {
			t.Errorf("%q: got %q and %v, want %q", raw, got, err, want)
		}
	}
}

func TestLines(t *testing.T) {
	const text = "one\ntwo\nthree\nfour"
	for _, c := range []struct {
		name              string
		skip, limit, size int
		want              textfile.Chunk
		rest              int
	}{
		{"all", 0, 0, 100, textfile.Chunk{Text: text, Lines: 4, Read: 4}, 0},
		{"first", 0, 2, 100, textfile.Chunk{Text: "one\ntwo\n", Lines: 2, Read: 2, More: true}, 2},
		{"last", 3, 1, 100, textfile.Chunk{Text: "four", Lines: 1, Read: 1}, 0},
		{"no room for the third", 0, 0, 10, textfile.Chunk{Text: "one\ntwo\n", Lines: 2, Read: 3, More: true}, 1},
		{"no room for the first", 2, 0, 3, textfile.Chunk{Text: "thr", Lines: 1, Read: 1, More: true, Cut: true}, 1},
		{"no room for the last", 3, 0, 3, textfile.Chunk{Text: "fou", Lines: 1, Read: 1, Cut: true}, 0},
		{"past the end", 9, 0, 100, textfile.Chunk{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := textfile.NewLines(iotest.OneByteReader(strings.NewReader(text)), int64(len(text)))
			skipped, err := l.Skip(c.skip)
			if err != nil || skipped != min(c.skip, 4) {
				t.Fatalf("got %d skipped and %v", skipped, err)
			}
			got, err := l.Take(c.limit, c.size)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if rest, err := l.Skip(-1); rest != c.rest || err != nil {
				t.Errorf("got %d lines after it and %v, want %d", rest, err, c.rest)
			}
		})
	}
}

func TestLinesFail(t *testing.T) {
	wrong := errors.New("wrong")
	l := textfile.NewLines(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(wrong)), 100)
	if _, err := l.Take(0, 100); !errors.Is(err, wrong) {
		t.Errorf("got %v, want the reader's error", err)
	}
}

func TestSniff(t *testing.T) {
	for head, want := range map[string]string{
		"\x89PNG\r\n\x1a\n": "image/png", "\xff\xd8\xff\xe0": "image/jpeg", "GIF89a": "image/gif", "RIFF\x00\x00\x00\x00WEBPVP8 ": "image/webp", "<svg>": "",
	} {
		if got := textfile.ImageType([]byte(head)); got != want {
			t.Errorf("%q: got %q, want %q", head, got, want)
		}
	}
	for head, want := range map[string]string{
		"\x7fELF\x02": "ELF executable", "PK\x03\x04": "zip archive", "\x00": "unknown type", "\x00\x00\x00\x18ftypmp42": "MP4 media",
		strings.Repeat("\x00", 257) + "ustar\x00": "tar archive",
	} {
		if got := textfile.BinaryType([]byte(head)); got != want {
			t.Errorf("%q: got %q, want %q", head, got, want)
		}
	}
}

// FuzzEncoding reads anything without a loss, or says that there would be one.
func FuzzEncoding(f *testing.F) {
	for _, s := range []string{"plain", "\xef\xbb\xbfmark", "\xff\xfea\x00", "caf\xe9", "\xfe\xff\xd8\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, binary := textfile.Detect(raw, true)
		if binary {
			return
		}
		text, err := e.Decode(raw)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		if e != textfile.UTF8 && e != textfile.UTF8BOM && !utf8.ValidString(text) {
			return // which is how a loss shows
		}
		back, err := e.Encode(text)
		if err != nil || string(back) != string(raw) {
			t.Errorf("%s: got %q and %v, want %q", e, back, err, raw)
		}
	})
}
