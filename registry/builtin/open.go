package builtin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/runcode-dev/runcode/registry"
)

// openFile opens a regular file for reading. Anything else is refused before it is opened, and again after, for opening a
// device can have effects and opening a pipe can wait for ever.
func openFile(p place) (*os.File, fs.FileInfo, *registry.Error) {
	if p.info != nil {
		if e := wantRegular(p, p.info); e != nil {
			return nil, nil, e
		}
	}
	f, err := p.tree.root.OpenFile(p.rel, os.O_RDONLY|openNow, 0)
	if errors.Is(err, fs.ErrNotExist) && p.link != "" {
		e := registry.Errorf(registry.ToolError, "args.path: %s is a link to %s, which does not exist", p.link, p.name)
		e.Cause = err
		return nil, nil, e
	}
	if err != nil {
		return nil, nil, fileError(p.name, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, fileError(p.name, err)
	}
	if e := wantRegular(p, info); e != nil {
		f.Close()
		return nil, nil, e
	}
	return f, info, nil
}

func wantRegular(p place, info fs.FileInfo) *registry.Error {
	if info.Mode().IsRegular() {
		return nil
	}
	e := registry.Errorf(registry.ToolError, "args.path: %s is %s, not a regular file", p.name, kindOf(info.Mode()))
	if info.IsDir() {
		return e.WithHint("list_directory and glob show what is in it")
	}
	return e
}

// readAll reads a file of about a size, but no more than most bytes and one.
func readAll(f io.Reader, size int64, most int) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, int(size)+bytes.MinRead))
	_, err := b.ReadFrom(io.LimitReader(f, int64(most)+1))
	return b.Bytes(), err
}

// untilDone reads until a context ends, so that a large file does not hold a call that is no longer wanted.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, stopped(u.ctx)
	}
	return u.r.Read(p)
}

// stopped is the error of a call that is no longer wanted.
func stopped(ctx context.Context) *registry.Error {
	return registry.Errorf(registry.Aborted, "the call was stopped: %w", context.Cause(ctx))
}
