package builtin_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEditFile(t *testing.T) {
	b := newBench(t, nil)
	b.file("f", "one\ntwo\nthree\n")
	want := object{
		"path": "f", "created": false, "replacements": 1.0,
		"diff": "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
	}
	if diff := cmp.Diff(want, b.call("edit_file", object{"path": "f", "old_string": "two", "new_string": "2"})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	b.call("edit_file", object{"path": "f", "edits": []object{
		{"old_string": "one", "new_string": "1"}, {"old_string": "e", "new_string": "E", "replace_all": true},
	}})
	if got := b.content("f"); got != "1\n2\nthrEE\n" {
		t.Errorf("got %q", got)
	}
	got := b.call("edit_file", object{"path": "new/g", "old_string": "", "new_string": "made\n"})
	if got["created"] != true || b.content("new/g") != "made\n" {
		t.Errorf("got %v, want it made", got)
	}
	if got := b.show("edit_file", object{"path": "f", "old_string": "1\n2", "new_string": "12"}); got != "f: replaced 1 piece\n--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n-1\n-2\n+12\n thrEE" {
		t.Errorf("got %q", got)
	}
}

// TestEditFileKeeps edits files in every way of writing text, and leaves the rest of their bytes alone.
func TestEditFileKeeps(t *testing.T) {
	for _, c := range []struct{ name, old, from, to, want string }{
		{"CR LF", "a\r\nb\r\n", "a\nb", "x\ny", "x\r\ny\r\n"},
		{"mixed, TO-002", "a\r\nb\nc\r\n", "b", "B", "a\r\nB\nc\r\n"},
		{"mark", "\xef\xbb\xbfa\n", "a", "b", "\xef\xbb\xbfb\n"},
		{"UTF-16", "\xff\xfea\x00\n\x00", "a", "é", "\xff\xfe\xe9\x00\n\x00"},
		{"Latin-1", "caf\xe9 and more\n", "café", "thé", "th\xe9 and more\n"},
		{"UTF-8 with a bad byte", "é ✓ \xff a\n", " a\n", " b\n", "é ✓ \xff b\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.file("f", c.old)
			b.call("edit_file", object{"path": "f", "old_string": c.from, "new_string": c.to})
			if got := b.content("f"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestEditFileRefused(t *testing.T) {
	const text = "one\n\ttwo\none\n"
	for _, c := range []struct {
		name string
		args object
		want string
	}{
		{"ambiguous, TO-009", object{"old_string": "one", "new_string": "1"},
			"args.old_string: has 2 matches, at lines 1, 3 (f is as it was); take in more of the lines around the one that is meant, or set replace_all"},
		{"not there", object{"old_string": "zero", "new_string": "0"},
			"args.old_string: is not in the file (f is as it was); read the file again and copy the text from it"},
		{"almost there", object{"old_string": "    two\n", "new_string": "2"},
			`args.old_string: is not in the file; line 2 differs only in white space: the file has "\ttwo", old_string has "    two" (f is as it was); copy the text exactly as the file has it`},
		{"all or nothing", object{"edits": []object{{"old_string": "two", "new_string": "2"}, {"old_string": "zero", "new_string": "0"}}},
			"args.edits[1].old_string: is not in the file (f is as it was); read the file again and copy the text from it"},
		{"empty on a file, TO-010", object{"old_string": "", "new_string": "x"},
			"args.old_string: is empty, but f exists; give the text to replace; write_file replaces a whole file"},
		{"no change", object{"old_string": "two", "new_string": "two"},
			"args.new_string: is the same as old_string, so that nothing would change (f is as it was)"},
		{"taken back", object{"edits": []object{{"old_string": "two", "new_string": "2"}, {"old_string": "2", "new_string": "two"}}},
			"args.edits: together they change nothing in f"},
		{"nothing given", object{}, "args: give old_string and new_string, or edits"},
		{"both given", object{"old_string": "a", "edits": []object{{"old_string": "a", "new_string": "b"}}},
			"args: give either edits or old_string and new_string, not both"},
		{"half given", object{"old_string": "two"}, `args.new_string: missing; "" removes old_string`},
		{"other half given", object{"new_string": "two"}, "args.old_string: missing"},
		{"no file", object{"path": "none", "old_string": "a", "new_string": "b"},
			"args.path: none does not exist; an empty old_string, or write_file, makes a new file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.file("f", text)
			if c.args["path"] == nil {
				c.args["path"] = "f"
			}
			if got := b.fail("edit_file", c.args).Error(); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
			if got := b.content("f"); got != text {
				t.Errorf("got %q on disk, want it as it was", got)
			}
		})
	}
}

func TestEditFileMakesAFile(t *testing.T) {
	b := newBench(t, nil)
	steps := func(second string) object {
		return object{"path": "d/f", "edits": []object{{"old_string": "", "new_string": "one\n"}, {"old_string": second, "new_string": "two"}}}
	}
	if e := b.fail("edit_file", steps("nowhere")); !strings.Contains(e.Message, "args.edits[1].old_string: is not in the file (d/f does not exist yet)") {
		t.Errorf("got %v, want the second edit named", e)
	}
	if got := b.call("edit_file", steps("one")); got["created"] != true || got["replacements"] != 2.0 || b.content("d/f") != "two\n" {
		t.Errorf("got %v, %q, want both edits made", got, b.content("d/f"))
	}
}

func TestEditFileEncoding(t *testing.T) {
	b := newBench(t, nil)
	b.file("latin", "caf\xe9 and more\n")
	if e := b.fail("edit_file", object{"path": "latin", "old_string": "and", "new_string": "✓"}); !strings.Contains(e.Message, "latin-1 cannot hold") {
		t.Errorf("got %v, want it refused", e)
	}
	b.file("binary", "\x7fELF\x00")
	if e := b.fail("edit_file", object{"path": "binary", "old_string": "E", "new_string": "F"}); !strings.Contains(e.Message, "is binary") {
		t.Errorf("got %v, want it refused", e)
	}
	b.file("odd", "\xff\xfea\x00\x00") // UTF-16 with half a character
	if e := b.fail("edit_file", object{"path": "odd", "old_string": "a", "new_string": "b"}); !strings.Contains(e.Message, "without a loss") {
		t.Errorf("got %v, want it refused", e)
	}
}

// TestEditFileTogether edits one file from many goroutines, by several of its names, SC-001; it takes no scheduler.
func TestEditFileTogether(t *testing.T) {
	b := newBench(t, nil)
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "line %02d\n", i)
	}
	b.file("f", text.String())
	b.link("f", "l")
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			path := []string{"f", "./f", "l"}[i%3]
			_, e := b.result(t.Context(), "edit_file", object{
				"path": path, "old_string": fmt.Sprintf("line %02d", i), "new_string": fmt.Sprintf("done %02d", i),
			})
			if e != nil {
				t.Error(e)
			}
		})
		wg.Go(func() {
			r, e := b.result(t.Context(), "read_file", object{"path": "f"})
			if e != nil || strings.Count(string(r.Value), `\n`) != 50 {
				t.Errorf("got %v and %v, want 50 lines at any time", r, e)
			}
		})
	}
	wg.Wait()
	if got := strings.Count(b.content("f"), "done"); got != 50 {
		t.Errorf("got %d edits, want 50", got)
	}
}
