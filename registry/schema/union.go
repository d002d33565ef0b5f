package schema

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// union explains why a value fits no branch of anyOf or oneOf: by the findings of the branch that it was probably meant
// for, or by all that is allowed if it is not even of the right kind for any.
func (x *explainer) union(e *jsonschema.ValidationError) []finding {
	depth := len(e.InstanceLocation)
	var all, near [][]finding
	for _, c := range e.Causes {
		branch := x.collect(c)
		all = append(all, branch)
		if findMismatch(branch, e.InstanceLocation) == nil {
			near = append(near, branch)
		}
	}
	switch {
	case len(all) == 0:
		return one(e, other, "fits none of the allowed alternatives")
	case len(near) == 0:
		return []finding{merge(all, e.InstanceLocation)}
	}
	if f, ok := discriminator(near, depth); ok {
		return []finding{f}
	}
	return slices.MinFunc(near, compareBranches)
}

// findMismatch is the finding that the value at a place is of a wrong kind; nil if the branch has none.
func findMismatch(branch []finding, at []string) *finding {
	for i := range branch {
		if f := &branch[i]; f.class == mismatch && slices.Equal(f.at, at) {
			return f
		}
	}
	return nil
}

// merge makes one finding of the mismatches that all branches have at a place.
func merge(branches [][]finding, at []string) finding {
	merged := finding{at: at, class: mismatch}
	for _, b := range branches {
		f := findMismatch(b, at)
		for _, t := range f.types {
			if !slices.Contains(merged.types, t) {
				merged.types = append(merged.types, t)
			}
		}
		merged.values = appendNew(merged.values, f.values)
	}
	return merged
}

// appendNew appends values that are not there yet; to a very long list, all.
func appendNew(list, more []*jsontext.Value) []*jsontext.Value {
	const longest = 1000
	for _, v := range more {
		same := func(x *jsontext.Value) bool { return bytes.Equal(x.Raw, v.Raw) }
		if len(list) > longest || !slices.ContainsFunc(list, same) {
			list = append(list, v)
		}
	}
	return list
}

// discriminator is the finding that a property names none of the branches, if that is why all of them fail.
func discriminator(branches [][]finding, depth int) (finding, bool) {
	const most = 16 // properties that are tried
	for _, f := range branches[0][:min(len(branches[0]), most)] {
		if f.class != mismatch || f.values == nil || len(f.at) != depth+1 {
			continue
		}
		shared := !slices.ContainsFunc(branches, func(b []finding) bool {
			g := findMismatch(b, f.at)
			return g == nil || g.values == nil
		})
		if shared {
			return merge(branches, f.at), true
		}
	}
	return finding{}, false
}

// compareBranches orders branches by how well the value fits them: the right values in discriminating properties first,
// then the right properties, then faults deep inside rather than at the top, then few faults.
func compareBranches(a, b []finding) int {
	x, y := weigh(a), weigh(b)
	return cmp.Or(cmp.Compare(x.values, y.values), cmp.Compare(x.shaped, y.shaped), cmp.Compare(y.deepest, x.deepest),
		cmp.Compare(len(a), len(b)))
}

type weight struct{ values, shaped, deepest int }

func weigh(branch []finding) weight {
	var w weight
	for _, f := range branch {
		switch {
		case f.class == mismatch && f.values != nil:
			w.values++
		case f.class == shaped:
			w.shaped++
		}
		w.deepest = max(w.deepest, len(f.at))
	}
	return w
}
