package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// newTemp makes a file that has no name, so that nothing of it is left if this process is killed; where the file system
// has no such files, it gets one.
func newTemp(dir *os.Root, perm fs.FileMode) (*temp, error) {
	f, err := dir.OpenFile(".", unix.O_TMPFILE|os.O_RDWR, perm)
	if err != nil {
		return newNamedTemp(dir, perm)
	}
	return &temp{dir: dir, file: f}, nil
}

// link names a nameless file: at once by its final name where no other file has it, and then it is done; else by one from
// which it can be renamed. That is the same each time, so that a file which a killed process left there is taken away by
// the next one; it is never a half-written file.
func (t *temp) link(base string, over bool) (done bool, err error) {
	if !over {
		return true, t.linkAs(base)
	}
	name := "." + base[:min(len(base), 200)] + ".runcode"
	err = t.linkAs(name)
	if errors.Is(err, unix.EEXIST) {
		if err := t.dir.Remove(name); err != nil {
			return false, err
		}
		err = t.linkAs(name)
	}
	if err == nil {
		t.name = name
	}
	return false, err
}

func (t *temp) linkAs(name string) error {
	d, err := t.dir.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	from := fmt.Sprintf("/proc/self/fd/%d", t.file.Fd())
	return unix.Linkat(unix.AT_FDCWD, from, int(d.Fd()), name, unix.AT_SYMLINK_FOLLOW)
}
