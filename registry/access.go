package registry

import "strings"

// FilePrefix begins the keys of files: "file:" and the absolute, cleaned, resolved path with slashes. Such a key covers
// the tree below it.
const FilePrefix = "file:"

// Access says what a call touches while it runs, as keys. Two calls whose accesses conflict never overlap. The zero value
// touches nothing and overlaps with anything.
type Access struct {
	Alone         bool     // conflicts with everything
	Reads, Writes []string // keys such as "file:/work/a.txt" or "db:orders"
}

// Conflicts reports whether calls with the two accesses must not overlap: one is alone, or one writes a key that the
// other reads or writes.
func (a Access) Conflicts(b Access) bool {
	return a.Alone || b.Alone ||
		anyOverlap(a.Writes, b.Writes) || anyOverlap(a.Writes, b.Reads) || anyOverlap(a.Reads, b.Writes)
}

func anyOverlap(as, bs []string) bool {
	for _, a := range as {
		for _, b := range bs {
			if overlap(a, b) {
				return true
			}
		}
	}
	return false
}

// overlap reports whether two keys name the same thing, or one file key names a directory above the other.
func overlap(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.HasPrefix(a, FilePrefix) || !strings.HasPrefix(b, FilePrefix) {
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (strings.HasSuffix(a, "/") || b[len(a)] == '/')
}
