package registry

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/internal/spelling"
)

// foldedName is a name as it is compared: in lower case, and without the characters that writers of names differ about.
type foldedName struct {
	name       string // as it is
	full, last []rune // the whole of it, and what follows the namespace
}

// candidate is a name that may be meant.
type candidate struct {
	name     string
	distance int  // of the whole name or of the last part, whichever is nearer
	partly   bool // it is the last part
}

// Nearest gives at most n full names of tools in the view that are spelled much like name, the nearest first. A name is
// compared as a whole and by its last part, so a forgotten or a wrong namespace is found too. It gives only names that can
// be called by a program of this scope, so never [RunCode].
func (v *View) Nearest(name string, n int) []string {
	if n <= 0 || utf8.RuneCountInString(name) > 2*spelling.MaxLength {
		return nil
	}
	var best []candidate
	wanted := spell(name, name[strings.LastIndexByte(name, '.')+1:])
	ruler := spelling.NewRuler()
	for _, s := range v.spellings() {
		limit := spelling.MaxLength
		if len(best) == n {
			limit = best[n-1].distance
		}
		whole, last := near(ruler, wanted.full, s.full, limit), near(ruler, wanted.last, s.last, limit)
		if c := (candidate{s.name, min(whole, last), last < whole}); c.distance != spelling.TooFar {
			at, _ := slices.BinarySearchFunc(best, c, candidate.compare)
			best = slices.Insert(best, at, c)
			best = best[:min(n, len(best))]
		}
	}
	var names []string
	for _, c := range best {
		names = append(names, c.name)
	}
	return names
}

// near gives the distance of two folded names; more than one character in three is too far.
func near(r *spelling.Ruler, a, b []rune, limit int) int {
	return r.Distance(a, b, min(limit, max(len(a), len(b))/3))
}

// compare orders candidates, the likeliest first.
func (c candidate) compare(other candidate) int {
	switch {
	case c.distance != other.distance:
		return cmp.Compare(c.distance, other.distance)
	case c.partly && !other.partly:
		return 1
	case other.partly && !c.partly:
		return -1
	}
	return cmp.Compare(c.name, other.name)
}

// spellings gives those of all tools of the catalog.
func (c *catalog) spellings() []foldedName {
	c.spell.Do(func() {
		c.spelled = make([]foldedName, len(c.sorted))
		for i, t := range c.sorted {
			c.spelled[i] = spell(t.FullName(), t.Name)
		}
	})
	return c.spelled
}

func spell(full, last string) foldedName {
	return foldedName{name: full, full: spelling.Fold(full), last: spelling.Fold(last)}
}
