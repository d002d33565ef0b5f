package sdkgen

import "strings"

// expr is a type expression in TypeScript.
type expr struct {
	text   string
	op     operator
	object bool // only objects have the type
}

// operator is the loosest operator of an expression outside of brackets.
type operator uint8

const (
	noOperator operator = iota
	intersects
	unites
)

// The types at both ends: everything is unknown, and nothing is never.
const (
	unknown = "unknown"
	never   = "never"
)

// inside is the text of the expression where it must hold together.
func (e expr) inside() string {
	if e.op == noOperator {
		return e.text
	}
	return "(" + e.text + ")"
}

// unite gives the type of what has any of the types.
func unite(of []expr) expr {
	all := expr{op: unites, object: true}
	var texts []string
	seen := make(map[string]bool)
	for _, e := range of {
		if e.text == unknown {
			return e
		}
		if e.text == never || seen[e.text] {
			continue
		}
		seen[e.text] = true
		all.object = all.object && e.object
		texts = append(texts, e.text)
		if len(texts) == 1 {
			all.op = e.op
		} else {
			all.op = unites
		}
	}
	if len(texts) == 0 {
		return expr{text: never}
	}
	all.text = strings.Join(texts, " | ")
	return all
}

// intersect gives the type of what has all of the types.
func intersect(of []expr) expr {
	var kept []expr
	seen := make(map[string]bool)
	for _, e := range of {
		if e.text == never {
			return e
		}
		if e.text != unknown && !seen[e.text] {
			seen[e.text] = true
			kept = append(kept, e)
		}
	}
	switch len(kept) {
	case 0:
		return expr{text: unknown}
	case 1:
		return kept[0]
	}
	all := expr{op: intersects}
	texts := make([]string, len(kept))
	for i, e := range kept {
		texts[i] = e.text
		if e.op == unites {
			texts[i] = e.inside()
		}
		all.object = all.object || e.object
	}
	all.text = strings.Join(texts, " & ")
	return all
}
