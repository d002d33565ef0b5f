package interp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

// lazyPrograms use the rows of a result in every way there is. Their answers must not depend on whether the result is so
// large that its rows are lazy.
var lazyPrograms = []string{
	"return rows",
	"return rows.map(r => r.name)",
	"return rows.filter(r => r.n > 1).map(r => ({ ...r, extra: 1 }))",
	"return rows.map(r => Object.keys(r))",
	"return rows.map(r => Object.entries(r))",
	"return rows.map(r => { const { name, ...rest } = r; return [name, rest] })",
	"return JSON.stringify(rows)",
	"return JSON.stringify(rows[0], null, 2) + JSON.stringify(rows[0], ['name'])",
	"const out = []; for (const k in rows[0]) out.push(k); return out",
	"return ['name' in rows[0], 'nope' in rows[0], 'toString' in rows[0], Object.hasOwn(rows[0], 'name'), rows[0].hasOwnProperty('nope')]",
	"return [rows[0].nested === rows[0].nested, rows[0].tags === rows[0].tags, rows[0] === rows[0], rows.indexOf(rows[1])]",
	"return [Array.isArray(rows), Array.isArray(rows[0]), Array.isArray(rows[0].tags), rows instanceof Array, rows[0] instanceof Object, rows[0].tags instanceof Array]",
	"return [typeof rows[0], String(rows[0]), Object.prototype.toString.call(rows[0]), rows[0] + '', rows[0].constructor === Object, Object.getPrototypeOf(rows[0]) === Object.prototype]",
	"rows[0].name = 'changed'; rows[0].added = [1]; return [rows[0], Object.keys(rows[0])]",
	"rows[0].nested.deep.x = 9; rows[0].tags.push('new'); return rows[0]",
	"const was = rows[0].nested; rows[0].name = 'x'; return [was === rows[0].nested, rows[0].nested]",
	"delete rows[0].name; delete rows[0].nope; return [rows[0], 'name' in rows[0]]",
	"'use strict'; Object.freeze(rows[0]); let e; try { (() => { 'use strict'; rows[0].name = 1 })() } catch (x) { e = x.name } return [e, Object.isFrozen(rows[0]), Object.isExtensible(rows[0]), rows[0]]",
	"Object.seal(rows[0]); rows[0].name = 'ok'; return [Object.isSealed(rows[0]), rows[0]]",
	"Object.preventExtensions(rows[0]); try { rows[0].more = 1 } catch (e) { console.log(e.name) } return [Object.isExtensible(rows[0]), rows[0]]",
	"Object.defineProperty(rows[0], 'g', { get() { return this === rows[0] ? this.n : 'other' }, enumerable: true }); return rows[0]",
	"Object.defineProperty(rows[0], 'name', { enumerable: false }); return [rows[0], Object.getOwnPropertyDescriptor(rows[0], 'name')]",
	"return [Object.getOwnPropertyDescriptor(rows[0], 'n'), Object.getOwnPropertyDescriptor(rows[0], 'nope'), Object.getOwnPropertyDescriptors(rows[1])]",
	"return [Object.getOwnPropertyNames(rows[0]), Reflect.ownKeys(rows[0]), rows[0].propertyIsEnumerable('name')]",
	"Object.setPrototypeOf(rows[0], { inherited: 1 }); return [rows[0].inherited, rows[0].name, rows[0].toString === Object.prototype.toString, rows[0]]",
	"const o = Object.create(rows[0]); o.name = 'own'; return [o.name, rows[0].name, o.n, Object.keys(o)]",
	"const s = Symbol('s'); rows[0][s] = 1; return [rows[0][s], Reflect.ownKeys(rows[0]).length, rows[0][Symbol.iterator] === undefined]",
	"return [...rows].sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1)).map(r => r.n)",
	"let s = 0; for (let i = 0; i < 30; i++) s += rows[i % 3].n; return s",
	"return [rows[0]['n'], rows[0][0], rows[0]['0'], rows[2].dup, rows[2]['é'], rows[2][7]]",
	"return [structuredClone(rows[0]), Object.assign({}, rows[1]), Object.fromEntries(Object.entries(rows[2]))]",
	"const m = new Map([[rows[0], 1]]); return [m.get(rows[0]), new Set([rows[0], rows[0]]).size, new WeakMap([[rows[1], 2]]).get(rows[1])]",
	"console.log(rows[0]); console.log('%o', rows[1]); console.table(rows.map(r => ({ n: r.n }))); return rows[0].name",
	"console.log(rows); console.log({ r: rows[1] }); return 0",
	"return [await tools.echo(rows[0]), await tools.echo({ rows })]",
	"return [Object.groupBy(rows, r => r.n % 2), rows.flatMap(r => r.tags), rows.at(-1).name, rows.toSorted((a, b) => a.n - b.n)[0].n]",
	"Object.defineProperty(Object.prototype, 'n', { set() { throw 1 }, get() { return 'trap' }, configurable: true }); const r = [rows[0].n, { ...rows[1] }.n, Object.keys(rows[2])]; delete Object.prototype.n; return r",
	"return rows.map(({ nested: { deep: { x } = {} } = {}, tags: [first] = [] }) => [x, first])",
	"return [Reflect.has(rows[0], 'name'), Reflect.set(rows[0], 'name', 'r'), Reflect.get(rows[0], 'name'), Reflect.deleteProperty(rows[0], 'n'), rows[0]]",
	"rows.push({ n: 9 }); rows.splice(0, 1); rows.length = 2; return [rows, rows.length]",
	"rows[0].toJSON = () => 'json'; return [JSON.stringify(rows[0]), rows[0]]",
	"return [rows[0]?.nested?.deep?.x, rows[0].nope?.x, rows[0].valueOf() === rows[0], isNaN(rows[0])]",
	"return rows[0].__proto__ === Object.prototype",
	"rows[0].__proto__ = { p: 1 }; return [rows[0].p, Object.keys(rows[0])]",
	"return [rows[3].a, Object.keys(rows[3]), Object.getPrototypeOf(rows[3]) === Object.prototype]",
}

const lazyRows = `[
 {"name":"first row of the result","n":1,"tags":["a","b"],"nested":{"deep":{"x":1}},"ok":true,"nothing":null,"f":1.5},
 { "name" : "second row \" with \\ escapes \n" , "n" : 2 , "tags" : [ ] , "list":[{"a":1},{"b":[2]}], "text":"äöü€😀" },
 {"name":"third row","n":3,"dup":1,"tags":["x"],"7":"seven","0":"zero","dup":2,"\u00e9":"accent","é2":2,"pad":"..............."},
 {"__proto__":{"polluted":true},"a":1,"pad":"......................................................................"}
]`

func TestLazyRowsBehaveLikeOrdinaryOnes(t *testing.T) {
	eager, lazy := `{"rows":`+lazyRows+`}`, `{"rows":`+lazyRows+`,"pad":"`+strings.Repeat("x", 300<<10)+`"}`
	for _, program := range lazyPrograms {
		program = "const { rows } = await tools.get({});\n" + program
		want := outcome(t, request(program, functions{"get": answer(eager), "echo": echo}))
		got := outcome(t, request(program, functions{"get": answer(lazy), "echo": echo}))
		want.Compute, got.Compute = 0, 0
		if want.Failure != nil {
			t.Errorf("%s: %+v", program, want.Failure)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: lazy (+), eager (-):\n%s", program, diff)
		}
	}
}

func TestLazyRowsWarnWhenTheyAreRead(t *testing.T) {
	text := `[{"id":12345678901234567890,"name":"` + strings.Repeat("x", 300<<10) + `"}]`
	fs := functions{"get": answer(text)}
	if out := outcome(t, request("return (await tools.get({})).length", fs)); len(out.Warnings) != 0 {
		t.Errorf("got %q for a row that nobody reads", out.Warnings)
	}
	out := outcome(t, request("return (await tools.get({}))[0].id", fs))
	want := []string{"result of get: value[0].id is 12345678901234567890, which a number cannot hold exactly; such numbers reach the program as strings"}
	if diff := cmp.Diff(want, out.Warnings); diff != "" || string(out.Value) != `"12345678901234567890"` {
		t.Errorf("got %s; warnings: got (+), want (-):\n%s", out.Value, diff)
	}
}

func TestLazyRowsAreChecked(t *testing.T) {
	text := `[{"a":"` + strings.Repeat("x", 300<<10) + `","b":[1,}]`
	got := failure(t, request("return (await tools.get({})).length", functions{"get": answer(text)}))
	if !strings.HasPrefix(got.Message, "the result of get is not valid JSON") {
		t.Errorf("got %s, want a complaint about the result", got.Message)
	}
}

func FuzzLazyRows(f *testing.F) {
	f.Add(lazyRows)
	f.Add(`[{"a":{"b":[{"c":1,"d":"................................................................"}]}}]`)
	engine := interp.New(nil)
	pad := strings.Repeat("x", 300<<10)
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip("not JSON")
		}
		program := "const { rows } = await tools.get({}); rows?.[0]?.a; return rows"
		want, _ := engine.Run(t.Context(), request(program, functions{"get": answer(`{"rows":` + text + `}`)}))
		got, _ := engine.Run(t.Context(), request(program, functions{"get": answer(`{"rows":` + text + `,"pad":"` + pad + `"}`)}))
		if string(want.Value) != string(got.Value) {
			t.Errorf("%s: got %s, want %s", text, got.Value, want.Value)
		}
	})
}
