package registry

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
)

// ErrNoScope is what a scope that was never made, or that has been closed, answers with.
var ErrNoScope = errors.New("there is no such scope")

// Options are the settings of a [Registry]. The zero value is usable.
type Options struct {
	// Env is what the Enabled of tools is asked with. nil: this operating system, and an environment without variables.
	Env *Env

	// Log gets what must not be lost but has no caller to go to, such as the panic of a subscriber. nil: nothing is
	// logged.
	Log *slog.Logger
}

// Registry is a tree of scopes with the tools in them. Any goroutine may call its methods and those of its scopes. None
// of them calls a function of a tool or of a subscriber while it holds a lock, so such a function may call back.
type Registry struct {
	env Env
	log *slog.Logger

	scopes atomic.Pointer[map[string]*Scope] // by path; replaced as a whole, so that View reads it without the lock

	mu          sync.Mutex // guards what follows, and the fields of all scopes that say so
	root        *Scope
	runCode     *Tool  // nil: not provided
	version     uint64 // number of the last change
	round       uint64 // number of the last round of asking the tools whether they are enabled
	subscribers []*subscriber
	due         []uint64 // versions that the subscribers have not yet been told
	delivering  bool     // a goroutine is telling them
}

// New makes a registry with an empty root scope. nil options are the defaults.
func New(opts *Options) *Registry {
	if opts == nil {
		opts = &Options{}
	}
	r := &Registry{log: opts.Log}
	if opts.Env != nil {
		r.env = *opts.Env
	} else {
		r.env.GOOS = runtime.GOOS
	}
	if r.env.Lookup == nil {
		r.env.Lookup = func(string) (string, bool) { return "", false }
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	r.root = newScope(r, nil, "")
	r.scopes.Store(&map[string]*Scope{"": r.root})
	return r
}

// Root is the scope that all others inherit from. Its path is empty.
func (r *Registry) Root() *Scope { return r.root }

// Chain gives the paths of a scope and of all that it inherits from, the root first: "a/b" gives "", "a", "a/b". It
// reports false if there is no such scope.
func (r *Registry) Chain(path string) ([]string, bool) {
	s := (*r.scopes.Load())[path]
	if s == nil {
		return nil, false
	}
	var paths []string
	for _, link := range s.chain() {
		paths = append(paths, link.path)
	}
	return paths, true
}

// ProvideRunCode gives the registry the tool that runs programs. Every view whose mode is not native has it; it belongs
// to no scope, and nothing can hide it. Its full name must be [RunCode]. A second one is an error.
func (r *Registry) ProvideRunCode(t Tool) error {
	if t.FullName() != RunCode || t.Handler == nil {
		return fmt.Errorf("the tool that runs programs must be named %q and have a handler", RunCode)
	}
	return r.root.change(func() error {
		if r.runCode != nil {
			return fmt.Errorf("%s has already been provided", RunCode)
		}
		r.runCode = &t
		return nil
	})
}

// View gives what the callers in a scope can see. Until something changes that the scope can see, it returns the same
// view again, without a lock and without an allocation.
//
// The error is [ErrNoScope], or that the mode of the scope needs a [RunCode] that nobody has provided.
func (r *Registry) View(path string) (*View, error) {
	s := (*r.scopes.Load())[path]
	if s == nil {
		return nil, fmt.Errorf("%w: %q", ErrNoScope, path)
	}
	if v := s.view.Load(); v != nil {
		return v, nil
	}
	return s.makeView()
}

// changedLocked counts one change that the given scopes, and all below them, can see.
func (r *Registry) changedLocked(scopes map[*Scope]bool) {
	r.version++
	for s := range scopes {
		s.forgetLocked(r.version)
	}
	if len(r.subscribers) > 0 {
		r.due = append(r.due, r.version)
	}
}

// editScopesLocked replaces the table of scopes by an edited copy.
func (r *Registry) editScopesLocked(edit func(scopes map[string]*Scope)) {
	scopes := maps.Clone(*r.scopes.Load())
	edit(scopes)
	r.scopes.Store(&scopes)
}
