package scheduler_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

func texts(cs []registry.Content) []string {
	var s []string
	for _, c := range cs {
		s = append(s, c.Text)
	}
	return s
}

func noted(name string) registry.Content { return registry.Text(name) }

// The stages of one call, in order, each once (P60, P225).
func TestOrderOfStages(t *testing.T) {
	var trace []string
	mark := func(s string) { trace = append(trace, s) }
	tool := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		mark("handler")
		return &registry.Result{Value: json.RawMessage(`1`), Notes: []registry.Content{noted("tool")}}, nil
	})
	tool.Finalize = func(_ *registry.Call, r *registry.Result) []registry.Content {
		mark("finalize")
		return r.Content
	}
	policy := &gate.Options{
		Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
			mark("hook")
			return gate.Decision{Verdict: gate.Allow}, nil
		}},
		Guards: []gate.Guard{func(context.Context, gate.Subject) error { mark("guard"); return nil }},
		Reviews: []gate.Review{func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) {
			mark("review")
			return &gate.Change{Notes: []registry.Content{noted("review")}}, nil
		}},
	}
	opts := &scheduler.Options{
		Middleware: []scheduler.Middleware{func(next registry.Handler) registry.Handler {
			return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
				mark("before")
				defer mark("after")
				r, err := next(ctx, c)
				r.Notes = append(r.Notes, noted("middleware"))
				return r, err
			}
		}},
		Observers: []scheduler.Observer{func(scheduler.Observation) { mark("observer") }},
	}
	r := newGated(t, policy, opts, tool).Execute(t.Context(), call("echo"))
	if want := []string{"hook", "guard", "before", "handler", "after", "review", "finalize", "observer"}; !cmp.Equal(trace, want) {
		t.Errorf("stages %v, want %v", trace, want)
	}
	if want := []string{"tool", "middleware", "review"}; !cmp.Equal(texts(r.Notes), want) {
		t.Errorf("notes %v, want %v (P67)", texts(r.Notes), want)
	}
}

// What a caller does with its call afterwards changes nothing (P31, P32).
func TestCallIsReadOnce(t *testing.T) {
	var got string
	hold := make(chan struct{})
	tool := echo(func(_ context.Context, c *registry.Call) (*registry.Result, error) {
		<-hold
		got = string(c.Args)
		return nil, nil
	})
	s := newScheduler(t, nil, tool)
	l := s.NewLane(t.Context(), nil)
	defer l.Close()
	c := &registry.Call{Tool: "echo", Args: json.RawMessage(`{"a":1}`)}
	wait := l.Submit(t.Context(), c)
	c.Tool, c.Args[5] = "other", '2'
	close(hold)
	if wait(); got != `{"a":1}` {
		t.Errorf("the handler got %s, want what was submitted", got)
	}
}

// Cancellation at every stage. The handler of a call that was cancelled before it never runs.
func TestCancellation(t *testing.T) {
	note := []registry.Content{noted("kept")}
	ok := func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(`1`), Notes: note}, nil
	}
	for _, test := range []struct {
		name  string
		at    string // where the caller cancels
		fail  bool   // and what is there fails for a reason of its own
		want  registry.Code
		ran   bool
		notes int
	}{
		{"before everything (P90)", "start", false, registry.AbortedBeforeDispatch, false, 0},
		{"in a hook that allows (P91)", "hook", false, registry.AbortedBeforeDispatch, false, 0},
		{"in a hook that breaks (P93)", "hook", true, registry.PolicyError, false, 0},
		{"in a middleware, before the handler (P94)", "before", false, registry.AbortedBeforeDispatch, false, 0},
		{"in the handler, which does not care (P100)", "handler", false, registry.Aborted, true, 1},
		{"in the handler, which fails by itself", "handler", true, registry.ToolError, true, 0},
		{"in a middleware, after the handler (P96)", "after", false, registry.Aborted, true, 1},
		{"in a review (P97)", "review", false, registry.Aborted, true, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			at := func(place string) error {
				if place == test.at {
					cancel()
					if test.fail {
						return errors.New("of its own")
					}
				}
				return nil
			}
			ran := false
			tool := echo(func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
				ran = true
				if err := at("handler"); err != nil {
					return nil, err
				}
				return ok(ctx, c)
			})
			policy := &gate.Options{
				Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
					return gate.Decision{Verdict: gate.Allow}, at("hook")
				}},
				Reviews: []gate.Review{func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) {
					return &gate.Change{Notes: note}, at("review")
				}},
			}
			if test.at != "review" {
				policy.Reviews = nil
			}
			seen := 0
			opts := &scheduler.Options{
				Middleware: []scheduler.Middleware{func(next registry.Handler) registry.Handler {
					return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
						_ = at("before")
						defer at("after")
						return next(ctx, c)
					}
				}},
				Observers: []scheduler.Observer{func(scheduler.Observation) { seen++ }},
			}
			_ = at("start")
			r := newGated(t, policy, opts, tool).Execute(ctx, call("echo"))
			if r.OK() || r.Err.Code != test.want || ran != test.ran || len(r.Notes) != test.notes || seen != 1 {
				t.Errorf("got %+v, handler ran %v, notes %v, %d observations; want %s, %v, %d notes, one", r.Err, ran, texts(r.Notes), seen, test.want, test.ran, test.notes)
			}
		})
	}
}

// Notes of a handler that fails stay on the result (P104).
func TestNotesOfAFailure(t *testing.T) {
	tool := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Notes: []registry.Content{noted("deferred")}}, errors.New("failed")
	})
	if r := newScheduler(t, nil, tool).Execute(t.Context(), call("echo")); r.OK() || !cmp.Equal(texts(r.Notes), []string{"deferred"}) {
		t.Errorf("got %+v, want the failure with its note", r)
	}
}

// A renderer or classifier that breaks costs nothing but itself.
func TestBrokenParts(t *testing.T) {
	tool := echo(answer(`{"a":1}`, nil))
	tool.Render = func(args, value json.RawMessage) []registry.Content { panic("x") }
	tool.Access = func(json.RawMessage) registry.Access { panic("x") } // so it runs alone (P107)
	if r := newScheduler(t, nil, tool).Execute(t.Context(), call("echo")); !r.OK() || r.Content[0].Text != `{"a":1}` {
		t.Errorf("got %+v, want the value and its JSON text", r)
	}
}

// What makes a call run alone, and what does not (P106, P107, P108).
func TestClassification(t *testing.T) {
	mode := func(args json.RawMessage) registry.Access {
		var a struct{ Mode string }
		if err := json.Unmarshal(args, &a); err != nil {
			panic(err)
		}
		return registry.Access{Alone: a.Mode != "read"}
	}
	for _, test := range []struct {
		name   string
		access func(json.RawMessage) registry.Access
		args   string
		alone  bool
	}{
		{"none", nil, `{}`, true},
		{"zero access", func(json.RawMessage) registry.Access { return registry.Access{} }, `{}`, false},
		{"by arguments: read", mode, `{"mode":"read"}`, false},
		{"by arguments: write", mode, `{"mode":"write"}`, true},
		{"panic on odd arguments", mode, `{"mode":1}`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
					time.Sleep(time.Second)
					return nil, nil
				})
				slow.Access = test.access
				l := newScheduler(t, nil, slow).NewLane(t.Context(), nil)
				defer l.Close()
				start := time.Now()
				c := &registry.Call{Tool: "echo", Args: json.RawMessage(test.args)}
				first, second := l.Submit(t.Context(), c), l.Submit(t.Context(), c)
				first()
				second()
				if alone := time.Since(start) == 2*time.Second; alone != test.alone {
					t.Errorf("two calls took %v, want alone %v", time.Since(start), test.alone)
				}
			})
		})
	}
}

// Policy sees one call after another: a slow hook of the first holds up the second (P116), and results that policy denies
// or breaks on keep their place (P118, P141).
func TestPolicyInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reviewed []string
		fast := echo(nil)
		fast.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
		policy := &gate.Options{
			Hooks: []gate.Hook{func(_ context.Context, s gate.Subject) (gate.Decision, error) {
				time.Sleep(time.Second)
				switch {
				case strings.Contains(string(s.Call.Args), "deny"):
					return gate.Decision{Verdict: gate.Deny, Reason: "no"}, nil
				case strings.Contains(string(s.Call.Args), "break"):
					return gate.Decision{}, errors.New("broken")
				}
				return gate.Decision{Verdict: gate.Allow}, nil
			}},
			Reviews: []gate.Review{func(_ context.Context, s gate.Subject, _ *registry.Result) (*gate.Change, error) {
				reviewed = append(reviewed, string(s.Call.Args))
				return nil, nil
			}},
		}
		l := newGated(t, policy, nil, fast).NewLane(t.Context(), nil)
		defer l.Close()
		start := time.Now()
		var waits []func() *registry.Result
		for _, args := range []string{`{"a":1}`, `{"deny":1}`, `{"break":1}`, `{"b":1}`} {
			waits = append(waits, l.Submit(t.Context(), &registry.Call{Tool: "echo", Args: json.RawMessage(args)}))
		}
		var codes []registry.Code
		for _, wait := range waits {
			r := wait()
			code := registry.Code("ok")
			if r.Err != nil {
				code = r.Err.Code
			}
			codes = append(codes, code)
		}
		if want := []registry.Code{"ok", registry.Denied, registry.PolicyError, "ok"}; !cmp.Equal(codes, want) || time.Since(start) != 4*time.Second {
			t.Errorf("got %v after %v, want %v after 4s", codes, time.Since(start), want)
		}
		if want := []string{`{"a":1}`, `{"deny":1}`, `{"b":1}`}; !cmp.Equal(reviewed, want) {
			t.Errorf("reviewed %v, want %v", reviewed, want)
		}
	})
}

// A call that runs alone holds its barrier until its reviews are done (P117, P130).
func TestBarrierHoldsUntilFinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		alone := echo(nil)
		safe := echo(nil)
		var start, started time.Time
		safe.Name, safe.Access = "safe", func(json.RawMessage) registry.Access { return registry.Access{} }
		safe.Handler = func(context.Context, *registry.Call) (*registry.Result, error) {
			started = time.Now()
			return nil, nil
		}
		policy := &gate.Options{Hooks: []gate.Hook{allowAll}, Reviews: []gate.Review{func(_ context.Context, s gate.Subject, _ *registry.Result) (*gate.Change, error) {
			if s.Call.Tool == "echo" {
				time.Sleep(time.Minute)
			}
			return nil, nil
		}}}
		for _, delivery := range []scheduler.Delivery{scheduler.Ordered, scheduler.Eager} {
			start = time.Now()
			l := newGated(t, policy, &scheduler.Options{Delivery: delivery}, alone, safe).NewLane(t.Context(), nil)
			l.Submit(t.Context(), call("echo"))
			l.Submit(t.Context(), call("safe"))()
			l.Close()
			if got := started.Sub(start); got != time.Minute {
				t.Errorf("delivery %v: the next call started after %v, want 1m", delivery, got)
			}
		}
	})
}

func TestOptionsAreChecked(t *testing.T) {
	for _, opts := range []scheduler.Options{{MaxParallel: -1}, {Drain: -time.Second}} {
		if _, err := scheduler.New(registry.New(nil), nil, &opts); err == nil {
			t.Errorf("%+v was accepted, want an error (P129)", opts)
		}
	}
	s, err := scheduler.New(registry.New(nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Execute(t.Context(), call("x")); r.OK() || r.Err.Code != registry.UnknownTool {
		t.Errorf("a scheduler without a gate gave %+v, want a failure", r)
	}
}
