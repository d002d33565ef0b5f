package interp_test

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

	"github.com/runcode-dev/runcode/interp"
)

func TestComputeLimit(t *testing.T) {
	for _, program := range []string{
		"for (;;) {}",
		"try { for (;;) {} } catch { return 'caught' } finally { for (;;) {} }",
		"await new Promise(async r => { for (;;) {} })",
		"(async () => { for (;;) await 0 })(); await new Promise(r => setTimeout(r, 1e6))",
		"setTimeout(() => { for (;;) {} }, 1); await tools.never({})",
		"return { get a() { for (;;) {} } }",
		"throw { get message() { for (;;) {} } }",
		"await tools.never({ get a() { for (;;) {} } })",
		"return { toJSON() { for (;;) {} } }",
	} {
		req := request("console.log('before');\n"+program, functions{"never": never})
		req.Limits.Compute = 300 * time.Millisecond // enough to write a line on a busy machine
		out := outcome(t, req)
		if out.Failure == nil || out.Failure.Kind != interp.TimedOut || out.Failure.Limit != "compute" {
			t.Errorf("%s: got %s, %+v, want a timeout", program, out.Value, out.Failure)
		}
		if len(out.Logs) != 1 {
			t.Errorf("%s: got %v, want the output before the timeout", program, out.Logs)
		}
	}
}

func TestTimeoutSaysWhere(t *testing.T) {
	req := request("let n = 0\nfor (;;) {\n  n++\n}", nil)
	req.Limits.Compute = 20 * time.Millisecond
	if got := failure(t, req); got.Line < 2 || got.Line > 3 || got.Message != "the program computed for more than 20ms" {
		t.Errorf("got %+v, want a timeout in the loop", got)
	}
}

func TestWaitingIsNotComputing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		req := request("await new Promise(r => setTimeout(r, 3.6e6)); return 1", nil)
		req.Limits.Compute = time.Second
		out := outcome(t, req)
		if string(out.Value) != "1" || out.Compute != 0 {
			t.Errorf("got %s, %+v after %s of computing, want 1 after none", out.Value, out.Failure, out.Compute)
		}
	})
}

func TestStackLimit(t *testing.T) {
	got := failure(t, request("function f(n) {\n  return f(n + 1) + 1\n}\ntry { f(0) } catch { return 'caught' }", nil))
	if got.Kind != interp.Memory || got.Limit != "stack" || got.Line != 2 || len(got.Stack) != 11 {
		t.Errorf("got %+v, want a stack overflow in line 2", got)
	}
}

func TestCallLimits(t *testing.T) {
	started := 0
	count := func(ctx context.Context, args []byte, settle interp.Settle) { started++; settle(args, nil) }
	fs := functions{"count": func(ctx context.Context, args json.RawMessage, settle interp.Settle) { count(ctx, args, settle) }, "never": never}
	req := request("for (let i = 0; i < 10; i++) try { await tools.count({}) } catch { }", fs)
	req.Limits.Calls = 5
	want := &interp.Failure{Kind: interp.Output, Limit: "calls", Message: "the program made more than 5 calls",
		Hint: "make fewer calls, or calls that do more at once; or raise the limit calls"}
	got := failure(t, req)
	got.Line, got.Column, got.Source, got.Stack = 0, 0, "", nil
	if diff := cmp.Diff(want, got); diff != "" || started != 5 {
		t.Errorf("%d calls started; got (+), want (-):\n%s", started, diff)
	}
	req = request("await Promise.allSettled(Array.from({ length: 10 }, () => tools.never({})))", fs)
	req.Limits.Pending = 5
	if got := failure(t, req); got.Kind != interp.Output || got.Limit != "pending" {
		t.Errorf("got %+v, want a failure by the limit pending", got)
	}
	req = request("for (;;) setTimeout(() => {}, 1e6)", nil)
	req.Limits.Timers = 50
	if got := failure(t, req); got.Kind != interp.Output || got.Limit != "timers" {
		t.Errorf("got %+v, want a failure by the limit timers", got)
	}
}

func TestNegativeLimits(t *testing.T) {
	for _, limits := range []interp.Limits{{Compute: -1}, {Stack: -1}, {Logs: -1}, {Memory: -1}} {
		if _, err := interp.New(nil).Run(t.Context(), interp.Request{Limits: limits}); err == nil {
			t.Errorf("%+v: got no error", limits)
		}
	}
}

func TestThrowingTimer(t *testing.T) {
	got := failure(t, request("setTimeout(() => {\n  throw new Error('late')\n}, 1)\nawait new Promise(r => setTimeout(r, 1e6))", nil))
	if got.Kind != interp.Exception || got.Message != "late" || got.Line != 2 {
		t.Errorf("got %+v, want the error of line 2", got)
	}
}

func TestStalled(t *testing.T) {
	for _, tt := range []struct {
		program      string
		line, column int
	}{
		{"console.log('x')\nawait new Promise(() => {})\nreturn 1", 2, 7},
		{"return { a: [new Promise(() => {})] }", 1, 14},
		{"const a = new Promise(() => {}), b = new Promise(() => {}); await a", 0, 0},
		{"await { then() {} }", 0, 0},
	} {
		got := failure(t, request(tt.program, nil))
		if got.Kind != interp.Stalled || got.Line != tt.line || got.Column != tt.column {
			t.Errorf("%s: got %+v, want stalled at %d:%d", tt.program, got, tt.line, tt.column)
		}
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("closed by the user"))
	out, err := interp.New(nil).Run(ctx, request("return 1", nil))
	want := &interp.Failure{Kind: interp.Aborted, Message: "the run was cancelled: closed by the user"}
	if diff := cmp.Diff(want, out.Failure); diff != "" || err != nil {
		t.Errorf("before the start: %v, got (+), want (-):\n%s", err, diff)
	}

	ctx, cancel = context.WithCancelCause(t.Context())
	abort := func(context.Context, json.RawMessage, interp.Settle) { cancel(errors.New("closed by the user")) }
	for _, program := range []string{"await tools.abort({})", "tools.abort({}); for (;;) {}", "tools.abort({}); for (;;) await 0"} {
		out, err = interp.New(nil).Run(ctx, request(program, functions{"abort": abort}))
		if err != nil || out.Failure == nil || out.Failure.Kind != interp.Aborted || out.Failure.Message != want.Message {
			t.Errorf("%s: got %+v, %v, want aborted", program, out.Failure, err)
		}
		ctx, cancel = context.WithCancelCause(t.Context())
	}
	cancel(nil)
}

func TestWallTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		out, err := interp.New(nil).Run(ctx, request("await tools.never({})", functions{"never": never}))
		if err != nil || out.Failure == nil || out.Failure.Kind != interp.TimedOut || out.Failure.Limit != "wall" {
			t.Errorf("got %+v, %v, want a timeout", out.Failure, err)
		}
	})
}

func TestTimersFireBetweenCallsThatSettleAtOnce(t *testing.T) {
	got := run(t, interp.New(nil), request(`let on = true, n = 0; setTimeout(() => { on = false }, 1)
		while (on) { await tools.get({}); n++ }; return n > 0`, functions{"get": answer("1")}))
	if string(got) != "true" {
		t.Errorf("got %s, want true", got)
	}
}

func TestWarningLimit(t *testing.T) {
	req := request("for (let i = 0; i < 150; i++) await tools.get({})", functions{"get": answer("9007199254740993")})
	if out := outcome(t, req); len(out.Warnings) != 101 || out.Warnings[100] != "50 more warnings are not shown" {
		t.Errorf("got %d warnings, the last %q, want 100 and how many more", len(out.Warnings), out.Warnings[len(out.Warnings)-1])
	}
}

func TestStopByContext(t *testing.T) {
	stop := &interp.Failure{Kind: interp.TimedOut, Message: "mine"}
	ctx, cancel := context.WithCancelCause(t.Context())
	abort := func(context.Context, json.RawMessage, interp.Settle) { cancel(&interp.StopError{Failure: stop}) }
	out, err := interp.New(nil).Run(ctx, request("await tools.abort({})", functions{"abort": abort}))
	if err != nil || out.Failure == nil || out.Failure.Message != "mine" {
		t.Errorf("got %+v, %v, want the failure that the context names", out.Failure, err)
	}
}

func TestLogLimit(t *testing.T) {
	req := request("for (let i = 0; i < 100; i++) console.log('line ' + i)", nil)
	req.Limits.Logs = 100
	var seen int
	req.Log = func(interp.Log) { seen++ }
	out := outcome(t, req)
	var texts []string
	for _, l := range out.Logs {
		texts = append(texts, l.Text)
	}
	if got, want := strings.Join(texts, ","), "line 0,line 1,line 2,line 3,line 4,line 5,line 6,line 94,line 95,line 96,line 97,line 98,line 99"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	total := 0
	for i := range 100 {
		total += len(fmt.Sprintf("line %d\n", i))
	}
	kept := 0
	for _, l := range texts {
		kept += len(l) + 1
	}
	if out.Dropped != total-kept || seen != 100 {
		t.Errorf("got %d dropped, %d seen, want %d dropped, 100 seen", out.Dropped, seen, total-kept)
	}

	req = request("console.log('é'.repeat(1000)); console.log('')", nil)
	req.Limits.Logs = 200
	var heard []interp.Log
	req.Log = func(l interp.Log) { heard = append(heard, l) }
	out = outcome(t, req)
	if diff := cmp.Diff(out.Logs, heard); diff != "" || out.Dropped == 0 || out.Logs[0].Dropped != out.Dropped {
		t.Errorf("%d bytes dropped, kept and heard differ:\n%s", out.Dropped, diff)
	}
	if len(out.Logs) != 2 || len(out.Logs[0].Text) > 100 || !strings.HasPrefix(out.Logs[0].Text, "éé") || !strings.Contains(out.Logs[0].Text, "bytes left out") {
		t.Errorf("got %v, want a long line shortened", out.Logs)
	}
}

func TestFixed(t *testing.T) {
	program := `const a = [Date.now(), Math.random(), crypto.randomUUID()]; await new Promise(r => setTimeout(r, 60000));
		return [...a, Date.now(), Math.random()]`
	req := request(program, nil)
	req.Fixed = &interp.Fixed{Now: time.UnixMilli(1e12), Seed: 7, TimeZone: "Asia/Tokyo", Instant: true}
	first, second := run(t, interp.New(nil), req), run(t, interp.New(nil), req)
	if string(first) != string(second) || !strings.HasPrefix(string(first), "[1000000000000,") || !strings.Contains(string(first), ",1000000060000,") {
		t.Errorf("got %s and %s, want the same", first, second)
	}
	req.Fixed = &interp.Fixed{Seed: 8, Instant: true}
	if other := run(t, interp.New(nil), req); string(other) == string(first) {
		t.Errorf("got %s with two seeds", other)
	}
	req.Fixed = &interp.Fixed{TimeZone: "Nowhere/Else"}
	if _, err := interp.New(nil).Run(t.Context(), req); err == nil {
		t.Error("got no error for an unknown time zone")
	}
}

func TestTimeZones(t *testing.T) {
	program := `const d = new Date(0), s = new Date(2024, 6, 1, 12); class D2 extends Date { year() { return this.getFullYear() } }
		const m = new Date(2024, 0, 31); m.setMonth(1); m.setHours(5, 6, 7, 8);
		return [d.getHours(), d.getDate(), d.getTimezoneOffset(), String(d), d.toDateString(), d.toLocaleString("en-US"), d.toISOString(), s.toISOString(), s.getTimezoneOffset(),
			new Date("2024-07-01T12:00").toISOString(), new Date("2024-07-01").toISOString(), new Date("July 1, 2024 12:00").toISOString(), new Date("2024-07-01T12:00Z").getHours(),
			m.toISOString(), new D2(0).year(), d instanceof Date, d.constructor === Date, new Date(NaN).getDay(), String(new Date(NaN)), new Date(s).getTime() === s.getTime(),
			Intl.DateTimeFormat().resolvedOptions().timeZone, typeof Date(), Date.parse("2024-07-01T12:00") === s.getTime(), Date.name, Date.length, new Date(-1).getFullYear()]`
	req := request(program, nil)
	for zone, want := range map[string]string{
		"America/New_York": `[19,31,300,"Wed Dec 31 1969 19:00:00 GMT-0500 (Eastern Standard Time)","Wed Dec 31 1969","12/31/1969, 7:00:00 PM","1970-01-01T00:00:00.000Z","2024-07-01T16:00:00.000Z",240,` +
			`"2024-07-01T16:00:00.000Z","2024-07-01T00:00:00.000Z","2024-07-01T16:00:00.000Z",8,"2024-03-02T10:06:07.008Z",1969,true,true,null,"Invalid Date",true,"America/New_York","string",true,"Date",7,1969]`,
		"": `[0,1,0,"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)","Thu Jan 01 1970","1/1/1970, 12:00:00 AM","1970-01-01T00:00:00.000Z","2024-07-01T12:00:00.000Z",0,` +
			`"2024-07-01T12:00:00.000Z","2024-07-01T00:00:00.000Z","2024-07-01T12:00:00.000Z",12,"2024-03-02T05:06:07.008Z",1970,true,true,null,"Invalid Date",true,"UTC","string",true,"Date",7,1969]`,
	} {
		req.Fixed = &interp.Fixed{TimeZone: zone}
		if got := string(run(t, interp.New(nil), req)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", zone, got, want)
		}
	}
	req = request(`const d = new Date(2024, 0, 27, 2, 30); d.setMonth(9);
		return [new Date(2024, 9, 27, 2, 30), new Date(2024, 2, 31, 2, 30), d, new Date("2024-10-27T02:30"), new Date("Oct 27, 2024 02:30"), String(d)]`, nil)
	req.Fixed = &interp.Fixed{TimeZone: "Europe/Berlin"}
	want := `["2024-10-27T00:30:00.000Z","2024-03-31T01:30:00.000Z","2024-10-27T00:30:00.000Z","2024-10-27T00:30:00.000Z","2024-10-27T00:30:00.000Z",` +
		`"Sun Oct 27 2024 02:30:00 GMT+0200 (Central European Summer Time)"]`
	if got := string(run(t, interp.New(nil), req)); got != want {
		t.Errorf("times that the clocks show twice or not at all:\ngot  %s\nwant %s", got, want)
	}
	run(t, interp.New(nil), request("new Date().toLocaleString(); return Intl.DateTimeFormat().resolvedOptions().timeZone", nil))
}

func TestRunsAreIsolated(t *testing.T) {
	engine := interp.New(nil)
	run(t, engine, request("globalThis.x = 1; Array.prototype.map = null; Object.prototype.admin = true; return 1", nil))
	if got := run(t, engine, request("return [typeof x, [1].map(x => x), ({}).admin]", nil)); string(got) != `["undefined",[1],null]` {
		t.Errorf("got %s, want a fresh machine", got)
	}
}

func TestNoCodeFromText(t *testing.T) {
	for _, program := range []string{
		"eval('1')", "(0, eval)('1')", "globalThis.eval('1')", "Function('return 1')()", "new Function('return 1')()",
		"(() => {}).constructor('return 1')()", "(async () => {}).constructor('return 1')()", "(function* () {}).constructor('yield 1')",
		"[].map.constructor('return this')()", "tools.echo.constructor('return this')()", "class A extends Function {}; new A('return 1')",
		"Reflect.construct(Function, ['return 1'])", "Object.getPrototypeOf(async () => {}).constructor('1')", "Object.getPrototypeOf((class {}).constructor)('return 1')()",
		"new Proxy(function () {}, {}).constructor('return 1')()", "(async function* () {}).constructor('yield 1')", "setTimeout('return 1', 0); await new Promise(r => setTimeout(r, 1))",
	} {
		out := outcome(t, request("const made = "+strings.Replace(program, "; ", ";\n", 1)+"\nif (typeof made === 'function' || made === 1) return 'made code'", functions{"echo": echo}))
		if string(out.Value) == `"made code"` || out.Failure == nil && !strings.HasPrefix(program, "setTimeout") {
			t.Errorf("%s: got %s, %+v, want an error", program, out.Value, out.Failure)
		}
	}
	got := run(t, interp.New(nil), request("return [(() => 1) instanceof Function, tools.echo instanceof Function, typeof Function, Function.name, (async () => 1) instanceof Function]", functions{"echo": echo}))
	if string(got) != `[true,true,"function","Function",true]` {
		t.Errorf("got %s, want functions to be instances of Function", got)
	}
}

// TestHiddenFunctions checks that the functions which compiled programs call do no harm to a host whose program finds them.
func TestHiddenFunctions(t *testing.T) {
	for _, name := range []string{"%copy", "%append", "%caught", "%thrown", "%text", "%text']('a').add.call({}); globalThis['%text']('a').add; globalThis['%text"} {
		for _, args := range []string{"", "1, 2", "[], [,]", "{}, Object.assign([], { length: 4e9 })", "null", "new Proxy([], {}), new Proxy([], {})", "Symbol(), 1n"} {
			program := "let s = ''; for (const x of [1]) s += x; try { throw [...s, 1] } catch (e) {}\n" +
				"try { globalThis['" + name + "'](" + args + ") } catch (e) { String(e) }\nreturn s"
			if got := string(run(t, interp.New(nil), request(program, nil))); got != `"1"` {
				t.Errorf("%s(%s): got %s", name, args, got)
			}
		}
	}
}
