package interp_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp"
)

func TestValues(t *testing.T) {
	for _, tt := range []struct{ program, want string }{
		{"return 1+1", "2"},
		{"const x: number = 2; x * 21", "42"},
		{"async function main(){ return 1 } main()", "1"},
		{"async function main(){ return 1 }", "1"},
		{"(async () => { return {n: 1} })()", `{"n":1}`},
		{"async () => 5", "5"},
		{"export default async function () { return 7 }", "7"},
		{"Sure!\n```ts\nreturn 3\n```\nDone", "3"},
		{`return {a:undefined,b:[undefined],d:new Date(0),m:new Map([["k",1]]),i:new Int8Array([-1])}`,
			`{"b":[null],"d":"1970-01-01T00:00:00.000Z","m":{"k":1},"i":[-1]}`},
		{"return {f: [Promise.resolve(1), new Promise(r => queue(r))]}; function queue(r) { Promise.resolve().then(() => r(2)) }", `{"f":[1,2]}`},
	} {
		out, err := interp.New(nil).Run(context.Background(), interp.Request{Program: tt.program})
		if err != nil {
			t.Fatal(err)
		}
		if out.Failure != nil {
			t.Errorf("%s: %+v", tt.program, out.Failure)
			continue
		}
		if diff := cmp.Diff(tt.want, string(out.Value)); diff != "" {
			t.Errorf("%s: %s", tt.program, diff)
		}
	}
}

type functions map[string]func(args json.RawMessage, settle interp.Settle)

func (f functions) Names() (names [][]string) {
	for n := range f {
		names = append(names, []string{n})
	}
	return names
}

func (f functions) Lookup(path []string) (interp.Func, bool) {
	g, ok := f[path[0]]
	if !ok || len(path) > 1 {
		return func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
			settle(nil, &interp.CallError{Tool: path[0], Code: "UNKNOWN_TOOL", Message: "no tool " + path[0]})
		}, false
	}
	return func(_ context.Context, args json.RawMessage, settle interp.Settle) { g(args, settle) }, true
}

func TestCalls(t *testing.T) {
	fs := functions{"echo": func(a json.RawMessage, settle interp.Settle) { go settle(a, nil) }}
	for _, p := range []string{
		"return await tools.echo({a: 1})",
		"return await tools.nope({a: 1})",
		"return await tools.git.nope({a: 1})",
		"return [Object.keys(tools), 'nope' in tools, 'echo' in tools, typeof tools.then]",
		"await tools.echo(1, 2)",
		"console.log('hi', {a:1}); null.x",
		"await new Promise(() => {})",
		"function f() { return f() }\n f()",
		"const x = {;\n",
		"if (a) {\n b()",
		"await new Promise(r => setTimeout(r, 5)); return 'late'",
		"eval('1')", "return (() => {}).constructor('return 1')()",
		"tools.nope({}); return 1",
	} {
		out, err := interp.New(nil).Run(context.Background(), interp.Request{Program: p,
			Objects: []interp.Object{{Name: "tools", Functions: fs}}})
		if err != nil {
			t.Fatal(err)
		}
		f, _ := json.Marshal(out.Failure)
		t.Logf("%s\n  => %s %v %s %q", p, out.Value, out.Logs, f, out.Warnings)
	}
}
