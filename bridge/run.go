package bridge

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// run is one execution of a program.
type run struct {
	cfg    Config
	parent string // ID of the run_code call that it is for; empty: none
	lane   *scheduler.Lane
	clock  *clock

	mu       sync.Mutex
	calls    int                // made by the program
	pending  map[*call]struct{} // of them, not settled
	reports  []CallReport
	messages int             // characters of the messages in reports
	effects  map[string]bool // by the name of a tool that there is: whether it may change anything
	riders   riders
	unheard  int // lines on which Config.Log broke down
}

// call is one call that the program has made. It is forgotten once it has settled, so that a run does not hold on to what
// the program has dropped.
type call struct {
	number   int // in the order of the program, from 1
	id, tool string
	err      *registry.Error // nil: it succeeded, or has not settled
}

func newRun(cfg Config, parent string) *run {
	if cfg.ID == "" && parent == "" {
		cfg.ID = "run-" + rand.Text()[:12]
	}
	if cfg.Engine == nil {
		cfg.Engine = interp.New(nil)
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	if cfg.MaxResult == 0 {
		cfg.MaxResult = DefaultMaxResult
	}
	return &run{cfg: cfg, parent: parent, pending: map[*call]struct{}{}, effects: map[string]bool{}}
}

// do runs the program between the opening and the closing of its lane.
func (r *run) do(ctx context.Context, program string) (*Report, error) {
	start := time.Now()
	ctx, r.clock = withClock(ctx, r.cfg.Timeout)
	defer r.clock.stop()
	r.lane = r.cfg.Scheduler.NewLane(ctx, &scheduler.LaneOptions{
		Scope: r.cfg.Scope, Root: r.cfg.ID, Parent: r.parent, Program: true, Delivery: r.cfg.Delivery,
		Record: r.observe, Observers: r.cfg.Observers,
		Progress: r.cfg.Progress,
		Asking:   r.clock.asking,
	})
	defer r.lane.Close() // also if the engine breaks off
	outcome, err := r.cfg.Engine.Run(ctx, interp.Request{
		Program: program, Name: r.cfg.Name, Input: r.cfg.Input, Objects: r.objects(),
		Limits: r.cfg.Limits, Fixed: r.cfg.Fixed, Log: r.logger(), Serve: r.lane.Serve,
	})
	pending := r.unsettled()
	r.lane.Close()
	if err != nil {
		return nil, fmt.Errorf("running the program: %w", err)
	}
	if cause := context.Cause(ctx); errors.Is(cause, errTimeout) && outcome.Failure != nil && outcome.Failure.Kind == interp.Aborted {
		outcome.Failure = r.clock.failure(outcome.Failure)
	}
	report := r.report(outcome, pending)
	report.Duration = time.Since(start)
	return report, nil
}

// logger hands lines to the host's own Log, which must not break the run. nil: there is none.
func (r *run) logger() func(interp.Log) {
	if r.cfg.Log == nil {
		return nil
	}
	return func(line interp.Log) {
		defer func() {
			if recover() != nil {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.unheard++
			}
		}()
		r.cfg.Log(line)
	}
}

// objects are the globals by which the program reaches the host.
func (r *run) objects() []interp.Object {
	view := func() *registry.View {
		v, err := r.cfg.Scheduler.Registry().View(r.cfg.Scope)
		if err != nil {
			return nil
		}
		return v
	}
	return []interp.Object{
		{Name: "tools", Functions: &tools{view: view, call: r.call}},
		{Name: "catalog", Functions: &catalog{view: view}, Positional: true},
	}
}

// call makes a call of the program. settle may be called before it returns.
func (r *run) call(tool string, args json.RawMessage, settle interp.Settle) {
	c := &call{tool: tool}
	r.mu.Lock()
	r.calls++
	c.number = r.calls
	r.pending[c] = struct{}{}
	r.mu.Unlock()
	id := r.lane.SubmitFunc(context.Background(), &registry.Call{Tool: tool, Args: args}, func(result *registry.Result) {
		r.mu.Lock()
		c.err = result.Err
		delete(r.pending, c)
		r.mu.Unlock()
		if e := result.Err; e != nil {
			settle(nil, &interp.CallError{Tool: e.Tool, Code: string(e.Code), Message: e.Message, Hint: e.Hint})
			return
		}
		settle(result.Value, nil)
	})
	r.mu.Lock()
	c.id = id
	r.mu.Unlock()
}

// unsettled gives the calls that the program has left without waiting for them.
func (r *run) unsettled() []*call {
	r.mu.Lock()
	defer r.mu.Unlock()
	byNumber := func(a, b *call) int { return a.number - b.number }
	return slices.SortedFunc(maps.Keys(r.pending), byNumber)
}

// observe records a finished call of the run, whether the program made it or a tool of its did.
func (r *run) observe(o scheduler.Observation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reports = append(r.reports, r.observed(o))
	r.riders.take(o)
}

// name is how the run is called in reports.
func (r *run) name() string {
	if r.cfg.ID != "" {
		return r.cfg.ID
	}
	return r.parent
}
