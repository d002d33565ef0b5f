package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// Error is what is wrong with a schema: every place, in the order of the text.
type Error struct {
	Violations []Violation
}

// Error is one line, or a heading and a line for each violation.
func (e *Error) Error() string {
	if len(e.Violations) == 1 {
		return e.Violations[0].String()
	}
	lines := make([]string, 0, 1+len(e.Violations))
	lines = append(lines, fmt.Sprintf("the schema has %d faults:", len(e.Violations)))
	for _, v := range e.Violations {
		lines = append(lines, "  "+v.String())
	}
	return strings.Join(lines, "\n")
}

// problem is something wrong with a schema, at a keyword of a node, or at a member of what path leads to.
type problem struct {
	node            *Node
	path            string // used if node is nil
	name            string // empty: the node itself
	offset          int    // in the text
	message, remedy string
}

func (p problem) place() string {
	path := p.path
	if p.node != nil {
		path = p.node.Path()
	}
	if p.name != "" {
		path += jsontext.MemberStep(p.name)
	}
	return path
}

type problems struct {
	list []problem
}

func (s *problems) add(p problem) { s.list = append(s.list, p) }

// sorted are the problems in the order of the text.
func (s *problems) sorted() []problem {
	slices.SortStableFunc(s.list, func(a, b problem) int { return a.offset - b.offset })
	return s.list
}

// err is all problems as an error; nil if there are none.
func (s *problems) err() error {
	if len(s.list) == 0 {
		return nil
	}
	e := &Error{Violations: make([]Violation, len(s.list))}
	for i, p := range s.sorted() {
		e.Violations[i] = Violation{Path: p.place(), Message: p.message}
	}
	return e
}

// warnings tells each kind of problem once, with its first place, and not more than maxShown of them.
func (s *problems) warnings() []string {
	type kind struct{ name, message, remedy string }
	var first []problem
	places := make(map[kind]int)
	for _, p := range s.sorted() {
		k := kind{p.name, p.message, p.remedy}
		if places[k]++; places[k] == 1 {
			first = append(first, p)
		}
	}
	var lines []string
	for i, p := range first {
		if i == maxShown {
			return append(lines, fmt.Sprintf("%s: %d more kinds of faults", rootName, len(first)-i))
		}
		line := p.place() + ": " + p.message + "; " + p.remedy
		if n := places[kind{p.name, p.message, p.remedy}]; n > 1 {
			line += " (also in " + plural(n-1, "other place", "other places") + ")"
		}
		lines = append(lines, line)
	}
	return lines
}
