// Package atomicfile replaces files so that there is always the whole of the old content or of the new.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Replace puts content in the place of a file, all of it or nothing: it is written beside the file, made to last, and
// renamed over it. name is relative to the root, and no link. old is what the file is now, whose mode, owner and extended
// attributes (on Linux; access control lists are such) are kept; nil: there is none, and its directories are made. Other
// names of the same file (hard links) keep the old content.
//
// Errors are those of the system: fs.ErrExist where a file has appeared that was not there, ErrOwner and ErrAttributes where
// these cannot be kept. Everything is then as it was.
func Replace(root *os.Root, name string, content []byte, old fs.FileInfo) error {
	dirName, base := filepath.Split(name)
	dirName = filepath.Join(".", dirName)
	if old != nil {
		return replaceIn(root, dirName, base, content, old)
	}
	made, err := makeDirs(root, dirName)
	if err == nil {
		err = replaceIn(root, dirName, base, content, nil)
	}
	if err != nil {
		for _, dir := range slices.Backward(made) {
			_ = root.Remove(dir) // unless somebody has put something there
		}
	}
	return err
}

// makeDirs makes a directory with those above it, and gives the ones that were not there, from the top.
func makeDirs(root *os.Root, name string) (made []string, err error) {
	if name == "." {
		return nil, nil
	}
	switch err := root.Mkdir(name, 0o777); {
	case err == nil:
		return []string{name}, nil
	case errors.Is(err, fs.ErrExist):
		return nil, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if made, err = makeDirs(root, filepath.Dir(name)); err != nil {
		return made, err
	}
	if err := root.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	return append(made, name), nil
}

func replaceIn(root *os.Root, dirName, base string, content []byte, old fs.FileInfo) error {
	dir, err := root.OpenRoot(dirName)
	if err != nil {
		return err
	}
	defer dir.Close()
	perm := fs.FileMode(0o666)
	if old != nil {
		perm = 0o600 // until it gets that of the old one
	}
	t, err := newTemp(dir, perm)
	if err != nil {
		return err
	}
	err = t.fill(content, base, old)
	if err == nil {
		err = t.become(base, old != nil)
	}
	if err = errors.Join(err, t.discard()); err != nil {
		return err
	}
	return syncDir(dir)
}

// Why a file is not replaced that would not be quite the same.
var (
	ErrOwner      = errors.New("its owner cannot be kept")
	ErrAttributes = errors.New("its extended attributes or access control list cannot be kept")
)

// temp is a file in the making.
type temp struct {
	dir  *os.Root
	file *os.File
	name string // in dir, until it has become another file; empty: it has none
}

// newNamedTemp makes a file with a name that no other has.
func newNamedTemp(dir *os.Root, perm fs.FileMode) (*temp, error) {
	name := ".runcode-" + rand.Text()
	f, err := dir.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	return &temp{dir: dir, file: f, name: name}, nil
}

// fill writes the content and makes it last.
func (t *temp) fill(content []byte, base string, old fs.FileInfo) error {
	if _, err := t.file.Write(content); err != nil {
		return err
	}
	if old != nil {
		if err := t.resemble(base, old); err != nil {
			return err
		}
	}
	return t.file.Sync()
}

// resemble gives the file all that the old one has but its content. The owner comes first, for a change of owner takes bits
// out of the mode, and an access control list last, for it is more than the mode.
func (t *temp) resemble(base string, old fs.FileInfo) error {
	if err := giveTo(t.file, old); err != nil {
		return errors.Join(ErrOwner, err)
	}
	if err := t.file.Chmod(old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
		return err
	}
	from, err := t.dir.Open(base)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := copyAttributes(t.file, from); err != nil {
		return errors.Join(ErrAttributes, err)
	}
	return nil
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
