package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// shownNames is how much of a list of names or values is shown in a message.
const shownNames = 20

// shown is a value for a message: a scalar as it was written, cut; of anything larger only its type.
func shown(v *jsontext.Value) string {
	if v.Kind == jsontext.Array || v.Kind == jsontext.Object {
		return v.Kind.Names()[0]
	}
	return jsontext.Cut(strings.ToValidUTF8(string(v.Raw), "\uFFFD"))
}

// quoted lists names as JSON strings, and says how many were left out.
func quoted(names []string) string {
	parts := make([]string, 0, min(len(names), shownNames))
	for _, name := range names[:min(len(names), shownNames)] {
		parts = append(parts, jsontext.Cut(jsontext.Quote(name)))
	}
	return listed(parts, len(names))
}

// listed joins what is shown of a list of n things.
func listed(parts []string, n int) string {
	s := strings.Join(parts, ", ")
	if n > len(parts) {
		s += fmt.Sprintf(" and %d more", n-len(parts))
	}
	return s
}

// either joins alternatives: a, b or c.
func either(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " or " + parts[last]
}

// plural is "1 item" or "2 items".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// suggest is `; did you mean "path"?` if a candidate is close to name, and empty otherwise.
func suggest(name string, candidates []string) string {
	if c := nearest(name, candidates); c != "" {
		return "; did you mean " + jsontext.Quote(c) + "?"
	}
	return ""
}

// nearest is the candidate closest to name, the first of several; empty if none is close. Case, "-" and "_" count for
// little, since models mix up naming styles more often than letters.
func nearest(name string, candidates []string) string {
	const longest = 64
	folded := fold(name)
	if len(folded) > longest {
		return ""
	}
	best, bestDistance := "", 1+len(folded)/3
	for _, c := range candidates {
		f := fold(c)
		if len(f) > longest || c == name {
			continue
		}
		if d := distance(folded, f); d < bestDistance || d == bestDistance && best == "" && d < len(f) {
			best, bestDistance = c, d
		}
	}
	return best
}

func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance is how many letters must be inserted, removed, replaced or swapped with a neighbour to make a into b.
func distance(a, b string) int {
	before, above := []int(nil), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = slices.Min([]int{above[j] + 1, row[j-1] + 1, above[j-1] + cost})
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
