//go:build unix

package walk

import (
	"os"

	"golang.org/x/sys/unix"
)

// outsideRoot gives the same open directory as a file that belongs to no root. Of one that does, package os asks the
// system about each entry that it lists, which takes most of the time of a walk. The entries' Info must not be used then.
func outsideRoot(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}
