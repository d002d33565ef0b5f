package atomicfile

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// copyAttributes gives a file the extended attributes of another one, and no others; see xattr(7).
func copyAttributes(to, from *os.File) error {
	names, err := attributeNames(from)
	if err != nil {
		return err
	}
	own, err := attributeNames(to) // from the directory
	if err != nil {
		return err
	}
	for _, name := range own {
		if err := unix.Fremovexattr(int(to.Fd()), name); err != nil {
			return err
		}
	}
	for _, name := range names {
		if err := copyAttribute(to, from, name); err != nil {
			return err
		}
	}
	return nil
}

// attributeNames lists the attributes of a file that are its user's. Those of other classes are the system's: a new file gets
// its own, and what they say of the old content, such as capabilities, the kernel itself takes away on a write.
func attributeNames(f *os.File) ([]string, error) {
	list, err := grow(func(b []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), b) })
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	var names []string
	for name := range strings.SplitSeq(string(list), "\x00") {
		if strings.HasPrefix(name, "user.") || strings.HasPrefix(name, "system.posix_acl_") {
			names = append(names, name)
		}
	}
	return names, err
}

func copyAttribute(to, from *os.File, name string) error {
	value, err := grow(func(b []byte) (int, error) { return unix.Fgetxattr(int(from.Fd()), name, b) })
	if errors.Is(err, unix.ENODATA) {
		return nil // it has just gone
	}
	if err != nil {
		return err
	}
	return unix.Fsetxattr(int(to.Fd()), name, value, 0)
}

// grow calls a system call with a buffer that is large enough. It tells the size for one that is empty.
func grow(call func([]byte) (int, error)) ([]byte, error) {
	for {
		size, err := call(nil)
		if size == 0 || err != nil {
			return nil, err
		}
		b := make([]byte, size)
		n, err := call(b)
		if errors.Is(err, unix.ERANGE) {
			continue // it has grown meanwhile
		}
		return b[:max(n, 0)], err
	}
}
