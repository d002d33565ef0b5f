package scheduler

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// The defaults of [Options].
const (
	DefaultMaxParallel = 10
	DefaultDrain       = 5 * time.Second
)

// Delivery says when the result of a call reaches the one who made it.
type Delivery uint8

const (
	// Ordered delivers results in the order of submission, so that a run does not depend on timing.
	Ordered Delivery = iota
	// Eager delivers a result as soon as the call has settled, so that Promise.race gives the fastest. Observers see the
	// same order as with Ordered.
	Eager
)

// Middleware wraps the handler of every call. It may answer itself, change the context, and call next again, which runs
// the whole inner chain again. It cannot detach the context: the handler is cancelled when the caller is. It is called anew
// for each call, and what it gives is called on the goroutine of that call, as handlers are.
type Middleware func(next registry.Handler) registry.Handler

// Observer is told of every call once, after its result has become final, in the order of submission. It may be slow: a
// program gets its value without waiting for observers, but no more than MaxParallel results wait for them before the
// lane starts nothing new. A panic is logged. It must not change what it is given. One lane calls it for one call after
// another, but several lanes may call it at once.
type Observer func(o Observation)

// Observation is a finished call.
type Observation struct {
	Call     *registry.Call
	Result   *registry.Result
	Decision gate.Decision // the zero value: the gate was not reached
	// Submitted, Started and Settled are when the call was made, when its handler was started and when that returned.
	// Started is zero where no handler ran.
	Submitted, Started, Settled time.Time
}

// Options are the settings of a [Scheduler]. The zero value is usable.
type Options struct {
	MaxParallel  int           // handlers that run at one time in a lane; 0: DefaultMaxParallel
	Delivery     Delivery      // of lanes that do not choose their own
	Drain        time.Duration // how long Close waits for cancelled handlers; 0: DefaultDrain
	Middleware   []Middleware  // outermost first
	Observers    []Observer    // told one after another
	StrictOutput bool          // a value of a foreign tool that does not fit its schema fails the call
	Log          *slog.Logger  // nil: nothing is logged
}

// Scheduler runs the calls of one registry under one gate. Any goroutine may use it. It has no state to close: lanes do.
type Scheduler struct {
	registry *registry.Registry
	gate     *gate.Gate
	opts     Options
	claims   claims
	roots    atomic.Int64
}

// New makes a Scheduler. A nil gate denies every call. It returns an error for a negative setting.
func New(r *registry.Registry, g *gate.Gate, opts *Options) (*Scheduler, error) {
	if opts == nil {
		opts = &Options{}
	}
	s := &Scheduler{registry: r, gate: g, opts: *opts}
	if g == nil {
		s.gate = &gate.Gate{}
	}
	if s.opts.MaxParallel < 0 || s.opts.Drain < 0 {
		return nil, fmt.Errorf("scheduler options: MaxParallel is %d and Drain is %v; neither may be negative", opts.MaxParallel, opts.Drain)
	}
	if s.opts.MaxParallel == 0 {
		s.opts.MaxParallel = DefaultMaxParallel
	}
	if s.opts.Drain == 0 {
		s.opts.Drain = DefaultDrain
	}
	if s.opts.Log == nil {
		s.opts.Log = slog.New(slog.DiscardHandler)
	}
	return s, nil
}

// Registry is where the scheduler finds its tools.
func (s *Scheduler) Registry() *registry.Registry { return s.registry }

// Execute runs one call to its end: a lane of one. Of call it reads Parent, Scope, Tool, Args and Progress.
func (s *Scheduler) Execute(ctx context.Context, call *registry.Call) *registry.Result {
	l := s.NewLane(ctx, &LaneOptions{Scope: call.Scope, Parent: call.Parent, Progress: progressOf(call)})
	defer l.Close()
	return l.Submit(ctx, call)()
}

func progressOf(call *registry.Call) func(*registry.Call, string) {
	if call.Progress == nil {
		return nil
	}
	return func(_ *registry.Call, text string) { call.Progress(text) }
}

// newRoot names a lane that belongs to no run.
func (s *Scheduler) newRoot() string { return "batch-" + strconv.FormatInt(s.roots.Add(1), 10) }
