package interp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

// TestReportedCases are faults that users of other runtimes have reported. Cases that other tests hold are not repeated.
func TestReportedCases(t *testing.T) {
	for _, tt := range []struct{ id, program, want string }{
		{"RT-008", "const a = [{}]; a.push(a); return String(a)", `"[object Object],"`},
		{"RT-016", "function f() { try { return 'yes' } catch (e) { return 'error' } finally { console.log('fin') } } return f()", `"yes"`},
		{"RT-022", "const x = 2; x * 21", "42"},
		{"RT-027", `return ["É", "a1".replace(/\p{L}/gu, "*"), /^\p{Lu}/u.test("Éa")]`, `["É","*1",true]`},
		{"RT-028", `return [(1234567.891).toLocaleString("en-US"), new Date(Date.UTC(2012, 11, 31)).toLocaleDateString("en-GB", { timeZone: "UTC" })]`, `["1,234,567.891","31/12/2012"]`},
		{"RT-029", `async function* g() { yield 1 }; const out = []; for await (const x of g()) out.push(x); return [out, "ab".match(/b/d).indices[0]]`, `[[1],[1,2]]`},
		{"RT-033", "const out = await Promise.all([1, 2, 3].map(async i => { const r = await tools.echo({ i }); return [i, r.i] })); return out", "[[1,1],[2,2],[3,3]]"},
		{"RT-034", "return { files: ['a', 'b'].map(path => tools.echo({ path })) }", `{"files":[{"path":"a"},{"path":"b"}]}`},
		{"RT-035", "const a = { n: 1 }; a.self = a; console.log(a); return a", `{"n":1,"self":"[Circular]"}`},
		{"RT-041", "return await tools.echo({ later: 1 })", `{"later":1}`},
		{"BR-018", "return [await (async () => (await tools) === tools)(), typeof tools.then, typeof tools.toString, 'toString' in tools]", `[true,"undefined","undefined",false]`},
		{"BR-031", "return Object.keys(await tools.echo({ zeta: 1, alpha: 2 })).join()", `"zeta,alpha"`},
	} {
		out := outcome(t, request(tt.program, functions{"echo": echo}))
		if string(out.Value) != tt.want {
			t.Errorf("%s: got %s, %+v, want %s", tt.id, out.Value, out.Failure, tt.want)
		}
	}
}

func TestReportedFailures(t *testing.T) {
	for _, tt := range []struct{ id, program, message, hint string }{
		{"RT-014", "async function f() { throw new Error('boom') }\nasync function main() { const x = await f(); return x }\nreturn await main()", "boom", ""},
		{"RT-018", "console.log('token id = 42'); null.x", "Cannot read properties of undefined or null (reading 'x')", ""},
		{"RT-031", "ls -la", "ls is not defined", "this looks like a shell command"},
		{"RT-032 require", `return require("fs").readFileSync("a")`, "require is not defined", "there are no modules"},
		{"RT-032 fetch", `fetch("https://example.com")`, "fetch is not defined", "programs have no network"},
		{"RT-032 process", "process.env.HOME", "process is not defined", "programs do not see the process"},
		{"loop", "const r = { rows: [] }; for (const x of r) {}", "r is not iterable", "look at what it is"},
		{"pattern", "const r = { x: {} }\nconst [a, b] = r.x", "r.x is not iterable", "look at what it is"},
		{"spread", "const r = {}; const all = [1, ...r]", "r is not iterable", "look at what it is"},
		{"missing method", "const r = { a: {} }; r.a.map(x => x)", "r.a.map is not a function", ""},
		{"call of a value", "const f = 3; f()", "f is not a function", ""},
		{"operator in", `return "x" in "y"`, "Cannot use the operator in to look into y, which is not an object", "for a text or an array, write x.includes(…)"},
		{"constructor of an alias", "const M = Map; new M([1])", "new M got 1 where an object or a function is needed", ""},
		{"instanceof", "return 5 instanceof 5", "The right-hand side of instanceof is not a function", ""},
		{"operator in after a call", `const f = () => "k"; return f() in "str"`, "str is not an object or a function", ""},
		{"bad iterator", "const it = { [Symbol.iterator]() { return 5 } }; return [...it]", "5 is not an object or a function", ""},
		{"for await", "for await (const x of 5) {}", "The value is not iterable", ""},
		{"yield*", "function* g() { yield* 5 } return [...g()]", "The value is not iterable", ""},
		{"constructor", "const o = { a: {} }; new o.a()", "o.a is not a constructor", ""},
		{"argument of a constructor", "new Promise(3)", "new Promise needs an object or a function, and got 3", ""},
		{"callback", "[1].map(3)", "3 is not an object or a function", ""},
		{"call of tools", "tools()", "tools is not a function", ""},
		{"new tool", "new tools.echo({})", "tools.echo is not a constructor", ""},
		{"assignment to tools", "tools = 1", "tools is read-only", "give the variable another name"},
		{"undeclared", "x = 1", "x is not defined", "declare it: let x = …"},
		{"frozen", "Object.freeze([1])[0] = 2", "Cannot change a value that is frozen or read-only", ""},
		{"conversion", "`${Object.create(null)}`", "Cannot convert object to primitive value", ""},
		{"print", "print('x')", "print is not defined", "write console.log, or return the value"},
		{"await", "const r = tools.echo({})\nr.paths.length", "Cannot read properties of undefined or null (reading 'length')", "r is a Promise: write r = await tools.echo(…)"},
		{"await before a method", "let r\nr = tools.echo({})\nr.map(x => x)", "r.map is not a function", "r is a Promise: write r = await tools.echo(…)"},
		{"await in a loop", "for (const x of tools.echo({})) ;", "tools.echo(…) is not iterable", "a call gives a Promise: write await tools.echo(…)"},
		{"longer chain", "const o = {}; o.a.b()", "Cannot read properties of undefined or null (reading 'b')", "o.a is undefined or null here"},
		{"literal", "null.x", "Cannot read properties of undefined or null (reading 'x')", ""},
		{"constructor", "const f = 3; new f()", "new f got 3 where an object or a function is needed", ""},
		{"undefined", "let u; u.x.y", "Cannot read properties of undefined or null (reading 'x')", "u is undefined or null here"},
		{"assignment", "let u; u.x = 1", "Cannot set properties of undefined or null (setting 'x')", "u is undefined or null here"},
		{"pattern of nothing", "const r = {}\nconst [a] = r.x", "Cannot convert undefined or null to object", ""},
		{"too early", "x; let x = 1", "Cannot access 'x' before initialization", ""},
		{"inside a built-in", "Reflect.ownKeys(1)", "1 is not an object or a function", ""},
		{"string", "f()\nfunction f() { null.a }", "Cannot read properties of undefined or null (reading 'a')", ""},
		{"name of a function", "await echo({})", "echo is not defined", "write tools.echo"},
	} {
		got := failure(t, request(tt.program, functions{"echo": echo}))
		if got.Message != tt.message || !strings.HasPrefix(got.Hint, tt.hint) || got.Line == 0 {
			t.Errorf("%s: got %+v, want %q with the hint %q and a place", tt.id, got, tt.message, tt.hint)
		}
	}
}

// A value that is not an error does not know where it was thrown.
func TestPlacesOfThrownValues(t *testing.T) {
	for _, tt := range []struct {
		program, message string
		line, column     int
	}{
		{`throw { a: 1 }`, `the program threw {"a":1}`, 1, 1},
		{"function f() {\n  throw undefined\n}\nf()", "the program threw undefined", 2, 3},
		{"const f = async () => { await 1; throw 5n }\nawait f()", "the program threw 5n", 1, 34},
		{"throw NaN", "the program threw NaN", 1, 1},
		{"throw Symbol('s')", "the program threw Symbol(s)", 1, 1},
		{"try { throw 1 } catch (e) {\nthrow e }", "the program threw 1", 2, 1},
		{"let s = ''; for (let i = 0; i < 3; i++) s += i\nthrow s", `the program threw "012"`, 2, 1},
		{"return Promise.reject()", "the program threw undefined", 1, 16},
		{"await new Promise((yes, no) => no('x'))", `the program threw "x"`, 1, 32},
		{"setTimeout(() => { throw 't' })\nawait new Promise(() => 1)", `the program threw "t"`, 1, 20},
		{"queueMicrotask(() => { throw new TypeError('m') })\nawait tools.echo({})", "m", 1, 30},
		{"const c = new AbortController()\nc.signal.addEventListener('abort', () => { throw new TypeError('m') }); c.abort(); return 1", "m", 2, 50},
		{"const t = new EventTarget(); t.addEventListener('e', { handleEvent() { null.x } }); t.dispatchEvent(new Event('e')); await tools.echo({})", "Cannot read properties of undefined or null (reading 'x')", 1, 77},
		{"queueMicrotask(() => { throw 'm' }); return 1", `the program threw "m"`, 1, 24},
		{"await Promise.any([Promise.reject(new Error('a')), Promise.reject('b')])", "All promises were rejected\n  errors[0]: Error: a (program.ts:1:35)\n  errors[1]: \"b\" (program.ts:1:60)", 1, 35},
		{"throw new AggregateError([new Error('a')], 'm')", "m\n  errors[0]: Error: a (program.ts:1:27)", 1, 7},
		{"class Mine extends Error { constructor(m) {\nsuper(m); this.name = 'Mine' } }\nthrow new Mine('bad')", "bad", 3, 7},
		{"class Base extends Error { constructor(m) {\nsuper(m) } }\nclass Mine extends Base { constructor() {\nsuper('bad') } }\nconst f = () => { throw new Mine() }\nf()", "bad", 5, 25},
		{"const Mine = class extends TypeError { constructor(m) {\nsuper(m) } }\nthrow new Error('outer', { cause: new Mine('bad') })", "outer\n  cause: TypeError: bad (program.ts:3:35)", 3, 7},
		{"class Mine extends Error { constructor() {\nsuper('m'); null.x } }\nthrow new Mine()", "Cannot read properties of undefined or null (reading 'x')", 2, 18},
		{"class Mine extends Error {}\nconst f = () => { throw new Mine('bad') }\nf()", "bad", 2, 25},
		{"class Mine extends Map { constructor() {\nsuper(5) } }\nnew Mine()", "object is not iterable", 2, 1},
		{"class Mine extends Error { static of(m) {\nreturn new this(m) } }\nthrow Mine.of('bad')", "bad", 2, 8},
		{"const s = '\u2028'; null.x", "Cannot read properties of undefined or null (reading 'x')", 2, 9},
	} {
		got := failure(t, request(tt.program, functions{"echo": echo}))
		if got.Message != tt.message || got.Line != tt.line || got.Column != tt.column {
			t.Errorf("%s: got %q at %d:%d, want %q at %d:%d", tt.program, got.Message, got.Line, got.Column, tt.message, tt.line, tt.column)
		}
	}
}

func TestSlipsAreTold(t *testing.T) {
	fs := functions{"echo": echo, "ns.echo": echo}
	for program, want := range map[string][]string{
		"return (await tools.echo).paths":                           {"tools.echo is awaited but not called: write await tools.echo(…) (program.ts:1:15)"},
		"\nawait tools.ns.echo; return 1":                           {"tools.ns.echo is awaited but not called: write await tools.ns.echo(…) (program.ts:2:7)"},
		"const { a } = tools.echo({ a: 1 })":                        {"what tools.echo(…) gives is a Promise, of which members are taken: write await tools.echo(…) (program.ts:1:15)"},
		"const r = tools.echo({ a: 1 })\nreturn r.paths?.length":    {"r.paths is a member of the Promise that tools.echo(…) gives: write await tools.echo(…) (program.ts:2:8)"},
		"const p = tools.echo({}); return (await p.then(x => x)).a": nil,
		"let r = tools.echo({}); r = await r; return r.a":           nil,
		"const r = tools.echo({ a: 1 }); for (const { b } of [{ b: 1 }]) b; await r; const f = r => r.a; return f({ a: 1 })":             nil,
		"const { a } = await tools.echo({ a: 1 }), t = await tools; const { echo } = t; await tools.nope; const o = { p: 1 }; await o.p": nil,
	} {
		if out := outcome(t, request(program, fs)); !cmp.Equal(out.Warnings, want) || out.Failure != nil {
			t.Errorf("%s: got %q, %+v, want %q", program, out.Warnings, out.Failure, want)
		}
	}
}

func TestUncaughtErrorsDoNotEscapeLimits(t *testing.T) {
	req := request("queueMicrotask(() => { throw { get message() { for (;;); } } }); await tools.echo({})", functions{"echo": echo})
	req.Limits.Compute = 50 * time.Millisecond
	if got := failure(t, req); got.Kind != interp.TimedOut {
		t.Errorf("got %+v, want a failure by the time limit", got)
	}
}

func TestLongDelaysAreTold(t *testing.T) {
	out := outcome(t, request("await new Promise(r => setTimeout(r, 2 ** 31)); return 1", nil))
	want := []interp.Log{{Level: "warn", Text: "a timer cannot wait 2147483648 ms, which does not fit into 32 bits; it waits 1 ms"}}
	if diff := cmp.Diff(want, out.Logs); diff != "" {
		t.Errorf("got (+), want (-):\n%s", diff)
	}
}

// RT-027 and the rule for regular expressions: a match that runs out of time never looks like one that found nothing.
func TestComputeIsNoLongerThanAMatch(t *testing.T) {
	req := request("return 1", nil)
	req.Limits.Compute = 24 * time.Hour
	if got := run(t, interp.New(nil), req); string(got) != "1" {
		t.Errorf("got %s, want 1", got)
	}
}
