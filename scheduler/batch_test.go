package scheduler_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// batch runs the calls of an agent loop: submitted in model order, then waited for.
func batch(ctx context.Context, s *scheduler.Scheduler, calls ...*registry.Call) []*registry.Result {
	l := s.NewLane(ctx, nil)
	defer l.Close()
	var waits []func() *registry.Result
	for _, c := range calls {
		waits = append(waits, l.Submit(context.Background(), c))
	}
	results := make([]*registry.Result, len(waits))
	for i, wait := range waits {
		results[i] = wait()
	}
	return results
}

func codes(rs []*registry.Result) []registry.Code {
	var cs []registry.Code
	for _, r := range rs {
		if r.OK() {
			cs = append(cs, "ok")
		} else {
			cs = append(cs, r.Err.Code)
		}
	}
	return cs
}

// Every call of a batch gets exactly one result, in order, however it was cancelled.
func TestCancelledBatches(t *testing.T) {
	const aborted, before = registry.Aborted, registry.AbortedBeforeDispatch
	for _, test := range []struct {
		name string
		at   string // of the tool "stop", or before everything
		want []registry.Code
		ran  int
	}{
		{"before everything (P142)", "start", []registry.Code{before, before, before}, 0},
		{"in the policy of the first (P143)", "policy", []registry.Code{before, before, before}, 0},
		{"in the handler of the first, before one that runs alone (P145)", "handler", []registry.Code{aborted, before, before}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ran := 0
			stop := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
				ran++
				if test.at == "handler" {
					cancel()
				}
				return nil, nil
			})
			stop.Name, stop.Access = "stop", func(json.RawMessage) registry.Access { return registry.Access{} }
			alone := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
				ran++
				return nil, nil
			})
			policy := &gate.Options{Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
				if test.at == "policy" {
					cancel()
				}
				return gate.Decision{Verdict: gate.Allow}, nil
			}}}
			if test.at == "start" {
				cancel()
			}
			// The second call conflicts with the first, so it cannot have started before that was cancelled.
			got := codes(batch(ctx, newGated(t, policy, nil, stop, alone), call("stop"), call("echo"), call("stop")))
			if !cmp.Equal(got, test.want) || ran != test.ran {
				t.Errorf("got %v after %d handlers, want %v after %d", got, ran, test.want, test.ran)
			}
		})
	}
	t.Run("broken arguments win over cancellation (P34)", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		got := codes(batch(ctx, newScheduler(t, nil, echo(nil)), &registry.Call{Tool: "echo", Args: json.RawMessage("{")}, call("echo")))
		if want := []registry.Code{registry.InvalidArgs, before}; !cmp.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

// Events of a batch under a cap, and the order of observers (P135, P138, P140).
func TestBatchUnderCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var events []string
		slow := echo(func(_ context.Context, c *registry.Call) (*registry.Result, error) {
			mu.Lock()
			events = append(events, "call "+c.ID)
			mu.Unlock()
			time.Sleep(time.Second)
			return nil, nil
		})
		slow.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
		var seen []string
		opts := &scheduler.Options{MaxParallel: 2, Delivery: scheduler.Eager, Observers: []scheduler.Observer{func(o scheduler.Observation) {
			seen = append(seen, o.Call.ID)
		}}}
		s := newScheduler(t, opts, slow)
		l := s.NewLane(t.Context(), &scheduler.LaneOptions{Root: "r"})
		for range 4 {
			l.SubmitFunc(context.Background(), call("echo"), func(*registry.Result) {})
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		l.Close()
		slices.Sort(events) // two of them start at one moment
		if want := []string{"call r:1", "call r:2", "call r:3", "call r:4"}; !cmp.Equal(events, want) {
			t.Errorf("events %v, want %v", events, want)
		}
		if want := []string{"r:1", "r:2", "r:3", "r:4"}; !cmp.Equal(seen, want) {
			t.Errorf("observed %v, want %v", seen, want)
		}
	})
}

// A denied call enters neither middleware nor handler, and reviews see it (P43, P83).
func TestDeniedCall(t *testing.T) {
	entered, reviewed := 0, 0
	policy := &gate.Options{
		Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
			return gate.Decision{Verdict: gate.Deny, Reason: "not on Fridays"}, nil
		}},
		Reviews: []gate.Review{func(_ context.Context, _ gate.Subject, r *registry.Result) (*gate.Change, error) {
			if !r.OK() {
				reviewed++
			}
			return nil, nil
		}},
	}
	opts := &scheduler.Options{Middleware: []scheduler.Middleware{func(next registry.Handler) registry.Handler {
		return func(ctx context.Context, c *registry.Call) (*registry.Result, error) { entered++; return next(ctx, c) }
	}}}
	r := newGated(t, policy, opts, echo(nil)).Execute(t.Context(), call("echo"))
	if r.OK() || r.Err.Code != registry.Denied || entered != 0 || reviewed != 1 {
		t.Errorf("got %+v, middleware entered %d times, %d reviews of it", r.Err, entered, reviewed)
	}
}

// A tool that is gone when its call comes to its turn is unknown (P120), and one that goes while its call runs finishes
// under the contract that the call began with.
func TestToolGoes(t *testing.T) {
	reg := registry.New(nil)
	var remove func()
	leaving := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		remove()
		return &registry.Result{Value: json.RawMessage(`1`)}, nil
	})
	remove, err := reg.Root().Add(leaving)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(&gate.Options{Hooks: []gate.Hook{allowAll}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := codes(batch(t.Context(), s, call("echo"), call("echo"))), []registry.Code{"ok", registry.UnknownTool}; !cmp.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Hooks of a scope see the calls of that scope and of those below it, and no others (P214, P216).
func TestScopes(t *testing.T) {
	reg := registry.New(nil)
	if _, err := reg.Root().Add(echo(nil)); err != nil {
		t.Fatal(err)
	}
	agent, err := reg.Root().Child("agent")
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := reg.Root().Child("sealed")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sealed.Restrict(registry.Restriction{Deny: []string{"echo"}}); err != nil {
		t.Fatal(err)
	}
	g := gate.New(&gate.Options{Hooks: []gate.Hook{allowAll}})
	var seen []string
	g.AddHook(agent.Path(), func(_ context.Context, s gate.Subject) (gate.Decision, error) {
		seen = append(seen, s.Call.Scope)
		return gate.Decision{}, nil
	})
	s, err := scheduler.New(reg, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []registry.Code
	for _, scope := range []string{"", "agent", "sealed", "nowhere"} {
		got = append(got, codes(batch(t.Context(), s, &registry.Call{Tool: "echo", Scope: scope}))...)
	}
	if want := []registry.Code{"ok", "ok", registry.UnknownTool, registry.UnknownTool}; !cmp.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !slices.Equal(seen, []string{"agent"}) {
		t.Errorf("the hook of the scope saw %v, want its own call only", seen)
	}
}
