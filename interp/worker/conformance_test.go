package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
)

// programs reads the programs of the conformance suite: the files of archives in testdata/programs.
func programs(t *testing.T) map[string]string {
	t.Helper()
	archives, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives, %v", len(archives), err)
	}
	all := map[string]string{}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			all[filepath.Base(path)+"/"+f.Name] = string(f.Data)
		}
	}
	return all
}

// report runs a program through the whole road on an engine, and gives the lines of the report without durations.
func report(t *testing.T, engine interp.Engine, program string) []string {
	t.Helper()
	r, err := bridge.Run(t.Context(), program, bridge.Config{
		Scheduler: conformanceTools(t), Engine: engine, ID: "run-1",
		Input:  json.RawMessage(`{"n": 7, "big": 12345678901234567890, "text": "ä\u2028\ud83d\ude00"}`),
		Limits: interp.Limits{Calls: 50, Pending: 20, Timers: 100, Logs: 2000, Value: 20_000, Stack: 200},
		Fixed:  &interp.Fixed{Now: time.Date(2026, 3, 4, 5, 6, 7, 89, time.UTC), Seed: 7, TimeZone: "Europe/Berlin", Instant: true},
	})
	if err != nil {
		return []string{"error: " + err.Error()}
	}
	r.Duration, r.Compute = 0, 0
	for i := range r.Calls {
		r.Calls[i].Duration = 0
	}
	text, err := json.MarshalIndent(struct {
		Report  *bridge.Report
		Content []registry.Content
	}{r, r.Content}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// conformanceTools are tools of every kind that a program can meet.
func conformanceTools(t *testing.T) *scheduler.Scheduler {
	t.Helper()
	input, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	tool := func(namespace, name string, in *schema.Schema, h registry.Handler) registry.Tool {
		return registry.Tool{
			Namespace: namespace, Name: name, Summary: "Does " + name + ".", Input: in, Handler: h,
			Effects: registry.Effects{ReadOnly: name != "write"},
			Access:  func(json.RawMessage) registry.Access { return registry.Access{} },
		}
	}
	echo := func(_ context.Context, c *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: c.Args}, nil
	}
	reg := registry.New(nil)
	if _, err := reg.Root().Add(
		tool("", "echo", nil, echo),
		tool("", "typed", input, echo),
		tool("", "write", nil, echo),
		tool("my-server", "get-it", nil, echo),
		tool("", "fail", nil, func(context.Context, *registry.Call) (*registry.Result, error) {
			return nil, errors.New("disk is full")
		}),
		tool("", "crash", nil, func(context.Context, *registry.Call) (*registry.Result, error) { panic("out of ideas") }),
		tool("", "wait", nil, func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}),
		tool("", "exact", nil, func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: json.RawMessage(`{"z":1,"a":12345678901234567890,"t":"\ud800 \u0000 ä","n":[1e400,-0,1.10]}`)}, nil
		}),
		tool("", "empty", nil, func(context.Context, *registry.Call) (*registry.Result, error) { return &registry.Result{}, nil }),
	); err != nil {
		t.Fatal(err)
	}
	allow := func(_ context.Context, s gate.Subject) (gate.Decision, error) {
		if s.Call.Tool == "write" {
			return gate.Decision{Verdict: gate.Deny, Reason: "nothing may be written"}, nil
		}
		return gate.Decision{Verdict: gate.Allow}, nil
	}
	s, err := scheduler.New(reg, gate.New(&gate.Options{Hooks: []gate.Hook{allow}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every program has the same report on both engines, byte for byte but for durations.
func TestSameReports(t *testing.T) {
	w := newEngine(t, nil)
	in := interp.New(nil)
	for name, program := range programs(t) {
		want := report(t, in, program)
		if diff := cmp.Diff(want, report(t, w, program)); diff != "" {
			t.Errorf("%s: the worker's report differs (+):\n%s", name, diff)
		}
	}
}

// The programs of the examples are programs too.
func TestSameReportsOfExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/programs/*.ts")
	if err != nil {
		t.Fatal(err)
	}
	w := newEngine(t, nil)
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(report(t, interp.New(nil), string(text)), report(t, w, string(text))); diff != "" {
			t.Errorf("%s: the worker's report differs (+):\n%s", path, diff)
		}
	}
}

// engines are both engines.
func engines(t *testing.T) map[string]interp.Engine {
	return map[string]interp.Engine{"in process": interp.New(nil), "worker": newEngine(t, nil)}
}

// What the contract of functions says holds on both engines.
func TestFunctions(t *testing.T) {
	fs := functions{
		"echo":    echo,
		"at.once": func(_ context.Context, args json.RawMessage, settle interp.Settle) { settle(args, nil) },
		"panic":   func(context.Context, json.RawMessage, interp.Settle) { panic("x") },
		"error":   func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(nil, errors.New("plain")) },
		"broken":  func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(json.RawMessage("{"), nil) },
		"stop": func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
			settle(nil, &interp.StopError{Failure: &interp.Failure{Kind: interp.Aborted, Message: "enough", Hint: "rest"}})
		},
	}
	tests := []struct{ program, value, failure string }{
		{`return await tools.echo({ a: [1, "x"] })`, `{"a":[1,"x"]}`, ""},
		{`return await tools.at.once({ a: 1 })`, `{"a":1}`, ""},
		{`return Object.keys(tools)`, `["at","broken","echo","error","panic","stop"]`, ""},
		{`return ["echo" in tools, "none" in tools, typeof tools.none, typeof tools.then]`, `[true,false,"function","undefined"]`, ""},
		{`return await math.sum(1, undefined, [2])`, `[1,null,[2]]`, ""},
		{`return typeof math.missing`, `"undefined"`, ""},
		{`try { await tools.none.here({}) } catch (e) { return [e.name, e.code, e.message, e.tool] }`,
			`["ToolCallError","UNKNOWN_TOOL","there is no tool none.here","none.here"]`, ""},
		{`try { await tools.echo(3) } catch (e) { return e.message }`, `"expected one object argument {signature of echo}; got a number"`, ""},
		{`try { await tools.panic({}) } catch (e) { return e.message }`, `"the host function panic broke down"`, ""},
		{`try { await tools.error({}) } catch (e) { return [e.name, e.message, e.tool] }`, `["ToolCallError","plain","error"]`, ""},
		{`try { await tools.broken({}) } catch (e) { return e.message.slice(0, 39) }`, `"the result of broken is not valid JSON:"`, ""},
		{`try { await tools.stop({}) } catch { return 1 } finally { for (;;) {} }`, "", "enough"},
	}
	for name, e := range engines(t) {
		for _, test := range tests {
			out, err := e.Run(t.Context(), interp.Request{Program: test.program, Objects: []interp.Object{
				{Name: "tools", Functions: signed{fs}},
				{Name: "math", Positional: true, Functions: only{"sum": fs["at.once"]}},
			}})
			if err != nil {
				t.Fatal(err)
			}
			failure := ""
			if out.Failure != nil {
				failure = out.Failure.Message
			}
			if string(out.Value) != test.value || failure != test.failure {
				t.Errorf("%s: %s: got %s, %q, want %s, %q", name, test.program, out.Value, failure, test.value, test.failure)
			}
		}
	}
}

// signed are functions with signatures.
type signed struct{ functions }

func (signed) Signature(path []string) string { return "{signature of " + path[len(path)-1] + "}" }

// only are functions beside which there is nothing, not even what fails.
type only map[string]interp.Func

func (o only) Names() [][]string { return functions(o).Names() }

func (o only) Lookup(path []string) (interp.Func, bool) {
	f, ok := o[path[0]]
	return f, ok
}

// The names of functions may change from one run to the next, and between objects of one name.
func TestNamesChange(t *testing.T) {
	e := newEngine(t, nil)
	for _, names := range [][]string{{"a", "b"}, {"a", "b"}, {"b", "c"}, {}, {"a"}} {
		fs := functions{}
		for _, n := range names {
			fs[n] = func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
				settle(json.RawMessage(`"`+n+`"`), nil)
			}
		}
		out, err := e.Run(t.Context(), interp.Request{
			Program: "const r = []; for (const k of Object.keys(tools)) r.push(await tools[k]({})); return r",
			Objects: []interp.Object{{Name: "tools", Functions: fs}},
		})
		var got []string
		if err != nil || out.Failure != nil || json.Unmarshal(out.Value, &got) != nil || !slices.Equal(got, names) {
			t.Errorf("got %v, %+v, %v, want %v", got, out, err, names)
		}
	}
}

// Output is handed on as it is written, before and after calls.
func TestOutputIsHandedOn(t *testing.T) {
	for name, e := range engines(t) {
		var events []string
		out, err := e.Run(t.Context(), interp.Request{
			Program: "console.log('a'); tools.mark({ n: 1 }); console.warn('b'); await tools.mark({ n: 2 }); console.error('c')",
			Log:     func(l interp.Log) { events = append(events, l.Level+" "+l.Text) },
			Objects: []interp.Object{{Name: "tools", Functions: functions{
				"mark": func(_ context.Context, args json.RawMessage, settle interp.Settle) {
					events = append(events, string(args))
					settle(json.RawMessage("0"), nil)
				},
			}}},
		})
		want := []string{"log a", `{"n":1}`, "warn b", `{"n":2}`, "error c"}
		if diff := cmp.Diff(want, events); err != nil || out.Failure != nil || diff != "" {
			t.Errorf("%s: %+v, %v, got (+), want (-):\n%s", name, out, err, diff)
		}
	}
}

// Trouble of the caller's making is an error on both engines, and the same.
func TestErrorsOfTheCaller(t *testing.T) {
	es := engines(t)
	for _, req := range []interp.Request{
		{Program: "return 1", Input: json.RawMessage("{")},
		{Program: "return 1", Objects: []interp.Object{{Name: "a b", Functions: functions{}}}},
		{Program: "return 1", Objects: []interp.Object{{Name: "console", Functions: functions{}}}},
		{Program: "return 1", Objects: []interp.Object{{Name: "tools"}}},
		{Program: "return 1", Fixed: &interp.Fixed{TimeZone: "Nowhere/Land"}},
	} {
		var want string
		for _, name := range []string{"in process", "worker"} {
			_, err := es[name].Run(t.Context(), req)
			if err == nil {
				t.Errorf("%s: %+v: got no error", name, req)
			} else if want == "" {
				want = err.Error()
			} else if err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

// A context that is done ends the run for its reason, wherever the program is.
func TestCancellation(t *testing.T) {
	causes := map[string]error{
		"the run was cancelled":                     context.Canceled,
		"the run was cancelled: closed by the user": errors.New("closed by the user"),
		"the time for the run is over":              context.DeadlineExceeded,
		"mine":                                      &interp.StopError{Failure: &interp.Failure{Kind: interp.Output, Message: "mine"}},
	}
	for name, e := range engines(t) {
		for want, cause := range causes {
			for _, program := range []string{"await tools.end({})", "tools.end({}); for (;;) {}", "tools.end({}); for (;;) await 0"} {
				ctx, cancel := context.WithCancelCause(t.Context())
				out, err := e.Run(ctx, interp.Request{Program: program, Objects: []interp.Object{{Name: "tools", Functions: functions{
					"end": func(context.Context, json.RawMessage, interp.Settle) { cancel(cause) },
				}}}})
				cancel(nil)
				if err != nil || out.Failure == nil || out.Failure.Message != want {
					t.Errorf("%s: %s: got %+v, %v, want %q", name, program, out.Failure, err, want)
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := newEngine(t, nil).Run(ctx, interp.Request{Program: "return 1"}); err != nil || out.Failure.Kind != interp.Aborted {
		t.Errorf("before the start: got %+v, %v", out, err)
	}
}

// The clock of a program stands still while a call waits in the host.
func TestWaitingIsNotComputing(t *testing.T) {
	hold := make(chan struct{})
	req := interp.Request{Program: "await tools.wait({}); return 1", Limits: interp.Limits{Compute: 500 * time.Millisecond},
		Objects: []interp.Object{{Name: "tools", Functions: functions{
			"wait": func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
				time.AfterFunc(700*time.Millisecond, func() { settle(json.RawMessage("0"), nil); close(hold) })
			},
		}}}}
	out, err := newEngine(t, &worker.Options{Idle: -1}).Run(t.Context(), req)
	<-hold
	if err != nil || string(out.Value) != "1" || out.Compute > 500*time.Millisecond {
		t.Errorf("got %+v, %+v, %v", out, out.Failure, err)
	}
}

// Calls overlap also when the first holds up the goroutine that works on it, and one that ends that goroutine holds up none.
func TestOverlappingCalls(t *testing.T) {
	eager := scheduler.Eager
	second, third := make(chan struct{}), make(chan struct{})
	overlaps := func(json.RawMessage) registry.Access { return registry.Access{} }
	tool := func(name string, handle func()) registry.Tool {
		return registry.Tool{
			Name: name, Summary: name, Effects: registry.Effects{ReadOnly: true}, Access: overlaps,
			Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
				handle()
				return &registry.Result{Value: json.RawMessage(`1`)}, nil
			},
		}
	}
	reg := registry.New(nil)
	_, err := reg.Root().Add(
		tool("quick", func() {}), tool("exit", runtime.Goexit),
		tool("first", func() { <-second; <-third }), tool("second", func() { close(second) }), tool("third", func() { close(third) }),
	)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := bridge.Run(t.Context(), `
await tools.quick(); await tools.quick();
const first = tools.first();
await tools.quick(); await tools.second(); await tools.third(); await first;
await tools.exit().catch(() => 0);
await tools.quick();
return "done"`, bridge.Config{Scheduler: s, Engine: newEngine(t, nil), Delivery: &eager})
	if err != nil || !r.OK() || string(r.Value) != `"done"` {
		t.Errorf("got %+v, %v", r, err)
	}
}
