//go:build !linux

package atomicfile

import (
	"io/fs"
	"os"
)

// newTemp makes a file that is ready to be renamed over another. It is left behind if this process is killed meanwhile.
func newTemp(dir *os.Root, perm fs.FileMode) (*temp, error) { return newNamedTemp(dir, perm) }

// link has nothing to do, for every temporary file has a name.
func (t *temp) link(string, bool) (done bool, err error) { return false, nil }

func copyAttributes(_, _ *os.File) error { return nil }
