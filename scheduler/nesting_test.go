package scheduler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// keyed is a tool that writes a key for a second; nested, if not empty, is a call that its handler makes by itself.
func keyed(name, key string, s **scheduler.Scheduler, nested string) registry.Tool {
	return registry.Tool{
		Name:   name,
		Access: func(json.RawMessage) registry.Access { return registry.Access{Writes: []string{key}} },
		Handler: func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
			time.Sleep(time.Second)
			if nested == "" {
				return nil, nil
			}
			r := (*s).Execute(ctx, &registry.Call{Tool: nested, Parent: c.ID})
			if r.Err != nil {
				return nil, r.Err
			}
			return r, nil
		},
	}
}

// A call never conflicts with its own ancestors, also where the handler opens a lane of its own.
func TestNestedCallSharesItsParentsClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s *scheduler.Scheduler
		s = newScheduler(t, nil, keyed("outer", "A", &s, "inner"), keyed("inner", "A", &s, ""))
		if r := s.Execute(t.Context(), call("outer")); !r.OK() {
			t.Errorf("got %v, want success", r.Err)
		}
	})
}

// Two calls that hold what the other's child needs cannot both wait: one child fails, and nothing hangs.
func TestDeadlockFailsOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s *scheduler.Scheduler
		s = newScheduler(t, nil,
			keyed("ab", "A", &s, "b"), keyed("ba", "B", &s, "a"),
			keyed("a", "A", &s, ""), keyed("b", "B", &s, ""))
		first, second := s.NewLane(t.Context(), nil), s.NewLane(t.Context(), nil)
		defer first.Close()
		defer second.Close()
		x, y := first.Submit(t.Context(), call("ab")), second.Submit(t.Context(), call("ba"))
		failed := 0
		for _, r := range []*registry.Result{x(), y()} {
			if !r.OK() {
				failed++
				if !strings.Contains(r.Err.Message, "cannot finish before it") {
					t.Errorf("got %v, want a deadlock named", r.Err)
				}
			}
		}
		if failed != 1 {
			t.Errorf("%d calls failed, want exactly one", failed)
		}
	})
}

// A call whose result must wait for an earlier one of its lane holds what it has until then, whatever stands in between:
// the earlier one's child cannot wait for it. With Eager it need not wait, and so the child can.
func TestChildNeedsWhatALaterCallHolds(t *testing.T) {
	for _, test := range []struct {
		delivery scheduler.Delivery
		want     string // in the error of the outer call; empty: success
		took     time.Duration
	}{
		{scheduler.Ordered, "cannot finish before it", time.Second},
		{scheduler.Eager, "", 3 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			var s *scheduler.Scheduler
			holder := keyed("holder", "B", &s, "")
			holder.Handler = func(context.Context, *registry.Call) (*registry.Result, error) {
				time.Sleep(2 * time.Second)
				return nil, nil
			}
			s = newScheduler(t, &scheduler.Options{Delivery: test.delivery}, keyed("outer", "A", &s, "inner"), keyed("inner", "B", &s, ""), holder)
			l := s.NewLane(t.Context(), nil)
			defer l.Close()
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			start := time.Now()
			wait := l.Submit(t.Context(), call("outer"))
			l.Submit(t.Context(), &registry.Call{Tool: "inner", Args: json.RawMessage("{")}) // delivered in its turn
			l.Submit(gone, call("inner"))                                                    // delivered at once
			l.Submit(t.Context(), call("holder"))
			r := wait()
			if r.OK() != (test.want == "") || !r.OK() && !strings.Contains(r.Err.Message, test.want) || time.Since(start) != test.took {
				t.Errorf("delivery %v: got %v after %v, want %q after %v", test.delivery, r.Err, time.Since(start), test.want, test.took)
			}
		})
	}
}

// What waits for what is followed once for each call, not once for each way to it.
func TestManyWaitersCostLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const waiters = 60
		s := newScheduler(t, nil,
			keyed("a", "file:/dir/a", nil, ""), keyed("dir", "file:/dir", nil, ""), keyed("b", "file:/dir/b", nil, ""))
		var waits []func() *registry.Result
		for _, name := range slices.Concat(slices.Repeat([]string{"a"}, waiters), []string{"dir", "b"}) {
			l := s.NewLane(t.Context(), nil)
			defer l.Close()
			waits = append(waits, l.Submit(t.Context(), call(name)))
			synctest.Wait()
		}
		start := time.Now()
		for _, wait := range waits {
			if r := wait(); !r.OK() {
				t.Errorf("got %v, want success", r.Err)
			}
		}
		if took := time.Since(start); took != (waiters+2)*time.Second {
			t.Errorf("all ended after %v, want one after another", took)
		}
	})
}

// A waiter that stands behind a call's own ancestor does not hold the call up.
func TestChildPassesWhoWaitsForItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s *scheduler.Scheduler
		s = newScheduler(t, nil, keyed("outer", "A", &s, "inner"), keyed("inner", "A", &s, ""), keyed("other", "A", &s, ""))
		first, second := s.NewLane(t.Context(), nil), s.NewLane(t.Context(), nil)
		defer first.Close()
		defer second.Close()
		start := time.Now()
		x := first.Submit(t.Context(), call("outer"))
		synctest.Wait()
		y := second.Submit(t.Context(), call("other"))
		if r := x(); !r.OK() || time.Since(start) != 2*time.Second {
			t.Errorf("outer ended %+v after %v, want success after 2s", r, time.Since(start))
		}
		if r := y(); !r.OK() || time.Since(start) != 3*time.Second {
			t.Errorf("other ended %+v after %v, want success after 3s", r, time.Since(start))
		}
	})
}

func TestMetaTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(name string, d time.Duration) registry.Tool {
			return registry.Tool{
				Name:   name,
				Access: func(json.RawMessage) registry.Access { return registry.Access{} },
				Handler: func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
					c.Progress("working")
					time.Sleep(d)
					return &registry.Result{Value: json.RawMessage(`"` + name + `"`)}, nil
				},
			}
		}
		both := registry.Tool{Name: "both", Calls: true, Handler: func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
			a, b := c.Submit(ctx, "a", nil), c.Submit(ctx, "b", nil)
			return &registry.Result{Value: json.RawMessage(fmt.Sprintf("[%s,%s]", a().Value, b().Value))}, nil
		}}
		var seen, progress []string
		var mu sync.Mutex
		opts := &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) {
			seen = append(seen, o.Call.ID+" "+o.Call.Parent+" "+o.Call.Root)
		}}}
		s := newScheduler(t, opts, both, slow("a", 2*time.Second), slow("b", time.Second))
		l := s.NewLane(t.Context(), &scheduler.LaneOptions{Root: "run-1", Progress: func(c *registry.Call, text string) {
			mu.Lock()
			defer mu.Unlock()
			progress = append(progress, c.ID+" "+text)
		}})
		start := time.Now()
		r := l.Submit(t.Context(), call("both"))()
		if !r.OK() || string(r.Value) != `["a","b"]` || time.Since(start) != 2*time.Second {
			t.Errorf("got %+v after %v, want both values after 2s", r, time.Since(start))
		}
		l.Close()
		if want := []string{"run-1:1:1 run-1:1 run-1", "run-1:1:2 run-1:1 run-1", "run-1:1  run-1"}; !cmp.Equal(seen, want) {
			t.Errorf("observed %q, want %q", seen, want)
		}
		slices.Sort(progress)
		if want := []string{"run-1:1:1 working", "run-1:1:2 working"}; !cmp.Equal(progress, want) {
			t.Errorf("progress %q, want %q", progress, want)
		}
	})
}

// A slow observer delays no value, and holds up new starts only beyond the bound (P131, P132).
func TestSlowObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opts := &scheduler.Options{MaxParallel: 1, Observers: []scheduler.Observer{func(scheduler.Observation) { time.Sleep(time.Minute) }}}
		s := newScheduler(t, opts, echo(nil))
		l := s.NewLane(t.Context(), nil)
		start := time.Now()
		var waits []func() *registry.Result
		for range 3 {
			waits = append(waits, l.Submit(t.Context(), call("echo")))
		}
		var got []time.Duration
		for _, wait := range waits {
			wait()
			got = append(got, time.Since(start))
		}
		if want := []time.Duration{0, time.Minute, 2 * time.Minute}; !cmp.Equal(got, want) {
			t.Errorf("values came after %v, want %v", got, want)
		}
		l.Close()
		if took := time.Since(start); took != 2*time.Minute+scheduler.DefaultDrain {
			t.Errorf("closed after %v, want the drain bound after the last value", took)
		}
		time.Sleep(time.Hour)
	})
}

// A person who thinks blocks later starts of the lane, but neither other lanes nor results that are due.
func TestSlowApproval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := echo(nil)
		quick.Name, quick.Effects.ReadOnly = "quick", true
		quick.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
		asks := quick
		asks.Name, asks.Effects.ReadOnly = "asks", false
		var asking []bool
		var waiting []registry.Call
		policy := &gate.Options{Approver: func(_ context.Context, req gate.Request) (gate.Grant, error) {
			time.Sleep(time.Minute)
			waiting = req.Waiting
			return gate.Grant{Scope: gate.Once}, nil
		}}
		s := newGated(t, policy, nil, quick, asks)
		l := s.NewLane(t.Context(), &scheduler.LaneOptions{Asking: func(on bool) { asking = append(asking, on) }})
		other := s.NewLane(t.Context(), nil)
		defer l.Close()
		defer other.Close()
		start := time.Now()
		since := func(wait func() *registry.Result) time.Duration {
			if r := wait(); !r.OK() {
				t.Errorf("got %v, want success", r.Err)
			}
			return time.Since(start)
		}
		a, b, c := l.Submit(t.Context(), call("quick")), l.Submit(t.Context(), call("asks")), l.Submit(t.Context(), call("quick"))
		d := other.Submit(t.Context(), call("quick"))
		got := []time.Duration{since(a), since(d), since(b), since(c)}
		if want := []time.Duration{0, 0, time.Minute, time.Minute}; !cmp.Equal(got, want) {
			t.Errorf("values came after %v, want %v", got, want)
		}
		if want := []bool{true, false}; !cmp.Equal(asking, want) {
			t.Errorf("told %v, want %v", asking, want)
		}
		if len(waiting) != 1 || waiting[0].Tool != "quick" {
			t.Errorf("the person sees %v wait, want the call behind", waiting)
		}
	})
}

// The head is classified again just before it starts, since the registry may have changed (P134).
func TestHeadIsClassifiedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := registry.New(nil)
		slow := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
			time.Sleep(2 * time.Second)
			return nil, nil
		})
		slow.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
		first := slow
		first.Name = "first"
		for _, tool := range []registry.Tool{first, slow} {
			if _, err := reg.Root().Add(tool); err != nil {
				t.Fatal(err)
			}
		}
		scope, err := reg.Root().Child("agent")
		if err != nil {
			t.Fatal(err)
		}
		s, err := scheduler.New(reg, gate.New(&gate.Options{Hooks: []gate.Hook{allowAll}}), &scheduler.Options{MaxParallel: 2})
		if err != nil {
			t.Fatal(err)
		}
		l := s.NewLane(t.Context(), &scheduler.LaneOptions{Scope: scope.Path()})
		defer l.Close()
		start := time.Now()
		l.Submit(t.Context(), call("first"))
		l.Submit(t.Context(), call("first"))
		wait := l.Submit(t.Context(), call("echo"))
		synctest.Wait()
		alone := slow
		alone.Access = nil
		if _, err := scope.Add(alone); err != nil {
			t.Fatal(err)
		}
		wait()
		if took := time.Since(start); took != 4*time.Second {
			t.Errorf("ended after %v, want 4s: alone, after both others", took)
		}
	})
}
