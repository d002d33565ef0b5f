package library_test

import (
	"testing"
)

// TestNewer has what the reference Node is too old to answer for.
func TestNewer(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"iterator chain", `console.log([1,2,3,4,5].values().filter(x => x % 2).map(x => x * 10).toArray())`, "[ 10, 30, 50 ]"},
		{"iterator take drop", `console.log([1,2,3,4].values().drop(1).take(2).toArray(), [...new Set([1,2,3]).values().take(2)])`, "[ 2, 3 ] [ 1, 2 ]"},
		{"iterator flatMap", `console.log([1,2].values().flatMap(x => [x, x]).toArray())`, "[ 1, 1, 2, 2 ]"},
		{"iterator reduce", `console.log([1,2,3].values().reduce((a, b) => a + b), [1].values().reduce((a, b) => a + b, 5))`, "6 6"},
		{"iterator tests", `const v = () => [1,2,3].values(); console.log(v().some(x => x > 2), v().every(x => x > 2), v().find(x => x > 1))`, "true false 2"},
		{"iterator forEach", `[5,6].values().forEach((x, i) => console.log(i, x))`, "0 5\n1 6"},
		{"iterator of generator", `function* g() { try { yield 1; yield 2; yield 3 } finally { console.log('closed') } } console.log(g().take(1).toArray(), g() instanceof Iterator)`, "closed\n[ 1 ] true"},
		{"iterator from", `console.log(Iterator.from({ next() { return { done: this.i > 2, value: this.i++ } }, i: 0 }).toArray(), Iterator.from('ab').toArray())`, "[ 0, 1, 2 ] [ 'a', 'b' ]"},
		{"iterator errors", `for (const f of [() => [].values().map(1), () => [].values().take(-1), () => [].values().take(NaN), () => new Iterator(), () => Iterator.from(5)]) try { f() } catch (e) { console.log(e.name) }`, "TypeError\nRangeError\nRangeError\nTypeError\nTypeError"},
		{"iterator subclass", `class I extends Iterator { next() { return { done: true } } } console.log(new I().toArray(), String(new I()))`, "[] [object Iterator]"},
		{"map entries", `console.log(new Map([['a', 1], ['b', 2]]).entries().map(([k, v]) => k + v).toArray())`, "[ 'a1', 'b2' ]"},
		{"fromAsync", `async function* g() { yield 1; yield 2 } console.log(await Array.fromAsync(g()), await Array.fromAsync([Promise.resolve(1), 2], async x => x * 2), await Array.fromAsync({ length: 2, 0: 'a', 1: Promise.resolve('b') }))`, "[ 1, 2 ] [ 2, 4 ] [ 'a', 'b' ]"},
		{"promise try", `console.log(await Promise.try(() => 1), await Promise.try((a, b) => a + b, 1, 2), await Promise.try(() => { throw new Error('t') }).catch(e => e.message))`, "1 3 t"},
		{"using", `{ using r = { [Symbol.dispose]() { console.log('disposed') } }; console.log('body') }`, "body\ndisposed"},
		{"await using", `{ await using r = { async [Symbol.asyncDispose]() { console.log('gone') } }; console.log('body') }`, "body\ngone"},
		{"suppressed", `try { using r = { [Symbol.dispose]() { throw new Error('dispose') } }; throw new Error('body') } catch (e) { console.log(e instanceof SuppressedError, e.error.message, e.suppressed.message) }`, "true dispose body"},
		{"disposable stack", `const s = new DisposableStack(); s.defer(() => console.log('d')); s.use({ [Symbol.dispose]() { console.log('u') } }); s.adopt(5, v => console.log('a', v)); s.dispose(); console.log(s.disposed)`, "a 5\nu\nd\ntrue"},
		{"object groupBy", `const g = Object.groupBy([1, 2, 3, 4], n => n % 2 ? 'odd' : 'even'); console.log(g, Object.getPrototypeOf(g))`, "[Object: null prototype] { odd: [ 1, 3 ], even: [ 2, 4 ] } null"},
		{"object groupBy string", `console.log(JSON.stringify(Object.groupBy('hello', (c, i) => c)))`, `{"h":["h"],"e":["e"],"l":["l","l"],"o":["o"]}`},
		{"map groupBy", `const k = {}; const m = Map.groupBy([1, 2, 3], n => n > 1 ? k : 'x'); console.log(m.get(k), m.get('x'), m.size)`, "[ 2, 3 ] [ 1 ] 2"},
		{"withResolvers", `const { promise, resolve } = Promise.withResolvers(); resolve(5); console.log(await promise)`, "5"},
		{"well formed", `console.log('a\ud800'.isWellFormed(), 'ok😀'.isWellFormed(), 'a\ud800b\udc00'.toWellFormed(), '\ud83d\ude00'.toWellFormed())`, "false true a\ufffdb\ufffd 😀"},
		{"url parse", `console.log(URL.parse('x'), URL.parse('https://a/b').pathname)`, "null /b"},
		{"set methods", `console.log(new Set([1, 2]).union(new Set([3])).size, [...new Set([1, 2]).intersection(new Set([2]))])`, "3 [ 2 ]"},
		{"error isError", `console.log(Error.isError(new TypeError()), Error.isError({}))`, "true false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := logs(t, tt.body); got != tt.want {
				t.Errorf("%s\ngot  %q\nwant %q", tt.body, got, tt.want)
			}
		})
	}
}
