// Package atomicfile replaces files so that there is always the whole of the old content or of the new.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace puts content in the place of a file, all of it or nothing: it is written beside the file, made to last, and
// renamed over it. name is relative to the root, and no link. old is what the file is now, whose mode and owner are kept;
// nil: there is none, and its directories are made. Other names of the same file (hard links) keep the old content.
// Extended attributes are not kept.
//
// Errors are those of the system: fs.ErrExist where a file has appeared that was not there, ErrOwner where the owner
// cannot be kept. The file is then as it was.
func Replace(root *os.Root, name string, content []byte, old fs.FileInfo) error {
	dirName, base := filepath.Split(name)
	dirName = filepath.Join(".", dirName)
	if old == nil {
		if err := root.MkdirAll(dirName, 0o777); err != nil {
			return err
		}
	}
	dir, err := root.OpenRoot(dirName)
	if err != nil {
		return err
	}
	defer dir.Close()
	t, err := newTemp(dir)
	if err != nil {
		return err
	}
	err = t.fill(content, old)
	if err == nil {
		err = t.become(base, old != nil)
	}
	if err = errors.Join(err, t.discard()); err != nil {
		return err
	}
	return syncDir(dir)
}

// ErrOwner is why a file is not replaced that belongs to somebody else.
var ErrOwner = errors.New("its owner cannot be kept")

// temp is a file in the making.
type temp struct {
	dir  *os.Root
	file *os.File
	name string // in dir, until it has become another file; empty: it has none
}

// newNamedTemp makes a file with a name that no other has.
func newNamedTemp(dir *os.Root) (*temp, error) {
	name := ".runcode-" + rand.Text()
	f, err := dir.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &temp{dir: dir, file: f, name: name}, nil
}

// fill writes the content and makes it last.
func (t *temp) fill(content []byte, old fs.FileInfo) error {
	if old != nil {
		// The owner first, for a change of owner takes bits out of the mode.
		if err := giveTo(t.file, old); err != nil {
			return errors.Join(ErrOwner, err)
		}
		if err := t.file.Chmod(old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
			return err
		}
	}
	if _, err := t.file.Write(content); err != nil {
		return err
	}
	return t.file.Sync()
}

// become gives the file its final name, which another file has if over is set.
func (t *temp) become(base string, over bool) error {
	if t.name == "" {
		if done, err := t.link(base, over); done || err != nil {
			return err
		}
	}
	if err := t.dir.Rename(t.name, base); err != nil {
		return err
	}
	t.name = ""
	return nil
}

// discard closes the file, and removes it if it still has its temporary name.
func (t *temp) discard() error {
	err := t.file.Close()
	if t.name != "" {
		err = errors.Join(err, t.dir.Remove(t.name))
	}
	return err
}
