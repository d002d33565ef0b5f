package wire

import "golang.org/x/sys/unix"

func pipe(fds *[2]int) error { return unix.Pipe2(fds[:], unix.O_CLOEXEC) }

// widen gives a pipe more room, if the system lets it: large values then take fewer turns.
func widen(fd int) {
	const room = 1 << 20
	_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETPIPE_SZ, room) // without it all is the same, but slower
}
