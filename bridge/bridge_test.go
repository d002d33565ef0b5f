package bridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
	"github.com/runcode-dev/runcode/scheduler/schedulertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The timelines of the scheduler hold for programs too.
func TestTimelinesOfPrograms(t *testing.T) {
	for _, test := range schedulertest.Timelines() {
		t.Run(test.Calls, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				trace := schedulertest.NewTrace()
				s := newScheduler(t, nil, &scheduler.Options{MaxParallel: test.MaxParallel, Delivery: test.Delivery},
					append(trace.Tools(test.Calls), tool("delivered", func(_ context.Context, c *registry.Call) (*registry.Result, error) {
						return nil, nil
					}))...)
				calls, _ := json.Marshal(schedulertest.Calls(test.Calls))
				program := fmt.Sprintf(`await Promise.all(%s.map(n => tools[n]({}).then(() => console.log("=" + n))))`, calls)
				report, err := bridge.Run(t.Context(), program, bridge.Config{
					Scheduler: s, Log: func(l interp.Log) { trace.Add(l.Text) },
				})
				if err != nil || !report.OK() {
					t.Fatalf("run ended %v %+v", err, report)
				}
				if got := trace.String(); !schedulertest.Same(got, test.Want) {
					t.Errorf("calls %s:\ngot  %s\nwant %s", test.Calls, got, test.Want)
				}
			})
		})
	}
}

func TestTexts(t *testing.T) {
	picture := tool("picture", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(`1`), Content: []registry.Content{registry.Text("seen"), registry.Image("image/png", []byte("png"))}}, nil
	})
	writes := tool("write", echo)
	writes.Effects.ReadOnly = false
	s := newScheduler(t, nil, nil, tool("echo", echo), tool("fail", failing), tool("git.log", echo), picture, writes)
	for _, test := range []struct{ name, program, want string }{
		{"string as it is", `return "a\nb"`, "a\nb"},
		{"empty object (P171)", `return {}`, "{}"},
		{"nested object", `return {a:{b:[1,2]}}`, "{\n  \"a\": {\n    \"b\": [\n      1,\n      2\n    ]\n  }\n}"},
		{"null", `return null`, "null"},
		{"nothing", ``, "(the program returned nothing; use `return` to give a value)"},
		{"output alone", `console.log("x")`, "x"},
		{"output and value", `console.log("x"); console.warn("y"); return 1`, "[output]\nx\nwarn: y\n\n[value]\n1"},
		{"value of a tool", `return await tools.echo({b:1,a:9007199254740991})`, "{\n  \"b\": 1,\n  \"a\": 9007199254740991\n}"},
		{"namespace", `return await tools.git.log({n:1})`, "{\n  \"n\": 1\n}"},
		{"caught failure", `try { await tools.fail({}) } catch (e) { return [e.name, e.tool, e.code, e.message] }`,
			"[\n  \"ToolCallError\",\n  \"fail\",\n  \"TOOL_ERROR\",\n  \"disk is full\"\n]"},
		{"unknown tool caught", `try { await tools.ecko({}) } catch (e) { return e.code + " " + e.hint }`, `UNKNOWN_TOOL did you mean "echo"?`},
		{"search", `return (await catalog.search("picture")).map(m => m.name)`, "[\n  \"picture\"\n]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := run(t, s, test.program).Text(); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestFailureText(t *testing.T) {
	writes := tool("write", echo)
	writes.Effects.ReadOnly = false
	s := newScheduler(t, nil, nil, tool("fail", failing), writes)
	r := run(t, s, "console.log('start')\nawait tools.write({})\nawait tools.fail({})")
	got := r.Text()
	for _, want := range []string{
		"[output]\nstart\n", "[failure]\nThe program failed (exception) at line 3", "disk is full", "    3 | await tools.fail({})",
		"Calls that were made (2):\n  write: ok\n  fail: TOOL_ERROR\n", "must not be repeated",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("text lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(strings.ToLower(got), "retry") || strings.Contains(got, "run it again") {
		t.Errorf("text suggests to repeat writes:\n%s", got)
	}
}

func TestReport(t *testing.T) {
	s := newScheduler(t, nil, nil, tool("echo", echo), tool("fail", failing))
	r := run(t, s, `await tools.echo({}); await tools.fail({}).catch(() => 0); await tools.nope({}).catch(() => 0); return 1`)
	type row struct {
		ID, Tool, Outcome string
		Started           bool
	}
	var got []row
	for _, c := range r.Calls {
		got = append(got, row{c.ID, c.Tool, c.Outcome, c.Started})
	}
	want := []row{{"run-1:1", "echo", "ok", true}, {"run-1:2", "fail", "TOOL_ERROR", true}, {"run-1:3", "nope", "UNKNOWN_TOOL", false}}
	if !cmp.Equal(got, want) {
		t.Errorf("calls: %s", cmp.Diff(want, got))
	}
	if text := new(bridge.Report).Text(); text != "" {
		t.Errorf("an empty report has the text %q", text)
	}
}

func TestImagesAndNotesRide(t *testing.T) {
	picture := tool("picture", func(_ context.Context, c *registry.Call) (*registry.Result, error) {
		return &registry.Result{
			Content: []registry.Content{registry.Image("image/png", c.Args)},
			Notes:   []registry.Content{registry.Text("advice")},
		}, nil
	})
	s := newScheduler(t, nil, nil, picture)
	r := run(t, s, `await Promise.all([tools.picture({n:1}), tools.picture({n:2})]); throw new Error("late")`)
	want := []registry.Content{
		{MediaType: "image/png", Data: []byte(`{"n":1}`), Source: "picture"},
		{Text: "advice", Source: "picture"},
		{MediaType: "image/png", Data: []byte(`{"n":2}`), Source: "picture"},
	}
	if r.OK() || !cmp.Equal(r.Content[1:], want) {
		t.Errorf("content: %s", cmp.Diff(want, r.Content[1:]))
	}
}

// What rides on the result of a tool that calls tools has come from their own calls, and rides once, with its source.
func TestImagesAndNotesOfNestedCallsRideOnce(t *testing.T) {
	picture := tool("picture", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{
			Content: []registry.Content{registry.Image("image/png", []byte("png"))},
			Notes:   []registry.Content{registry.Text("advice")},
		}, nil
	})
	quoting := tool("quoting", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Content: []registry.Content{{MediaType: "image/png", Data: []byte("png"), Source: "elsewhere"}}}, nil
	})
	album, err := registry.Meta(registry.Tool{Name: "album", Effects: registry.Effects{ReadOnly: true}},
		func(context.Context, *registry.Call) ([]registry.Part, error) {
			return []registry.Part{{Tool: "picture"}, {Tool: "picture"}, {Tool: "nope"}}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	s := newScheduler(t, nil, nil, picture, quoting, album)
	r := run(t, s, `await tools.album({}); await tools.quoting({}); return 1`)
	var got []string
	for _, c := range r.Content[1:] {
		got = append(got, c.Source+" "+c.MediaType+strings.SplitN(c.Text, ":", 2)[0])
	}
	want := []string{"picture image/png", "picture advice", "picture image/png", "album 1 of 3 calls failed", "elsewhere image/png"}
	if !cmp.Equal(got, want) {
		t.Errorf("content: %s", cmp.Diff(want, got))
	}
}

func TestCallsThatAreNotAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trace := schedulertest.NewTrace()
		s := newScheduler(t, nil, nil, trace.Tools("p5 x5")...)
		r := run(t, s, `tools.p5({}); tools.x5({}); await new Promise(r => setTimeout(r, 1000)); return "done"`)
		if !r.OK() {
			t.Fatalf("failed: %s", r.Text())
		}
		if got, want := trace.String(), "0+p5 1!p5"; got != want {
			t.Errorf("trace %s, want %s", got, want)
		}
		want := []string{
			"the program ended without waiting for tools.p5 (call run-1:1): it was cancelled and may have taken effect; use await",
			"the program ended without waiting for tools.x5 (call run-1:2): it was never started; use await",
		}
		if !cmp.Equal(r.Warnings, want) {
			t.Errorf("warnings: %s", cmp.Diff(want, r.Warnings))
		}
	})
}

// The clock of a run stands still while a person is asked (RT-045).
func TestTimeout(t *testing.T) {
	for _, test := range []struct {
		name    string
		think   time.Duration
		program string
		want    interp.Kind // empty: success
	}{
		{"calls in time", 0, `await tools.p1({}); return 1`, ""},
		{"calls too slow", 0, `await tools.p9({}); return 1`, interp.TimedOut},
		{"many quick calls (RT-044)", 0, `for (;;) await tools.p1({})`, interp.TimedOut},
		{"a slow person", time.Hour, `await tools.asks({}); await tools.p1({}); return 1`, ""},
		{"a slow person and slow calls", time.Hour, `await tools.asks({}); await tools.p9({}); return 1`, interp.TimedOut},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				trace := schedulertest.NewTrace()
				asks := tool("asks", echo)
				asks.Effects.ReadOnly = false
				policy := &gate.Options{Approver: func(context.Context, gate.Request) (gate.Grant, error) {
					time.Sleep(test.think)
					return gate.Grant{Scope: gate.Once}, nil
				}}
				s := newScheduler(t, policy, nil, append(trace.Tools("p1 p9"), asks)...)
				r, err := bridge.Run(t.Context(), test.program, bridge.Config{Scheduler: s, Timeout: 5 * time.Second})
				if err != nil {
					t.Fatal(err)
				}
				if test.want == "" && !r.OK() || test.want != "" && (r.OK() || r.Failure.Kind != test.want || r.Failure.Limit != "timeout") {
					t.Errorf("got %+v, want %q", r.Failure, test.want)
				}
			})
		})
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	s := newScheduler(t, nil, nil, tool("stop", func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
		cancel(errors.New("the user pressed Ctrl-C"))
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	r, err := bridge.Run(ctx, `console.log("before"); try { await tools.stop({}) } catch {} finally { console.log("after") }`, bridge.Config{Scheduler: s})
	if err != nil {
		t.Fatal(err)
	}
	if r.OK() || r.Failure.Kind != interp.Aborted || len(r.Logs) != 1 || !strings.Contains(r.Text(), "Ctrl-C") {
		t.Errorf("got %+v with %v, want aborted with the reason and the first line only (RT-015)", r.Failure, r.Logs)
	}
}

// Approving run_code approves nothing inside it, and both roads behave the same.
func TestTool(t *testing.T) {
	writes := tool("write", echo)
	writes.Effects.ReadOnly = false
	s := withRunCode(t, &gate.Options{}, registry.ModeBoth, bridge.Config{}, writes, tool("echo", echo))
	execute := func(code string) *registry.Result { return runCode(t, s, code, "test") }
	if r := execute(`return await tools.echo({a:1})`); !r.OK() || string(r.Value) != `{"a":1}` {
		t.Errorf("got %+v, want the value", r)
	}
	inside := execute(`await tools.write({})`)
	direct := s.Execute(t.Context(), &registry.Call{Tool: "write"})
	if inside.OK() || direct.OK() || direct.Err.Code != registry.ApprovalUnavailable || !strings.Contains(inside.Content[0].Text, direct.Err.Message) {
		t.Errorf("inside %+v, direct %+v; want the same denial", inside.Err, direct.Err)
	}
	if r := execute(`return ["run_code" in tools, Object.keys(tools).join(), typeof tools.run_code]`); string(r.Value) != `[false,"echo,write","undefined"]` {
		t.Errorf("the program sees %s, want no run_code (P198)", r.Value)
	}
	if r := s.Execute(t.Context(), &registry.Call{Tool: registry.RunCode, Args: json.RawMessage(`{"program":"1"}`)}); r.OK() || r.Err.Code != registry.InvalidArgs {
		t.Errorf("wrong arguments gave %+v, want INVALID_ARGS", r)
	}
}

// A small budget holds too, though the titles alone take more.
func TestSmallBudgets(t *testing.T) {
	s := newScheduler(t, nil, nil)
	for limit := 1; limit < 120; limit++ {
		r, err := bridge.Run(t.Context(), `console.log("a line of output"); return "\ud83d and a value"`, bridge.Config{Scheduler: s, MaxResult: limit})
		if err != nil {
			t.Fatal(err)
		}
		if n := len([]rune(r.Text())); n > limit {
			t.Errorf("limit %d: %d characters: %q", limit, n, r.Text())
		}
	}
}

// One budget holds for the whole text, and a large value does not push out the output (OU-016, OU-018).
func TestTextIsBounded(t *testing.T) {
	s := newScheduler(t, nil, nil)
	for _, program := range []string{
		`console.log("important"); return "x".repeat(5e6)`,
		`console.log("important"); throw new Error("x".repeat(5e6))`,
		`for (let i = 0; i < 1e5; i++) console.log("line " + i); console.log("important"); return 1`,
		`console.log("important"); return Array.from({length: 1e5}, (_, i) => i)`,
	} {
		r, err := bridge.Run(t.Context(), program, bridge.Config{Scheduler: s, MaxResult: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if n := len([]rune(r.Text())); n > 2000 || n < 1000 || !strings.Contains(r.Text(), "important") {
			t.Errorf("%s: %d characters, want up to 2000 with the important line:\n%s", program, n, r.Text())
		}
	}
}
