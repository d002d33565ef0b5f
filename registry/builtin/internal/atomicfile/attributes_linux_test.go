package atomicfile_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/registry/builtin/internal/atomicfile"
)

const (
	note = "user.note"
	acl  = "system.posix_acl_access"
)

// accessList gives the owner and user 1000 write access, the group none: see <linux/posix_acl_xattr.h>.
const accessList = "\x02\x00\x00\x00" +
	"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00\xe8\x03\x00\x00" + "\x04\x00\x00\x00\xff\xff\xff\xff" +
	"\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x00\x00\xff\xff\xff\xff"

func TestAttributesAreKept(t *testing.T) {
	root := open(t)
	if err := root.WriteFile("a", []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{note: "important", acl: accessList}
	for name, value := range want {
		if err := unix.Setxattr(root.Name()+"/a", name, []byte(value), 0); err != nil {
			t.Skipf("setting %s: %v", name, err)
		}
	}
	replace(t, root, "a")
	for name, value := range want {
		if got := attribute(t, root, name); got != value {
			t.Errorf("%s: got %q, want %q", name, got, value)
		}
	}
}

// A file without an access control list gets none from its directory.
func TestNoAttributesAreAdded(t *testing.T) {
	root := open(t)
	if err := root.WriteFile("a", []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setxattr(root.Name(), "system.posix_acl_default", []byte(accessList), 0); err != nil {
		t.Skip(err)
	}
	replace(t, root, "a")
	if got := attribute(t, root, acl); got != "" {
		t.Errorf("got %q, want none", got)
	}
	if info, err := root.Lstat("a"); err != nil || info.Mode() != 0o640 {
		t.Errorf("got %v, %v, want mode 640", info.Mode(), err)
	}
}

func replace(t *testing.T, root *os.Root, name string) {
	t.Helper()
	old, err := root.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(root, name, []byte("new"), old); err != nil {
		t.Fatal(err)
	}
}

func attribute(t *testing.T, root *os.Root, name string) string {
	t.Helper()
	b := make([]byte, 1000)
	n, err := unix.Getxattr(root.Name()+"/a", name, b)
	if err != nil && err != unix.ENODATA {
		t.Fatal(err)
	}
	return string(b[:max(0, n)])
}
