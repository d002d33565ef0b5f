package registry_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/runcode-dev/runcode/registry"
)

// TestConcurrent changes a tree from several goroutines while others read it. Whatever a reader sees must be whole: both
// tools of a pair or none, in order, and findable.
func TestConcurrent(t *testing.T) {
	r := registry.New(nil)
	add(t, r.Root(), "base")
	s := child(t, r.Root(), "s")
	r.Subscribe(func(uint64) {
		if _, err := r.View("s"); err != nil {
			t.Error(err)
		}
	})
	var writers, readers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() { changeOften(t, r, s, i) })
	}
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for last := uint64(0); ; {
				v, err := r.View("s")
				if err != nil {
					t.Error(err)
					return
				}
				if v.Version() < last {
					t.Errorf("version went back from %d to %d", last, v.Version())
				}
				last = v.Version()
				checkPairs(t, v)
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if got := names(t, r, "s"); got != "base" {
		t.Errorf("at the end: got tools %q, want %q", got, "base")
	}
}

// changeOften adds and removes a pair of tools, a restriction and a scope, again and again.
func changeOften(t *testing.T, r *registry.Registry, s *registry.Scope, i int) {
	for range 50 {
		remove, err := s.Add(tool(fmt.Sprintf("n%d.left", i)), tool(fmt.Sprintf("n%d.right", i)))
		if err != nil {
			t.Error(err)
			return
		}
		lift, err := s.Restrict(registry.Restriction{Deny: []string{fmt.Sprintf("n%d.left", i)}})
		if err != nil {
			t.Error(err)
			return
		}
		c, err := s.Child(fmt.Sprint(i))
		if err != nil {
			t.Error(err)
			return
		}
		if v, err := r.View(c.Path()); err != nil {
			t.Error(err)
		} else if _, ok := v.Lookup(fmt.Sprintf("n%d.left", i)); ok {
			t.Error("a denied tool is visible below the restriction")
		}
		c.Close()
		lift()
		remove()
		r.Refresh()
	}
}

func checkPairs(t *testing.T, v *registry.View) {
	seen, last := make(map[string]bool), ""
	for found := range v.Tools() {
		name := found.FullName()
		if _, ok := v.Lookup(name); !ok || name <= last {
			t.Errorf("tool %q: not found, or not after %q", name, last)
		}
		seen[name], last = true, name
	}
	for i := range 4 {
		if seen[fmt.Sprintf("n%d.left", i)] != seen[fmt.Sprintf("n%d.right", i)] {
			t.Errorf("a reader saw half of a change: %v", seen)
		}
	}
}
