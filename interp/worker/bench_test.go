package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
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

// newRoad makes a scheduler with a tool that answers at once and one that gives many rows, under the default gate.
func newRoad(tb testing.TB) bridge.Config {
	tb.Helper()
	input, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"i":{"type":"integer"}},"required":["i"]}`))
	if err != nil {
		tb.Fatal(err)
	}
	data := rows()
	overlaps := func(json.RawMessage) registry.Access { return registry.Access{} }
	reg := registry.New(nil)
	_, err = reg.Root().Add(registry.Tool{
		Name: "noop", Summary: "Answers.", Input: input, Effects: registry.Effects{ReadOnly: true}, Access: overlaps,
		Handler: func(_ context.Context, c *registry.Call) (*registry.Result, error) {
			var in struct{ I int64 }
			if err := json.Unmarshal(c.Args, &in); err != nil {
				return nil, err
			}
			return &registry.Result{Value: fmt.Appendf(nil, `{"v":%d,"ok":true}`, in.I)}, nil
		},
	}, registry.Tool{
		Name: "rows", Summary: "Gives rows.", Effects: registry.Effects{ReadOnly: true}, Access: overlaps,
		Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: data}, nil
		},
	})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(nil), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return bridge.Config{Scheduler: s}
}

// The same programs through the whole road, in process and in a warm worker; compare the two in one run.
func BenchmarkEngines(b *testing.B) {
	programs := []struct{ name, text string }{
		{"Empty", `return 1+1`},
		{"Sequential10000", `let s = 0; for (let i = 0; i < 10000; i++) { const r = await tools.noop({ i }); s += r.v; } return s`},
		{"AtOnce1000", `const jobs = []; for (let i = 0; i < 1000; i++) jobs.push(tools.noop({ i }));
const out = await Promise.all(jobs); let s = 0; for (const r of out) s += r.v; return s`},
		{"Rows5MB", `const rows = await tools.rows({}); let n = 0; for (const r of rows) if (r.active && r.score > 50) n += r.amount; return n`},
		{"Value5MB", `return await tools.rows({})`},
		{"Logs1000", `for (let i = 0; i < 1000; i++) console.log("line", i)`},
	}
	cfg := newRoad(b)
	w := newEngine(b, nil)
	for _, p := range programs {
		for _, e := range []struct {
			name   string
			engine interp.Engine
		}{{"inprocess", interp.New(nil)}, {"worker", w}} {
			b.Run(p.name+"/"+e.name, func(b *testing.B) {
				cfg.Engine = e.engine
				once := func() {
					if r, err := bridge.Run(b.Context(), p.text, cfg); err != nil || !r.OK() {
						b.Fatalf("%v %+v", err, r.Failure)
					}
				}
				once() // so that the worker is warm
				for b.Loop() {
					once()
				}
			})
		}
	}
}

// BenchmarkStart measures a worker from nothing to its first result.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		e := newEngine(b, &worker.Options{Idle: -1})
		if out, err := e.Run(b.Context(), interp.Request{Program: "return 1"}); err != nil || out.Failure != nil {
			b.Fatalf("%v %+v", err, out)
		}
	}
}

// BenchmarkCalls measures calls alone: the host answers each at once, with what it was given.
func BenchmarkCalls(b *testing.B) {
	req := interp.Request{
		Program: `for (let i = 0; i < 10000; i++) await tools.answer({ i })`,
		Objects: []interp.Object{{Name: "tools", Functions: functions{
			"answer": func(_ context.Context, args json.RawMessage, settle interp.Settle) { settle(args, nil) },
		}}},
	}
	for name, e := range map[string]interp.Engine{"inprocess": interp.New(nil), "worker": newEngine(b, nil)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if out, err := e.Run(b.Context(), req); err != nil || out.Failure != nil {
					b.Fatalf("%v %+v", err, out)
				}
			}
		})
	}
}

// BenchmarkIdleSize measures the memory of a worker that has run a program and waits for the next, a second later: all that
// is mapped, the same with shared pages divided among those who share them, and what it has alone.
func BenchmarkIdleSize(b *testing.B) {
	e := newEngine(b, nil)
	for b.Loop() {
		req := interp.Request{Program: "return Array.from({ length: 1e5 }, (_, i) => ({ i })).length"}
		if _, err := e.Run(b.Context(), req); err != nil {
			b.Fatal(err)
		}
		<-time.After(time.Second)
	}
	for _, pid := range children(b) {
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			b.Skip(err)
		}
		sizes := map[string]float64{}
		for line := range strings.Lines(string(rollup)) {
			if f := strings.Fields(line); len(f) == 3 { // Rss: 22752 kB
				sizes[f[0]], _ = strconv.ParseFloat(f[1], 64)
			}
		}
		b.ReportMetric(sizes["Rss:"], "resident-KiB")
		b.ReportMetric(sizes["Pss:"], "proportional-KiB")
		b.ReportMetric(sizes["Private_Clean:"]+sizes["Private_Dirty:"], "private-KiB")
	}
}
