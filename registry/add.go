package registry

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// maxName is the greatest length of a namespace or a name, in bytes. Names are shown to models and to people, in lists.
const maxName = 1024

// MaxFullName is the greatest length of the full name of a tool, in bytes. What is longer is the name of none.
const MaxFullName = 2*maxName + 1

// Add puts tools into the scope: all of them, or none and an error that names everything that is wrong. The returned
// function takes away what is left of exactly these tools; calling it again, or after the scope was closed, does nothing.
//
// These are errors: a missing handler; an input that admits no object; a name that is empty, not valid UTF-8, longer than 1,024 bytes, reserved
// ([RunCode]), or "then", which JavaScript would call when a program awaits its namespace; two tools of one full name in
// the scope; a tool whose full name is also a namespace of the scope.
//
// Tools are asked whether they are enabled before they are added, on the goroutine of the caller.
func (s *Scope) Add(tools ...Tool) (remove func(), err error) {
	if len(tools) == 0 {
		return func() {}, nil
	}
	entries := make([]*entry, len(tools))
	for i, t := range tools {
		entries[i] = &entry{scope: s, tool: &t, name: t.FullName()}
	}
	problems := checkAll(entries)
	if len(problems) == 0 {
		round, answers := s.registry.askAll(entries)
		for i, e := range entries {
			e.round, e.answer = round, answers[i]
		}
	}
	err = s.change(func() error {
		problems = append(problems, s.clashesLocked(entries)...)
		if len(problems) > 0 {
			return fmt.Errorf("adding tools to scope %q: %w", s.path, errors.Join(problems...))
		}
		for _, e := range entries {
			s.tools[e.name] = e
			s.namespaces[e.tool.Namespace]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func() { s.remove(entries) }, nil
}

// errUnchanged keeps an edit that changed nothing from counting as a change.
var errUnchanged = errors.New("nothing changed")

// remove takes away those of the entries that are still there.
func (s *Scope) remove(entries []*entry) {
	_ = s.change(func() error { // its errors are that the tools are gone already
		err := errUnchanged
		for _, e := range entries {
			if s.tools[e.name] != e {
				continue
			}
			err = nil
			delete(s.tools, e.name)
			s.namespaces[e.tool.Namespace]--
			if s.namespaces[e.tool.Namespace] == 0 {
				delete(s.namespaces, e.tool.Namespace)
			}
		}
		return err
	})
}

// checkAll gives everything that is wrong with the tools taken one by one.
func checkAll(entries []*entry) []error {
	var problems []error
	for _, e := range entries {
		for _, err := range check(e.tool) {
			problems = append(problems, fmt.Errorf("tool %.200q: %w", e.name, err))
		}
	}
	return problems
}

func check(t *Tool) []error {
	var problems []error
	if t.Name == "" {
		problems = append(problems, errors.New("its name is empty"))
	}
	if t.FullName() == RunCode {
		problems = append(problems, errors.New("the name is reserved; see ProvideRunCode"))
	}
	if t.Namespace == RunCode {
		problems = append(problems, errors.New("the namespace is reserved"))
	}
	for _, part := range []string{t.Namespace, t.Name} {
		switch {
		case part == "then":
			problems = append(problems, errors.New(`a tool or namespace named "then" would be called by await`))
		case !utf8.ValidString(part):
			problems = append(problems, errors.New("the name is not valid UTF-8"))
		case len(part) > maxName:
			problems = append(problems, fmt.Errorf("the name is longer than %d bytes", maxName))
		}
	}
	if t.Input.RefusesObjects() {
		problems = append(problems, errors.New("its input admits no object, so that no call could be valid"))
	}
	if t.Handler == nil {
		problems = append(problems, errors.New("it has no handler"))
	}
	if t.Timeout < 0 || t.MaxResult < 0 {
		problems = append(problems, errors.New("its timeout and greatest result must not be negative"))
	}
	return problems
}

// clashesLocked gives everything that is wrong with the entries taken together, and with those of the scope.
func (s *Scope) clashesLocked(entries []*entry) []error {
	var problems []error
	names, namespaces := make(map[string]bool), make(map[string]bool)
	for _, e := range entries {
		if names[e.name] || s.tools[e.name] != nil {
			problems = append(problems, fmt.Errorf("tool %.200q: there is already a tool of this name in the scope", e.name))
		}
		names[e.name] = true
		namespaces[e.tool.Namespace] = true
	}
	for _, e := range entries {
		if namespaces[e.name] || s.namespaces[e.name] > 0 {
			problems = append(problems, fmt.Errorf("tool %.200q: its name is also a namespace", e.name))
		}
	}
	delete(namespaces, "") // the tools without one
	for _, namespace := range slices.Sorted(maps.Keys(namespaces)) {
		if s.tools[namespace] != nil && !names[namespace] {
			problems = append(problems, fmt.Errorf("namespace %.200q: its name is also that of a tool", namespace))
		}
	}
	return problems
}
