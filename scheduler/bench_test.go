package scheduler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
)

func benchScheduler(b *testing.B) *scheduler.Scheduler {
	b.Helper()
	input, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"i":{"type":"integer"}},"required":["i"]}`))
	if err != nil {
		b.Fatal(err)
	}
	tool := echo(nil)
	tool.Input, tool.Effects.ReadOnly = input, true
	tool.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
	reg := registry.New(nil)
	if _, err := reg.Root().Add(tool); err != nil {
		b.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(nil), &scheduler.Options{Observers: []scheduler.Observer{func(scheduler.Observation) {}}})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// One call after another through all stages, with a schema, a gate and an observer.
func BenchmarkSequentialCalls(b *testing.B) {
	l := benchScheduler(b).NewLane(b.Context(), nil)
	defer l.Close()
	c := &registry.Call{Tool: "echo", Args: json.RawMessage(`{"i":1}`)}
	b.ReportAllocs()
	for b.Loop() {
		if r := l.Submit(b.Context(), c)(); !r.OK() {
			b.Fatal(r.Err)
		}
	}
}

// The cost of a call must not depend on how many are queued.
func BenchmarkQueuedCalls(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := benchScheduler(b)
			c := &registry.Call{Tool: "echo", Args: json.RawMessage(`{"i":1}`)}
			for b.Loop() {
				l := s.NewLane(b.Context(), nil)
				done := make(chan struct{}, n)
				for range n {
					l.SubmitFunc(context.Background(), c, func(*registry.Result) { done <- struct{}{} })
				}
				for range n {
					<-done
				}
				l.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/call")
		})
	}
}
