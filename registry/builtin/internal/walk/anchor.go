package walk

import (
	"os"
	"strings"
	"sync/atomic"
)

// anchor is an open directory from which those below it are opened, so that this takes the same few steps however deep
// they are. It is closed when the last who holds it lets go.
type anchor struct {
	root *os.Root
	path string // from the root of the walk
	held atomic.Int64
	lent bool // the root is not ours to close
}

func (a *anchor) hold() *anchor {
	a.held.Add(1)
	return a
}

func (a *anchor) release() {
	if a.held.Add(-1) == 0 && !a.lent {
		a.root.Close()
	}
}

// rel is the way from the anchor to a path below it.
func (a *anchor) rel(p string) string {
	switch a.path {
	case ".":
		return p
	case p:
		return "."
	default:
		return p[len(a.path)+1:]
	}
}

// maxSteps is how far from its anchor a directory may be.
const maxSteps = 32

// reach gives an anchor that is near to a directory, in exchange for this one.
func (a *anchor) reach(dir string) *anchor {
	if strings.Count(a.rel(dir), "/") < maxSteps {
		return a
	}
	root, err := a.root.OpenRoot(a.rel(dir))
	if err != nil {
		return a // too many files are open, or it is gone: the long way tells
	}
	a.release()
	near := &anchor{root: root, path: dir}
	return near.hold()
}
