package interp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

func TestCalls(t *testing.T) {
	fs := functions{
		"echo": echo, "ns.echo": echo, "both": answer(`"tool"`), "both.inner": answer(`"inner"`), "my-server.get-it": answer("1"),
		"delete": answer("2"), "then.x": answer("3"), "__proto__": answer("4"), "constructor": answer("5"), "日本語": answer("6"), "a b": answer("7"),
		"bad": fail(&interp.CallError{Tool: "bad", Code: "DENIED", Message: "not allowed", Hint: "ask"}), "plain": fail(errors.New("went wrong")),
	}
	for _, tt := range []struct{ program, want string }{
		{"return await tools.echo({ a: 1 })", `{"a":1}`},
		{"return await tools.ns.echo({ a: 1 })", `{"a":1}`},
		{"return [await tools.both({}), await tools.both.inner({})]", `["tool","inner"]`},
		{`return await tools["my-server"]["get-it"]({})`, `1`},
		{"return await tools.delete({})", `2`},
		{"return await tools.then.x({})", `3`},
		{`return [await tools.__proto__({}), await tools.constructor({}), await tools["日本語"]({}), await tools["a b"]({})]`, `[4,5,6,7]`},
		{"const { echo, ns: { echo: e2 } } = tools; return [await echo({ a: 1 }), await e2({ b: 2 })]", `[{"a":1},{"b":2}]`},
		{"return await Promise.all([1, 2, 3].map(async i => { const r = await tools.echo({ i }); return [i, r.i] }))", `[[1,1],[2,2],[3,3]]`},
		{"return await (await tools).echo({ a: 1 })", `{"a":1}`},
		{"return Object.keys(tools)", `["__proto__","a b","bad","both","constructor","delete","echo","my-server","ns","plain","then","日本語"]`},
		{"return [Object.keys(tools.ns), Object.keys(tools.both)]", `[["echo"],["inner"]]`},
		{"return ['echo' in tools, 'nope' in tools, 'toString' in tools, 'inner' in tools.both, Object.hasOwn(tools, 'nope')]", `[true,false,false,true,false]`},
		{"return [typeof tools.toString, typeof tools.toJSON, typeof tools.run_code, typeof tools.valueOf, typeof tools[Symbol.iterator]]", `["undefined","undefined","undefined","undefined","undefined"]`},
		{"return [Object.getPrototypeOf(tools), tools.echo === tools.echo, tools.ns === tools.ns, tools.echo.name, String(tools.echo)]", `[null,true,true,"echo","function echo() { [native code] }"]`},
		{`const fails = []; for (const f of [() => { tools.x = 1 }, () => { delete tools.echo }, () => { tools = 1 }, () => { delete globalThis.tools },
			() => Object.setPrototypeOf(tools, { evil: 1 }), () => Object.freeze(tools), () => { tools.ns[Symbol.iterator] = 1 }, () => Object.defineProperty(tools, 'x', { get() {} }),
			() => { tools.both.x = 1 }, () => { tools.nope.x = 1 }, () => tools(), () => new tools.echo()]) try { f() } catch (e) { fails.push(e.name + (/dynamic|0x/i.test(e.message) ? e.message : '')) };
			return [fails.length, new Set(fails).size, fails[0], typeof tools.echo, 'evil' in tools]`, `[12,1,"TypeError","function",false]`},
		{"return [String(tools), `${tools.ns}`, tools + 1, isNaN(+tools), tools == 'x', Object.prototype.toString.call(tools.both)]", `["[object tools]","[object tools.ns]","[object tools]1",true,false,"[object tools.both]"]`},
		{"const d = Object.getOwnPropertyDescriptor(tools, 'echo'); return [d.writable, d.enumerable, Object.getOwnPropertyDescriptor(tools, 'nope')]", `[false,true,null]`},
		{"const { echo, ...rest } = tools; return [Object.keys(rest).length, { ...tools.both }.inner === tools.both.inner, Reflect.ownKeys(tools.nope)]", `[11,true,[]]`},
		{"const e = await tools.bad({}).catch(e => e); return [e.name, e.tool, e.code, e.message, e.hint, e instanceof Error, e instanceof ToolCallError, Object.keys(e), String(e)]",
			`["ToolCallError","bad","DENIED","not allowed","ask",true,true,["tool","code","hint"],"ToolCallError: not allowed"]`},
		{"try { await tools.plain({}) } catch (e) { return [e.name, e.tool, e.code, e.message, 'hint' in e] }", `["ToolCallError","plain","","went wrong",false]`},
		{"try { await tools.nope({}) } catch (e) { return [e.code, e.message] }", `["UNKNOWN_TOOL","there is no tool nope"]`},
		{"try { await tools.nope.deeper({}) } catch (e) { return [e.code, e.message] }", `["UNKNOWN_TOOL","there is no tool nope.deeper"]`},
		{"try { await tools.ns.nope({}) } catch (e) { return [e.code, e.message] }", `["UNKNOWN_TOOL","there is no tool ns.nope"]`},
		{"function f() {\n  return tools.bad({})\n}\ntry { await f() } catch (e) { return e.stack }", `"ToolCallError: not allowed\n    at f (program.ts:2:16)\n    at program.ts:4:13"`},
		{"class E extends ToolCallError {}; const e = new E('m', { code: 'X', tool: 't' }); return [e.name, e.code, e.tool, e.message]", `["ToolCallError","X","t","m"]`},
	} {
		out := outcome(t, request(tt.program, fs))
		if out.Failure != nil {
			t.Errorf("%s: %+v", tt.program, out.Failure)
		} else if string(out.Value) != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.program, out.Value, tt.want)
		}
	}
}

// described are functions that say how they are called.
type described struct{ functions }

func (described) Signature(path []string) string { return "{path, content}" }

func TestSignatureInErrors(t *testing.T) {
	req := interp.Request{
		Program: "await tools.write_file('/a.txt', 'hello')",
		Objects: []interp.Object{{Name: "tools", Functions: described{functions{"write_file": echo}}}},
	}
	if got, want := failure(t, req).Message, "expected one object argument {path, content}; got 2 arguments"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPositionalArguments(t *testing.T) {
	req := interp.Request{
		Program: "return [await catalog.f(), await catalog.f('x', undefined, { a: [1] }), (await catalog.f(1n).catch(e => e)).message]",
		Objects: []interp.Object{{Name: "catalog", Functions: functions{"f": echo}, Positional: true}},
	}
	const want = `[[],["x",null,{"a":[1]}],"args[0]: a BigInt cannot be sent; use Number(x) if it is small enough, or String(x)"]`
	if got := run(t, interp.New(nil), req); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFailedCall(t *testing.T) {
	call := &interp.CallError{Tool: "bad", Code: "DENIED", Message: "not allowed", Hint: "ask"}
	fs := functions{"bad": fail(call)}
	want := &interp.Failure{
		Kind: interp.Exception, Name: "ToolCallError", Message: "not allowed", Hint: "ask", Call: call,
		Line: 2, Column: 13, Source: "const x = 1, y = await tools.bad({ x: 1 })",
	}
	want.Column = 30
	want.Stack = []string{"program.ts:2:30"}
	if diff := cmp.Diff(want, failure(t, request("// first\nconst x = 1, y = await tools.bad({ x: 1 })", fs))); diff != "" {
		t.Errorf("got (+), want (-):\n%s", diff)
	}
	got := failure(t, request("try { await tools.bad({}) } catch (cause) { throw new Error('wrapped', { cause }) }", fs))
	if got.Message != "wrapped\n  cause: ToolCallError: not allowed (program.ts:1:19)" || got.Call != call {
		t.Errorf("wrapped: got %+v, want the cause told and the call named", got)
	}
}

func TestGatheredErrors(t *testing.T) {
	call := &interp.CallError{Tool: "bad", Code: "DENIED", Message: "not allowed"}
	got := failure(t, request("await Promise.any([Promise.reject(new TypeError('x')), tools.bad({})])", functions{"bad": fail(call)}))
	const want = "All promises were rejected\n  errors[0]: TypeError: x (program.ts:1:35)\n  errors[1]: ToolCallError: not allowed (program.ts:1:62)"
	if got.Message != want || got.Call != call {
		t.Errorf("got %q, %+v, want %q", got.Message, got.Call, want)
	}
}

func TestUnhandledRejections(t *testing.T) {
	fs := functions{"bad": fail(&interp.CallError{Tool: "bad", Code: "DENIED", Message: "not allowed"}), "echo": echo}
	for _, tt := range []struct {
		program string
		want    []string
	}{
		{"tools.bad({}); await tools.echo({})", []string{"the call of bad failed and nothing handled it: not allowed (program.ts:1:7)"}},
		{"Promise.reject(new Error('lost')); await 1", []string{"a promise was rejected and nothing handled it: Error: lost (program.ts:1:16)"}},
		{"const p = Promise.reject(1); await tools.echo({}); p.catch(() => {})", nil},
		{"await Promise.allSettled([tools.bad({}), tools.bad({})])", nil},
		{"await Promise.race([tools.echo({}), tools.bad({})]).catch(() => {}); await tools.echo({})", nil},
		{"await Promise.all([tools.bad({}), tools.bad({})]).catch(() => {}); await tools.echo({})", nil},
		{"for (let i = 0; i < 12; i++) Promise.reject(i)", append(rejected(10), "2 more rejected promises were not handled")},
	} {
		out := outcome(t, request(tt.program+"; return 0", fs))
		if out.Failure != nil {
			t.Errorf("%s: %+v", tt.program, out.Failure)
		}
		if diff := cmp.Diff(tt.want, out.Warnings); diff != "" {
			t.Errorf("%s: got (+), want (-):\n%s", tt.program, diff)
		}
	}
}

func rejected(n int) (warnings []string) {
	for i := range n {
		warnings = append(warnings, fmt.Sprintf("a promise was rejected and nothing handled it: the program threw %d (program.ts:1:38)", i))
	}
	return warnings
}

func TestCallsFromManyGoroutines(t *testing.T) {
	req := request(`const out = await Promise.all(Array.from({ length: 500 }, (_, i) => tools.echo({ i })));
		return out.every((r, i) => r.i === i)`, functions{"echo": echo})
	engine := interp.New(nil)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := run(t, engine, req); string(got) != "true" {
				t.Errorf("got %s, want true", got)
			}
		})
	}
	wg.Wait()
}

func TestCallsStartInProgramOrder(t *testing.T) {
	var order []string
	note := func(_ context.Context, args json.RawMessage, settle interp.Settle) {
		order = append(order, string(args)) // on the engine's goroutine
		go settle(nil, errors.New("x"))
	}
	outcome(t, request("for (let i = 0; i < 4; i++) tools.note({ i }).catch(() => {}); await tools.note({ i: 'last' }).catch(() => {})", functions{"note": note}))
	if got, want := strings.Join(order, " "), `{"i":0} {"i":1} {"i":2} {"i":3} {"i":"last"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCallsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var started, ended int
		late := func(ctx context.Context, _ json.RawMessage, settle interp.Settle) {
			started++
			context.AfterFunc(ctx, func() {
				ended++
				settle(json.RawMessage("1"), nil)
			})
		}
		out := outcome(t, request("tools.late({}).then(() => tools.late({})); setTimeout(() => tools.late({}), 5); return 'done'", functions{"late": late}))
		synctest.Wait()
		if string(out.Value) != `"done"` || started != 1 || ended != 1 {
			t.Errorf("got %s, %d started, %d ended, want one call that is told of the end", out.Value, started, ended)
		}
		want := []string{"the program ended while 1 timer was waiting; it never fires"}
		if diff := cmp.Diff(want, out.Warnings); diff != "" {
			t.Errorf("warnings: got (+), want (-):\n%s", diff)
		}
	})
}

func TestSettlingTwicePanics(t *testing.T) {
	twice := func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
		settle(json.RawMessage("1"), nil)
		defer func() {
			if recover() == nil {
				t.Error("the second settle did not panic")
			}
		}()
		settle(json.RawMessage("2"), nil)
	}
	if got := run(t, interp.New(nil), request("return await tools.twice({})", functions{"twice": twice})); string(got) != "1" {
		t.Errorf("got %s, want 1", got)
	}
}

func TestHostFunctionThatPanics(t *testing.T) {
	broken := func(context.Context, json.RawMessage, interp.Settle) { panic("secret of the host") }
	out := outcome(t, request("try { await tools.broken({}) } catch (e) { return e.message }", functions{"broken": broken}))
	if got, want := string(out.Value), `"the host function broken broke down"`; got != want {
		t.Errorf("got %s, %+v, want %s", got, out.Failure, want)
	}
}

func TestStopError(t *testing.T) {
	stop := &interp.Failure{Kind: interp.Aborted, Message: "the person said no"}
	for _, start := range []interp.Func{
		fail(&interp.StopError{Failure: stop}),
		func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
			go settle(nil, &interp.StopError{Failure: stop})
		},
	} {
		out := outcome(t, request("try { await tools.danger({}) } catch { console.log('caught') } finally { console.log('finally') }; return 1", functions{"danger": start}))
		if out.Failure == nil || out.Failure.Message != stop.Message || len(out.Logs) > 0 {
			t.Errorf("got %+v, logs %v, want a stop that nothing sees", out.Failure, out.Logs)
		}
	}
}

func TestObjectNames(t *testing.T) {
	for _, name := range []string{"", "await", "not valid!", "console", "1x", "a.b", "input", "eval", "Promise", "ToolCallError"} {
		req := interp.Request{Objects: []interp.Object{{Name: name, Functions: functions{}}}}
		if _, err := interp.New(nil).Run(t.Context(), req); err == nil {
			t.Errorf("%q: got no error", name)
		}
	}
	twice := interp.Request{Objects: []interp.Object{{Name: "a", Functions: functions{}}, {Name: "a", Functions: functions{}}}}
	if _, err := interp.New(nil).Run(t.Context(), twice); err == nil {
		t.Error("got no error for a name given twice")
	}
	fine := interp.Request{Program: "return [typeof $tools, typeof a$b]", Objects: []interp.Object{{Name: "$tools", Functions: functions{}}, {Name: "a$b", Functions: functions{}}}}
	if got := run(t, interp.New(nil), fine); string(got) != `["object","object"]` {
		t.Errorf("got %s", got)
	}
}

func TestTimersAndCallsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(_ context.Context, args json.RawMessage, settle interp.Settle) {
			go func() { time.Sleep(3 * time.Second); settle(args, nil) }()
		}
		program := `const log = []; const since = Date.now();
			const at = what => log.push(what + (Date.now() - since));
			setTimeout(() => at("b"), 2000); setTimeout(() => at("a"), 1000); const c = setTimeout(() => at("never"), 1500); clearTimeout(c);
			await tools.slow({}); at("call"); await new Promise(r => setTimeout(r, 500)); at("end"); return log`
		if got, want := string(run(t, interp.New(nil), request(program, functions{"slow": slow}))), `["a1000","b2000","call3000","end3500"]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
