package run

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/runcode-dev/runcode/gate/shell/secret"
)

var (
	errSecret    = errors.New("it names a file with secrets")
	errWriting   = errors.New("nothing may be written by redirection")
	errOwn       = errors.New("it belongs to the process that runs the command")
	errIrregular = errors.New("it is no regular file")
)

const errEntries Error = "the patterns stand for too many names"

// maxEntries bounds the names that all patterns of a command are compared with.
const maxEntries = 200_000

// open opens the file of a redirection.
func (s *session) open(ctx context.Context, name string, flag int, perm os.FileMode) (io.ReadWriteCloser, error) {
	hc := interp.HandlerCtx(ctx)
	shown := name
	if !filepath.IsAbs(name) {
		name = filepath.Join(hc.Dir, name)
	}
	name = filepath.Clean(name)
	refuse := func(err error) (io.ReadWriteCloser, error) {
		return nil, &os.PathError{Op: "open", Path: shown, Err: err}
	}
	writes := flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0
	switch name {
	case "/dev/null":
		return os.OpenFile(os.DevNull, flag&^os.O_CREATE, perm)
	case "/dev/stdout":
		return stream{out: hc.Stdout}, nil
	case "/dev/stderr":
		return stream{out: hc.Stderr}, nil
	case "/dev/stdin":
		return stream{in: hc.Stdin}, nil
	}
	switch {
	case ownsProcess(name):
		return refuse(errOwn)
	case writes && !s.Writes:
		return refuse(errWriting)
	case flag&os.O_WRONLY == 0 && secretFile(name):
		return refuse(errSecret)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return refuse(errIrregular)
	}
	f, err := os.OpenFile(name, flag|nonblock, perm)
	if err != nil {
		return refuse(cause(err))
	}
	return f, nil
}

// ownsProcess reports whether a path leads to what belongs to this process and not to the command.
func ownsProcess(name string) bool {
	return strings.HasPrefix(name, "/proc/") || strings.HasPrefix(name, "/dev/fd") || name == "/dev/tty"
}

// secretFile reports whether a file holds secrets, by its name and by its name after symbolic links.
func secretFile(name string) bool {
	if secret.Path(name) {
		return true
	}
	real, err := filepath.EvalSymlinks(name)
	return err == nil && secret.Path(real)
}

// cause takes the path off an error, since it is the host's.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// readDir lists a directory for a pattern.
func (s *session) readDir(ctx context.Context, name string) ([]fs.DirEntry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(name)
	if s.entries.add(len(entries)) > maxEntries {
		return nil, errEntries
	}
	return entries, err
}
