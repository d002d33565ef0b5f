//go:build !linux

package atomicfile

import "os"

// newTemp makes a file that is ready to be renamed over another. It is left behind if this process is killed meanwhile.
func newTemp(dir *os.Root) (*temp, error) { return newNamedTemp(dir) }

// link has nothing to do, for every temporary file has a name.
func (t *temp) link(string, bool) (done bool, err error) { return false, nil }
