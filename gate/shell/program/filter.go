package program

import (
	"path"
	"slices"
	"strings"
)

// filter is an option of a [Walk] that leaves files out by name, or all others.
type filter struct {
	pattern     string
	keep        bool // it names what is read, and leaves out the rest
	directories bool // it is about directories, else about files
	unknown     bool // which names it is about is not looked at
}

// Skips reports whether the walk certainly leaves out what it finds under a name, the last component of its path. Where
// programs could read a pattern in different ways it does not.
func (w *Walk) Skips(name string, directory bool) bool {
	if w.hidden && strings.HasPrefix(name, ".") && !w.unhides(name) {
		return true
	}
	skip, first := false, true
	for _, f := range w.filters { // the last that is about the name counts
		if f.directories != directory {
			continue
		}
		if first {
			skip, first = f.keep, false // with one that keeps in front, what none is about is left out
		}
		if f.hits(name) {
			skip = !f.keep
		}
	}
	return skip
}

// unhides reports whether a pattern may bring back a name that is left out for the dot in front.
func (w *Walk) unhides(name string) bool {
	brings := func(f filter) bool { return f.keep && f.hits(name) }
	return slices.ContainsFunc(w.filters, brings) || slices.ContainsFunc(w.unignored, brings)
}

// hits reports whether the filter is about a name. In doubt one that keeps is, and one that leaves out is not.
func (f filter) hits(name string) bool {
	if f.unknown || strings.ContainsAny(f.pattern, `/[]{}\`) {
		return f.keep
	}
	ok, err := path.Match(f.pattern, name)
	return err == nil && ok || err != nil && f.keep
}
