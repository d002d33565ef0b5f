//go:build unix

package wire

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// filePipe writes to a descriptor by system calls that do not wait, past the runtime's poller.
type filePipe struct {
	file *os.File
	fd   int
}

// NewPipe makes the writing end of a pipe of a file, which must not be used otherwise any more.
func NewPipe(f *os.File) (Pipe, error) {
	p := &filePipe{file: f, fd: int(f.Fd())}
	if err := unix.SetNonblock(p.fd, true); err != nil {
		return nil, err
	}
	widen(p.fd)
	return p, nil
}

// TryWrite implements [Pipe].
func (p *filePipe) TryWrite(b []byte) (int, error) {
	written := 0
	for written < len(b) {
		n, err := unix.Write(p.fd, b[written:])
		switch {
		case err == nil:
			written += n
		case errors.Is(err, unix.EAGAIN):
			return written, nil
		case !errors.Is(err, unix.EINTR):
			return written, err
		}
	}
	return written, nil
}

// Write implements [Pipe].
func (p *filePipe) Write(b []byte) (int, error) {
	written := 0
	for {
		n, err := p.TryWrite(b[written:])
		if written += n; err != nil || written == len(b) {
			return written, err
		}
		ready := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLOUT}}
		if _, err := unix.Poll(ready, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return written, err
		}
	}
}

// Close implements [Pipe].
func (p *filePipe) Close() error { return p.file.Close() }

// Files makes a pipe whose ends wait in system calls, not in the runtime's poller: a round trip takes half the time.
func Files() (r, w *os.File, err error) {
	var fds [2]int
	if err := pipe(&fds); err != nil {
		return nil, nil, os.NewSyscallError("pipe", err)
	}
	return os.NewFile(uintptr(fds[0]), "pipe"), os.NewFile(uintptr(fds[1]), "pipe"), nil
}
