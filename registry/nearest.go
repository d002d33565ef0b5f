package registry

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSpelling is the greatest length, in characters, of a name that is compared with others.
const maxSpelling = 128

// spelling is a name as it is compared: in lower case, and without the characters that writers of names differ about.
type spelling struct {
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
	if n <= 0 || utf8.RuneCountInString(name) > 2*maxSpelling {
		return nil
	}
	var best []candidate
	wanted := spell(name, name[strings.LastIndexByte(name, '.')+1:])
	m := newMatcher()
	for _, s := range v.spellings() {
		limit := maxSpelling
		if len(best) == n {
			limit = best[n-1].distance
		}
		whole, last := m.distance(wanted.full, s.full, limit), m.distance(wanted.last, s.last, limit)
		if c := (candidate{s.name, min(whole, last), last < whole}); c.distance != tooFar {
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
func (c *catalog) spellings() []spelling {
	c.spell.Do(func() {
		c.spelled = make([]spelling, len(c.sorted))
		for i, t := range c.sorted {
			c.spelled[i] = spell(t.FullName(), t.Name)
		}
	})
	return c.spelled
}

func spell(full, last string) spelling {
	return spelling{name: full, full: fold(full), last: fold(last)}
}

// fold makes "createIssue", "create-issue" and "Create_Issue" the same. A name of nothing but separators stays as it is.
func fold(name string) []rune {
	folded := make([]rune, 0, len(name))
	for _, r := range name {
		if !strings.ContainsRune("_-./ ", r) {
			folded = append(folded, unicode.ToLower(r))
		}
	}
	if len(folded) == 0 {
		folded = []rune(name)
	}
	return folded[:min(len(folded), maxSpelling)]
}

// tooFar is the distance of names that are not alike.
const tooFar = 1 << 30

// matcher measures how far apart two spellings are. It keeps its rows between measurements.
type matcher struct{ before, above, row []int }

func newMatcher() *matcher {
	const n = maxSpelling + 1
	return &matcher{make([]int, n), make([]int, n), make([]int, n)}
}

// distance gives the number of characters to insert, to drop, to replace, or to swap with their neighbour, that make a out
// of b: the optimal string alignment. More than limit, or than one in three characters, is tooFar. It only fills the band
// of the table in which a distance up to the limit can lie.
func (m *matcher) distance(a, b []rune, limit int) int {
	limit = min(limit, max(len(a), len(b))/3)
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return tooFar
	}
	for j := range len(b) + 1 {
		m.above[j] = j
	}
	for i := range a {
		from, to := max(0, i-limit), min(len(b)-1, i+limit)
		if nearest := m.fillRow(a, b, i, from, to); nearest > limit {
			return tooFar
		}
		m.before, m.above, m.row = m.above, m.row, m.before
	}
	if d := m.above[len(b)]; d <= limit {
		return d
	}
	return tooFar
}

// fillRow fills the cells of row i+1 for b[from] to b[to], with tooFar on either side, and gives the smallest.
func (m *matcher) fillRow(a, b []rune, i, from, to int) int {
	m.row[from] = tooFar
	if from == 0 {
		m.row[0] = i + 1
	}
	nearest := m.row[from]
	for j := from; j <= to; j++ {
		d := m.above[j]
		if a[i] != b[j] {
			d = 1 + min(d, m.row[j], m.above[j+1])
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, 1+m.before[j-1])
			}
		}
		m.row[j+1] = d
		nearest = min(nearest, d)
	}
	if to+2 <= len(b) {
		m.row[to+2] = tooFar
	}
	return nearest
}
