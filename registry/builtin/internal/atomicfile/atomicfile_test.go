package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/builtin/internal/atomicfile"
)

func open(t *testing.T) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// names gives what is in the root, which must be nothing but what the test made.
func names(t *testing.T, root *os.Root) string {
	t.Helper()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestReplace(t *testing.T) {
	root := open(t)
	long := strings.Repeat("n", 250) // its temporary name is shorter than it
	for _, name := range []string{"a", long} {
		if err := atomicfile.Replace(root, name, []byte("one"), nil); err != nil {
			t.Fatal(err)
		}
		if err := root.Chmod(name, 0o741); err != nil {
			t.Fatal(err)
		}
		old, err := root.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.Replace(root, name, []byte("two"), old); err != nil {
			t.Fatal(err)
		}
		now, err := root.Lstat(name)
		if err != nil || now.Mode() != 0o741 {
			t.Errorf("got mode %v and %v, want it kept", now.Mode(), err)
		}
		if text, err := root.ReadFile(name); string(text) != "two" || err != nil {
			t.Errorf("got %q and %v, want two", text, err)
		}
	}
	if got := names(t, root); got != "a "+long {
		t.Errorf("got %s, want the two files alone", got)
	}
}

// TestLeftover takes away what a killed process has left in the way.
func TestLeftover(t *testing.T) {
	root := open(t)
	for _, name := range []string{"a", ".a.runcode"} {
		if err := root.WriteFile(name, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := root.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(root, "a", []byte("new"), old); err != nil {
		t.Fatal(err)
	}
	text, err := root.ReadFile("a")
	if err != nil || string(text) != "new" {
		t.Errorf("got %q and %v, want new", text, err)
	}
}

func TestRefused(t *testing.T) {
	root := open(t)
	if err := root.WriteFile("a", []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(root, "a/b", []byte("x"), nil); err == nil {
		t.Error("got no error of a file below a file")
	}
	if err := atomicfile.Replace(root, "../b", []byte("x"), nil); err == nil {
		t.Error("got no error of a file outside the root")
	}
	if err := atomicfile.Replace(root, "a", []byte("x"), nil); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want it to be told that the file exists", err)
	}
	long := strings.Repeat("n", 300)
	if err := atomicfile.Replace(root, "new/and/"+long, []byte("x"), nil); err == nil {
		t.Error("got no error of a name that is too long")
	}
	if got := names(t, root); got != "a" {
		t.Errorf("got %s, want the file alone, and no directories", got)
	}
}
