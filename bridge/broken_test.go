package bridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// A log function that breaks down loses nothing.
func TestBrokenLog(t *testing.T) {
	s := newScheduler(t, nil, nil, tool("echo", echo))
	cfg := bridge.Config{Scheduler: s, Log: func(interp.Log) { panic("no room") }}
	r, err := bridge.Run(t.Context(), "console.log('a'); await tools.echo({}); console.log('b'); return 1", cfg)
	if err != nil || !r.OK() || len(r.Calls) != 1 || len(r.Logs) != 2 || len(r.Warnings) != 1 {
		t.Errorf("got %+v %v, want all of the report, and a warning", r, err)
	}
}

// An observer that blocks keeps nothing out of the report.
func TestBlockedObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := 0
		blocks := func(scheduler.Observation) {
			if seen++; seen == 2 {
				time.Sleep(time.Minute)
			}
		}
		s := newScheduler(t, nil, &scheduler.Options{Observers: []scheduler.Observer{blocks}}, tool("echo", echo))
		r, err := bridge.Run(t.Context(), "for (let i = 0; i < 5; i++) await tools.echo({}); return 1", bridge.Config{Scheduler: s})
		if err != nil || !r.OK() || len(r.Calls) != 5 {
			t.Errorf("got %+v %v, want five calls in the report", r, err)
		}
		time.Sleep(time.Hour) // the observer has returned
	})
}

// An observer that breaks does not reach the program (P152).
func TestBrokenObserver(t *testing.T) {
	s := newScheduler(t, nil, &scheduler.Options{Observers: []scheduler.Observer{func(scheduler.Observation) { panic("log is gone") }}}, tool("echo", echo))
	if r := run(t, s, `return (await tools.echo({a: 1})).a`); r.Text() != "1" || len(r.Calls) != 1 {
		t.Errorf("got %s with %v, want 1 and one call", r.Text(), r.Calls)
	}
}

// A handler that does not stop is reported as what it is: started, left behind, and perhaps effective.
func TestCallThatIsLeftBehind(t *testing.T) {
	for _, program := range []string{`await tools.deaf({})`, `tools.deaf({}); await new Promise(r => setTimeout(r, 200)); return 1`} {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			deaf := registry.Tool{Name: "deaf", Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
				<-release
				return nil, nil
			}}
			s := newScheduler(t, nil, &scheduler.Options{Drain: time.Second}, deaf)
			r, err := bridge.Run(t.Context(), program, bridge.Config{Scheduler: s, Timeout: 3 * time.Second})
			close(release)
			if err != nil || len(r.Calls) != 1 {
				t.Fatalf("got %+v %v", r, err)
			}
			c := r.Calls[0]
			if !c.Started || !c.Changes || c.Outcome != string(registry.Aborted) || c.Duration <= 0 || c.Duration > time.Minute {
				t.Errorf("call %+v, want one that was started and aborted", c)
			}
			text := r.Text()
			if r.OK() && !strings.Contains(text, "may have taken effect") || !r.OK() && !strings.Contains(text, "must not be repeated") {
				t.Errorf("text hides the effect:\n%s", text)
			}
		})
	}
}

// brokenEngine starts a call and then fails or breaks off.
type brokenEngine struct{ end func() error }

func (e brokenEngine) Run(ctx context.Context, req interp.Request) (*interp.Outcome, error) {
	f, _ := req.Objects[0].Functions.Lookup([]string{"slow"})
	f(ctx, json.RawMessage(`{}`), func(json.RawMessage, error) {})
	return nil, e.end()
}

// Whatever becomes of the engine, no call outlives the run, and a model is told nothing of the host.
func TestBrokenEngine(t *testing.T) {
	for name, end := range map[string]func() error{
		"error": func() error { return errors.New("starting a worker from /opt/secret: gone") },
		"panic": func() error { panic("engine") },
	} {
		synctest.Test(t, func(t *testing.T) {
			running := false
			slow := tool("slow", func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
				running = true
				<-ctx.Done()
				time.Sleep(time.Second)
				running = false
				return nil, ctx.Err()
			})
			cfg := bridge.Config{Engine: brokenEngine{func() error { synctest.Wait(); return end() }}}
			r := runCode(t, withRunCode(t, nil, registry.ModeCode, cfg, slow), "1", "")
			if r.OK() || running || strings.Contains(r.Content[0].Text, "/opt") {
				t.Errorf("%s: got %+v with a call still running: %v; want a failure that hides the host, after the call", name, r, running)
			}
		})
	}
}

// A program whose tools are taken away while it runs is told so.
func TestScopeThatIsClosed(t *testing.T) {
	reg := registry.New(nil)
	scope, err := reg.Root().Child("agent")
	if err != nil {
		t.Fatal(err)
	}
	leave := tool("leave", func(context.Context, *registry.Call) (*registry.Result, error) {
		scope.Close()
		return nil, nil
	})
	if _, err := reg.Root().Add(leave); err != nil {
		t.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	program := `await tools.leave({}).catch(() => 0)
		const told = []
		for (const f of [() => tools.leave({}), () => catalog.search("x"), () => catalog.describe("leave")]) await f().catch(e => told.push(e.message))
		return told`
	r, err := bridge.Run(t.Context(), program, bridge.Config{Scheduler: s, Scope: "agent"})
	if err != nil {
		t.Fatal(err)
	}
	want := `["unknown tool \"leave\": there is no such scope: \"agent\"","catalog: the tools of this run are gone","catalog: the tools of this run are gone"]`
	if string(r.Value) != want {
		t.Errorf("the program was told %s, want %s", r.Value, want)
	}
}

// A report of very many failures keeps only the beginning of what each says.
func TestManyFailures(t *testing.T) {
	talks := tool("talks", func(context.Context, *registry.Call) (*registry.Result, error) {
		return nil, errors.New(strings.Repeat("no ", 1000))
	})
	s := newScheduler(t, nil, nil, talks)
	r := run(t, s, `for (let i = 0; i < 2000; i++) await tools.talks({}).catch(() => 0)
		for (let i = 0; i < 100; i++) await tools["x".repeat(1500) + i]({}).catch(() => 0)
		return 1`)
	messages, names := 0, 0
	for _, c := range r.Calls {
		messages += len(c.Message)
		names += len(c.Tool)
		if strings.Contains(c.Tool, "\n") {
			t.Fatalf("a name has more than one line: %q", c.Tool)
		}
	}
	if len(r.Calls) != 2100 || messages > 1_200_000 || names > 50_000 {
		t.Errorf("%d calls with %d bytes of messages and %d of names, want 2100, about 1,000,000 and few", len(r.Calls), messages, names)
	}
}
