package registry

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
)

// View is what the callers in one scope can see. It never changes, and any goroutine may read it; what it gives out must
// not be changed. A tool that is hidden from the scope is not in its view in any form.
type View struct {
	mode    Mode
	version uint64
	runCode *Tool // nil: the mode is native
	*catalog
}

// catalog is the tools of a view. Scopes that see the same tools share one.
type catalog struct {
	index      map[string]*Tool // by full name
	sorted     []*Tool          // by full name
	namespaces map[string]bool
	off        []Off

	spell   sync.Once
	spelled []foldedName // of sorted; made when a name is first misspelled
}

// Off is a tool that the scope would have if it were not for Reason.
type Off struct {
	Name   string // its full name
	Reason string
}

// Mode says how the tools are presented.
func (v *View) Mode() Mode { return v.mode }

// Version numbers the last change of the registry that showed in this scope. Two views of one scope with equal versions
// are the same.
func (v *View) Version() uint64 { return v.version }

// Lookup finds a tool by its full name, and [RunCode] unless the mode is native. Its cost does not depend on the number
// of tools.
func (v *View) Lookup(fullName string) (*Tool, bool) {
	if fullName == RunCode {
		return v.RunCode()
	}
	t, ok := v.index[fullName]
	return t, ok
}

// Namespace reports whether a tool in the view is in a namespace.
func (v *View) Namespace(name string) bool { return name != "" && v.namespaces[name] }

// RunCode gives the tool that runs programs; there is none in mode native.
func (v *View) RunCode() (*Tool, bool) { return v.runCode, v.runCode != nil }

// Len is the number of tools that [View.Tools] yields.
func (v *View) Len() int { return len(v.sorted) }

// Tools yields the tools in the order of their full names, byte by byte. [RunCode] is not among them.
func (v *View) Tools() iter.Seq[*Tool] {
	return func(yield func(*Tool) bool) {
		for _, t := range v.sorted {
			if !yield(t) {
				return
			}
		}
	}
}

// Off gives the tools that are not there although the scope has them and no restriction hides them, and why, in the order
// of their names.
func (v *View) Off() []Off { return slices.Clone(v.off) }

// makeView makes the view of the scope if it is still missing.
func (s *Scope) makeView() (*View, error) {
	r := s.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.closed {
		return nil, s.gone()
	}
	if v := s.view.Load(); v != nil {
		return v, nil
	}
	v := &View{mode: s.modeLocked(), version: s.version}
	if v.mode != ModeNative {
		if r.runCode == nil {
			return nil, fmt.Errorf("scope %q is in mode %q, which needs the tool %s, and nobody has provided it",
				s.path, v.mode, RunCode)
		}
		v.runCode = r.runCode
	}
	v.catalog = s.catalogLocked()
	s.view.Store(v)
	return v, nil
}

// catalogLocked gives the tools that show in the scope.
func (s *Scope) catalogLocked() *catalog {
	if s.catalog != nil {
		return s.catalog
	}
	chain := s.chain()
	restricted := slices.ContainsFunc(chain, func(link *Scope) bool { return len(link.restrictions) > 0 })
	if s.parent != nil && len(s.tools) == 0 && !restricted {
		s.catalog = s.parent.catalogLocked()
		return s.catalog
	}
	c := composition{
		chain:      chain,
		seen:       make(map[string]bool),
		index:      make(map[string]*Tool),
		namespaces: make(map[string]bool),
	}
	for _, link := range slices.Backward(chain) {
		c.take(link, link == s)
	}
	s.catalog = c.finish()
	return s.catalog
}

// composition puts a catalog together, from the nearest scope to the farthest.
type composition struct {
	chain      []*Scope
	seen       map[string]bool  // names that a nearer tool has taken, whether it is on or off
	index      map[string]*Tool // what is on
	namespaces map[string]bool  // of what is on
	off        []Off
}

// take adds the tools of one scope; own says that it is the scope whose catalog this is.
func (c *composition) take(link *Scope, own bool) {
	for name, e := range link.tools {
		if c.seen[name] || !own && !c.admits(name) {
			continue
		}
		c.seen[name] = true
		if reason := c.obstacle(e); reason != "" {
			c.off = append(c.off, Off{name, reason})
			continue
		}
		c.index[name] = e.tool
		c.namespaces[e.tool.Namespace] = true
	}
}

// obstacle says why a tool is not on; empty: it is. Tools of one scope are never in each other's way.
func (c *composition) obstacle(e *entry) string {
	switch {
	case !e.on:
		return e.reason
	case c.namespaces[e.name]:
		return "a nearer scope has a namespace of this name"
	case e.tool.Namespace != "" && c.index[e.tool.Namespace] != nil:
		return fmt.Sprintf("a nearer scope has a tool named %q", e.tool.Namespace)
	}
	return ""
}

func (c *composition) admits(name string) bool {
	for _, link := range c.chain {
		for _, f := range link.restrictions {
			if !f.admits(name) {
				return false
			}
		}
	}
	return true
}

func (c *composition) finish() *catalog {
	made := &catalog{index: c.index, namespaces: c.namespaces, sorted: make([]*Tool, 0, len(c.index)), off: c.off}
	for _, name := range slices.Sorted(maps.Keys(c.index)) {
		made.sorted = append(made.sorted, c.index[name])
	}
	slices.SortFunc(made.off, func(a, b Off) int { return cmp.Compare(a.Name, b.Name) })
	return made
}
