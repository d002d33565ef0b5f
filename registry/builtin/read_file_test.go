package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/builtin"
)

func TestReadFile(t *testing.T) {
	for _, c := range []struct {
		name, content string
		args, want    object
	}{
		{"whole", "one\ntwo\n", nil, object{"content": "one\ntwo\n", "lines": 2.0, "total_lines": 2.0, "size": 8.0}},
		{"no line feed at the end", "one\ntwo", nil, object{"content": "one\ntwo", "lines": 2.0, "total_lines": 2.0, "size": 7.0}},
		{"empty", "", nil, object{"content": "", "lines": 0.0, "total_lines": 0.0, "size": 0.0}},
		{"part", "1\n2\n3\n4\n", object{"offset": 2, "limit": 2},
			object{"content": "2\n3\n", "start_line": 2.0, "lines": 2.0, "total_lines": 4.0, "truncated": true, "next_offset": 4.0, "size": 8.0}},
		{"last part", "1\n2\n3\n", object{"offset": 3, "limit": 2}, object{"content": "3\n", "start_line": 3.0, "lines": 1.0, "total_lines": 3.0, "size": 6.0}},
		{"limit at the end", "1\n2\n", object{"limit": 2}, object{"content": "1\n2\n", "lines": 2.0, "total_lines": 2.0, "size": 4.0}},
		{"past the end", "1\n2\n", object{"offset": 9}, object{"content": "", "start_line": 9.0, "lines": 0.0, "total_lines": 2.0, "size": 4.0}},
		{"CR LF", "1\r\n2\r\n", nil, object{"content": "1\r\n2\r\n", "lines": 2.0, "total_lines": 2.0, "size": 6.0}},
		{"UTF-8 with a mark", "\xef\xbb\xbfé\n", nil, object{"content": "é\n", "encoding": "utf-8-bom", "lines": 1.0, "total_lines": 1.0, "size": 6.0}},
		{"UTF-16", "\xff\xfea\x00\n\x00\xe9\x00", nil, object{"content": "a\né", "encoding": "utf-16le", "lines": 2.0, "total_lines": 2.0, "size": 8.0}},
		{"UTF-16, big end first", "\xfe\xff\x00a\x00\n", nil, object{"content": "a\n", "encoding": "utf-16be", "lines": 1.0, "total_lines": 1.0, "size": 6.0}},
		{"Latin-1", "caf\xe9 and more\n", nil, object{"content": "café and more\n", "encoding": "latin-1", "lines": 1.0, "total_lines": 1.0, "size": 14.0}},
		{"UTF-8 past the sample, TO-016", strings.Repeat("a", 8191) + "ç\n", nil,
			object{"content": strings.Repeat("a", 8191) + "ç\n", "lines": 1.0, "total_lines": 1.0, "size": 8194.0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.file("f", c.content)
			args, want := object{"path": "f"}, object{"path": "f", "start_line": 1.0, "truncated": false, "encoding": "utf-8"}
			for k, v := range c.args {
				args[k] = v
			}
			for k, v := range c.want {
				want[k] = v
			}
			if diff := cmp.Diff(want, b.call("read_file", args)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReadFileShown(t *testing.T) {
	long := strings.Repeat("é", 3000)
	for _, c := range []struct {
		name, content string
		args          object
		want          string
	}{
		{"numbers", "a\nb\n", nil, "     1\ta\n     2\tb"},
		{"raw", "a\nb\n", object{"raw": true}, "a\nb"},
		{"part", "a\nb\nc\n", object{"offset": 2, "limit": 1}, "     2\tb\n[f: lines 2-2 of 3; read on with offset 3]"},
		{"last part", "a\nb\nc\n", object{"offset": 3}, "     3\tc\n[f: lines 3-3 of 3]"},
		{"past the end", "a\n", object{"offset": 5}, "[f: offset 5 is past the end: the file has 1 line]"},
		{"empty", "", nil, "[f: the file is empty]"},
		{"CR LF", "a\r\n", nil, "     1\ta\n[f: lines end in CR LF]"},
		{"blank lines", "\n\n", nil, "     1\t\n     2\t"},
		{"long line", long + "\n", nil, "     1\t" + long[:4000] + " [1000 more characters in this line]"},
		{"Latin-1", "caf\xe9\n", nil, "     1\tcafé\n[f: written as latin-1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.file("f", c.content)
			args := object{"path": "f"}
			for k, v := range c.args {
				args[k] = v
			}
			if diff := cmp.Diff(c.want, b.show("read_file", args)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestReadFileFits shows no more than a result holds, and says how to go on.
func TestReadFileFits(t *testing.T) {
	b := newBench(t, nil)
	b.file("f", strings.Repeat(strings.Repeat("x", 99)+"\n", 2000))
	text := b.show("read_file", object{"path": "f"})
	if len(text) > 50_000 || !strings.HasSuffix(text, "[f: lines 1-420 of 2000; read on with offset 421]") {
		t.Errorf("got %d characters that end in %q", len(text), text[len(text)-60:])
	}
	if value := b.call("read_file", object{"path": "f"}); value["lines"] != 2000.0 || value["truncated"] != false {
		t.Errorf("got %v lines, want a program to get all 2000", value["lines"])
	}
}

func TestReadFileLarge(t *testing.T) {
	b := newBench(t, &builtin.Options{MaxRead: 1000})
	line := strings.Repeat("x", 49) + "\n"
	b.file("many", strings.Repeat(line, 5000))
	got := b.call("read_file", object{"path": "many", "limit": 10})
	if got["content"] != strings.Repeat(line, 10) || got["total_lines"] != 5000.0 || got["next_offset"] != 11.0 {
		t.Errorf("got %v lines of %v, next %v; want 10 of 5000, next 11", got["lines"], got["total_lines"], got["next_offset"])
	}
	got = b.call("read_file", object{"path": "many", "offset": 4990})
	if got["lines"] != 11.0 || got["truncated"] != false {
		t.Errorf("got %v lines, want the last 11", got["lines"])
	}
	got = b.call("read_file", object{"path": "many"})
	if got["lines"] != 20.0 || got["next_offset"] != 21.0 || got["truncated"] != true {
		t.Errorf("got %v lines, next %v; want the 20 that fit", got["lines"], got["next_offset"])
	}
	b.file("one", strings.Repeat("é", 5000)+"\nlast\n")
	got = b.call("read_file", object{"path": "one"})
	if got["content"] != strings.Repeat("é", 500) || got["line_cut"] != true || got["truncated"] != true || got["next_offset"] != 2.0 || got["total_lines"] != 2.0 {
		t.Errorf("got %d bytes, cut %v, next %v of %v; want 1000, next 2 of 2", len(got["content"].(string)), got["line_cut"], got["next_offset"], got["total_lines"])
	}
	b.file("mixed", strings.Repeat("plain\n", 2000)+"caf\xe9\n")
	got = b.call("read_file", object{"path": "mixed", "offset": 2001})
	if got["content"] != "caf\ufffd\n" || got["bad_bytes"] != true {
		t.Errorf("got %q, bad bytes %v; want them replaced and said", got["content"], got["bad_bytes"])
	}
}

// TestReadFileHuge reads the start of a file of 1 GB, which must not depend on the rest.
func TestReadFileHuge(t *testing.T) {
	b := newBench(t, nil)
	b.file("huge", strings.Repeat("a line\n", 3000))
	if err := os.Truncate(filepath.Join(b.dir, "huge"), 1<<30); err != nil {
		t.Skip("no sparse files: ", err)
	}
	got := b.call("read_file", object{"path": "huge"})
	if got["lines"] != 2000.0 || got["next_offset"] != 2001.0 || got["total_lines"] != nil {
		t.Errorf("got %v lines, next %v of %v; want 2000, next 2001, not counted", got["lines"], got["next_offset"], got["total_lines"])
	}
}

const tinyPNG = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

func TestReadFileImage(t *testing.T) {
	b := newBench(t, nil)
	b.file("i.png", tinyPNG)
	r, e := b.result(t.Context(), "read_file", object{"path": "i.png"})
	if e != nil {
		t.Fatal(e)
	}
	if len(r.Content) != 2 || r.Content[1].MediaType != "image/png" || string(r.Content[1].Data) != tinyPNG {
		t.Errorf("got %v, want a line and the image", r.Content)
	}
	if strings.Contains(string(r.Value), "IHDR") {
		t.Errorf("got value %s, want it without the image", r.Value)
	}
}

func TestReadFileRefused(t *testing.T) {
	b := newBench(t, nil)
	b.file("d/x", "")
	b.file("elf", "\x7fELF\x02\x01\x01\x00\x00")
	b.file("data", "a\x00b")
	for path, want := range map[string]string{
		"elf":                      "args.path: elf is binary (ELF executable, 9 bytes), not text; bash can look into it with the tools for its type",
		"data":                     "args.path: data is binary (unknown type, 3 bytes), not text; bash can look into it with the tools for its type",
		"d":                        "args.path: d is a directory, not a regular file; list_directory and glob show what is in it",
		"none":                     "args.path: none does not exist; list_directory and glob show what there is",
		"d/x/y":                    "args.path: d/x/y cannot exist; a directory on the way to it is a file",
		"":                         `args.path: is empty; "." is the workspace itself`,
		"a\x00b":                   "args.path: contains a NUL character",
		strings.Repeat("x", 1<<20): "args.path: has 1048576 bytes; the longest that can be looked at has 32768",
		"~/.x":                     "args.path: ~ is not expanded; write a path relative to the workspace (" + b.dir + ")",
	} {
		if got := b.fail("read_file", object{"path": path}).Error(); got != want {
			t.Errorf("%q:\n got %s\nwant %s", path, got, want)
		}
	}
}
