package walk

import (
	"io/fs"
	"os"
	"path"
	"sync"
	"sync/atomic"
)

// File is something that a walk found. It is valid until visit returns.
type File struct {
	Path string      // relative to the root, with slashes
	Type fs.FileMode // the type bits only
	dir  *directory
}

// Name is the last component of the path.
func (f *File) Name() string { return path.Base(f.Path) }

// Open opens the file for reading; flag is added to os.O_RDONLY.
func (f *File) Open(flag int) (*os.File, error) {
	root, err := f.dir.open()
	if err != nil {
		return nil, err
	}
	return root.OpenFile(f.Name(), os.O_RDONLY|flag, 0)
}

// Info is what the system says of the file, or of the link where it is one.
func (f *File) Info() (fs.FileInfo, error) {
	root, err := f.dir.open()
	if err != nil {
		return nil, err
	}
	return root.Lstat(f.Name())
}

// directory is opened for the first of its files that asks, and closed when the last has been visited: so each file costs
// one step of a path and not all of them.
type directory struct {
	anchor *anchor // held as long as there are users
	path   string  // from the anchor
	users  atomic.Int64

	once sync.Once
	own  *os.Root
	err  error
}

func (d *directory) open() (*os.Root, error) {
	d.once.Do(func() { d.own, d.err = d.anchor.root.OpenRoot(d.path) })
	return d.own, d.err
}

func (d *directory) release() {
	if d.users.Add(-1) > 0 {
		return
	}
	if d.own != nil {
		d.own.Close()
	}
	d.anchor.release()
}

func release(files []*File) {
	for _, f := range files {
		f.dir.release()
	}
}
