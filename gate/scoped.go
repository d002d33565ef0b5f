package gate

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// scoped holds values that each apply to one scope and the scopes below it. The slice is never changed in place, so that
// a reader may keep it without the lock.
type scoped[T any] struct {
	mu      sync.Mutex
	added   uint64      // how many were ever added
	entries []*entry[T] // from the root scope down, then in the order of addition
}

type entry[T any] struct {
	scope string
	seq   uint64 // from 1, in the order of addition
	value T
}

func (l *scoped[T]) add(scope string, v T) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.added++
	e := &entry[T]{scope: scope, seq: l.added, value: v}
	l.entries = append(slices.Clone(l.entries), e)
	slices.SortStableFunc(l.entries, func(a, b *entry[T]) int { return cmp.Compare(depth(a.scope), depth(b.scope)) })
	return func() { l.remove(e) }
}

func (l *scoped[T]) remove(e *entry[T]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = slices.DeleteFunc(slices.Clone(l.entries), func(x *entry[T]) bool { return x == e })
}

// at gives what applies to a scope and was added after the one numbered since, and the number of the latest addition.
func (l *scoped[T]) at(scope string, since uint64) (apply []*entry[T], latest uint64) {
	l.mu.Lock()
	entries, latest := l.entries, l.added
	l.mu.Unlock()
	applies := func(e *entry[T]) bool { return e.seq > since && covers(e.scope, scope) }
	if !slices.ContainsFunc(entries, func(e *entry[T]) bool { return !applies(e) }) {
		return entries, latest
	}
	for _, e := range entries {
		if applies(e) {
			apply = append(apply, e)
		}
	}
	return apply, latest
}

// depth is how far a scope is from the root.
func depth(scope string) int {
	if scope == "" {
		return 0
	}
	return strings.Count(scope, "/") + 1
}

// covers reports whether path is the scope or below it.
func covers(scope, path string) bool {
	rest, ok := strings.CutPrefix(path, scope)
	return ok && (scope == "" || rest == "" || rest[0] == '/')
}
