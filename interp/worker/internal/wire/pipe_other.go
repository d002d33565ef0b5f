//go:build !unix

package wire

import "os"

// filePipe leaves all writing to a goroutine.
type filePipe struct{ *os.File }

// NewPipe makes the writing end of a pipe of a file, which must not be used otherwise any more.
func NewPipe(f *os.File) (Pipe, error) { return filePipe{f}, nil }

// TryWrite implements [Pipe]: nothing can be written without the risk of waiting.
func (filePipe) TryWrite([]byte) (int, error) { return 0, nil }

// Files makes a pipe.
func Files() (r, w *os.File, err error) { return os.Pipe() }
