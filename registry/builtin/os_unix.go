//go:build unix

package builtin

import (
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// openNow makes opening a pipe return at once, and keeps a terminal from becoming ours.
const openNow = syscall.O_NONBLOCK | syscall.O_NOCTTY

// isPseudo reports whether a path is of the kernel's own trees, whose files are not what they seem.
func isPseudo(abs string) bool {
	for _, top := range []string{"/proc", "/sys", "/dev"} {
		if rest, ok := strings.CutPrefix(abs, top); ok && (rest == "" || rest[0] == '/') {
			return abs != "/dev/shm" && !strings.HasPrefix(abs, "/dev/shm/")
		}
	}
	return false
}

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// giveTo makes a file belong to the owner of another one.
func giveTo(f *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

// syncDir makes a renaming last.
func syncDir(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
