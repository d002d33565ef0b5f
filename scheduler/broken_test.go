package scheduler_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

func TestBrokenObserverIsContained(t *testing.T) {
	var seen int
	opts := &scheduler.Options{Observers: []scheduler.Observer{
		func(scheduler.Observation) { panic("log is gone") },
		func(scheduler.Observation) { seen++ },
	}}
	s := newScheduler(t, opts, echo(nil))
	if r := s.Execute(t.Context(), call("echo")); !r.OK() || seen != 1 {
		t.Errorf("got %+v and %d observations, want success and one (P88)", r, seen)
	}
}

// A function that ends its goroutine instead of returning leaves nothing waiting, wherever it stands.
func TestGoexit(t *testing.T) {
	exit := func() { runtime.Goexit() }
	for _, test := range []struct {
		name   string
		tool   func(*registry.Tool)
		policy gate.Options
		opts   scheduler.Options
		want   registry.Code // empty: success
	}{
		{"handler", func(t *registry.Tool) {
			t.Handler = func(context.Context, *registry.Call) (*registry.Result, error) { exit(); return nil, nil }
		}, gate.Options{}, scheduler.Options{}, registry.ToolPanic},
		{"finalizer", func(t *registry.Tool) {
			t.Finalize = func(*registry.Call, *registry.Result) []registry.Content { exit(); return nil }
		}, gate.Options{}, scheduler.Options{}, registry.PolicyError},
		{"classifier", func(t *registry.Tool) {
			t.Access = func(json.RawMessage) registry.Access { exit(); return registry.Access{} }
		}, gate.Options{}, scheduler.Options{}, ""},
		{"hook", func(*registry.Tool) {}, gate.Options{Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
			exit()
			return gate.Decision{}, nil
		}}}, scheduler.Options{}, registry.ToolPanic},
		{"review", func(*registry.Tool) {}, gate.Options{Reviews: []gate.Review{func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) {
			exit()
			return nil, nil
		}}}, scheduler.Options{}, registry.PolicyError},
		{"observer", func(*registry.Tool) {}, gate.Options{}, scheduler.Options{MaxParallel: 1, Observers: []scheduler.Observer{
			func(scheduler.Observation) { exit() },
		}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			noted := registry.Text("from the handler")
			tool := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
				return &registry.Result{Notes: []registry.Content{noted}}, nil
			})
			test.tool(&tool)
			test.policy.Hooks = append(test.policy.Hooks, allowAll)
			s := newGated(t, &test.policy, &test.opts, tool)
			l := s.NewLane(t.Context(), nil)
			defer l.Close()
			for i := range 6 {
				var wait func() *registry.Result
				submit := func() { wait = l.Submit(t.Context(), call("echo")) }
				if i%2 == 0 {
					submit()
				} else {
					<-serveOnce(l, submit)
				}
				r := wait()
				if r.OK() != (test.want == "") || !r.OK() && r.Err.Code != test.want {
					t.Fatalf("got %+v, want %q", r.Err, test.want)
				}
				if handled := test.want != registry.ToolPanic; handled && !cmp.Equal(r.Notes, []registry.Content{noted}) {
					t.Errorf("got the notes %v, want that of the handler", r.Notes)
				}
			}
		})
	}
}

// What a handler does to its call changes nothing that others see.
func TestHandlerCannotForgeItsCall(t *testing.T) {
	forger := echo(func(_ context.Context, c *registry.Call) (*registry.Result, error) {
		c.Tool, c.ID, c.Parent, c.Root = "other", "zzz", "ppp", "rrr"
		return nil, nil
	})
	var seen registry.Call
	opts := &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) { seen = *o.Call }}}
	s := newScheduler(t, opts, forger)
	l := s.NewLane(t.Context(), &scheduler.LaneOptions{Root: "r"})
	l.Submit(t.Context(), call("echo"))()
	l.Close()
	if seen.ID != "r:1" || seen.Tool != "echo" || seen.Root != "r" || seen.Parent != "" {
		t.Errorf("observed %+v, want the call as it was made", seen)
	}
}

// incomparable is an error that breaks when it is compared with others.
type incomparable struct{ error }

func (incomparable) Is(error) bool { panic("incomparable") }

// A handler's error that breaks does not take the lane with it.
func TestHostileError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hostile := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		cancel()
		return nil, incomparable{errors.New("x")}
	})
	quiet := echo(nil)
	quiet.Name = "quiet"
	l := newScheduler(t, nil, hostile, quiet).NewLane(t.Context(), nil)
	defer l.Close()
	if r := l.Submit(ctx, call("echo"))(); r.OK() || r.Err.Code != registry.ToolPanic {
		t.Errorf("got %+v, want TOOL_PANIC", r)
	}
	if r := l.Submit(t.Context(), call("quiet"))(); !r.OK() {
		t.Errorf("the next call: got %v, want success", r.Err)
	}
}

// What a caller or a tool makes very long is not kept in full by all who are told of the call.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	ran := false
	namesake := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		ran = true
		return nil, nil
	})
	namesake.Name = long[:200] + "…"
	talks := echo(answer(``, errors.New(long)))
	var seen []string
	opts := &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) { seen = append(seen, o.Call.Tool) }}}
	s := newScheduler(t, opts, namesake, talks)
	if r := s.Execute(t.Context(), call(long)); r.OK() || r.Err.Code != registry.UnknownTool || len(r.Err.Error()) > 1000 || ran {
		t.Errorf("a name of 1 MiB: got %.300v and a handler that ran: %v, want UNKNOWN_TOOL in few words", r.Err, ran)
	}
	if r := s.Execute(t.Context(), call("echo")); r.OK() || len(r.Err.Message) > 10_000 || !strings.Contains(r.Err.Message, "[cut: ") {
		t.Errorf("a message of 1 MiB: got %d bytes, want at most 10,000 characters and a marker", len(r.Err.Message))
	}
	if len(seen) != 2 || len(seen[0]) > 300 {
		t.Errorf("observers were told of %d calls, the first of %.300q", len(seen), seen)
	}
}
