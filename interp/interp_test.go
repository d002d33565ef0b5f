package interp_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/interp"
)

func TestMain(m *testing.M) {
	// The clock by which matches of regular expressions run out of time belongs to the process.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

// functions are host functions by dotted path. The ones that are missing say so as a host would.
type functions map[string]interp.Func

func (f functions) Names() (names [][]string) {
	for path := range f {
		names = append(names, strings.SplitN(path, ".", 2))
	}
	slices.SortFunc(names, slices.Compare)
	return names
}

func (f functions) Lookup(path []string) (interp.Func, bool) {
	name := strings.Join(path, ".")
	if g, ok := f[name]; ok {
		return g, true
	}
	return func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
		settle(nil, &interp.CallError{Tool: name, Code: "UNKNOWN_TOOL", Message: "there is no tool " + name})
	}, false
}

// echo settles a call with its arguments, from another goroutine.
func echo(_ context.Context, args json.RawMessage, settle interp.Settle) { go settle(args, nil) }

// answer settles every call with the same value.
func answer(value string) interp.Func {
	return func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(json.RawMessage(value), nil) }
}

// fail settles every call with the same error.
func fail(err error) interp.Func {
	return func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(nil, err) }
}

// never does not settle before the run is over.
func never(ctx context.Context, _ json.RawMessage, settle interp.Settle) {
	context.AfterFunc(ctx, func() { settle(nil, ctx.Err()) })
}

// request makes a request with the given host functions under `tools`.
func request(program string, fs functions) interp.Request {
	req := interp.Request{Program: program}
	if fs != nil {
		req.Objects = []interp.Object{{Name: "tools", Functions: fs}}
	}
	return req
}

// outcome runs a program to whatever end.
func outcome(tb testing.TB, req interp.Request) *interp.Outcome {
	tb.Helper()
	out, err := interp.New(nil).Run(tb.Context(), req)
	if err != nil {
		tb.Fatalf("%s: %v", req.Program, err)
	}
	return out
}

// run runs a program that must not fail.
func run(tb testing.TB, i *interp.Interpreter, req interp.Request) json.RawMessage {
	tb.Helper()
	out, err := i.Run(context.Background(), req)
	if err != nil {
		tb.Fatal(err)
	}
	if out.Failure != nil {
		tb.Fatalf("%s: %+v", req.Program, out.Failure)
	}
	return out.Value
}

// failure runs a program that must fail.
func failure(tb testing.TB, req interp.Request) *interp.Failure {
	tb.Helper()
	out := outcome(tb, req)
	if out.Failure == nil {
		tb.Fatalf("%s: got value %s, want a failure", req.Program, out.Value)
	}
	return out.Failure
}

func TestForms(t *testing.T) {
	for _, tt := range []struct{ name, program, want string }{
		{"body", "return 1 + 1", "2"},
		{"types", "const x: number = 2; interface A { b: string }; return x as any", "2"},
		{"last expression", "const x = 2; x * 21", "42"},
		{"one expression", "({ a: 1 })", `{"a":1}`},
		{"directive", `"use strict"; 5`, "5"},
		{"call of a declared main", "async function main() { return 1 } main()", "1"},
		{"main that is not called", "const n = 3;\nasync function main() { return n }", "3"},
		{"main in a constant", "const main = async () => 4", "4"},
		{"call before the declaration", "main()\nasync function main() { return 1 }", "1"},
		{"invoked function", "(async () => { return { n: 1 } })()", `{"n":1}`},
		{"arrow", "async () => { return 5 }", "5"},
		{"function expression", "(async function () { return 6 })", "6"},
		{"default export of a function", "export default async function () { return 7 }", "7"},
		{"default export of a named function", "const k = 1\nexport default function f() { return k }", "1"},
		{"default export of an arrow", "export default async () => 8", "8"},
		{"default export of a value", "export default { a: 1 }", `{"a":1}`},
		{"export of nothing", "export {};\nexport type { A } from './a'; return 3", "3"},
		{"export as default", "async function go() { return 4 }\nexport { go as default };", "4"},
		{"exported declarations", "export const a = 1; export function f() { return a }\nreturn f()", "1"},
		{"import of types", "import type { Row } from './rows'\nreturn 9", "9"},
		{"fence", "```ts\nreturn 3\n```", "3"},
		{"fence and prose", "Sure, here it is:\r\n\r\n```javascript\r\nreturn 3\r\n```\r\nIt's done.", "3"},
		{"fence that is not closed", "```\nreturn 3", "3"},
		{"fence of one line", "```js return 3```", "3"},
		{"other fences around", "```sh\nnpm i\n```\n```ts\nreturn 3\n```", "3"},
		{"fences in a template", "const readme = `# My tool\n\n~~~js\nreturn 'from the text'\n~~~\n`\nreturn readme.length", "44"},
		{"escaped fences in a template", "const s = `\n\\`\\`\\`js\nreturn 1\n\\`\\`\\`\n`; return s.length", "20"},
		{"fences in a comment", "/*\n```js\nreturn 1\n```\n~~~sh\nls\n~~~\n*/\nreturn 2", "2"},
		{"fences in a comment in a fence", "~~~js\n/*\n```js\nreturn 1\n```\n*/\nreturn 2\n~~~", "2"},
		{"fence after one word", "Answer:\n```js\nreturn 4\n```", "4"},
		{"fence after a stray comment mark", "Look at a/* files:\n```js\nreturn 5\n```", "5"},
		{"tilde fence", "~~~js\nreturn 3\n~~~", "3"},
		{"backticks in a program", "return `\\`\\`\\`js\n\\`\\`\\``", `"` + "```js\\n```" + `"`},
		{"byte order mark", "\ufeffreturn 1", "1"},
		{"shebang", "#!/usr/bin/env node\nreturn 1", "1"},
		{"last line is a comment", "return 1 // done", "1"},
		{"enum", "enum E { A, B }; return E.B", "1"},
		{"parameter property", "class P { constructor(public x: number) {} }; return new P(4).x", "4"},
		{"async generator", "async function* g() { yield 1; yield 2 }; let n = 0; for await (const x of g()) n += x; return n", "3"},
		{"generator left early", "const out = []; async function* g() { try { yield 1 } finally { out.push(await 2); await 3; out.push(4) } }; for await (const x of g()) break; return out", "[2,4]"},
		{"generator that returns", "const g = (async function* () { try { yield 1 } finally { await 2 } })(); await g.next(); return [await g.return(5), await g.next()]", `[{"value":5,"done":true},{"done":true}]`},
		{"generator within a generator, left early", "const out = []; async function* f() { try { yield 1 } finally { await 2; out.push('f') } } async function* g() { try { yield* f() } finally { await 3; out.push('g') } } for await (const x of g()) break; return out", `["f","g"]`},
		{"brackets in a class", "return [/[[:alpha:]]/.test('b'), /[[:alpha:]]/.test('a]'), /[[:alpha:]]/.source, /(?=.)[[:alpha:]]/i.test('b')]", `[false,true,"[[:alpha:]]",false]`},
		{"fence in a template", "const readme = `# My tool\n\n~~~js\nreturn 'from the literal'\n~~~\n`\nreturn readme.length", "47"},
		{"fence of a shell in a template", "const a: string = `\n~~~sh\nls\n~~~\n`; return a.length", "14"},
		{"fence in a comment", "/*\nExample:\n```js\nreturn 1\n```\n*/\nreturn 2", "2"},
		{"fence after prose with a comment mark", "Use /* and\n```js\nreturn 1\n```\n", "1"},
		{"fence after a string", "Here's\n```js\nreturn 1\n```\n", "1"},
		{"fence after prose", "Result:\n```js\nreturn 1\n```\n", "1"},
		{"for await over promises", "let n = 0; for await (const x of [Promise.resolve(1), 2]) n += x; return n", "3"},
		{"using", "let s = ''; { using r = { [Symbol.dispose]() { s += 'd' } }; s += 'b' } return s", `"bd"`},
		{"decorator", "const d = (v: any, c: any) => function () { return 'x' }; class A { @d m() {} }; return new A().m()", `"x"`},
		{"accessor", "class A { accessor x = 3 }; return new A().x", "3"},
		{"namespace", "namespace N { export const a = 1; export function f() { return a + b() } }\nfunction b() { return 1 }\nnamespace M {\n  export const c = 3\n}\nreturn [N.f(), M.c]", "[2,3]"},
		{"dead return", "function f() { try { return 'yes' } catch { return 'error' } finally { } } return f()", `"yes"`},
		{"regular expressions with brackets", "if (true) /[\"'`{(]/.test('x')\nreturn 'a/b'.split(/\\//)", `["a","b"]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := run(t, interp.New(nil), request(tt.program, nil)); string(got) != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestNoValue(t *testing.T) {
	for _, program := range []string{"", "const x = 1", "return", "return undefined", "if (true) { 7 }", "// nothing", "[1].forEach(x => x)"} {
		if out := outcome(t, request(program, nil)); out.Value != nil || out.Failure != nil {
			t.Errorf("%q: got %s, %v, want no value", program, out.Value, out.Failure)
		}
	}
}

func TestOtherBlocksAreTold(t *testing.T) {
	out := outcome(t, request("It prints 3:\n```js\nreturn 3\n```\n```\n3\n```", nil))
	want := []string{"of the 2 blocks in the text, only the one at line 2 ran: it is the only one marked as a program"}
	if diff := cmp.Diff(want, out.Warnings); diff != "" || string(out.Value) != "3" {
		t.Errorf("got %s, %+v, warnings (want -, got +):\n%s", out.Value, out.Failure, diff)
	}
}

// A program that returns by itself, wherever, has no other value than what it returns.
func TestLastExpressionBesideReturn(t *testing.T) {
	for statement, kept := range map[string]bool{
		"if (no) { return 1 }": true, "if (no) ; else if (no) return 1": true, "while (no) return 1": true,
		"do { if (no) return 1 } while (no)": true, "for (; no;) return 1": true, "for (const a of []) return 1": true,
		"for (const b in {}) return 1": true, "try { } catch { return 1 } finally { }": true,
		"try { if (no) return 1 } catch { }": true, "try { } finally { if (no) return 1 }": true,
		"switch (1) { case 2: return 2 }": true, "l: { if (no) return 1 }": true,
		"function f() { return 1 }": false, "const g = () => { return 1 }": false, "class A { m() { return 1 } }": false,
	} {
		got := run(t, interp.New(nil), request("const no = false\n"+statement+"\n5", nil))
		if kept != (got == nil) {
			t.Errorf("%s: got %s", statement, got)
		}
	}
}

func TestRefusedPrograms(t *testing.T) {
	for _, tt := range []struct {
		name, program string
		want          interp.Failure
	}{
		{"wrong token", "const ok = 1\nconst x = {;", interp.Failure{
			Kind: interp.Syntax, Message: `expected identifier but found ";"`, Line: 2, Column: 12, Source: "const x = {;"}},
		{"first line", "const = 1", interp.Failure{
			Kind: interp.Syntax, Message: `expected identifier but found "="`, Line: 1, Column: 7, Source: "const = 1"}},
		{"column after wide characters", `const a = "äöü€", b = ;`, interp.Failure{
			Kind: interp.Syntax, Message: `unexpected ";"`, Line: 1, Column: 23, Source: `const a = "äöü€", b = ;`}},
		{"brace that is not closed", "if (a) {\n  b()\n", interp.Failure{
			Kind: interp.Syntax, Message: "unexpected end of the program: this { is never closed", Line: 1, Column: 8, Source: "if (a) {"}},
		{"brace too many", "if (a) {}\n}", interp.Failure{
			Kind: interp.Syntax, Message: `unexpected "}"`, Hint: "a bracket is closed that was not opened", Line: 2, Column: 1, Source: "}"}},
		{"way out of the wrapper", "})(); (async () => {", interp.Failure{
			Kind: interp.Syntax, Message: `unexpected "}"`, Hint: "a bracket is closed that was not opened", Line: 1, Column: 1, Source: "})(); (async () => {"}},
		{"template that is not closed", "return `a${1}", interp.Failure{
			Kind: interp.Syntax, Message: "unexpected end of the program: this ` is never closed", Line: 1, Column: 8, Source: "return `a${1}"}},
		{"curly quotes", "return “a”", interp.Failure{
			Kind: interp.Syntax, Message: `unexpected "“"`, Hint: `write straight quotes: " or '`, Line: 1, Column: 8, Source: "return “a”"}},
		{"shell", "ls -la /work && cat README.md", interp.Failure{
			Kind: interp.Syntax, Message: "this looks like a shell command; programs are JavaScript or TypeScript",
			Hint: `call a tool that runs commands, such as await tools.bash({ command: "ls -la /work && cat README.md" })`,
			Line: 1, Column: 1, Source: "ls -la /work && cat README.md"}},
		{"python", "import os\nfor f in os.listdir():\n    print(f)", interp.Failure{
			Kind: interp.Syntax, Message: "this looks like Python; programs are JavaScript or TypeScript",
			Hint: "write the body of an async function in JavaScript or TypeScript", Line: 1, Column: 1, Source: "import os"}},
		{"python without imports", "def f(x):\n    return x", interp.Failure{
			Kind: interp.Syntax, Message: "this looks like Python; programs are JavaScript or TypeScript",
			Hint: "write the body of an async function in JavaScript or TypeScript", Line: 1, Column: 1, Source: "def f(x):"}},
		{"import", "const a = 1\nimport fs from 'fs'", interp.Failure{
			Kind: interp.Syntax, Message: "a program cannot import modules",
			Hint: "everything it can use is a global variable: tools, console, URL, Intl, crypto and so on; leave the import out",
			Line: 2, Column: 1, Source: "import fs from 'fs'"}},
		{"dynamic import", "const fs = await import('fs')", interp.Failure{
			Kind: interp.Syntax, Message: "a program cannot import modules",
			Hint: "everything it can use is a global variable: tools, console, URL, Intl, crypto and so on; leave the import out",
			Line: 1, Column: 18, Source: "const fs = await import('fs')"}},
		{"export of names", "const a = 1\nexport { a }", interp.Failure{
			Kind: interp.Syntax, Message: "a program cannot export names", Hint: "return the value instead: return { … }",
			Line: 2, Column: 1, Source: "export { a }"}},
		{"two programs in fences", "```js\nreturn 1\n```\nor\n```js\nreturn 2\n```", interp.Failure{
			Kind: interp.Syntax, Message: "the text holds 2 blocks of code, and only one can be the program", Line: 5, Column: 1, Source: "```js",
			Hint: "send one block; if all are to run, join them in one"}},
		{"comprehension", "const a = [x * 2 for x in range(3)]", interp.Failure{
			Kind: interp.Syntax, Message: "this looks like a comprehension of Python; programs are JavaScript or TypeScript", Line: 1, Column: 18,
			Source: "const a = [x * 2 for x in range(3)]", Hint: "write items.filter(x => …).map(x => …)"}},
		{"shell loop", "for f in *.txt; do\n  echo $f\ndone", interp.Failure{
			Kind: interp.Syntax, Message: "this looks like a shell command; programs are JavaScript or TypeScript", Line: 1, Column: 1, Source: "for f in *.txt; do",
			Hint: `call a tool that runs commands, such as await tools.bash({ command: "for f in *.txt; do\n  echo $f\ndone" })`}},
		{"arguments in place of the program", ` {"code":"return 1","why":"x"}`, interp.Failure{
			Kind: interp.Syntax, Message: "this is JSON that holds a program, not the program", Line: 1, Column: 2, Source: ` {"code":"return 1","why":"x"}`,
			Hint: `send the text of its member "code" alone`}},
		{"NUL", "return 1 +\x00 2", interp.Failure{
			Kind: interp.Syntax, Message: "the program holds a NUL character", Line: 1, Column: 11, Source: "return 1 +\x00 2", Hint: `leave it out; in a string, write \0`}},
		{"UTF-16", "r\x00e\x00t\x00u\x00r\x00n\x00 \x001\x00", interp.Failure{
			Kind: interp.Syntax, Message: "the program is not text in UTF-8; it looks like UTF-16", Hint: "save or send it as UTF-8"}},
		{"UTF-16 with a mark", "\xff\xfer\x00e\x00t\x00u\x00r\x00n\x00 \x001\x00", interp.Failure{
			Kind: interp.Syntax, Message: "the program is not text in UTF-8; it looks like UTF-16", Hint: "save or send it as UTF-8"}},
		{"Latin-1", "const é = 1\nreturn 'caf\xe9'", interp.Failure{
			Kind: interp.Syntax, Message: "the program is not text in UTF-8: it holds the byte 0xe9", Hint: "save or send it as UTF-8",
			Line: 2, Column: 12, Source: "return 'caf\ufffd'"}},
		{"missing bracket", "f(1 2)", interp.Failure{
			Kind: interp.Syntax, Message: `expected ")" but found "2"`, Line: 1, Column: 5, Source: "f(1 2)"}},
		{"fence of another language", "```python\nprint(1)\n```", interp.Failure{
			Kind: interp.Syntax, Message: "the text holds a python block, not a program",
			Hint: "write the body of an async function in JavaScript or TypeScript", Line: 1, Column: 1, Source: "```python"}},
		{"brackets in brackets", strings.Repeat("[", 201) + strings.Repeat("]", 201), interp.Failure{
			Kind: interp.Check, Message: "the program is nested too deeply here",
			Hint: "split the expression, or read the data with a tool instead of writing it into the program", Line: 1, Column: 201,
			Source: strings.Repeat("[", 201) + strings.Repeat("]", 201)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := failure(t, request(tt.program, nil))
			if diff := cmp.Diff(tt.want, *got, cmpopts.IgnoreFields(interp.Failure{}, "Name")); diff != "" {
				t.Errorf("got (+), want (-):\n%s", diff)
			}
		})
	}
}

func TestDeepSourceIsRefusedBeforeItIsParsed(t *testing.T) {
	const n = 50_000
	for _, unit := range []string{"[", "(", "{", "`${", "a?.b?.", "!", "- ", "await ", "a=>", "a=", "1+", "a?", "if(a)", "a?b:", "new ", "a.b(", "f``", "a[0]", "/(?=a)((((/;", "else if(a){}"} {
		program := strings.Repeat(unit, n/len(unit))
		got := failure(t, request(program, nil))
		if got.Kind != interp.Check && got.Kind != interp.Syntax {
			t.Errorf("%q repeated: got %s, want a refusal", unit, got.Kind)
		}
	}
}

func TestSourceLimit(t *testing.T) {
	req := request("return '"+strings.Repeat("x", 100)+"'", nil)
	req.Limits.Source = 100
	want := &interp.Failure{
		Kind: interp.Check, Limit: "source", Message: "the program has 109 bytes; at most 100 are allowed",
		Hint: "read large data with a tool instead of writing it into the program; or raise the limit source",
	}
	if diff := cmp.Diff(want, failure(t, req)); diff != "" {
		t.Errorf("got (+), want (-):\n%s", diff)
	}
}

// A program on which the machine breaks down fails, with what it has done so far in the report.
func TestFaultOfTheMachine(t *testing.T) {
	out := outcome(t, request("console.log('before'); const it = { [Symbol.iterator]() { return {} } }; for (const x of it) {}", nil))
	if out.Failure == nil || out.Failure.Name != "InternalError" || strings.Contains(out.Failure.Message, "runtime") {
		t.Errorf("got %+v, want a failure in words of our own", out.Failure)
	}
	if len(out.Logs) != 1 || out.Logs[0].Text != "before" {
		t.Errorf("got %v, want what was printed", out.Logs)
	}
	req := request("console.log(1)", nil)
	req.Log = func(interp.Log) { var none *interp.Log; none.Text = "x" }
	if _, err := interp.New(nil).Run(t.Context(), req); err == nil {
		t.Error("got no error of a host that breaks down")
	}
}
