package run

import (
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
)

// counter counts up, from any goroutine.
type counter struct{ n atomic.Int64 }

func (c *counter) add(n int) int64 { return c.n.Add(int64(n)) }

// stream is one of the standard streams under the name of a file. Closing it does not close the stream.
type stream struct {
	in  io.Reader // nil: it cannot be read
	out io.Writer // nil: it cannot be written
}

func (s stream) Read(p []byte) (int, error) {
	if s.in == nil {
		return 0, io.EOF
	}
	return s.in.Read(p)
}

func (s stream) Write(p []byte) (int, error) {
	if s.out == nil {
		return 0, fs.ErrPermission
	}
	return s.out.Write(p)
}

func (stream) Close() error { return nil }

// shared is a writer for several goroutines.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}
