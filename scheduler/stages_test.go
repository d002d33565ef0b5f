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
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
)

// echo answers with its arguments, or as it is told.
func echo(h registry.Handler) registry.Tool {
	if h == nil {
		h = func(_ context.Context, c *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: c.Args}, nil
		}
	}
	return registry.Tool{Name: "echo", Handler: h}
}

func answer(value string, err error) registry.Handler {
	return func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(value)}, err
	}
}

func mustSchema(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type unprintable struct{}

func (unprintable) Error() string { panic("no text") }

func TestOutcomes(t *testing.T) {
	typed := echo(answer(`42`, nil))
	typed.Output = mustSchema(t, `{"type":"string"}`)
	foreign := typed
	foreign.Foreign = true
	strictIn := echo(nil)
	strictIn.Input = mustSchema(t, `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)
	coded := registry.Errorf(registry.UpstreamGone, "server is gone")

	for _, test := range []struct {
		name  string
		tool  registry.Tool
		args  string
		value string        // of a success
		code  registry.Code // of a failure
		text  string        // in the message
	}{
		{name: "value", tool: echo(nil), args: `{"a":9007199254740993}`, value: `{"a":9007199254740993}`},
		{name: "no arguments", tool: echo(nil), value: `{}`},
		{name: "nil result is null", tool: echo(func(context.Context, *registry.Call) (*registry.Result, error) { return nil, nil }), value: `null`},
		{name: "plain error (P19)", tool: echo(answer(``, errors.New("exploded"))), code: registry.ToolError, text: "exploded"},
		{name: "coded error (P20)", tool: echo(answer(``, coded)), code: registry.UpstreamGone, text: "server is gone"},
		{name: "unprintable error (P22)", tool: echo(answer(``, unprintable{})), code: registry.ToolError, text: "<unprintable>"},
		{name: "panic", tool: echo(func(context.Context, *registry.Call) (*registry.Result, error) { panic("secret /root/key") }), code: registry.ToolPanic, text: "echo: its handler broke off"},
		{name: "value is not JSON (P36)", tool: echo(answer(`{`, nil)), code: registry.InvalidOutput, text: "must be JSON"},
		{name: "value does not fit (P37)", tool: typed, code: registry.InvalidOutput, text: "echo has run, but"},
		{name: "foreign value does not fit (TS-027)", tool: foreign, value: `42`},
		{name: "arguments are not JSON (P27)", tool: echo(nil), args: `{"a":`, code: registry.InvalidArgs, text: "not valid JSON"},
		{name: "arguments are no object", tool: echo(nil), args: `[1]`, code: registry.InvalidArgs, text: "must be one object"},
		{name: "missing argument (P25)", tool: strictIn, args: `{}`, code: registry.InvalidArgs, text: "path"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var seen []*registry.Result
			opts := &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) { seen = append(seen, o.Result) }}}
			s := newScheduler(t, opts, test.tool)
			r := s.Execute(t.Context(), &registry.Call{Tool: "echo", Args: json.RawMessage(test.args)})
			switch {
			case test.code == "" && (!r.OK() || string(r.Value) != test.value):
				t.Errorf("got %+v, want value %s", r, test.value)
			case test.code != "" && (r.OK() || r.Err.Code != test.code || !strings.Contains(r.Err.Message, test.text)):
				t.Errorf("got error %+v, want %s with %q", r.Err, test.code, test.text)
			case test.code != "" && !cmp.Equal(r.Content, []registry.Content{registry.Text("Error: " + r.Err.Error())}):
				t.Errorf("got content %v, want the error", r.Content)
			case test.code != "" && strings.Contains(r.Content[0].Text, "/root"):
				t.Errorf("content shows the panic: %v", r.Content)
			case test.code != "" && r.Err.Tool != "echo":
				t.Errorf("the error is of tool %q, want echo", r.Err.Tool)
			case len(seen) != 1 || seen[0] != r:
				t.Errorf("observed %v, want the result itself once", seen)
			}
		})
	}
}

func TestUnknownToolReachesPolicyAndObservers(t *testing.T) {
	var asked, seen []string
	policy := &gate.Options{Hooks: []gate.Hook{func(_ context.Context, s gate.Subject) (gate.Decision, error) {
		asked = append(asked, s.Call.Tool)
		return gate.Decision{Verdict: gate.Allow}, nil
	}}}
	s := newGated(t, policy, &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) {
		seen = append(seen, o.Call.Tool)
	}}}, echo(nil))
	r := s.Execute(t.Context(), call("echoo"))
	if r.OK() || r.Err.Code != registry.UnknownTool || r.Err.Hint != `did you mean "echo"?` {
		t.Errorf("got %+v, want UNKNOWN_TOOL with the nearest name", r.Err)
	}
	if !cmp.Equal(asked, []string{"echoo"}) || !cmp.Equal(seen, []string{"echoo"}) {
		t.Errorf("policy saw %v and observers %v, want the call in both (P23)", asked, seen)
	}
}

// In mode code nobody is asked about a direct call that can only fail (P190, P191).
func TestModeCollapse(t *testing.T) {
	reg := registry.New(nil)
	if _, err := reg.Root().Add(echo(nil)); err != nil {
		t.Fatal(err)
	}
	if err := reg.ProvideRunCode(registry.Tool{Name: registry.RunCode, Calls: true, Handler: answer(`1`, nil)}); err != nil {
		t.Fatal(err)
	}
	if err := reg.Root().SetMode(registry.ModeCode); err != nil {
		t.Fatal(err)
	}
	asked := 0
	policy := gate.New(&gate.Options{Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
		asked++
		return gate.Decision{Verdict: gate.Allow}, nil
	}}})
	s, err := scheduler.New(reg, policy, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Execute(t.Context(), call("echo"))
	want := "unknown tool \"echo\": only `run_code` is callable directly; call `tools.echo(...)` inside a run_code program"
	if r.OK() || r.Err.Message != want || asked != 0 {
		t.Errorf("direct call gave %+v after %d questions, want %q and none", r.Err, asked, want)
	}
	r = s.Execute(t.Context(), &registry.Call{Tool: "echo", Parent: "batch-99:1"})
	if r.OK() || r.Err.Code != registry.UnknownTool {
		t.Errorf("a parent that does not run gave %+v, want a direct call", r)
	}
	l := s.NewLane(t.Context(), &scheduler.LaneOptions{Root: "run-1", Program: true})
	defer l.Close()
	if r := l.Submit(t.Context(), call("echo"))(); !r.OK() {
		t.Errorf("a program's call gave %+v, want success", r.Err)
	}
	if r := l.Submit(t.Context(), call(registry.RunCode))(); r.OK() || r.Err.Code != registry.UnknownTool {
		t.Errorf("run_code inside a program gave %+v, want UNKNOWN_TOOL", r)
	}
	if r := s.Execute(t.Context(), call(registry.RunCode)); !r.OK() {
		t.Errorf("run_code itself gave %+v, want success", r.Err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Execute(cancelled, call("echo")); r.Err.Code != registry.AbortedBeforeDispatch {
		t.Errorf("a collapsed and cancelled call gave %v, want ABORTED_BEFORE_DISPATCH (P192)", r.Err.Code)
	}
	if r := s.Execute(cancelled, &registry.Call{Tool: "echo", Args: json.RawMessage("{")}); r.Err.Code != registry.InvalidArgs {
		t.Errorf("a collapsed call with broken arguments gave %v, want INVALID_ARGS (P193)", r.Err.Code)
	}
}

func TestMiddleware(t *testing.T) {
	type middleware = scheduler.Middleware
	around := func(trace *[]string, name string) middleware {
		return func(next registry.Handler) registry.Handler {
			return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
				*trace = append(*trace, name)
				defer func() { *trace = append(*trace, "/"+name) }()
				return next(ctx, c)
			}
		}
	}
	t.Run("outermost first, and a retry runs the whole inner chain", func(t *testing.T) {
		var trace []string
		retry := func(next registry.Handler) registry.Handler {
			return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
				if r, err := next(ctx, c); err == nil && r.OK() {
					return r, err
				}
				return next(ctx, c)
			}
		}
		runs := 0
		flaky := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
			if runs++; runs == 1 {
				return nil, errors.New("not yet")
			}
			return nil, nil
		})
		s := newScheduler(t, &scheduler.Options{Middleware: []middleware{around(&trace, "a"), retry, around(&trace, "b")}}, flaky)
		if r := s.Execute(t.Context(), call("echo")); !r.OK() {
			t.Errorf("got %v, want success", r.Err)
		}
		if got, want := strings.Join(trace, " "), "a b /b b /b /a"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("an authored result is held against this tool's output (P65)", func(t *testing.T) {
		typed := echo(nil)
		typed.Output = mustSchema(t, `{"type":"string"}`)
		cache := func(registry.Handler) registry.Handler { return answer(`7`, nil) }
		s := newScheduler(t, &scheduler.Options{Middleware: []middleware{cache}}, typed)
		if r := s.Execute(t.Context(), call("echo")); r.OK() || r.Err.Code != registry.InvalidOutput {
			t.Errorf("got %+v, want INVALID_OUTPUT", r)
		}
	})
	t.Run("a panic is contained", func(t *testing.T) {
		broken := func(registry.Handler) registry.Handler {
			return func(context.Context, *registry.Call) (*registry.Result, error) { panic(1) }
		}
		s := newScheduler(t, &scheduler.Options{Middleware: []middleware{broken}}, echo(nil))
		if r := s.Execute(t.Context(), call("echo")); r.OK() || r.Err.Code != registry.ToolPanic {
			t.Errorf("got %+v, want TOOL_PANIC", r)
		}
	})
	t.Run("the caller's cancellation reaches a handler whose context was detached (P68)", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			detach := func(next registry.Handler) registry.Handler {
				return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
					return next(context.WithoutCancel(ctx), c)
				}
			}
			waits := echo(func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			})
			s := newScheduler(t, &scheduler.Options{Middleware: []middleware{detach}}, waits)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if r := s.Execute(ctx, call("echo")); r.OK() || r.Err.Code != registry.Aborted {
				t.Errorf("got %+v, want ABORTED", r)
			}
		})
	})
	t.Run("a context that is already done (P70)", func(t *testing.T) {
		cancelled := func(next registry.Handler) registry.Handler {
			return func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
				ctx, cancel := context.WithCancel(ctx)
				cancel()
				return next(ctx, c)
			}
		}
		s := newScheduler(t, &scheduler.Options{Middleware: []middleware{cancelled}}, echo(nil))
		if r := s.Execute(t.Context(), call("echo")); r.OK() || r.Err.Code != registry.AbortedBeforeDispatch {
			t.Errorf("got %+v, want ABORTED_BEFORE_DISPATCH", r)
		}
	})
}

func TestTimeouts(t *testing.T) {
	after := func(d time.Duration, err error) registry.Handler {
		return func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
			time.Sleep(d)
			return nil, err
		}
	}
	for _, test := range []struct {
		name    string
		handler registry.Handler
		caller  time.Duration
		want    registry.Code
	}{
		{"in time", after(time.Second, nil), time.Minute, ""},
		{"late value (P101)", after(3*time.Second, nil), time.Minute, registry.Timeout},
		{"late abort error (P101)", after(3*time.Second, context.Canceled), time.Minute, registry.Timeout},
		{"late failure of its own", after(3*time.Second, errors.New("disk full")), time.Minute, registry.ToolError},
		{"caller first (P102)", after(3*time.Second, nil), time.Second, registry.Aborted},
		{"deadline first, then caller (P102)", after(5*time.Second, nil), 4 * time.Second, registry.Timeout},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tool := echo(test.handler)
				tool.Timeout = 2 * time.Second
				s := newScheduler(t, nil, tool)
				ctx, cancel := context.WithTimeout(t.Context(), test.caller)
				defer cancel()
				r := s.Execute(ctx, call("echo"))
				if r.OK() != (test.want == "") || !r.OK() && r.Err.Code != test.want {
					t.Errorf("got %+v, want %q", r, test.want)
				}
			})
		})
	}
}

func TestReviews(t *testing.T) {
	change := func(c *gate.Change, err error) gate.Review {
		return func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) { return c, err }
	}
	note := []registry.Content{registry.Text("note")}
	noting := func(err error) registry.Tool {
		return echo(func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: json.RawMessage(`1`), Notes: []registry.Content{registry.Text("own")}}, err
		})
	}
	for _, test := range []struct {
		name   string
		tool   registry.Tool
		review gate.Review
		value  string
		code   registry.Code
		text   string // of the content
		notes  int
	}{
		{"content replaced, value kept (P72)", noting(nil), change(&gate.Change{Content: []registry.Content{registry.Text("seen")}}, nil), `1`, "", "seen", 1},
		{"value replaced and rendered anew", noting(nil), change(&gate.Change{Value: []byte(`2`)}, nil), `2`, "", "2", 1},
		{"notes added", noting(nil), change(&gate.Change{Notes: note}, nil), `1`, "", "1", 2},
		{"withheld: value and own notes dropped (P78, P81)", noting(nil), change(&gate.Change{Withhold: "no secrets", Notes: note}, nil), ``, registry.Denied, "Error: no secrets", 1},
		{"both replaced (P74)", noting(nil), change(&gate.Change{Value: []byte(`2`), Content: note}, nil), ``, registry.PolicyError, "", 1},
		{"value of a failure replaced (P76)", noting(errors.New("x")), change(&gate.Change{Value: []byte(`2`)}, nil), ``, registry.PolicyError, "", 1},
		{"review fails (P82), notes survive", noting(nil), change(nil, errors.New("y")), ``, registry.PolicyError, "", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newGated(t, &gate.Options{Hooks: []gate.Hook{allowAll}, Reviews: []gate.Review{test.review}}, nil, test.tool)
			r := s.Execute(t.Context(), call("echo"))
			if r.OK() != (test.code == "") || !r.OK() && r.Err.Code != test.code || string(r.Value) != test.value {
				t.Errorf("got value %s error %+v, want value %s code %q", r.Value, r.Err, test.value, test.code)
			}
			if len(r.Content) != 1 || test.text != "" && r.Content[0].Text != test.text {
				t.Errorf("got content %v, want %q", r.Content, test.text)
			}
			if len(r.Notes) != test.notes {
				t.Errorf("got notes %v, want %d", r.Notes, test.notes)
			}
		})
	}
}

func TestFinalizeIsCapturedAndRunsOnce(t *testing.T) {
	reg := registry.New(nil)
	runs := 0
	tool := echo(nil)
	tool.Finalize = func(_ *registry.Call, r *registry.Result) []registry.Content {
		runs++
		r.Value = json.RawMessage(`"changed"`)
		return []registry.Content{registry.Text("final")}
	}
	remove, err := reg.Root().Add(tool)
	if err != nil {
		t.Fatal(err)
	}
	policy := gate.New(&gate.Options{Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
		remove()
		return gate.Decision{Verdict: gate.Deny, Reason: "not today"}, nil
	}}})
	s, err := scheduler.New(reg, policy, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Execute(t.Context(), call("echo"))
	if r.OK() || r.Err.Code != registry.Denied || runs != 1 || r.Content[0].Text != "final" {
		t.Errorf("got %+v after %d runs, want DENIED with the captured content once (P84)", r, runs)
	}

	tool.Finalize = func(*registry.Call, *registry.Result) []registry.Content { runs++; panic("x") }
	runs = 0
	s = newScheduler(t, nil, tool)
	if r := s.Execute(t.Context(), call("echo")); r.OK() || r.Err.Code != registry.ToolPanic || runs != 1 {
		t.Errorf("got %+v after %d runs, want TOOL_PANIC once (P86)", r, runs)
	}
}

func TestDenialBeatsLaterCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	deny := func(context.Context, gate.Subject) (gate.Decision, error) {
		cancel()
		return gate.Decision{Verdict: gate.Deny, Reason: "no"}, nil
	}
	r := newGated(t, &gate.Options{Hooks: []gate.Hook{deny}}, nil, echo(nil)).Execute(ctx, call("echo"))
	if r.OK() || r.Err.Code != registry.Denied {
		t.Errorf("got %+v, want DENIED (P92)", r)
	}

	ctx, cancel = context.WithCancel(t.Context())
	allow := func(context.Context, gate.Subject) (gate.Decision, error) {
		cancel()
		return gate.Decision{Verdict: gate.Allow}, nil
	}
	r = newGated(t, &gate.Options{Hooks: []gate.Hook{allow}}, nil, echo(nil)).Execute(ctx, call("echo"))
	if r.OK() || r.Err.Code != registry.AbortedBeforeDispatch {
		t.Errorf("got %+v, want ABORTED_BEFORE_DISPATCH (P91)", r)
	}
}
