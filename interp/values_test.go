package interp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

func TestReturnedValues(t *testing.T) {
	for _, tt := range []struct {
		name, program, want string
		warnings            []string
	}{
		{"primitives", "return [1, -0, 1.5, 1e21, 1e-7, true, null, 'a']", `[1,-0,1.5,1e+21,1e-7,true,null,"a"]`, nil},
		{"escapes", `return "\" \\ \n \t \u0001 \u2028 é 😀 </script>"`, `"\" \\ \n \t \u0001 ` + "\u2028" + ` é 😀 </script>"`, nil},
		{"undefined members", "return { a: undefined, b: [undefined, , 1] }", `{"b":[null,null,1]}`, nil},
		{"order of keys", "return { z: 1, a: 2, 2: 3, 1: 4 }", `{"1":4,"2":3,"z":1,"a":2}`, nil},
		{"dates", "return [new Date(0), new Date(Date.UTC(12026, 0)), new Date(-1e14)]", `["1970-01-01T00:00:00.000Z","+012026-01-01T00:00:00.000Z","-001199-02-15T14:13:20.000Z"]`, nil},
		{"invalid date", "return { d: new Date(NaN) }", `{"d":null}`, []string{"value.d: an invalid Date is shown as null"}},
		{"not numbers", "return [NaN, Infinity]", `[null,null]`, []string{"value[0]: NaN is shown as null", "value[1]: Infinity is shown as null"}},
		{"bigint", "return { n: 12345678901234567890n }", `{"n":"12345678901234567890"}`, []string{"value.n: a BigInt is shown as a string"}},
		{"map with string keys", "return new Map([['k', new Map([['x', 1]])]])", `{"k":{"x":1}}`, []string{"value: a Map is shown as an object", "value.k: a Map is shown as an object"}},
		{"map with other keys", "return { m: new Map([[1, 'a']]) }", `{"m":[[1,"a"]]}`, []string{"value.m: a Map is shown as an array of its entries"}},
		{"set", "return new Set([1, 'a'])", `[1,"a"]`, []string{"value: a Set is shown as an array"}},
		{"typed arrays", "return { i: new Int8Array([-1]), f: new Float32Array([1.5]), b: new BigInt64Array([2n**60n]) }",
			`{"i":[-1],"f":[1.5],"b":["1152921504606846976"]}`,
			[]string{"value.i: a typed array is shown as an array", "value.f: a typed array is shown as an array", "value.b: a typed array is shown as an array"}},
		{"array buffer", "return new Uint8Array([1, 255]).buffer", `[1,255]`, []string{"value: an ArrayBuffer is shown as the array of its bytes"}},
		{"error", "return { e: Object.assign(new TypeError('m'), { code: 3 }) }", `{"e":{"name":"TypeError","message":"m","code":3}}`, []string{"value.e: an Error is shown as an object"}},
		{"regexp", "return /a\\/b/gi", `"/a\\/b/gi"`, []string{`value: a RegExp is shown as "/a\\/b/gi"`}},
		{"functions", "return [function f() {}, () => {}, class A {}]", `["[function f]","[function]","[function A]"]`,
			[]string{`value[0]: a function is shown as "[function f]"`, `value[1]: a function is shown as "[function]"`, `value[2]: a function is shown as "[function A]"`}},
		{"symbol", "return [Symbol('s')]", `["Symbol(s)"]`, []string{`value[0]: a symbol is shown as "Symbol(s)"`}},
		{"boxed", "return [new String('s'), new Number(2), new Boolean(false), Object(3n)]", `["s",2,false,"3"]`, []string{"value[3]: a BigInt is shown as a string"}},
		{"cycle", "const a = { n: 1 }; a.self = { a }; return a", `{"n":1,"self":{"a":"[Circular]"}}`, []string{`value.self.a: a value that contains itself is shown as "[Circular]"`}},
		{"same object twice", "const a = {}; return [a, a]", `[{},{}]`, nil},
		{"class instance", "class P { x = 1; #y = 2; get z() { return 3 } }; return new P()", `{"x":1}`, nil},
		{"toJSON", "return [{ toJSON(k) { return 'k' + k } }, { toJSON: 1 }]", `["k0",{"toJSON":1}]`, nil},
		{"toJSON of a class", "class P { toJSON() { return [1] } }; return { p: new P() }", `{"p":[1]}`, nil},
		{"own proto key", `return JSON.parse('{"__proto__":{"x":1},"constructor":2}')`, `{"__proto__":{"x":1},"constructor":2}`, nil},
		{"proxies", "return [new Proxy({ a: 1 }, {}), new Proxy([1], {})]", `[{"a":1},[1]]`, nil},
		{"null prototype", "const o = Object.create(null); o.a = 1; return o", `{"a":1}`, nil},
		{"getter that throws", "return { a: 1, get b() { throw new Error('no') }, c: [2] }", `{"a":1,"b":null,"c":[2]}`, []string{"value.b: reading it threw Error: no; it is shown as null"}},
		{"toJSON that throws", "return [{ toJSON() { throw 1 } }, 2]", `[null,2]`, []string{"value[0]: reading it threw 1; it is shown as null"}},
		{"root that throws", "return { toJSON() { throw new Error('no') } }", `null`, []string{"value: reading it threw Error: no; it is shown as null"}},
		{"getters once", "let n = 0; return { get a() { return ++n } }", `{"a":1}`, nil},
		{"lone surrogate", `return { s: "a\ud83d" }`, `{"s":"a` + "\ufffd" + `"}`, []string{"value.s: half a surrogate pair in the string is shown as U+FFFD"}},
		{"odd key", `return { "\udc00x": 1, b: { "\ufffd": 2 } }`, `{"` + "\ufffd" + `x":1,"b":{"` + "\ufffd" + `":2}}`, []string{"value[\"\ufffdx\"]: half a surrogate pair in the key is shown as U+FFFD"}},
		{"odd keys of a map", `return new Map([["\udc00", 1], ["\udc01", 2]])`, `[["` + "\ufffd" + `",1],["` + "\ufffd" + `",2]]`, []string{
			"value: a Map is shown as an array of its entries",
			"value[0][0]: half a surrogate pair in the string is shown as U+FFFD", "value[1][0]: half a surrogate pair in the string is shown as U+FFFD"}},
		{"odd key of an error", `return Object.assign(new Error("x"), { "\udc00": 1 })`, `{"name":"Error","message":"x","` + "\ufffd" + `":1}`, []string{
			"value: an Error is shown as an object", "value[\"\ufffd\"]: half a surrogate pair in the key is shown as U+FFFD"}},
		{"aggregate error", "return new AggregateError([new Error('a'), 2], 'm')", `{"name":"AggregateError","message":"m","errors":[{"name":"Error","message":"a"},2]}`, []string{
			"value: an Error is shown as an object", "value.errors[0]: an Error is shown as an object"}},
		{"kinds of functions", "return [async () => 1, async function f() {}, function* g() {}, new Proxy(() => 1, {})]", `["[function]","[function f]","[function g]","[function]"]`, []string{
			`value[0]: a function is shown as "[function]"`, `value[1]: a function is shown as "[function f]"`,
			`value[2]: a function is shown as "[function g]"`, `value[3]: a function is shown as "[function]"`}},
		{"classes that keep things elsewhere", "return [new DataView(new ArrayBuffer(2)), new WeakMap(), new WeakSet(), new WeakRef({}), [1].values()]",
			`["[DataView]","[WeakMap]","[WeakSet]","[WeakRef]","[Array Iterator]"]`, []string{
				`value[0]: a DataView is shown as "[DataView]"`, `value[1]: a WeakMap is shown as "[WeakMap]"`, `value[2]: a WeakSet is shown as "[WeakSet]"`,
				`value[3]: a WeakRef is shown as "[WeakRef]"`, `value[4]: an Array Iterator is shown as "[Array Iterator]"`}},
		{"proxy of a map", "return [new Proxy(new Map([[1, 2]]), {})]", `["[Proxy of a Map]"]`, []string{`value[0]: a Proxy of a Map is shown as "[Proxy of a Map]"`}},
		{"first member that throws", "return { a: new Proxy({}, { ownKeys() { throw new Error('no') } }), b: 1 }", `{"a":null,"b":1}`, []string{"value.a: reading it threw Error: no; it is shown as null"}},
		{"first element that throws", "return [{ toJSON() { throw {} } }]", `[null]`, []string{"value[0]: reading it threw [object Object]; it is shown as null"}},
		{"throws what throws", "return { toJSON() { throw { toString() { throw 1 } } } }", `null`, []string{"value: reading it threw something that cannot be shown; it is shown as null"}},
		{"throws a symbol", "return { get a() { throw Symbol('s') } }", `{"a":null}`, []string{"value.a: reading it threw Symbol(s); it is shown as null"}},
		{"throws a long text", "return { get a() { throw 'x'.repeat(1e6) } }", `{"a":null}`, []string{"value.a: reading it threw " + strings.Repeat("x", 200) + "…; it is shown as null"}},
		{"getter without end", "return { get a() { return this.a }, b: 1 }", `{"a":null,"b":1}`, []string{"value.a: reading it nested calls too deeply; it is shown as null"}},
		{"promises", "return { a: [Promise.resolve(1)], b: new Promise(r => setTimeout(r, 1, { c: Promise.resolve(2) })), u: Promise.resolve() }", `{"a":[1],"b":{"c":2}}`, nil},
		{"promise of a promise", "return [[1, 2].map(async x => ({ x: await x }))]", `[[{"x":1},{"x":2}]]`, nil},
		{"odd keys", "return { 'a b': { '1x': [NaN] } }", `{"a b":{"1x":[null]}}`, []string{`value["a b"]["1x"][0]: NaN is shown as null`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := outcome(t, request(tt.program, nil))
			if out.Failure != nil {
				t.Fatalf("%+v", out.Failure)
			}
			if string(out.Value) != tt.want {
				t.Errorf("got  %s\nwant %s", out.Value, tt.want)
			}
			if diff := cmp.Diff(tt.warnings, out.Warnings); diff != "" {
				t.Errorf("warnings: got (+), want (-):\n%s", diff)
			}
			if !json.Valid(out.Value) {
				t.Errorf("%s is not valid JSON", out.Value)
			}
		})
	}
}

func TestReadingAValueIsBounded(t *testing.T) {
	for _, program := range []string{
		"return { get a() { throw { toString() { for (;;); } } }, get b() { for (;;); } }",
		"return { toJSON() { for (;;); } }",
		"return Object.assign(() => 1, { a: { get name() { for (;;); } } }) && { get a() { for (;;); } }",
	} {
		req := request(program, nil)
		req.Limits.Compute = 50 * time.Millisecond
		if got := failure(t, req); got.Kind != interp.TimedOut {
			t.Errorf("%s: got %+v, want a failure by the time limit", program, got)
		}
	}
}

func TestProgramCannotFakeItsResult(t *testing.T) {
	out := outcome(t, request(`
		console.log = () => {}; Promise.prototype.then = function () { throw 1 }; JSON.stringify = () => '{"ok":true}';
		Array.prototype.toJSON = () => "pwn"; Object.prototype.toJSON = () => "pwn"; try { globalThis.tools = null } catch { }
		globalThis.Error = Object.defineProperty = Object.keys = Array.prototype.push = String = null;
		Object.defineProperty === null && Object.freeze(Object.prototype);
		let e; try { await tools.bad({ x: [1] }) } catch (x) { e = [x.constructor.name, x.code, x.message, x.tool] }
		return { real: [1], e, echo: await tools.echo({ toString: 1, constructor: 2, a: [3] }) }`,
		functions{"echo": echo, "bad": fail(&interp.CallError{Tool: "bad", Code: "DENIED", Message: "no"})}))
	const want = `{"real":[1],"e":["ToolCallError","DENIED","no","bad"],"echo":{"toString":1,"constructor":2,"a":[3]}}`
	if string(out.Value) != want {
		t.Errorf("got %s, %+v, want %s", out.Value, out.Failure, want)
	}
}

func TestValueLimit(t *testing.T) {
	for _, program := range []string{"return 'x'.repeat(1000)", "return Array(1000).fill(0)", "const a = []; a[4e9] = 1; return a", "return Object.fromEntries(Array(300).fill().map((_, i) => [i, i]))"} {
		req := request(program, nil)
		req.Limits.Value = 500
		got := failure(t, req)
		if got.Kind != interp.Output || got.Limit != "value" {
			t.Errorf("%s: got %+v, want a failure by the limit value", program, got)
		}
	}
}

func TestDeepValues(t *testing.T) {
	program := `let a = []; for (let i = 0; i < %d; i++) a = [a]; const b = await tools.echo({ a }); return b.a`
	const deep = 5000
	want := strings.Repeat("[", deep+1) + strings.Repeat("]", deep+1)
	if got := run(t, interp.New(nil), request(fmt.Sprintf(program, deep), functions{"echo": echo})); string(got) != want {
		t.Errorf("got %.80s… of %d bytes, want %d brackets", got, len(got), len(want))
	}
	got := failure(t, request(fmt.Sprintf(program, 10_000), functions{"echo": echo}))
	if !strings.Contains(got.Message, "nested more than 8000 levels deep") || got.Call.Code != "INVALID_ARGS" {
		t.Errorf("got %+v, want a refused call", got)
	}
	out := outcome(t, request("let a = []; for (let i = 0; i < 10000; i++) a = [a]; return a", nil))
	if out.Failure != nil || len(out.Warnings) != 1 {
		t.Errorf("got %+v, %q, want a value with a warning", out.Failure, out.Warnings)
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", `{}`},
		{"undefined", `{}`},
		{"{ a: undefined, b: [1, 'x', null, true, 1.5], c: { d: {} } }", `{"b":[1,"x",null,true,1.5],"c":{"d":{}}}`},
		{"{ d: new Date(0), n: -0, s: '\\u2028é😀' }", `{"d":"1970-01-01T00:00:00.000Z","n":0,"s":"` + "\u2028é😀" + `"}`},
		{"{ ['__proto__']: 1 }", `{"__proto__":1}`},
		{"new (class { a = 1 })()", `{"a":1}`},
		{"{ get a() { return tools.echo({ nested: 1 }) && 2 } }", `{"a":2}`},
		{"1, 2", "expected one object argument; got 2 arguments"},
		{"'/a.txt', 'hello'", "expected one object argument; got 2 arguments"},
		{"null", "expected one object argument; got null"},
		{"'x'", "expected one object argument; got a string"},
		{"3", "expected one object argument; got a number"},
		{"3n", "expected one object argument; got a BigInt"},
		{"true", "expected one object argument; got a boolean"},
		{"Symbol()", "expected one object argument; got a symbol"},
		{"[1]", "expected one object argument; got an array"},
		{"new Date(0)", "expected one object argument; got a value whose JSON is no object"},
		{"new URL('http://x.y')", "expected one object argument; got a value whose JSON is no object"},
		{"Object('x')", "expected one object argument; got a value whose JSON is no object"},
		{"{ toJSON() { return null } }", "expected one object argument; got a value whose JSON is no object"},
		{"() => 1", "expected one object argument; got a function"},
		{"new Map()", "expected one object argument; got a Map"},
		{"Promise.resolve({})", "expected one object argument; got a Promise"},
		{"{ items: [0, 1, 2, { when: new Map() }] }", "args.items[3].when: a Map cannot be sent; use Object.fromEntries(map)"},
		{"{ s: new Set() }", "args.s: a Set cannot be sent; use [...set]"},
		{"{ b: new Uint8Array(2) }", "args.b: a typed array cannot be sent; use Array.from(array), or toBase64() for bytes"},
		{"{ p: tools.echo({}) }", "args.p: a Promise cannot be sent; await it first"},
		{"{ n: NaN }", "args.n: NaN cannot be sent; use null"},
		{"{ n: 1n }", "args.n: a BigInt cannot be sent; use Number(x) if it is small enough, or String(x)"},
		{"{ f() {} }", "args.f: a function cannot be sent; call it, and send what it gives"},
		{"{ s: Symbol('q') }", "args.s: a symbol cannot be sent; send its description"},
		{"{ a: [1, undefined] }", "args.a[1]: undefined cannot be sent; use null, or leave it out"},
		{`{ p: 1, "\udc00": 1 }`, "args[\"\ufffd\"]: the key has half a surrogate pair, which no text can hold; use key.toWellFormed()"},
		{"{ f: async () => 1 }", "args.f: a function cannot be sent; call it, and send what it gives"},
		{"async () => 1", "expected one object argument; got a function"},
		{"{ w: new WeakMap() }", "args.w: a WeakMap cannot be sent; send what it holds as a plain object or an array"},
		{"{ a: [1, , 2] }", "args.a[1]: the array has a hole here; use null"},
		{"{ d: new Date(NaN) }", "args.d: an invalid Date cannot be sent; check it with isNaN(date)"},
		{"{ e: new Error('x') }", "args.e: an Error cannot be sent; use error.message"},
		{"{ r: /x/ }", "args.r: a RegExp cannot be sent; use String(regexp)"},
		{`{ s: "\ud800" }`, "args.s: the string has half a surrogate pair, which no text can hold; use s.toWellFormed()"},
		{"(() => { const a = {}; a.b = [a]; return a })()", "args.b[0]: a value that contains itself cannot be sent; send the parts that matter"},
		{"{ get a() { throw new RangeError('mine') } }", "mine"},
	} {
		program := "try { return JSON.stringify(await tools.echo(" + tt.args + ")) } catch (e) { return e.message }"
		var got string
		if err := json.Unmarshal(run(t, interp.New(nil), request(program, functions{"echo": echo})), &got); err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("tools.echo(%s):\ngot  %s\nwant %s", tt.args, got, tt.want)
		}
	}
}

func TestResults(t *testing.T) {
	for _, tt := range []struct {
		value, program, want string
		warnings             []string
	}{
		{`{"zeta":1,"alpha":2}`, "Object.keys(r).join()", `"zeta,alpha"`, nil},
		{`{"__proto__":{"x":1},"constructor":3}`, "[Object.keys(r), r.x, Object.getPrototypeOf(r) === Object.prototype]", `[["__proto__","constructor"],null,true]`, nil},
		{`[1,[2,{"a":[]}],"x"]`, "[Array.isArray(r), r instanceof Array, r.length, r[1][1].a.length, [...r][2]]", `[true,true,3,0,"x"]`, nil},
		{` { "a" : [ 1 , 2 ] , "b" : { } } `, "r", `{"a":[1,2],"b":{}}`, nil},
		{`"\ud83d\ude00 \u00e9 \" \\ \/ \b\f\n\r\t"`, "r", `"😀 é \" \\ / \u0008\u000c\n\r\t"`, nil},
		{`"\ud800"`, "[r.length, r.charCodeAt(0)]", `[1,55296]`, nil},
		{"\"a\xffb\"", "r", `"a` + "\ufffd" + `b"`, nil},
		{`[0,-0,1e2,1.5,-7,123456789012345,0.1,1e-400]`, "[...r, Object.is(r[1], -0)]", `[0,-0,100,1.5,-7,123456789012345,0.1,0,true]`, nil},
		{`[9007199254740992,9007199254740993,123456789012345678901234567890,1e400]`, "r",
			`[9007199254740992,"9007199254740993","123456789012345678901234567890","1e400"]`, []string{
				"result of get: value[1] is 9007199254740993, which a number cannot hold exactly; such numbers reach the program as strings"}},
		{`null`, "r === null", `true`, nil},
	} {
		out := outcome(t, request("const r = await tools.get({}); return "+tt.program, functions{"get": answer(tt.value)}))
		if out.Failure != nil {
			t.Errorf("%s: %+v", tt.value, out.Failure)
			continue
		}
		if string(out.Value) != tt.want {
			t.Errorf("%s with %s: got %s, want %s", tt.program, tt.value, out.Value, tt.want)
		}
		if diff := cmp.Diff(tt.warnings, out.Warnings); diff != "" {
			t.Errorf("%s: warnings: got (+), want (-):\n%s", tt.value, diff)
		}
	}
}

func TestInvalidResults(t *testing.T) {
	for _, value := range []string{
		``, `{`, `[`, `[1,]`, `{"a"}`, `{"a":1,}`, `{a:1}`, `01`, `1.`, `-`, `+1`, `.5`, `1e`, `nul`, `tru`, `"a`, `"\x"`, `"\u12"`, "\"a\nb\"", `1 2`, `[1 2]`, `{"a" 1}`, `NaN`,
	} {
		if json.Valid([]byte(value)) {
			t.Errorf("%q is valid", value)
		}
		got := failure(t, request("return await tools.get({})", functions{"get": answer(value)}))
		if !strings.HasPrefix(got.Message, "the result of get is not valid JSON: ") {
			t.Errorf("%q: got %q, want a complaint about the result", value, got.Message)
		}
	}
}

func TestInput(t *testing.T) {
	req := request("return [input.a, typeof input]", nil)
	req.Input = json.RawMessage(`{"a":9007199254740993}`)
	out := outcome(t, req)
	if got, want := string(out.Value), `["9007199254740993","object"]`; got != want || len(out.Warnings) != 1 {
		t.Errorf("got %s, %q, want %s and a warning", got, out.Warnings, want)
	}
	if got := run(t, interp.New(nil), request("return typeof input", nil)); string(got) != `"undefined"` {
		t.Errorf("without input: got %s, want undefined", got)
	}
	req.Input = json.RawMessage(`{`)
	if _, err := interp.New(nil).Run(context.Background(), req); err == nil {
		t.Error("got no error for input that is not JSON")
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0,1.5e300,"é\ud83d\ude00",null,true,{"__proto__":{}}]}`, `[9007199254740993]`, `"\u0000"`, `{"":{"a b":[[]]}}`, `1e5`} {
		f.Add(seed)
	}
	engine := interp.New(nil)
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip("not JSON")
		}
		out, err := engine.Run(t.Context(), request("return await tools.get({})", functions{"get": answer(text)}))
		if err != nil || out.Failure != nil {
			if out != nil && strings.Contains(out.Failure.Message, "levels deep") {
				t.Skip("too deep")
			}
			t.Fatalf("%q: %v, %+v", text, err, out)
		}
		if len(out.Warnings) > 0 {
			t.Skip("a number or a string that the program cannot hold")
		}
		var want, got any
		if err := errors.Join(json.Unmarshal([]byte(text), &want), json.Unmarshal(out.Value, &got)); err != nil {
			t.Fatalf("%q became %q: %v", text, out.Value, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q became %q: %s", text, out.Value, diff)
		}
	})
}

// What a value makes of itself when it is read may be a promise, also a new one each time. It is read once.
func TestReadingMakesPromises(t *testing.T) {
	for _, tt := range []struct{ program, want string }{
		{"return { async toJSON() { return 1 } }", "1"},
		{"return { a: { async toJSON() { return { x: [1] } } }, b: 2 }", `{"a":{"x":[1]},"b":2}`},
		{"return [{ async toJSON() {} }, { async toJSON() { return { toJSON() { return 'inner' } } } }]", `[null,"inner"]`},
		{"let n = 0; return { get a() { return tools.echo({ n: ++n }) }, get b() { return tools.echo({ n: ++n }).then(async r => { await null; return r }) } }", `{"a":{"n":1},"b":{"n":2}}`},
	} {
		if got := string(run(t, interp.New(nil), request(tt.program, functions{"echo": echo}))); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.program, got, tt.want)
		}
	}
	got := failure(t, request("throw { a: { async toJSON() { await null; return 1 } } }", nil))
	if want := `{"a":`; !strings.Contains(got.Message, want) {
		t.Errorf("got %q, want %s in it", got.Message, want)
	}
}
