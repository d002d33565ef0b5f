package library_test

import (
	"strings"
	"testing"
)

// TestGuards checks that what the machine could not be stopped from doing is refused at once. Without its guard each of
// these programs hangs, or ends the process.
func TestGuards(t *testing.T) {
	for _, tt := range []struct{ name, body string }{
		{"repeat", `'x'.repeat(2 ** 30)`},
		{"repeat long", `'xxxxxxxxxx'.repeat(2 ** 25)`},
		{"padStart", `'x'.padStart(2 ** 31)`},
		{"padEnd", `'x'.padEnd(2 ** 28)`},
		{"fill", `new Array(3e7).fill(0)`},
		{"join", `new Array(4294967295).join('ab')`},
		{"to string", `(new Array(1e9) + '').length`},
		{"join explodes", `let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; a.join()`},
		{"String explodes", `let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; String(a)`},
		{"toString explodes", `let a = [1]; for (let i = 0; i < 50; i++) a = [a, a]; a.toString()`},
		{"parseFloat", `parseFloat('0.' + '1'.repeat(6e7))`},
		{"concat", `[1].concat(new Array(2 ** 32 - 10))`},
		{"from", `Array.from({ length: 1e9 })`},
		{"from array", `Array.from(new Array(1e9))`},
		{"reverse", `const a = []; a[2 ** 32 - 2] = 1; a.reverse()`},
		{"indexOf", `const a = []; a[2 ** 32 - 2] = 1; a.indexOf(2)`},
		{"includes", `Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)`},
		{"map holes", `new Array(1e9).map(x => x)`},
		{"forEach holes", `Array(4e9).forEach(x => x)`},
		{"slice", `const a = []; a[2 ** 32 - 2] = 1; a.slice()`},
		{"shift", `const a = []; a[2 ** 32 - 2] = 1; a.shift()`},
		{"sort", `const a = []; a[2 ** 32 - 2] = 1; a.sort()`},
		{"flat itself", `const a = []; a[0] = a; a.flat(Infinity)`},
		{"flat explodes", `const a = []; a.push(a, a); a.flat(100)`},
		{"flat deep", `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)`},
		{"apply", `Math.max.apply(null, new Array(1e8))`},
		{"reflect apply", `Reflect.apply(Math.max, null, { length: 1e9 })`},
		{"typed array", `new Float64Array(1e9)`},
		{"buffer", `new ArrayBuffer(2 ** 40)`},
		{"typed from length", `new Uint8Array({ length: 1e10 })`},
		{"json deep", `JSON.parse('['.repeat(1e6))`},
		{"json stringify deep", `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)`},
		{"json stringify holes", `JSON.stringify(new Array(4e9))`},
		{"json stringify list", `JSON.stringify({}, new Array(4e9))`},
		{"json stringify explodes", `let a = 'x'.repeat(100); for (let i = 0; i < 40; i++) a = [a, a]; JSON.stringify(a)`},
		{"json revive", `JSON.parse('[1,[2]]', function (k, v) { if (Array.isArray(this)) this[1] = new Array(4e9); return v })`},
		{"inspect deep", `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.log(a); throw new RangeError()`},
		{"inspect holes", `console.log(new Array(4294967295)); throw new RangeError()`},
		{"regexp deep", `try { new RegExp('('.repeat(1e5)) } catch (e) { throw new RangeError(e.message) }`},
		{"regexp lookahead", `try { new RegExp('(?=a)' + '('.repeat(1e4)) } catch (e) { throw new RangeError(e.message) }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := run(tt.body)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out, "throws RangeError") {
				t.Errorf("%s: got %.300q, want a RangeError", tt.body, out)
			}
		})
	}
}

// TestWithinGuards checks that ordinary calls do what they did.
func TestWithinGuards(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"texts", `console.log('ab'.repeat(3), 'a'.padStart(3, 'x'), 'a'.padEnd(3), 'x'.repeat(0))`, "ababab xxa a   "},
		{"repeat errors", `for (const n of [-1, Infinity]) try { 'x'.repeat(n) } catch (e) { console.log(e.name) }`, "RangeError\nRangeError"},
		{"arrays", `console.log([1, 2, 3].join('-'), [1, [2, [3, [4]]]].flat(Infinity), Array.from({ length: 3 }, (_, i) => i), [1].concat(2, [3]), Array(3).fill(0))`, "1-2-3 [ 1, 2, 3, 4 ] [ 0, 1, 2 ] [ 1, 2, 3 ] [ 0, 0, 0 ]"},
		{"itself", `const a = [{}]; a.push(a); console.log(String(a))`, "[object Object],"},
		{"apply", `console.log(Math.max.apply(null, [1, 3, 2]), Reflect.apply(Math.min, null, [2, 1]), Reflect.construct(Date, [0]).getTime())`, "3 1 0"},
		{"typed arrays", `const u = new Uint8Array([1, 2]); console.log(u.constructor === Uint8Array, u instanceof Uint8Array, Uint8Array.from([3]), Uint8Array.name, Uint8Array.BYTES_PER_ELEMENT, new Float32Array(u.buffer, 0, 0).length, u.slice(1), Object.prototype.toString.call(u))`, "true true Uint8Array(1) [ 3 ] Uint8Array 1 0 Uint8Array(1) [ 2 ] [object Uint8Array]"},
		{"typed subclass", `class B extends Uint8Array { sum() { return this.reduce((a, b) => a + b) } } console.log(new B([1, 2]).sum(), new B(2) instanceof B)`, "3 true"},
		{"replaceAll empty", "console.log(''.replaceAll('', 'x'), 'ab'.replaceAll('', '-'), 'é'.replaceAll('', (m, i) => i), 'ab'.replaceAll([], '[$`$&]'), 'a.a'.replaceAll('a', '$$'), 'aa'.replaceAll(/a/g, 'b'))", "x -a-b- 0é1 []a[a]b[ab] $.$ bb"},
		{"sign", `console.log(Math.sign(''), Math.sign('-3'), Math.sign(-0), Math.sign(null), Math.sign('x'))`, "0 -1 -0 0 NaN"},
		{"old dates", `const d = new Date(0); console.log(d.getYear(), d.setYear(99), d.toGMTString())`, "70 915148800000 Fri, 01 Jan 1999 00:00:00 GMT"},
		{"methods look native", `console.log([].join.name, [].join.length, String([].join), Object.keys(Array.prototype))`, "join 1 function join() { [native code] } []"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := logs(t, tt.body); got != tt.want {
				t.Errorf("%s\ngot  %q\nwant %q", tt.body, got, tt.want)
			}
		})
	}
}

// TestForgedMatches checks that a program that takes over the library's exec gets nonsense or an exception, and no more.
func TestForgedMatches(t *testing.T) {
	const forge = `const [mark] = Object.getOwnPropertySymbols(/x/d.exec); const forged = (exec) => { exec[mark] = true; const r = /a*/g; r.exec = exec; return r };`
	for _, body := range []string{
		`'aaa'.replace(forged({}), 'x')`,
		`'aaa'.replace(forged(() => ({})), 'x')`,
		`'aaa'.replace(forged(Object), 'x')`,
		`'aaa'.split(forged(Object))`,
		`let n = 0; 'aaa'.replace(forged(() => n++ < 3 ? { 0: 5, index: 1e9, length: 2 ** 53 } : null), '$1$<a>')`,
		`let n = 0; 'aaa'.split(forged(() => n++ < 3 ? { 0: {}, index: -1 } : null))`,
		`let n = 0; 'aaa'.match(forged(() => n++ < 3 ? [1, 2] : null))`,
	} {
		if _, err := run(`try { ` + forge + body + ` } catch (e) { console.log(e.name) }`); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}
