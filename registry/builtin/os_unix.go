//go:build unix

package builtin

import (
	"io/fs"
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
