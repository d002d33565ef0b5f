package interp_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

// accumulating are programs that gather text. Each is run as it is, and as [plain] has it.
var accumulating = []string{
	`let s = ""; for (let i = 0; i < 5; i++) s += i; return s`,
	`let s = "a"; for (const x of [1, null, undefined, true, {}, [1, 2], 2n]) s += x; return s + s.length`,
	`let s = ""; for (let i = 0; i < 5; i++) { s = s + i + 1; } return { s }`,
	`let s = ""; for (let i = 0; i < 3; i++) { s += s; s += "x" } return s`,
	`let s = ""; [1, 2, 3].forEach(x => { s += x + 1 }); return s`,
	`let s = ""; const f = x => { s += x; return "<" + s + ">" }; for (let i = 0; i < 3; i++) s += f(i); return s`,
	`let s = ""; await Promise.all([1, 2, 3].map(async x => { s += await x })); return s`,
	`let s = "q"; for (let i = 0; i < 3; i++) s += (s += "x") + i; return s`,
	`let s = ""; for (let i = 0; i < 3; i++) { const t = s += i; s += t } return s`,
	`let s = ""; for (let i = 0; i < 6; i++) { if (i % 2) s = "r"; s += i } return s`,
	"let s = ``; for (const c of 'äöü€😀') s += c + `${s.length}`; return [s, s.length]",
	`let s = ""; for (let i = 0; i < 3; i++) { try { s += Symbol() } catch (e) { s += e.name } } return s`,
	`let s = ""; const o = { toString() { s += "!"; return "o" } }; for (let i = 0; i < 3; i++) s += o; return s`,
	`let s = ""; for (let i = 0; i < 3; i++) { s += i; s ||= "z" } return s`,
	`let s = ""; for (let i = 0; i < 3; i++) { s += i; [s] = [s + "p"] } return s`,
	`let s = ""; for (const s of [1]) { } for (let i = 0; i < 3; i++) s += i; return s`,
	`let s = ""; function f(s) { s += 1; return s } for (let i = 0; i < 3; i++) s += f(i); return s`,
	`let s = ""; for (let i = 0; i < 3; i++) { s += i; s = i } return s`,
	`let s = ""; for (let i = 0; i < 3; i++) s += i; return typeof s + typeof undeclared`,
	`const fs = []; for (let i = 0; i < 3; i++) { let s = "a"; for (let j = 0; j < 3; j++) s += j; fs.push(() => s += "b") } return fs.map(f => f() + f())`,
	`let s = "", n = 0; while (n++ < 3) s += n, s += "-"; return [s?.length, s[0], ` + "`${s}`" + `, s === "1-2-3-", [...s]]`,
	`let s = ""; label: for (let i = 0; i < 3; i++) { for (const c of "ab") { s += c; if (s.length > 3) break label } } return s`,
	`class A { f() { let out = ""; for (const x of [1, 2]) out += x; return out } } return new A().f()`,
	`let s = ""; s += "x"; return s`,
	`let s = "", t = ""; for (let i = 0; i < 3; i++) s += t += i; return s + "|" + t`,
	`let s = "", t = ""; for (let i = 0; i < 3; i++) { t += i, s += t; s += (t += "n"); s = s + (t = t + 1) } return [s, t]`,
	`let s = "", t = ""; for (let d = 0; d < 3; d++) { [1, 2].forEach(() => s += t); t += " " } return s.length`,
	`let s = "", t = ""; const add = () => s += t; for (let i = 0; i < 3; i++) { t += i; add() } return s`,
	`let s = "", t = "", u = ""; for (const c of "ab,cd") { c === "," && (s += t, u += s += t); t += c } return s + t + u`,
	`try { x(); let s = ""; function x() { for (;;) { s += 1; break } } return s } catch (e) { return e.name }`,
}

// plain is a program whose variables stay as they are written, since their first values are not texts by their form.
func plain(program string) string {
	return firstText.ReplaceAllString(program, "${1}String($2)")
}

var firstText = regexp.MustCompile("((?:let|,) \\w+ = )(\"[^\"]*\"|'[^']*'|`[^`]*`)")

func TestAccumulators(t *testing.T) {
	engine := interp.New(nil)
	for _, program := range accumulating {
		want, got := run(t, engine, interp.Request{Program: plain(program)}), run(t, engine, interp.Request{Program: program})
		if string(got) != string(want) {
			t.Errorf("%s: got %s, want %s", program, got, want)
		}
	}
}

// gatherer writes a random program around two variables that gather text, as the bytes of choices say.
type gatherer struct {
	choices []byte
	fuel    int
}

func (g *gatherer) pick(options ...string) string {
	if len(g.choices) == 0 {
		return options[0]
	}
	n := int(g.choices[0])
	g.choices = g.choices[1:]
	return options[n%len(options)]
}

func (g *gatherer) expression() string {
	if g.fuel--; g.fuel < 0 {
		return `"e"`
	}
	switch g.pick("literal", "number", "read", "template", "sum", "call", "conditional", "object", "inner", "set", "shape", "other") {
	case "number":
		return g.pick("1", "2.5", "null", "undefined", "3n", "[1, 2]")
	case "read":
		return g.pick("s", "s.length", "s[0]", "[...s].length", "`${s}`", "typeof s.at")
	case "template":
		return "`<${" + g.expression() + "}>`"
	case "sum":
		return "(" + g.expression() + " + " + g.expression() + ")"
	case "call":
		return g.pick("f(", "h(", "String(") + g.expression() + ")"
	case "conditional":
		return "(" + g.expression() + " ? " + g.expression() + " : " + g.expression() + ")"
	case "object":
		return "{ toString() { " + g.statement() + "; return " + g.expression() + " } }"
	case "inner":
		return "(s += " + g.expression() + ")"
	case "other":
		return g.pick("t", "(t += "+g.expression()+")", "(t = t + "+g.expression()+")", `(t = "o", t)`)
	case "set":
		return g.pick(`(s = "p")`, "(s = s + 1)", "((s = ``), 2)")
	case "shape":
		return g.pick("{ s }.s", "(({ s: r }) => r)({ s })", "(s => s + 1)(2)", "[s].map(x => x)[0]")
	}
	return g.pick(`"a"`, `"é"`, "``", `"\ud83d"`)
}

func (g *gatherer) statement() string {
	if g.fuel--; g.fuel < 0 {
		return ""
	}
	switch g.pick("append", "repeat", "set", "loop", "if", "closure", "try", "await", "other") {
	case "repeat":
		return "s = s + " + g.expression()
	case "set":
		return g.pick(`s = "x"`, "s = `y${n}`", `s = "z" + n`)
	case "loop":
		return "for (let i = 0; i < 2; i++) { " + g.statement() + "; " + g.statement() + " }"
	case "if":
		return "if (n++ % 2) { " + g.statement() + " } else { " + g.statement() + " }"
	case "closure":
		return "[1, 2].forEach(x => { " + g.statement() + " })"
	case "try":
		return "try { " + g.statement() + " } catch (e) { s += e.name } finally { " + g.statement() + " }"
	case "await":
		return "const q" + g.pick("1", "2") + " = async () => { s += await " + g.expression() + " }"
	case "other":
		return g.pick("log.push(s)", "n += s.length", "s ||= 'o'", "[s] = ['d']", "s -= 1", "log.push({ s })", "{ let s = 'in'; s += 1; log.push(s) }")
	}
	return "s += " + g.expression()
}

func FuzzAccumulators(f *testing.F) {
	for _, seed := range []string{"", "abcdefgh", "\x00\x05\x01\x09zyxw", "\x03\x00\x04\x00\x02\x08\x01\x00\x06", "\x05\x00\x05\x00\x07\x00\x01\x01\x01\x08\x02"} {
		f.Add([]byte(seed))
	}
	engine := interp.New(&interp.Options{Cache: -1})
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := &gatherer{choices: choices, fuel: 40}
		program := "const log = []; let n = 0;\nlet s = " + g.pick(`""`, `"start"`, "`t`") + ";\nlet t = ''" + ";\n" +
			"const f = x => { " + g.statement() + "; return x }, h = x => (n++ > 50 ? 0 : x);\n" +
			"for (let k = 0; k < 3; k++) {\n" + g.statement() + ";\n" + g.statement() + ";\ns += k; t += k }\nreturn [s, s.length, t, n, log]"
		req := request(program, nil)
		req.Limits.Compute = 1e9
		got, _ := engine.Run(t.Context(), req)
		req.Program = plain(program)
		want, _ := engine.Run(t.Context(), req)
		got.Compute, want.Compute = 0, 0
		for _, o := range []*interp.Outcome{got, want} {
			if o.Failure != nil {
				o.Failure = &interp.Failure{Kind: o.Failure.Kind, Message: o.Failure.Message}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\nrewritten (+), plain (-):\n%s", program, diff)
		}
	})
}
