package registry

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Mode says how the tools of a scope are presented.
type Mode string

// The modes. A scope that declares none has that of the nearest scope above it that does, and native without one.
const (
	ModeNative Mode = "native" // each tool is called directly; there is no run_code
	ModeCode   Mode = "code"   // only run_code is called directly; the tools are called by programs
	ModeBoth   Mode = "both"   // both roads are open
)

// Scope is a place in the tree that callers belong to: the whole deployment, an agent, one of its helpers. What a caller
// sees in it is, in this order:
//
//   - the tools of the scopes above, a nearer one in place of a farther one of the same name, if every restriction
//     from the root down to this scope admits them;
//   - the scope's own tools, which no restriction of its own touches;
//   - [RunCode], unless the mode is native.
//
// A tool that is off in a nearer scope still stands in place of the farther one, since what was put there to replace a
// tool must not bring it back by failing. A nearer tool also stands in place of a farther namespace of the same name,
// and the other way round; [View.Off] says so.
type Scope struct {
	registry *Registry
	parent   *Scope // nil: this is the root
	path     string

	view atomic.Pointer[View] // nil: to be made

	// Guarded by registry.mu.
	closed       bool
	children     map[string]*Scope
	tools        map[string]*entry // by full name
	namespaces   map[string]int    // how many of the tools are in each
	restrictions []*filter
	mode         Mode     // empty: not declared
	catalog      *catalog // nil: to be made
	version      uint64   // of the last change that shows here
}

// entry is a tool in a scope.
type entry struct {
	scope *Scope
	tool  *Tool
	name  string // its full name
	answer
	round uint64 // the round of asking that the answer is from
}

func newScope(r *Registry, parent *Scope, path string) *Scope {
	return &Scope{
		registry: r, parent: parent, path: path,
		children:   make(map[string]*Scope),
		tools:      make(map[string]*entry),
		namespaces: make(map[string]int),
	}
}

// Path is the names of the scopes from below the root to this one, joined by slashes: "a/b". That of the root is empty.
func (s *Scope) Path() string { return s.path }

// Child makes a scope below this one. The name must not be empty, hold a slash or invalid UTF-8, or be that of another
// child that is still open.
func (s *Scope) Child(name string) (*Scope, error) {
	if name == "" || strings.Contains(name, "/") || !utf8.ValidString(name) {
		return nil, fmt.Errorf("scope name %q: it must be text without a slash, and not empty", name)
	}
	path := name
	if s.parent != nil {
		path = s.path + "/" + name
	}
	r := s.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.closed {
		return nil, s.gone()
	}
	if s.children[name] != nil {
		return nil, fmt.Errorf("there is already a scope %q", path)
	}
	child := newScope(r, s, path)
	child.version = s.version
	s.children[name] = child
	r.editScopesLocked(func(scopes map[string]*Scope) { scopes[path] = child })
	return child, nil
}

// SetMode declares how tools are presented in this scope, and in those below that declare nothing themselves. A scope
// declares its mode once; a second declaration is an error, since it could only mean that two owners disagree.
func (s *Scope) SetMode(m Mode) error {
	switch m {
	case ModeNative, ModeCode, ModeBoth:
	default:
		return fmt.Errorf("unknown mode %q: it is %q, %q or %q", m, ModeNative, ModeCode, ModeBoth)
	}
	return s.change(func() error {
		if s.mode != "" {
			return fmt.Errorf("scope %q has already been given the mode %q", s.path, s.mode)
		}
		s.mode = m
		return nil
	})
}

// Close takes the scope away, with its tools and the scopes below it. Their paths are free for others afterwards. Closing
// it again does nothing.
func (s *Scope) Close() {
	_ = s.change(func() error { // its only error is that the scope is closed already
		var closed []string
		s.walk(func(below *Scope) {
			below.closed = true
			closed = append(closed, below.path)
		})
		s.registry.editScopesLocked(func(scopes map[string]*Scope) {
			for _, path := range closed {
				delete(scopes, path)
			}
		})
		if s.parent != nil {
			delete(s.parent.children, s.path[strings.LastIndex(s.path, "/")+1:])
		}
		return nil
	})
}

// change runs an edit of the scope with the lock held. If the edit succeeds, it counts as one change of the registry, of
// which the subscribers are told once the lock is free again.
func (s *Scope) change(edit func() error) error {
	r := s.registry
	err := func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if s.closed {
			return s.gone()
		}
		if err := edit(); err != nil {
			return err
		}
		s.changedLocked()
		return nil
	}()
	r.deliver()
	return err
}

func (s *Scope) changedLocked() { s.registry.changedLocked(map[*Scope]bool{s: true}) }

// forgetLocked drops everything that was made from what this scope and those above hold.
func (s *Scope) forgetLocked(version uint64) {
	s.walk(func(below *Scope) {
		below.version = version
		below.catalog = nil
		below.view.Store(nil)
	})
}

// walk visits the scope and all below it.
func (s *Scope) walk(visit func(*Scope)) {
	visit(s)
	for _, child := range s.children {
		child.walk(visit)
	}
}

// chain gives the scopes from the root to this one.
func (s *Scope) chain() []*Scope {
	if s.parent == nil {
		return []*Scope{s}
	}
	return append(s.parent.chain(), s)
}

// modeLocked gives the mode that holds here.
func (s *Scope) modeLocked() Mode {
	for ; s != nil; s = s.parent {
		if s.mode != "" {
			return s.mode
		}
	}
	return ModeNative
}

func (s *Scope) gone() error { return fmt.Errorf("%w: %q has been closed", ErrNoScope, s.path) }
