package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// compile compiles a program that must be right.
func compile(tb testing.TB, text string) *source.Program {
	tb.Helper()
	p, problem := source.Compile("", text, 0)
	if problem != nil {
		tb.Fatalf("%s: %+v", text, problem)
	}
	return p
}

// positions runs a program and gives the places of the frames of the error that it throws, innermost first.
func positions(tb testing.TB, p *source.Program) []string {
	tb.Helper()
	vm := goja.New()
	v, err := vm.RunProgram(p.Code)
	if err != nil {
		tb.Fatal(err)
	}
	thrown := vm.Try(func() { panic(v.Export().(*goja.Promise).Result()) })
	var places []string
	for _, f := range thrown.Stack() {
		if line, column, ok := p.Position(f.Position()); ok {
			places = append(places, fmt.Sprintf("%d:%d", line, column))
		}
	}
	return places
}

func TestPositions(t *testing.T) {
	for _, tt := range []struct {
		program string
		want    []string
	}{
		{"throw new Error()", []string{"1:7"}},
		{"   throw new Error()", []string{"1:10"}},
		{"const a: number = 1; throw new Error()", []string{"1:28"}},
		{"// comment\n\n  throw new Error()", []string{"3:9"}},
		{"interface A { b: string }\ntype B = A & { c: number }\nfunction f(x: A): void {\n    throw new TypeError('x')\n}\nf(null as any)", []string{"4:11", "6:1"}},
		{"enum E { A = 1 }\nconst { a } = { a: E.A };\nconst g = (x: number) => { return [1].map(() => { throw new Error() }) }\ng(1)", []string{"3:57", "3:39", "4:1"}},
		{"namespace N { export const a = 1 } throw new Error()", []string{"1:42"}},
		{"Here:\n```ts\nthrow new Error()\n```\n", []string{"3:7"}},
		{"export default async function run() {\n  throw new Error()\n}", []string{"2:9"}},
		{"async function main() {\r\n  throw new Error()\r\n}", []string{"2:9"}},
	} {
		got := positions(t, compile(t, tt.program))
		if len(got) < len(tt.want) {
			t.Errorf("%s: got %v, want %v", tt.program, got, tt.want)
			continue
		}
		if diff := cmp.Diff(tt.want, got[:len(tt.want)]); diff != "" {
			t.Errorf("%s: got (+), want (-):\n%s", tt.program, diff)
		}
	}
}

func TestEveryEndOfALine(t *testing.T) {
	for program, want := range map[string]string{
		"a = `x` ; )":               "1:11 a = `x` ; )",
		"a = 1 // \u2028 ; )":       "2:4  ; )",
		"a = 'x\u2028' ; )":         "2:5 ' ; )",
		"/* \u2029 */\r\n\r ; )":    "4:4  ; )",
		"#!/bin/node\u2028\n ; )":   "3:4  ; )",
		"text\u2028\n```\n; )\n```": "4:3 ; )",
	} {
		_, problem := source.Compile("", program, 0)
		if problem == nil {
			t.Errorf("%q: compiled", program)
			continue
		}
		if got := fmt.Sprintf("%d:%d %s", problem.Line, problem.Column, problem.Source); got != want {
			t.Errorf("%q: got %s, want %s", program, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	p := compile(t, "const a = 1\r\nreturn a")
	for n, want := range map[int]string{0: "", 1: "const a = 1", 2: "return a", 3: ""} {
		if got := p.Line(n); got != want {
			t.Errorf("line %d: got %q, want %q", n, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"": "program.ts", "a-b_1.ts": "a-b_1.ts", "/etc/x y.ts": "-etc-x-y.ts", "é(1:2)": "--1-2-"} {
		p, problem := source.Compile(name, "return 1", 0)
		if problem != nil || p.Name != want {
			t.Errorf("%q: got %q, %v, want %q", name, p.Name, problem, want)
		}
	}
}

func TestScanReadsOrdinaryPrograms(t *testing.T) {
	many := func(unit string) string { return strings.Repeat(unit, 2500) }
	for name, program := range map[string]string{
		"statements":                    many("x = 1;\n"),
		"statements without semicolons": many("x = y + 1\nf(x)\n"),
		"awaits without semicolons":     many("await f()\n"),
		"blocks":                        many("if (a) { b() } else { c() }\n"),
		"functions":                     many("function f() { return 1 }\n"),
		"elements":                      "[" + many("1 + 1, ") + "]",
		"members":                       "({" + many("a: b ? 1 : 2, ") + "})",
		"strings":                       many("f('[[[{{{(((', \"`\", `${'}'}[`)\n"),
		"regular expressions":           many("a = b.replace(/[/\"'`({[]+/g, '') / 2 / 3\n"),
		"conditions":                    many("if (x) /[\"]/.test(y)\n"),
		"comments":                      many("// it's ((([[[{{{\n/* ``` ' */ f()\n"),
		"templates":                     many("t(`a ${f({ a: `${1}` })} b`)\n"),
		"cases":                         "switch (x) {" + many("case 'a': f(); break\n") + "}",
		"class members":                 "class A {" + many("m() { return 1 }\n") + "}",
		"enum members":                  "enum E {" + many("A = 1 << 2,\n") + "}",
		"objects that are divided":      many("f = { a: 1 }.a / 2; g = [1] / 2 / (3) / 4\n"),
	} {
		if _, problem := source.Compile("", program, 0); problem != nil && problem.Kind == source.Limit {
			t.Errorf("%s: refused at %d:%d", name, problem.Line, problem.Column)
		}
	}
}

// What is nested too deeply is found behind texts that are hard to tell apart from others which would hide it.
func TestNestingCannotHide(t *testing.T) {
	for _, before := range []string{
		"//\u2028", "//\u2029", "//\r", "/* ` */ // '\r", "#! `\u2028", "#!`\n", "<!-- `\n", "--> `\n", "\n--> `\n", "/*\n*/--> `\n", "return\u00a0/`/; ",
		"return\v/`/; ", "a\u2028++ /`/; ", "a\n++ /`/; ", "a++ /`/; `", "a! /`/; `", "a = 1. /`/; `", "a = \"\\\r\n`\"; ", "a = \"\u2028`\"; ", "if (a) /`/.test(b); ",
		"() => {} /`/; ", "function f() {}\n/`/; ", "a = {}\n/`/; `", "`${`${1}`}`; ", "a.return /`/; `", "a as any /`/; `", "a = /[`]/; ",
	} {
		_, problem := source.Compile("", before+strings.Repeat("[", 5000), 0)
		if problem == nil || problem.Kind != source.Limit {
			t.Errorf("%q: got %+v, want a program that is nested too deeply", before, problem)
		}
	}
}

// Texts that are made to be slow to read.
func TestHostileTexts(t *testing.T) {
	const size = 64 << 10
	for _, unit := range []string{
		"/\\", "/[", "`", "```\n", "~~~\n", "import type a from 'b'\n", "export default ", "namespace N{}\n", "//", "/*", "'", "\\", "#", "}", "\n", "a ", "<", "\u201c", "s+=1;", "\xff",
	} {
		p, problem := source.Compile("", strings.Repeat(unit, size/len(unit)), size)
		if p == nil && problem == nil {
			t.Errorf("%q: got nothing", unit)
		}
	}
}

func TestCache(t *testing.T) {
	c := source.NewCache(40 << 10) // room for some nine small programs
	compiled := func(text string) *source.Program {
		p, problem := c.Compile("", text, 100)
		if problem != nil {
			t.Fatal(problem)
		}
		return p
	}
	first := compiled("return 1")
	if compiled("return 1") != first {
		t.Error("the second time, got another program")
	}
	if p, _ := c.Compile("other.ts", "return 1", 100); p == first || p.Name != "other.ts" {
		t.Errorf("under another name, got %s", p.Name)
	}
	for i := range 5 {
		compiled(fmt.Sprint("return ", i+10))
	}
	if compiled("return 1") != first {
		t.Error("a program that is used was dropped")
	}
	for i := range 20 {
		compiled(fmt.Sprint("return ", i+20))
	}
	if compiled("return 1") == first {
		t.Error("a program was kept beyond the room there is")
	}
	if _, problem := c.Compile("", "return 1", 3); problem == nil || problem.Limit != "source" {
		t.Errorf("got %+v, want the limit on the source to hold for cached programs too", problem)
	}
	none := source.NewCache(0)
	a, _ := none.Compile("", "return 1", 0)
	if b, _ := none.Compile("", "return 1", 0); a == b {
		t.Error("a cache without room kept a program")
	}
}

func TestIsVariable(t *testing.T) {
	for name, want := range map[string]bool{"tools": true, "$a_1": true, "": false, "1a": false, "a-b": false, "await": false, "a.b": false, "é": false} {
		if got := source.IsVariable(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}

// FuzzCompile: whatever the text, compiling ends with a program or a problem that points into the text.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{
		"return 1", "```js\nreturn 1\n```", "export default async () => 1", "const x = {;", "import a from 'b'", "let s = ''; for (;;) s += 1",
		"`${`${1}`}`", "/[/]/.test(a) / 1", "})(); (async () => {", "#!/bin/sh\nls", "def f():\n  pass", "“a”", "export {", "if (a) {", "\xff\xfe", "a\u2028b", "\r!",
	} {
		f.Add(seed)
	}
	ends := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n") // of lines, as JavaScript has them
	f.Fuzz(func(t *testing.T, text string) {
		p, problem := source.Compile("", text, 10_000)
		if (p == nil) == (problem == nil) {
			t.Fatalf("%q: got %v and %+v", text, p, problem)
		}
		if problem == nil {
			return
		}
		lines := strings.Split(ends.Replace(text), "\n")
		if problem.Message == "" || problem.Line < 0 || problem.Line > len(lines) || problem.Line > 0 && problem.Column < 1 {
			t.Errorf("%q: got %+v, want a place in the text", text, problem)
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	var program strings.Builder
	for i := range 10 {
		fmt.Fprintf(&program, "const rows%d = await tools.search({ query: %q, limit: %d })\nfor (const row of rows%d as Row[]) {\n  if (row.score > 0.5) console.log(`${row.name}: ${row.score.toFixed(2)}`)\n}\n", i, "q", i, i)
	}
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			compile(b, program.String())
		}
	})
	b.Run("cached", func(b *testing.B) {
		b.ReportAllocs()
		c := source.NewCache(1 << 20)
		for b.Loop() {
			if _, problem := c.Compile("", program.String(), 0); problem != nil {
				b.Fatal(problem)
			}
		}
	})
}
