package bridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

// What models send as arguments: each is refused before the handler, as an error that a program can catch and that says
// what is wrong, or reaches it unchanged.
func TestArguments(t *testing.T) {
	item := tool("add_item", echo)
	item.Input = mustSchema(t, `{"type":"object","properties":{"item":{"type":"object",
		"properties":{"name":{"type":"string"},"qty":{"type":"integer"}},"required":["name","qty"]}},"required":["item"]}`)
	task := tool("task", echo)
	task.Input = mustSchema(t, `{"type":"object","properties":{"action":{"type":"string","enum":["create","list","delete"]},
		"path":{"type":"string"},"edits":{"type":"array"}},"required":["action","path","edits"],"additionalProperties":false}`)
	var handled atomic.Int64
	any := tool("any", func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
		handled.Add(1)
		return echo(ctx, c)
	})
	s := newScheduler(t, nil, nil, item, task, any)
	for _, test := range []struct {
		name, program string
		want          []string // in the message
	}{
		{"wrong type (BR-012)", `tools.add_item({item: "oops"})`, []string{"args.item", "object"}},
		{"none (BR-012)", `tools.add_item()`, []string{"item"}},
		{"null (BR-012)", `tools.add_item(null)`, []string{"object"}},
		{"positional (BR-013)", `tools.task("x", 1)`, []string{"one object argument {action, path, edits}", "2 arguments"}},
		{"all at once (BR-012)", `tools.add_item({item: {name: 1, qty: {}}})`, []string{"args.item.name", "args.item.qty"}},
		{"enum (BR-011)", `tools.task({action: "crate"})`, []string{`"create"`, `"crate"`, "path", "edits"}},
		{"strings for everything (BR-009)", `tools.add_item({item: {name: "a", qty: "3"}})`, []string{"args.item.qty", "integer"}},
		{"misspelled", `tools.task({acton: "list", path: "", edits: []})`, []string{"acton", `"action"`}},
		{"cycle (BR-022)", `(() => { const a = {}; a.a = a; return tools.any(a) })()`, []string{"args.a"}},
		{"BigInt (P153)", `tools.any({n: 10n})`, []string{"args.n", "BigInt"}},
		{"function (P154)", `tools.any({a: [() => 1]})`, []string{"args.a[0]", "function"}},
		{"NaN", `tools.any({a: {b: 0 / 0}})`, []string{"args.a.b", "NaN"}},
		{"Map (BR-020)", `tools.any({m: new Map()})`, []string{"args.m", "Map"}},
		{"bytes (BR-020)", `tools.any({data: new Uint8Array([0, 255])})`, []string{"args.data", "Array.from"}},
		{"promise", `tools.any({p: tools.any({})})`, []string{"args.p", "await"}},
		{"throwing getter (P154)", `tools.any({get x() { throw new Error("own text") }})`, []string{"own text"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, s, `try { await `+test.program+`; return "no error" } catch (e) { return e.message }`)
			for _, want := range test.want {
				if !strings.Contains(r.Text(), want) {
					t.Errorf("got %q, want it to say %q", r.Text(), want)
				}
			}
		})
	}
	if n := handled.Load(); n > 1 { // the argument of the promise case is a call of its own
		t.Errorf("the handler ran %d times for arguments that cannot be carried", n)
	}

	for _, test := range []struct{ name, args, want string }{
		{"undefined members are dropped (BR-014)", `{q: "x", page: undefined}`, `{"q":"x"}`},
		{"null is kept (BR-014)", `{q: null}`, `{"q":null}`},
		{"dates (BR-020)", `{when: new Date(0)}`, `{"when":"1970-01-01T00:00:00.000Z"}`},
		{"order of keys (BR-031)", `{zeta: 1, alpha: 2, 10: 3}`, `{"10":3,"zeta":1,"alpha":2}`},
		{"own __proto__", `JSON.parse('{"__proto__": 1}')`, `{"__proto__":1}`},
		{"a getter is read once (P30)", `(() => { let n = 0; return {get a() { return ++n }} })()`, `{"a":1}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if r := run(t, s, `return JSON.stringify(await tools.any(`+test.args+`))`); r.Text() != test.want {
				t.Errorf("got %s, want %s", r.Text(), test.want)
			}
		})
	}
}

// What tools give back reaches the program whole.
func TestResults(t *testing.T) {
	returns := func(name, value string) registry.Tool {
		return tool(name, func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: json.RawMessage(value), Content: []registry.Content{registry.Text("for the model only")}}, nil
		})
	}
	s := newScheduler(t, nil, nil,
		returns("record", `{"Count":2,"Items":[1,2]}`), returns("ordered", `{"zeta":1,"alpha":2}`),
		returns("broken", `{"a":`), returns("surrogate", `"\ud83d"`))
	for _, test := range []struct{ name, program, want string }{
		{"the structure, not its text (BR-024)", `return (await tools.record({})).Items.length`, "2"},
		{"order of keys (BR-031)", `return Object.keys(await tools.ordered({})).join()`, "zeta,alpha"},
		{"not JSON: one failure (BR-023)", `try { await tools.broken({}) } catch (e) { return e.code }`, "INVALID_OUTPUT"},
		{"numbers as JavaScript writes them (OU-017)", `return JSON.stringify([1e21, 0.1 + 0.2, 123456789012345680000, 1.0])`, "[1e+21,0.30000000000000004,123456789012345680000,1]"},
		{"lone surrogates do not get out (OU-004, BR-030)", `return "a" + "\ud83d"`, "[value]\na\ufffd\n\n[warnings]\n- value: half a surrogate pair in the string is shown as U+FFFD"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if r := run(t, s, test.program); r.Text() != test.want {
				t.Errorf("got %q, want %q", r.Text(), test.want)
			}
		})
	}
}

// Names are kept exactly, whatever they are (BR-015, BR-017, BR-018, P170).
func TestNames(t *testing.T) {
	names := []string{"weather.get", "weather-get", "weather_get", "Weather Get", "delete", "2fa-enable", "await", "日本語", "!!!",
		"x\u2028y", "__proto__", "constructor", "toString", "hasOwnProperty", "Promise", "console", "tools"}
	var tools []registry.Tool
	for _, n := range names {
		tools = append(tools, registry.Tool{Name: n, Effects: registry.Effects{ReadOnly: true}, Handler: func(_ context.Context, c *registry.Call) (*registry.Result, error) {
			v, err := json.Marshal(c.Tool)
			return &registry.Result{Value: v}, err
		}})
	}
	s := newScheduler(t, nil, nil, tools...)
	list, _ := json.Marshal(names)
	r := run(t, s, fmt.Sprintf(`const names = %s, got = [];
for (const n of names) got.push(await tools[n]({}));
return got.every((g, i) => g === names[i] && names[i] in tools) && typeof Promise.all === "function" && tools.valueOf === undefined;`, list))
	if r.Text() != "true" {
		t.Errorf("got %s, want every tool under its exact name", r.Text())
	}
}

// Calls that one program makes together.
func TestConcurrency(t *testing.T) {
	var n int
	bump := registry.Tool{Name: "bump", Effects: registry.Effects{ReadOnly: true}, Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
		old := n
		time.Sleep(time.Millisecond)
		n = old + 1
		return nil, nil
	}}
	var running, peak atomic.Int64
	slow := tool("slow", func(context.Context, *registry.Call) (*registry.Result, error) {
		peak.Store(max(peak.Load(), running.Add(1)))
		time.Sleep(time.Second)
		running.Add(-1)
		return nil, nil
	})
	for _, test := range []struct {
		name, program string
		took          time.Duration
		check         func() bool
	}{
		{"a tool that says nothing runs alone (SC-011, P115)", `await Promise.all(Array.from({length: 10}, () => tools.bump({})))`, 10 * time.Millisecond, func() bool { return n == 10 }},
		{"readers do not starve a writer (SC-006)", `const read = async () => { for (let i = 0; i < 5; i++) await tools.slow({}) };
const all = [read(), read(), read()]; const w = tools.bump({}); await w; await Promise.all(all)`, 5*time.Second + time.Millisecond, func() bool { return n == 1 }},
		{"continuations find their slot (SC-007)", `await Promise.all(Array.from({length: 30}, async () => { await tools.slow({}); await tools.slow({}) }))`, 6 * time.Second, func() bool { return peak.Load() == 10 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n = 0
				peak.Store(0)
				s := newScheduler(t, nil, nil, bump, slow)
				start := time.Now()
				r := run(t, s, test.program)
				if took := time.Since(start); !r.OK() || took != test.took || !test.check() {
					t.Errorf("ended %v after %v with n=%d peak=%d, want %v", r.Failure, took, n, peak.Load(), test.took)
				}
			})
		})
	}
}

// A program that fails leaves nothing running: what had started is cancelled and listed (SC-010, P122, P126).
func TestFailureEndsSiblings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var late bool
		writing := make(chan struct{})
		fail := tool("fail", func(ctx context.Context, c *registry.Call) (*registry.Result, error) {
			<-writing
			return failing(ctx, c)
		})
		slowWrite := tool("slow_write", func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
			close(writing)
			select {
			case <-time.After(time.Minute):
				late = true
			case <-ctx.Done():
			}
			return nil, ctx.Err()
		})
		s := newScheduler(t, nil, nil, fail, slowWrite)
		r := run(t, s, `await Promise.all([tools.fail({}), tools.slow_write({})])`)
		var outcomes []string
		for _, c := range r.Calls {
			outcomes = append(outcomes, c.Tool+" "+c.Outcome)
		}
		if want := []string{"fail TOOL_ERROR", "slow_write ABORTED"}; r.OK() || late || !cmp.Equal(outcomes, want) {
			t.Errorf("calls %v, late write %v; want %v and none", outcomes, late, want)
		}
	})
}

// The outer result of run_code, also when policy has its say about it.
func TestOuterResult(t *testing.T) {
	picture := tool("picture", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Content: []registry.Content{registry.Image("image/png", []byte("png"))}}, nil
	})
	preview := []registry.Content{registry.Text("preview")}
	replace := func(name string) gate.Review {
		return func(_ context.Context, s gate.Subject, _ *registry.Result) (*gate.Change, error) {
			if s.Call.Tool == name {
				return &gate.Change{Content: preview}, nil
			}
			return nil, nil
		}
	}
	execute := func(t *testing.T, policy *gate.Options, code string) *registry.Result {
		cfg := bridge.Config{Limits: interp.Limits{Compute: 50 * time.Millisecond}}
		return runCode(t, withRunCode(t, policy, registry.ModeCode, cfg, picture), code, "  ")
	}
	t.Run("a nested image rides", func(t *testing.T) {
		if r := execute(t, &gate.Options{}, `await tools.picture({}); return 1`); !r.OK() || len(r.Content) != 2 || r.Content[1].Source != "picture" {
			t.Errorf("got %+v, want text and image", r.Content)
		}
	})
	t.Run("not when its content was replaced (P160)", func(t *testing.T) {
		if r := execute(t, &gate.Options{Reviews: []gate.Review{replace("picture")}}, `await tools.picture({}); return 1`); !r.OK() || len(r.Content) != 1 {
			t.Errorf("got %+v, want the text alone", r.Content)
		}
	})
	t.Run("the content of run_code itself can be replaced (P168)", func(t *testing.T) {
		if r := execute(t, &gate.Options{Reviews: []gate.Review{replace(registry.RunCode)}}, `return 1`); !r.OK() || !cmp.Equal(r.Content, preview) {
			t.Errorf("got %+v, want the preview", r.Content)
		}
	})
	t.Run("a limit (P162)", func(t *testing.T) {
		r := execute(t, &gate.Options{}, `console.log("captured"); for (;;) {}`)
		if r.OK() || r.Err.Code != registry.Timeout || !strings.Contains(r.Content[0].Text, "captured") || !strings.Contains(r.Content[0].Text, "timeout") {
			t.Errorf("got %+v, want TIMEOUT with the output", r)
		}
	})
}

// JSON is laid out to a depth of five, deeper levels stay on a line (P172, P180).
func TestIndent(t *testing.T) {
	s := newScheduler(t, nil, nil)
	for _, test := range []struct{ program, want string }{
		{`return [[[[[[1, {"a": 2}]]]]]]`, "[\n  [\n    [\n      [\n        [\n          [1, {\"a\": 2}]\n        ]\n      ]\n    ]\n  ]\n]"},
		{`return {"a,b": "x: {\"y\"}", c: [], d: {}}`, "{\n  \"a,b\": \"x: {\\\"y\\\"}\",\n  \"c\": [],\n  \"d\": {}\n}"},
	} {
		if got := run(t, s, test.program).Text(); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.program, got, test.want)
		}
	}
	deep := run(t, s, `let a = []; for (let i = 0; i < 4999; i++) a = [a]; return a`).Text()
	if !strings.HasPrefix(deep, "[\n  [\n    [") || len(deep) > 11_000 {
		t.Errorf("5,000 levels take %d characters and begin %.20q", len(deep), deep)
	}
}

// Logs are bounded while the program runs (OU-015).
func TestLogsAreBounded(t *testing.T) {
	s := newScheduler(t, nil, nil)
	r, err := bridge.Run(t.Context(), `for (let i = 0; i < 2e4; i++) console.log("x".repeat(100)); return 1`,
		bridge.Config{Scheduler: s, Limits: interp.Limits{Logs: 10_000}})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, l := range r.Logs {
		kept += len(l.Text)
	}
	if !r.OK() || string(r.Value) != "1" || kept > 11_000 || r.Dropped < 1_900_000 {
		t.Errorf("ended %v with %d bytes kept and %d dropped, want 1 within the limit", r.Failure, kept, r.Dropped)
	}
	if want := fmt.Sprintf("%d bytes from the middle of the output were not kept", r.Dropped); !strings.Contains(r.Text(), want) {
		t.Errorf("the text does not say that %s", want)
	}
}

// A call that nobody waits for and that fails does not fail a program that succeeds (P181), nor does one that is handled
// later.
func TestUnawaitedFailure(t *testing.T) {
	s := newScheduler(t, nil, nil, tool("fail", failing), tool("echo", echo))
	for _, program := range []string{
		`tools.fail({}); await tools.echo({}); return 1`,
		`const p = tools.fail({}); await tools.echo({}); await p.catch(() => 0); return 1`,
		`await Promise.allSettled([tools.fail({})]); return 1`,
	} {
		if r := run(t, s, program); !r.OK() || string(r.Value) != "1" {
			t.Errorf("%s: got %+v, want 1", program, r.Failure)
		}
	}
}

// A run whose caller is gone before it begins does nothing (P173).
func TestRunOfACancelledCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newScheduler(t, nil, nil, tool("echo", echo))
	r, err := bridge.Run(ctx, `console.log("ran"); await tools.echo({})`, bridge.Config{Scheduler: s})
	if err != nil || r.OK() || r.Failure.Kind != interp.Aborted || len(r.Logs)+len(r.Calls) != 0 {
		t.Errorf("got %+v %v, want aborted and nothing run", r, err)
	}
}

// The schema of run_code names its arguments, and its description says how tools are called (P201).
func TestRunCodeDescribesItself(t *testing.T) {
	runCode, err := bridge.Tool(bridge.Config{Scheduler: newScheduler(t, nil, nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"`code`", "`description`", "TypeScript", "tools.name", "Promise.all"} {
		if !strings.Contains(runCode.Description, want) {
			t.Errorf("the description lacks %q", want)
		}
	}
}

// Two parallel edits of one file are both there, and a read after a write sees it (SC-001, SC-005): through the whole road
// with the real tools.
func TestRealTools(t *testing.T) {
	dir := t.TempDir()
	w, err := builtin.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	s := newScheduler(t, nil, nil, tools...)
	r := run(t, s, `
const lines = Array.from({length: 100}, (_, i) => "line " + (i + 1));
for (let round = 0; round < 20; round++) {
  await tools.write_file({path: "f", content: lines.join("\n") + "\n"});
  await Promise.all([
    tools.edit_file({path: "f", old_string: "line 50\n", new_string: "FIFTY\n"}),
    tools.edit_file({path: "./f", old_string: "line 75\n", new_string: "SEVENTY-FIVE\n"}),
  ]);
  const {content} = await tools.read_file({path: "f"});
  if (!content.includes("FIFTY") || !content.includes("SEVENTY-FIVE")) return "lost in round " + round;
}
const [, read] = await Promise.all([tools.write_file({path: "a", content: "1"}), tools.read_file({path: "a"})]);
return read.content`)
	if r.Text() != "1" {
		t.Errorf("got %s, want both edits each time, and the read after the write", r.Text())
	}
}

// Whatever a program throws, the report says where it failed and what has run.
func TestHostileMessages(t *testing.T) {
	writes := tool("write", echo)
	writes.Effects.ReadOnly = false
	s := newScheduler(t, nil, nil, writes)
	for _, message := range []string{`"\0".repeat(60000)`, `"\x00\x01".repeat(100000)`, `"\x1b[2J" + "x".repeat(5e6)`, `"A".repeat(200000)`} {
		r := run(t, s, `await tools.write({}); throw new Error(`+message+`)`)
		for _, want := range []string{"The program failed (exception) at line 1", "write: ok", "must not be repeated"} {
			if !strings.Contains(r.Text(), want) {
				t.Errorf("%s: text lacks %q: %.200q", message, want, r.Text())
			}
		}
		if n := len(r.FailureText()); n > 60_000 {
			t.Errorf("%s: the failure takes %d bytes", message, n)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	s := newScheduler(t, nil, nil)
	for _, cfg := range []bridge.Config{{}, {Scheduler: s, Timeout: -1}, {Scheduler: s, MaxResult: -1}} {
		if _, err := bridge.Run(t.Context(), `return 1`, cfg); err == nil {
			t.Errorf("Run took %+v", cfg)
		}
		if _, err := bridge.Tool(cfg); err == nil {
			t.Errorf("Tool took %+v", cfg)
		}
	}
}
