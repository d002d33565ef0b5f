package interp_test

import (
	"testing"

	"github.com/runcode-dev/runcode/interp"
)

// accumulating are programs that gather text. Each is run as it is, and with a `with` statement in it, which keeps every
// variable as it was written.
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
	`try { x(); let s = ""; function x() { for (;;) { s += 1; break } } return s } catch (e) { return e.name }`,
}

func TestAccumulators(t *testing.T) {
	engine := interp.New(nil)
	for _, program := range accumulating {
		plain := "if (false) with ({}) ;\n" + program
		want, got := run(t, engine, interp.Request{Program: plain}), run(t, engine, interp.Request{Program: program})
		if string(got) != string(want) {
			t.Errorf("%s: got %s, want %s", program, got, want)
		}
	}
}
