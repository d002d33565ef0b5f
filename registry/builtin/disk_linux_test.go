package builtin_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk writes to a disk without enough space, TO-013.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("cannot mount a small disk: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	t.Run("write", func(t *testing.T) {
		b := openBench(t, dir, nil)
		b.file("f", "old")
		e := b.fail("write_file", object{"path": "f", "content": strings.Repeat("x", 2<<20)})
		if want := "args.path: f cannot be written: no space is left on the disk; it is as it was"; e.Error() != want {
			t.Errorf("got %v, want %s", e, want)
		}
		b.fail("write_file", object{"path": "new", "content": strings.Repeat("x", 2<<20)})
		names, err := os.ReadDir(dir)
		if err != nil || len(names) != 1 || b.content("f") != "old" {
			t.Errorf("got %v and %q, want the old file alone", names, b.content("f"))
		}
	})
	t.Run("read-only", func(t *testing.T) {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			t.Skip("cannot remount: ", err)
		}
		b := openBench(t, dir, nil)
		e := b.fail("write_file", object{"path": "f", "content": "new"})
		if want := "args.path: f cannot be written: the disk is read-only; it is as it was"; e.Error() != want {
			t.Errorf("got %v, want %s", e, want)
		}
	})
}
