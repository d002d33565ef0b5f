// Package schedulertest describes calls and what became of them as one line of text, so that the same timelines can be
// tested through every road that leads to the scheduler.
//
// A timeline such as "p2 x1 wA1" is a list of calls: p overlaps with anything, x runs alone, rK reads the key K and wK
// writes it; the number is how many seconds the handler takes. What happened reads "0+p2 2=p2 2+x1 3=x1": at second 0 the
// handler of p2 started, at second 2 its result was delivered.
package schedulertest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// Timeline is a list of calls made at second 0 in one lane, and what must become of them.
type Timeline struct {
	Calls       string
	MaxParallel int // 0: the default
	Delivery    scheduler.Delivery
	Want        string
}

// Timelines gives those that hold on every road: for a batch of direct calls and for a program.
func Timelines() []Timeline {
	return []Timeline{
		{Calls: "p2 p1 x1 p1", Want: "0+p2 0+p1 2=p2 2=p1 2+x1 3=x1 3+p1 4=p1"},
		{Calls: "p1 p2", Want: "0+p1 0+p2 1=p1 2=p2"},
		{Calls: "p2 p1", Delivery: scheduler.Eager, Want: "0+p2 0+p1 1=p1 2=p2"},
		{Calls: "x1 x2 x1", Want: "0+x1 1=x1 1+x2 3=x2 3+x1 4=x1"},
		{Calls: "wA2 wB2 rA1 rB1", Want: "0+wA2 0+wB2 2=wA2 2+rA1 2=wB2 2+rB1 3=rA1 3=rB1"},
		{Calls: "rA1 rA2 wA1 rA1", Want: "0+rA1 0+rA2 1=rA1 2=rA2 2+wA1 3=wA1 3+rA1 4=rA1"},
		{Calls: "wA2 rA1 p1", Want: "0+wA2 2=wA2 2+rA1 2+p1 3=rA1 3=p1"}, // nothing overtakes
		{Calls: "wA2 rA1 p1", Delivery: scheduler.Eager, Want: "0+wA2 2=wA2 2+rA1 2+p1 3=rA1 3=p1"},
		{Calls: "p3 wA1 rA1", Want: "0+p3 0+wA1 3=p3 3=wA1 3+rA1 4=rA1"}, // a writer holds its key until it is delivered
		{Calls: "p3 wA1 rA1", Delivery: scheduler.Eager, Want: "0+p3 0+wA1 1=wA1 1+rA1 2=rA1 3=p3"},
		{Calls: "p1 p1 p1 p1", MaxParallel: 2, Want: "0+p1 0+p1 1=p1 1+p1 1=p1 1+p1 2=p1 2=p1"},
		{Calls: "p2 p1 p1", MaxParallel: 2, Want: "0+p2 0+p1 1+p1 2=p2 2=p1 2=p1"}, // a settled call frees its slot
		{Calls: "p1 p2 p1 p1", MaxParallel: 1, Want: "0+p1 1=p1 1+p2 3=p2 3+p1 4=p1 4+p1 5=p1"},
	}
}

// Trace records what happens to calls. It is meant for a synctest bubble; any goroutine may use it.
type Trace struct {
	start time.Time

	mu     sync.Mutex
	events []string
}

// NewTrace starts a trace at second 0.
func NewTrace() *Trace { return &Trace{start: time.Now()} }

// Add records an event at the present second.
func (t *Trace) Add(event string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, strconv.Itoa(int(time.Since(t.start)/time.Second))+event)
}

// String is the events so far.
func (t *Trace) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.events, " ")
}

// Same reports whether two traces hold the same events; those of one second may stand in any order.
func Same(a, b string) bool { return sorted(a) == sorted(b) }

func sorted(trace string) string {
	events := strings.Fields(trace)
	slices.Sort(events)
	return strings.Join(events, " ")
}

// Calls splits a timeline into the names of its calls.
func Calls(timeline string) []string { return strings.Fields(timeline) }

// Tools makes one tool for each different call of the timelines. Their handlers record their start in the trace and take
// their time, or end early when they are cancelled, which they record as "!".
func (t *Trace) Tools(timelines ...string) []registry.Tool {
	var tools []registry.Tool
	seen := map[string]bool{}
	for _, timeline := range timelines {
		for _, name := range Calls(timeline) {
			if !seen[name] {
				seen[name] = true
				tools = append(tools, t.tool(name))
			}
		}
	}
	return tools
}

func (t *Trace) tool(name string) registry.Tool {
	kind := strings.TrimRight(name, "0123456789")
	seconds, err := strconv.Atoi(name[len(kind):])
	if err != nil {
		panic(fmt.Sprintf("timeline call %q: no seconds", name))
	}
	return registry.Tool{
		Name:    name,
		Effects: registry.Effects{ReadOnly: true},
		Access:  accessOf(kind),
		Handler: func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
			t.Add("+" + name)
			select {
			case <-time.After(time.Duration(seconds) * time.Second):
				return &registry.Result{Value: json.RawMessage(strconv.Quote(name))}, nil
			case <-ctx.Done():
				t.Add("!" + name)
				return nil, context.Cause(ctx)
			}
		},
	}
}

func accessOf(kind string) func(json.RawMessage) registry.Access {
	var a registry.Access
	switch kind[0] {
	case 'p':
	case 'x':
		a.Alone = true
	case 'r':
		a.Reads = []string{kind[1:]}
	case 'w':
		a.Writes = []string{kind[1:]}
	default:
		panic(fmt.Sprintf("timeline call %q: no such kind", kind))
	}
	return func(json.RawMessage) registry.Access { return a }
}
