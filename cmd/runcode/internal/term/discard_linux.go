package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// Discard throws away what has been typed at a terminal and not been read yet, also the beginning of a line.
func Discard(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) } // of what is no terminal there is nothing
