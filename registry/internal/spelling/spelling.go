// Package spelling says how much alike names are that people and models write.
package spelling

import (
	"strings"
	"unicode"
)

// MaxLength is how many characters of a folded name there are at the most.
const MaxLength = 128

// Fold makes "createIssue", "create-issue" and "Create_Issue" the same. A name of nothing but separators stays as it is.
func Fold(name string) []rune {
	folded := make([]rune, 0, len(name))
	for _, r := range name {
		if !strings.ContainsRune("_-./ ", r) {
			folded = append(folded, unicode.ToLower(r))
		}
	}
	if len(folded) == 0 {
		folded = []rune(name)
	}
	return folded[:min(len(folded), MaxLength)]
}

// TooFar is the distance of names that are not alike.
const TooFar = 1 << 30

// Ruler measures how far apart two folded names are. It keeps its rows between measurements, so only one goroutine
// at a time may use it.
type Ruler struct{ before, above, row []int }

// NewRuler makes a ruler for folded names.
func NewRuler() *Ruler {
	const n = MaxLength + 1
	return &Ruler{make([]int, n), make([]int, n), make([]int, n)}
}

// Distance gives the number of characters to insert, to drop, to replace, or to swap with their neighbour, that make a out
// of b: the optimal string alignment. More than limit is TooFar. It only fills the band of the table in which a distance
// up to the limit can lie.
func (r *Ruler) Distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return TooFar
	}
	for j := range len(b) + 1 {
		r.above[j] = j
	}
	for i := range a {
		from, to := max(0, i-limit), min(len(b)-1, i+limit)
		if nearest := r.fillRow(a, b, i, from, to); nearest > limit {
			return TooFar
		}
		r.before, r.above, r.row = r.above, r.row, r.before
	}
	if d := r.above[len(b)]; d <= limit {
		return d
	}
	return TooFar
}

// fillRow fills the cells of row i+1 for b[from] to b[to], with TooFar on either side, and gives the smallest.
func (r *Ruler) fillRow(a, b []rune, i, from, to int) int {
	r.row[from] = TooFar
	if from == 0 {
		r.row[0] = i + 1
	}
	nearest := r.row[from]
	for j := from; j <= to; j++ {
		d := r.above[j]
		if a[i] != b[j] {
			d = 1 + min(d, r.row[j], r.above[j+1])
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, 1+r.before[j-1])
			}
		}
		r.row[j+1] = d
		nearest = min(nearest, d)
	}
	if to+2 <= len(b) {
		r.row[to+2] = TooFar
	}
	return nearest
}
