package bridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
)

// The programs of the comparison. Each runs through the whole road, and in bare goja with the least bridge that works:
// see [bare].
const (
	emptyProgram      = `return 1+1`
	sequentialProgram = `let s = 0; for (let i = 0; i < 10000; i++) { const r = await tools.noop({ i }); s += r.v; } return s`
	atOnceProgram     = `const jobs = []; for (let i = 0; i < 1000; i++) jobs.push(tools.noop({ i }));
const out = await Promise.all(jobs); let s = 0; for (const r of out) s += r.v; return s`
	rowsProgram = `const rows = await tools.rows({});
const act = rows.filter(r => r.active && r.score > 50);
const by = {}; let sum = 0;
for (const r of act) { by[r.region] = (by[r.region] || 0) + r.amount; sum += r.amount; }
return Math.round(sum) + Object.keys(by).length`
)

// rows is 5 MB of JSON: 20,000 records.
func rows() json.RawMessage {
	var b strings.Builder
	b.WriteByte('[')
	for i := range 20_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"customer-%d","email":"customer%d@example.com","region":%q,"active":%t,"score":%d,"amount":%g,`+
			`"tags":["a","b","c"],"note":"quick brown fox %d jumps over it","address":{"street":"%d Main Street","city":"Springfield","zip":"12345"}}`,
			i, i, i, []string{"eu", "us", "apac"}[i%3], i%2 == 0, i%101, float64(i)*1.25, i, i)
	}
	b.WriteByte(']')
	return json.RawMessage(b.String())
}

// noop answers {"i":7} with {"v":7,"ok":true}, as cheaply as the tool in bare goja does.
func noop(_ context.Context, c *registry.Call) (*registry.Result, error) {
	number := c.Args[len(`{"i":`) : len(c.Args)-1]
	value := make(json.RawMessage, 0, len(number)+16)
	value = append(append(append(value, `{"v":`...), number...), `,"ok":true}`...)
	return &registry.Result{Value: value}, nil
}

// road is the whole road, with a schema, the default gate and an observer.
func road(b *testing.B) bridge.Config {
	b.Helper()
	input, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"i":{"type":"integer"}},"required":["i"]}`))
	if err != nil {
		b.Fatal(err)
	}
	n := tool("noop", noop)
	n.Input = input
	data := rows()
	all := tool("rows", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: data}, nil
	})
	s := newScheduler(b, &gate.Options{}, &scheduler.Options{Observers: []scheduler.Observer{func(scheduler.Observation) {}}}, n, all)
	return bridge.Config{Scheduler: s, Engine: interp.New(nil)}
}

func benchRoad(b *testing.B, program string) {
	cfg := road(b)
	b.ReportAllocs()
	for b.Loop() {
		r, err := bridge.Run(b.Context(), program, cfg)
		if err != nil || !r.OK() {
			b.Fatalf("%v %+v", err, r.Failure)
		}
	}
}

// bare runs a program in bare goja: a new machine, arguments exported, results converted, each call on a goroutine of
// its own, one channel as the event loop, and the rows parsed by JSON.parse. Nothing is validated, ordered, permitted, bounded or recorded.
func bare(b *testing.B, program string, data json.RawMessage) {
	b.Helper()
	vm := goja.New()
	jobs, done := make(chan func(), 64), make(chan struct{})
	defer close(done)
	parse, _ := goja.AssertFunction(vm.Get("JSON").ToObject(vm).Get("parse"))
	tools := vm.NewObject()
	define := func(name string, f func(arg any) any) {
		_ = tools.Set(name, func(c goja.FunctionCall) goja.Value {
			p, resolve, _ := vm.NewPromise()
			arg := c.Argument(0).Export()
			go func() {
				v := f(arg)
				select {
				case jobs <- func() {
					value := vm.ToValue(v)
					if text, ok := v.(string); ok {
						value, _ = parse(goja.Undefined(), vm.ToValue(text))
					}
					_ = resolve(value)
				}:
				case <-done:
				}
			}()
			return vm.ToValue(p)
		})
	}
	define("noop", func(arg any) any {
		return map[string]any{"v": arg.(map[string]any)["i"], "ok": true}
	})
	define("rows", func(any) any { return string(data) })
	_ = vm.Set("tools", tools)
	v, err := vm.RunString("(async () => {" + program + "\n})()")
	if err != nil {
		b.Fatal(err)
	}
	p := v.Export().(*goja.Promise)
	for p.State() == goja.PromiseStatePending {
		(<-jobs)()
	}
	if p.State() != goja.PromiseStateFulfilled {
		b.Fatal(p.Result())
	}
}

func BenchmarkEmpty(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bare(b, emptyProgram, nil)
		}
	})
	b.Run("cached", func(b *testing.B) { benchRoad(b, emptyProgram) })
	b.Run("uncached", func(b *testing.B) {
		cfg := road(b)
		cfg.Engine = interp.New(&interp.Options{Cache: -1})
		for b.Loop() {
			if r, err := bridge.Run(b.Context(), emptyProgram, cfg); err != nil || !r.OK() {
				b.Fatalf("%v %+v", err, r.Failure)
			}
		}
	})
}

func BenchmarkSequential10000(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bare(b, sequentialProgram, nil)
		}
	})
	b.Run("road", func(b *testing.B) { benchRoad(b, sequentialProgram) })
}

func BenchmarkAtOnce1000(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bare(b, atOnceProgram, nil)
		}
	})
	b.Run("road", func(b *testing.B) { benchRoad(b, atOnceProgram) })
}

func BenchmarkRows5MB(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		data := rows()
		b.ReportAllocs()
		for b.Loop() {
			bare(b, rowsProgram, data)
		}
	})
	b.Run("road", func(b *testing.B) { benchRoad(b, rowsProgram) })
}

// One call out of few or of many tools: the cost must not grow with their number.
func BenchmarkOneCallOf(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var all []registry.Tool
			for i := range n {
				all = append(all, tool(fmt.Sprintf("server%d.tool_%d", i%20, i), noop), tool(fmt.Sprintf("own_%d", i), noop))
			}
			cfg := bridge.Config{Scheduler: newScheduler(b, nil, nil, all...), Engine: interp.New(nil)}
			for _, program := range []string{`return (await tools.own_5({ i: 1 })).v`, `return (await tools.server5.tool_5({ i: 1 })).v`} {
				b.Run(program[14:27], func(b *testing.B) {
					for b.Loop() {
						if r, err := bridge.Run(b.Context(), program, cfg); err != nil || !r.OK() {
							b.Fatalf("%v %+v", err, r.Failure)
						}
					}
				})
			}
		})
	}
}
