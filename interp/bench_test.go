package interp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp"
)

// The benchmarks named bare do the same with the virtual machine alone: what is measured is what the engine adds.

func BenchmarkEmpty(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	req := interp.Request{Program: "return 1+1"}
	for b.Loop() {
		run(b, i, req)
	}
}

func BenchmarkEmptyBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, "return 1+1", nil)
	}
}

// runBare runs a program in a bare virtual machine with the simplest loop that works. A tool gets the argument as a Go
// value, on a goroutine of its own.
func runBare(tb testing.TB, code string, tools map[string]func(vm *goja.Runtime, arg any) func() goja.Value) any {
	vm := goja.New()
	vm.SetMaxCallStackSize(2000)
	jobs := make(chan func(), 64)
	object := vm.NewObject()
	for name, tool := range tools {
		_ = object.Set(name, func(c goja.FunctionCall) goja.Value {
			p, resolve, _ := vm.NewPromise()
			arg := c.Argument(0).Export()
			go func() {
				value := tool(vm, arg)
				jobs <- func() { _ = resolve(value()) }
			}()
			return vm.ToValue(p)
		})
	}
	_ = vm.Set("tools", object)
	v, err := vm.RunString("(async () => {" + code + "\n})()")
	if err != nil {
		tb.Fatal(err)
	}
	p := v.Export().(*goja.Promise)
	for p.State() == goja.PromiseStatePending {
		(<-jobs)()
	}
	if p.State() == goja.PromiseStateRejected {
		tb.Fatal(p.Result())
	}
	return p.Result().Export()
}

const sequential = `let s = 0;
for (let i = 0; i < 10000; i++) { const r = await tools.noop({ i }); s += r.v; }
return s;`

func BenchmarkSequentialCalls(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	queue := make(chan func(), 64)
	defer close(queue)
	go func() {
		for f := range queue {
			f()
		}
	}()
	noop := func(_ context.Context, args json.RawMessage, settle interp.Settle) {
		queue <- func() {
			var a struct{ I int }
			_ = json.Unmarshal(args, &a)
			settle(fmt.Appendf(nil, `{"v":%d,"ok":true}`, a.I), nil)
		}
	}
	req := interp.Request{Program: sequential, Objects: []interp.Object{{Name: "tools", Functions: functions{"noop": noop}}}}
	for b.Loop() {
		run(b, i, req)
	}
}

func BenchmarkSequentialCallsBare(b *testing.B) {
	b.ReportAllocs()
	noop := func(vm *goja.Runtime, arg any) func() goja.Value {
		return func() goja.Value {
			return vm.ToValue(map[string]any{"v": arg.(map[string]any)["i"], "ok": true})
		}
	}
	for b.Loop() {
		runBare(b, sequential, map[string]func(*goja.Runtime, any) func() goja.Value{"noop": noop})
	}
}

const filtered = `const rows = await tools.rows({});
const act = rows.filter(r => r.active && r.score > 50);
const by = {};
let sum = 0;
for (const r of act) { by[r.region] = (by[r.region] || 0) + r.amount; sum += r.amount; }
return Math.round(sum) + Object.keys(by).length;`

// rows is a JSON text of 5 MB.
func rows() []byte {
	out := []byte{'['}
	for i := range 20000 {
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, `{"id":%d,"name":"customer-%d","email":"customer%d@example.com","region":"%s","active":%t,`+
			`"score":%d,"amount":%v,"tags":["a","b","c"],"note":"quick fox %d","address":{"street":"%d Main Street",`+
			`"city":"Springfield","zip":"12345"}}`,
			i, i, i, []string{"eu", "us", "apac"}[i%3], i%2 == 0, i%101, float64(i)*1.25, i, i)
	}
	return append(out, ']')
}

func BenchmarkFilter5MB(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	text := rows()
	give := func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(text, nil) }
	req := interp.Request{Program: filtered, Objects: []interp.Object{{Name: "tools", Functions: functions{"rows": give}}}}
	for b.Loop() {
		run(b, i, req)
	}
}

func BenchmarkFilter5MBBare(b *testing.B) {
	b.ReportAllocs()
	text := string(rows())
	give := func(vm *goja.Runtime, _ any) func() goja.Value {
		return func() goja.Value {
			parse, _ := goja.AssertFunction(vm.Get("JSON").ToObject(vm).Get("parse"))
			v, err := parse(nil, vm.ToValue(text))
			if err != nil {
				b.Fatal(err)
			}
			return v
		}
	}
	for b.Loop() {
		runBare(b, filtered, map[string]func(*goja.Runtime, any) func() goja.Value{"rows": give})
	}
}

const building = `let s = ""; for (let i = 0; i < 22000; i++) s += "a piece of forty-five characters, more or less " + i; return s.length`

func BenchmarkBuildString(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	for b.Loop() {
		run(b, i, interp.Request{Program: building})
	}
}

func BenchmarkBuildStringBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, building, nil)
	}
}

const matching = `const text = "the quick brown fox jumps over 12 lazy dogs; ".repeat(250);
return text.match(/\b\w+\b/g).length + text.replace(/\b\d+\b/g, "#").length + text.match(/\b(?:fox|dogs?)\b/gi).length`

func BenchmarkMatch(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	for b.Loop() {
		run(b, i, interp.Request{Program: matching})
	}
}

func BenchmarkMatchBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, matching, nil)
	}
}

const dating = `let sum = 0;
for (let i = 0; i < 1000; i++) sum += new Date("2024-05-06T07:08:09Z").getTime() + new Date(2024, 1, i).getHours();
return sum`

func BenchmarkDates(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	for b.Loop() {
		run(b, i, interp.Request{Program: dating})
	}
}

func BenchmarkDatesBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, dating, nil)
	}
}

const queueing = `const queue = [0];
let n = 0;
while (queue.length > 0) { const x = queue.shift(); if (n++ < 5000) queue.push(x + 1, x + 2) }
return n`

func BenchmarkQueue(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	for b.Loop() {
		run(b, i, interp.Request{Program: queueing})
	}
}

func BenchmarkQueueBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, queueing, nil)
	}
}

const spreading = `let list = [];
for (let i = 0; i < 500; i++) list = [...list, { i }];
return list.length`

func BenchmarkSpread(b *testing.B) {
	b.ReportAllocs()
	i := interp.New(nil)
	for b.Loop() {
		run(b, i, interp.Request{Program: spreading})
	}
}

func BenchmarkSpreadBare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runBare(b, spreading, nil)
	}
}
