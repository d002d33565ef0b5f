package registry

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shownNames is how many known names an error lists.
const shownNames = 50

// Restriction keeps tools of the scopes above out of a scope. A tool is admitted if Allow is empty or names it, and Deny
// does not. Both hold full names, exactly.
type Restriction struct {
	Allow, Deny []string
}

// filter is a restriction made ready for use.
type filter struct {
	allow, deny map[string]bool // allow nil: all
}

// Restrict narrows what this scope and those below see of the tools above them; the scope's own tools stay visible in it.
// Of several restrictions all must admit a tool, also one that is added later. The returned function lifts this one
// again; calling it again does nothing.
//
// An empty restriction, [RunCode], and a name of no tool from the root to this scope are errors, which list the known
// names.
func (s *Scope) Restrict(rs Restriction) (lift func(), err error) {
	f := &filter{deny: set(rs.Deny)}
	if len(rs.Allow) > 0 {
		f.allow = set(rs.Allow)
	}
	err = s.change(func() error {
		if err := s.checkFilterLocked(f); err != nil {
			return fmt.Errorf("restricting scope %q: %w", s.path, err)
		}
		s.restrictions = append(s.restrictions, f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func() { s.lift(f) }, nil
}

func (s *Scope) lift(f *filter) {
	_ = s.change(func() error { // its errors are that the restriction is gone already
		i := slices.Index(s.restrictions, f)
		if i < 0 {
			return errUnchanged
		}
		s.restrictions = slices.Delete(s.restrictions, i, i+1)
		return nil
	})
}

func (f *filter) admits(name string) bool {
	return (f.allow == nil || f.allow[name]) && !f.deny[name]
}

func (s *Scope) checkFilterLocked(f *filter) error {
	known := make(map[string]bool)
	for _, link := range s.chain() {
		for name := range link.tools {
			known[name] = true
		}
	}
	var problems []error
	if len(f.allow) == 0 && len(f.deny) == 0 {
		problems = append(problems, errors.New("it neither allows nor denies anything"))
	}
	for _, name := range slices.Sorted(maps.Keys(union(f.allow, f.deny))) {
		switch {
		case name == RunCode:
			problems = append(problems, fmt.Errorf("%s cannot be restricted; set the mode of the scope instead", RunCode))
		case !known[name]:
			problems = append(problems, fmt.Errorf("there is no tool %.200q", name))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return fmt.Errorf("%w\n%s", errors.Join(problems...), knownNames(known))
}

// knownNames lists the names in a line.
func knownNames(known map[string]bool) string {
	if len(known) == 0 {
		return "no tools are known here"
	}
	names := slices.Sorted(maps.Keys(known))
	var quoted []string
	for _, name := range names[:min(len(names), shownNames)] {
		quoted = append(quoted, fmt.Sprintf("%.200q", name))
	}
	list := "known names: " + strings.Join(quoted, ", ")
	if more := len(names) - len(quoted); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

func set(names []string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, name := range names {
		s[name] = true
	}
	return s
}

func union(a, b map[string]bool) map[string]bool {
	u := maps.Clone(b)
	maps.Copy(u, a)
	return u
}
