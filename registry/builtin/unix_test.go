//go:build unix

package builtin_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteFileKeeps(t *testing.T) {
	b := newBench(t, nil)
	b.file("d/target", "old")
	b.link("d/target", "link")
	full := filepath.Join(b.dir, "d/target")
	if err := os.Chmod(full, 0o751|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	owner := os.Getuid()
	if owner == 0 {
		owner = 12345
		if err := os.Chown(full, owner, owner); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(full, 0o751|os.ModeSetgid); err != nil { // which a change of owner takes away
			t.Fatal(err)
		}
	}
	b.call("write_file", object{"path": "link", "content": "new"})
	info, err := os.Lstat(full)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode(), 0o751|os.ModeSetgid; got != want {
		t.Errorf("got mode %v, want %v", got, want)
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int(s.Uid) != owner {
		t.Errorf("got owner %d, want %d", s.Uid, owner)
	}
	if target, err := os.Readlink(filepath.Join(b.dir, "link")); target != "d/target" || b.content("link") != "new" {
		t.Errorf("got %q and %v, want the link to stay one, TO-012", target, err)
	}
}

// TestSpecialFiles meets a pipe that nobody writes to, TO-018.
func TestSpecialFiles(t *testing.T) {
	b := newBench(t, nil)
	if err := syscall.Mkfifo(filepath.Join(b.dir, "pipe"), 0o644); err != nil {
		t.Skip("no pipes: ", err)
	}
	b.file("a", "needle\n")
	if got := b.call("grep", object{"pattern": "needle"}); got["total"] != 1.0 {
		t.Errorf("got %v, want one match", got)
	}
	for tool, args := range map[string]object{
		"read_file": {}, "write_file": {"content": "x"}, "edit_file": {"old_string": "x", "new_string": "y"}, "grep": {"pattern": "x"},
	} {
		args["path"] = "pipe"
		if e := b.fail(tool, args); e.Message != "args.path: pipe is a named pipe, not a regular file" {
			t.Errorf("%s: got %v, want it refused", tool, e)
		}
	}
}
