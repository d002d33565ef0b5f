package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteFile(t *testing.T) {
	for _, c := range []struct {
		name, old, content string
		want               object
		on                 string // what is on disk then
	}{
		{"changed", "old\n", "new\n", object{"changed": true, "lines": 1.0, "size": 4.0}, "new\n"},
		{"unchanged", "same\n", "same\n", object{"changed": false, "lines": 1.0, "size": 5.0}, "same\n"},
		{"emptied", "old\n", "", object{"changed": true, "lines": 0.0, "size": 0.0}, ""},
		{"no line feed at the end", "old\n", "a\nb", object{"changed": true, "lines": 2.0, "size": 3.0}, "a\nb"},
		{"a mark stays", "\xef\xbb\xbfold", "new", object{"changed": true, "lines": 1.0, "size": 6.0, "encoding": "utf-8-bom"}, "\xef\xbb\xbfnew"},
		{"UTF-16 stays", "\xff\xfeo\x00", "né", object{"changed": true, "lines": 1.0, "size": 6.0, "encoding": "utf-16le"}, "\xff\xfen\x00\xe9\x00"},
		{"UTF-16 stays, with a mark in the text", "\xff\xfeo\x00", "\ufeffn", object{"changed": true, "lines": 1.0, "size": 4.0, "encoding": "utf-16le"}, "\xff\xfen\x00"},
		{"a mark comes with the text", "old", "\ufeffn", object{"changed": true, "lines": 1.0, "size": 4.0, "encoding": "utf-8-bom"}, "\xef\xbb\xbfn"},
		{"a mark is there only once", "\xef\xbb\xbfold", "\ufeffn", object{"changed": true, "lines": 1.0, "size": 4.0, "encoding": "utf-8-bom"}, "\xef\xbb\xbfn"},
		{"Latin-1 stays", "caf\xe9 and more", "thé", object{"changed": true, "lines": 1.0, "size": 3.0, "encoding": "latin-1"}, "th\xe9"},
		{"what Latin-1 cannot hold is UTF-8", "caf\xe9 and more", "✓", object{"changed": true, "lines": 1.0, "size": 3.0}, "✓"},
		{"binary is replaced", "\x00\x01", "text", object{"changed": true, "lines": 1.0, "size": 4.0}, "text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.file("f", c.old)
			want := object{"path": "f", "created": false, "encoding": "utf-8"}
			for k, v := range c.want {
				want[k] = v
			}
			if diff := cmp.Diff(want, b.call("write_file", object{"path": "f", "content": c.content})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := b.content("f"); got != c.on {
				t.Errorf("got %q on disk, want %q", got, c.on)
			}
		})
	}
}

func TestWriteFileMakesDirectories(t *testing.T) { // TO-026
	b := newBench(t, nil)
	got := b.call("write_file", object{"path": "a/b/c.txt", "content": "x"})
	if got["created"] != true || b.content("a/b/c.txt") != "x" {
		t.Errorf("got %v, want the file made", got)
	}
	info, err := os.Stat(filepath.Join(b.dir, "a/b/c.txt"))
	if err != nil {
		t.Fatal(err)
	}
	b.file("plain", "")
	plain, err := os.Stat(filepath.Join(b.dir, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	if want := plain.Mode() &^ 0o022; info.Mode()&^0o022 != want {
		t.Errorf("got mode %v, want %v", info.Mode(), want)
	}
}

func TestWriteFileHardLink(t *testing.T) { // TO-012
	b := newBench(t, nil)
	b.file("a", "old")
	if err := os.Link(filepath.Join(b.dir, "a"), filepath.Join(b.dir, "b")); err != nil {
		t.Skip("no hard links: ", err)
	}
	got := b.call("write_file", object{"path": "a", "content": "new"})
	if w, _ := got["warning"].(string); !strings.Contains(w, "had 2 names") || b.content("a") != "new" || b.content("b") != "old" {
		t.Errorf("got %v, want a warning that the other name keeps the old content", got)
	}
}

func TestWriteFileRefused(t *testing.T) {
	b := newBench(t, nil)
	b.file("d/x", "")
	b.file("locked", "old")
	if err := os.Chmod(filepath.Join(b.dir, "locked"), 0o444); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"d":                      "args.path: d is a directory, not a regular file; list_directory and glob show what is in it",
		"new/":                   "args.path: new/ names a directory; directories are made when a file in them is written",
		"d/x/y":                  "args.path: d/x/y cannot exist; a directory on the way to it is a file",
		"locked":                 "args.path: locked is read-only (mode 0444); if it is meant to be changed, make it writable first: chmod u+w",
		strings.Repeat("n", 300): "args.path: " + strings.Repeat("n", 300) + " has too long a name",
	} {
		if got := b.fail("write_file", object{"path": path, "content": "new"}).Error(); got != want {
			t.Errorf("%.20q:\n got %s\nwant %s", path, got, want)
		}
	}
	if got := b.content("locked"); got != "old" {
		t.Errorf("got %q, want it as it was", got)
	}
}

// TestWriteFileChanged refuses to write over what others have changed since the run read it.
func TestWriteFileChanged(t *testing.T) {
	b := newBench(t, nil)
	b.file("f", "one\n")
	b.call("read_file", object{"path": "f"})
	b.file("f", "two\n")
	for _, tool := range []string{"write_file", "edit_file"} {
		args := object{"path": "f", "content": "three\n"}
		if tool == "edit_file" {
			args = object{"path": "f", "old_string": "two", "new_string": "three"}
		}
		if e := b.fail(tool, args); !strings.Contains(e.Message, "f was changed since this run last read or wrote it") {
			t.Errorf("%s: got %v, want it refused", tool, e)
		}
	}
	other := *b
	other.run = "other"
	other.call("write_file", object{"path": "f", "content": "three\n"}) // it has not read the file
	b.call("read_file", object{"path": "f"})
	b.call("write_file", object{"path": "f", "content": "four\n"})
	b.call("edit_file", object{"path": "f", "old_string": "four", "new_string": "five"}) // its own change counts as read
	if got := b.content("f"); got != "five\n" {
		t.Errorf("got %q, want five", got)
	}

	// Runs that have only edited a file do not know the rest of it, and others may change that meanwhile.
	b.file("shared", "a b\n")
	mine, theirs := *b, *b
	mine.run, theirs.run = "mine", "theirs"
	mine.call("edit_file", object{"path": "shared", "old_string": "a", "new_string": "A"})
	theirs.call("edit_file", object{"path": "shared", "old_string": "b", "new_string": "B"})
	mine.call("edit_file", object{"path": "shared", "old_string": "A", "new_string": "AA"})
	if got := b.content("shared"); got != "AA B\n" {
		t.Errorf("got %q, want both changes", got)
	}
}
