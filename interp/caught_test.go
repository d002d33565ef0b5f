package interp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// TestCaughtErrors checks that a program reads the words of an error that it would have ended with.
func TestCaughtErrors(t *testing.T) {
	const unconverted = `"Cannot convert object to primitive value"`
	for _, tt := range []struct{ program, want string }{
		{"try { Object.create(null) + '' } catch (e) { return e.message }", unconverted},
		{"try { `${Object.groupBy([1], x => x)}` } catch (e) { return e.stack.split('\\n')[0] }", `"TypeError: Cannot convert object to primitive value"`},
		{"const o = {}; try { o.a.b() } catch (e) { return String(e) }", `"TypeError: Cannot read properties of undefined or null (reading 'b')"`},
		{"const o = {}; try { o.nope() } catch (e) { return [e.message, e instanceof TypeError, Object.keys(e)] }", `["o.nope is not a function",true,[]]`},
		{"const f = async () => { const o = {}; o.nope() }; try { await f() } catch (e) { return e.message }", `"o.nope is not a function"`},
		{"const f = async () => Object.create(null) + ''; return await f().catch(e => e.message)", unconverted},
		{"const f = async () => { await 1; return Object.create(null) + '' }; return await f().then(null, e => e.stack.split('\\n')[0])", `"TypeError: Cannot convert object to primitive value"`},
		{"const f = async () => `${Object.create(null)}`; return (await Promise.allSettled([f()]))[0].reason.message", unconverted},
		{"const f = async () => { await 1; return `${Object.create(null)}` }; try { await Promise.any([f()]) } catch (e) { return e.errors[0].message }", unconverted},
		{"try { String(Object.create(null)) } catch ({ message }) { return message }", unconverted},
		{"let m = 1; try { null.x } catch ({ message: [c, ...rest], name = 2 }) { let m = c; return [m, name] }", `["C","TypeError"]`},
		{"try { try { String({ toString: null, valueOf: null }) } catch (e) { throw new Error('o', { cause: e }) } } catch ({ cause }) { return cause.message }", unconverted},
		{"return await new Promise((_, no) => no(1)).catch(e => e + 1)", "2"},
		{"return [Promise.prototype.then.name, Promise.prototype.then.length, typeof Promise.prototype.catch]", `["then",2,"function"]`},
		{"try { [].reduce((a, b) => a) } catch (e) { return e.message }", `"Reduce of empty array with no initial value"`},
		{"try { decodeURIComponent('%') } catch (e) { return e.message }", `"URI malformed"`},
		{"try { throw new TypeError() } catch (e) { return e.message }", `""`},
		{"try { throw { message: 'Object has no member' } } catch (e) { return e.message }", `"Object has no member"`},
		{"try { throw 1 } catch (e) { return e }", "1"},
		{"try { throw undefined } catch (e) { return e ?? null }", "null"},
		{"try { throw new Error('x') } catch ({ message }) { return message }", `"x"`},
		{"let e = 'outer'; try { null.x } catch (e) { var y = e.name } return [e, y]", `["outer","TypeError"]`},
		{"const e = new TypeError('m'); Object.defineProperty(e, 'name', { get() { throw 1 } }); try { throw e } catch (x) { return x === e }", "true"},
	} {
		out := outcome(t, request(tt.program, nil))
		if string(out.Value) != tt.want {
			t.Errorf("%s: got %s, %+v, want %s", tt.program, out.Value, out.Failure, tt.want)
		}
	}
}

// TestThrownOn checks that an error which is caught and thrown on loses neither its place nor its hint.
func TestThrownOn(t *testing.T) {
	got := failure(t, request("let u\ntry { u.x.y } catch (e) {\nthrow e }", nil))
	if got.Line != 2 || !strings.HasPrefix(got.Hint, "u is undefined") || !strings.Contains(got.Message, "(reading 'x')") {
		t.Errorf("got %+v", got)
	}
	if got := failure(t, request("throw new TypeError()", nil)); got.Message != "" {
		t.Errorf("an error without a message: got %q", got.Message)
	}
}

// TestHostileErrors checks that what an error runs when it is read is on the clock, and neither breaks the engine down nor
// swells the failure.
func TestHostileErrors(t *testing.T) {
	const forever = "{ for (;;); }"
	for _, tt := range []struct {
		program string
		kind    interp.Kind
		message string // how it starts
	}{
		{`throw new Proxy({ message: "" }, { ownKeys() { throw new Error("x") } })`, interp.Exception, ""},
		{`throw new Proxy({ message: "", name: "TypeError" }, { ownKeys() ` + forever + ` })`, interp.TimedOut, "the program computed"},
		{`throw Object.defineProperty(new AggregateError([]), "errors", { get() ` + forever + ` })`, interp.TimedOut, "the program computed"},
		{`throw Object.defineProperty(new Error("a"), "cause", { get() ` + forever + ` })`, interp.TimedOut, "the program computed"},
		{`throw { get message() ` + forever + `, get cause() ` + forever + ` }`, interp.TimedOut, "the program computed"},
		{`throw new Error("x".repeat(8 << 20))`, interp.Exception, "xxx"},
		{`throw Object.assign(new Error("a"), { name: "n".repeat(8 << 20) })`, interp.Exception, "a"},
		{`throw "é".repeat(8 << 20)`, interp.Exception, `the program threw "ééé`},
		{`throw Symbol("x".repeat(8 << 20))`, interp.Exception, "the program threw Symbol(xxx"},
		{`throw new Error("a", { cause: new Error("x".repeat(8 << 20)) })`, interp.Exception, "a\n  cause: Error: xxx"},
		{`throw new AggregateError(["x".repeat(8 << 20)], "a")`, interp.Exception, "a\n  errors[0]: \"xxx"},
		{`await tools["x".repeat(8 << 20)]()`, interp.Exception, "there is no tool xxx"},
		{`await tools.a["x".repeat(8 << 20)]()`, interp.Exception, "there is no tool a.xxx"},
		{`const o = {}; o["x".repeat(8 << 20)]()`, interp.Exception, "xxx"},
	} {
		req := request(tt.program, functions{"a.b": echo})
		if tt.kind == interp.TimedOut {
			req.Limits.Compute = 50 * time.Millisecond
		}
		got := failure(t, req)
		if got.Kind != tt.kind || !strings.HasPrefix(got.Message, tt.message) {
			t.Errorf("%s: got %s, %.100q, want %s, %q", tt.program, got.Kind, got.Message, tt.kind, tt.message)
		}
		if size := len(got.Name) + len(got.Message); size > 40<<10 {
			t.Errorf("%s: got a name and a message of %d bytes", tt.program, size)
		}
	}
}
