package scheduler

import (
	"context"
	"iter"
	"sync"

	"github.com/runcode-dev/runcode/registry"
)

// claims is the set of accesses that all lanes of a scheduler share. A call claims its access when the gate has allowed
// it and gives it back when it has finished. What waits is served in the order in which it began to wait, unless a
// waiter stands in the way of the very call that holds it up.
type claims struct {
	mu      sync.Mutex
	running []*flight // have claimed
	waiting []*flight // wait for nothing but a conflict; one a lane at most
}

// acquire claims f's access, waiting as long as it must. It fails when f's context is done first, and when waiting could
// never end because what f waits for cannot finish before f.
func (c *claims) acquire(f *flight) *registry.Error {
	c.mu.Lock()
	if !c.blockedLocked(f, c.waiting) {
		c.running = append(c.running, f)
		c.mu.Unlock()
		return nil
	}
	if c.deadlockedLocked(f) {
		c.mu.Unlock()
		return registry.Errorf(registry.AbortedBeforeDispatch,
			"%s needs what a call holds that cannot finish before it; it was not started", f.call.Tool).
			WithHint("make the two calls one after the other")
	}
	granted := make(chan struct{})
	f.granted = granted
	c.waiting = append(c.waiting, f)
	c.mu.Unlock()

	select {
	case <-granted:
		return nil
	case <-f.ctx.Done():
		c.release(f)
		return abortedBeforeDispatch(f.call.Tool, context.Cause(f.ctx))
	}
}

// release gives back f's claim, or its place in the queue, and grants what can now be granted.
func (c *claims) release(f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.previous = nil // nothing can wait for f any more; do not keep the whole lane alive
	c.running = remove(c.running, f)
	c.waiting = remove(c.waiting, f)
	for i := 0; i < len(c.waiting); {
		w := c.waiting[i]
		if c.blockedLocked(w, c.waiting[:i]) {
			i++
			continue
		}
		c.waiting = remove(c.waiting, w)
		c.running = append(c.running, w)
		close(w.granted)
		w.granted = nil
	}
}

// blockedLocked reports whether f must wait for a running call, or for one that began to wait before it.
func (c *claims) blockedLocked(f *flight, before []*flight) bool {
	for _, r := range c.running {
		if r.excludes(f) {
			return true
		}
	}
	for _, w := range before {
		if w.excludes(f) && !c.needsLocked(w, f) {
			return true
		}
	}
	return false
}

// deadlockedLocked reports whether a running call that f must wait for cannot finish before f has.
func (c *claims) deadlockedLocked(f *flight) bool {
	for _, r := range c.running {
		if r.excludes(f) && c.needsLocked(r, f) {
			return true
		}
	}
	return false
}

// needsLocked reports whether n cannot finish before f has: n is an ancestor of f; or n runs, and a call below it or an
// earlier call of its lane needs f; or n waits, and something it waits for needs f.
func (c *claims) needsLocked(n, f *flight) bool {
	seen := map[*flight]bool{n: true}
	for left := []*flight{n}; len(left) > 0; {
		n, left = left[len(left)-1], left[:len(left)-1]
		if n == f || n.isAncestorOf(f) {
			return true
		}
		for next := range c.delaysLocked(n) {
			if !seen[next] {
				seen[next] = true
				left = append(left, next)
			}
		}
	}
	return false
}

// delaysLocked yields the calls that n cannot finish before, as far as one can see from n alone.
func (c *claims) delaysLocked(n *flight) iter.Seq[*flight] {
	return func(yield func(*flight) bool) {
		if n.previous != nil && !yield(n.previous) {
			return
		}
		waits := n.granted != nil
		for _, r := range c.running {
			if waits && r.excludes(n) && !yield(r) {
				return
			}
		}
		for _, w := range c.waiting {
			waits = waits && w != n // from here on they began to wait after n
			if (n.isAncestorOf(w) || waits && w.excludes(n)) && !yield(w) {
				return
			}
		}
	}
}

// excludes reports whether f, once it runs, keeps g from running beside it. A call never excludes its own descendants.
func (f *flight) excludes(g *flight) bool {
	return f != g && !f.isAncestorOf(g) && f.claim.Conflicts(g.claim)
}

func (f *flight) isAncestorOf(g *flight) bool {
	for p := g.parent; p != nil; p = p.parent {
		if p == f {
			return true
		}
	}
	return false
}

// find returns the running call with an ID, or nil.
func (c *claims) find(id string) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.running {
		if f.call.ID == id {
			return f
		}
	}
	return nil
}

func remove(fs []*flight, f *flight) []*flight {
	for i := range fs {
		if fs[i] == f {
			copy(fs[i:], fs[i+1:])
			fs[len(fs)-1] = nil
			return fs[:len(fs)-1]
		}
	}
	return fs
}
