package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/internal/spelling"
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
	if len(name) > 2*spelling.MaxLength {
		return ""
	}
	ruler, folded := spelling.NewRuler(), spelling.Fold(name)
	best, limit := "", 1+len(folded)/3
	for _, c := range candidates {
		if c == name {
			continue
		}
		f := spelling.Fold(c)
		if d := ruler.Distance(folded, f, limit); d < limit || d == limit && best == "" && d < len(f) {
			best, limit = c, d
		}
	}
	return best
}
