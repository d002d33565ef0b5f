package scheduler

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/registry"
)

// maxBegun bounds the results of one lane that wait for the delivery of an earlier one; beyond it nothing new starts.
const maxBegun = 1024

// LaneOptions say whose calls a lane runs. The zero value is a batch of direct calls from the root scope.
type LaneOptions struct {
	Scope  string // path of the caller's scope
	Root   string // the run that the calls belong to, and the beginning of their IDs; empty: the parent's, or a new one
	Parent string // ID of the running call that they are made for; one that does not run counts as none

	// Program marks calls that a program makes, where the mode of the scope does not apply though there is no parent.
	Program bool

	Delivery  *Delivery                              // nil: the scheduler's
	Record    Observer                               // told before all observers, without waiting for any; must return at once; nil: nobody
	Observers []Observer                             // told before the scheduler's own
	Progress  func(call *registry.Call, text string) // what handlers report, on their goroutines; never blocks; nil: dropped
	Asking    func(bool)                             // see gate.Subject; calls made below this lane count too
}

// Lane runs the calls of one program or one batch. Any goroutine may use it. It must be closed.
type Lane struct {
	s      *Scheduler
	opts   LaneOptions
	parent *flight
	prefix string
	base   context.Context // the caller's
	ctx    context.Context // done when the caller's is, or the lane is closed
	cancel context.CancelCauseFunc

	own     atomic.Int64
	numbers *atomic.Int64 // the last number given to a call; the parent's, if there is one, for it may have several lanes

	mu        sync.Mutex
	queue     []*flight // not started, in order
	begun     []*flight // taken from the queue, in order; a finished one stays until those before it have finished
	preparing bool      // the last that was started has not come to its handler yet
	closed    bool      // Close was called
	broken    bool      // a stage broke off: nothing more is started
	drained   bool      // the drain bound has passed
	ended     bool      // the lane takes no more calls

	driven bool // a worker is choosing and taking actions; stays true once the lane has ended
	again  bool // something has changed since it last chose

	idle     chan struct{} // wakes one idle worker, if there is one
	done     chan struct{} // closed when the lane has ended
	observed observed
}

// NewLane opens a lane. Cancelling ctx cancels what it has started and fails what it has not; only Close ends its idle
// workers. A nil opts is the zero LaneOptions.
func (s *Scheduler) NewLane(ctx context.Context, opts *LaneOptions) *Lane {
	l := &Lane{s: s, base: ctx, idle: make(chan struct{}), done: make(chan struct{})}
	if opts != nil {
		l.opts = *opts
	}
	l.ctx, l.cancel = context.WithCancelCause(ctx)
	l.inherit()
	l.observed.lane, l.observed.done = l, make(chan struct{})
	l.observed.observers = slices.Concat(l.opts.Observers, s.opts.Observers)
	context.AfterFunc(l.ctx, l.wakeUp)
	return l
}

// inherit takes from the parent what the options leave open.
func (l *Lane) inherit() {
	if l.opts.Parent != "" {
		l.parent = l.s.claims.find(l.opts.Parent)
	}
	if p := l.parent; p != nil {
		l.prefix, l.numbers = p.call.ID, &p.children
		if l.opts.Root == "" {
			l.opts.Root = p.call.Root
		}
		if l.opts.Asking == nil {
			l.opts.Asking = p.lane.opts.Asking
		}
		if l.opts.Progress == nil {
			l.opts.Progress = p.lane.opts.Progress
		}
	}
	if l.opts.Root == "" {
		l.opts.Root = l.s.newRoot()
	}
	if l.parent == nil {
		l.prefix, l.numbers = l.opts.Root, &l.own
	}
	if l.opts.Delivery == nil {
		l.opts.Delivery = &l.s.opts.Delivery
	}
}

// Submit makes a call and returns at once; wait returns its result, and may be called by any goroutine, any number of
// times. Of call it reads Tool, Args and Scope (empty: the lane's). ctx cancels this one call; one that is
// never done leaves it to the lane.
func (l *Lane) Submit(ctx context.Context, call *registry.Call) (wait func() *registry.Result) {
	done := make(chan struct{})
	var result *registry.Result
	own := *call
	own.Args = slices.Clone(call.Args) // the caller may go on using them
	l.SubmitFunc(ctx, &own, func(r *registry.Result) {
		result = r
		close(done)
	})
	return func() *registry.Result {
		<-done
		return result
	}
}

// SubmitFunc is Submit for a caller who wants to be told instead of waiting: settle gets the result exactly once, on a
// goroutine of the lane, which it must not hold up. The call's arguments must not be changed afterwards. The ID is that of
// the call.
func (l *Lane) SubmitFunc(ctx context.Context, call *registry.Call, settle func(*registry.Result)) (id string) {
	f := l.newFlight(ctx, call, settle)
	l.mu.Lock()
	f.call.ID = l.prefix + ":" + strconv.FormatInt(l.numbers.Add(1), 10)
	if l.ended {
		l.mu.Unlock()
		l.deliver(f, failed(f.call.Tool, abortedBeforeDispatch(f.call.Tool, errRunOver)))
		return f.call.ID
	}
	l.queue = append(l.queue, f)
	l.mu.Unlock()
	l.wakeUp()
	return f.call.ID
}

// newFlight reads the caller's fields once and does all that must not change later.
func (l *Lane) newFlight(ctx context.Context, call *registry.Call, settle func(*registry.Result)) *flight {
	f := &flight{lane: l, settle: settle, parent: l.parent, submitted: time.Now()}
	f.call = registry.Call{Root: l.opts.Root, Scope: call.Scope, Tool: call.Tool, Args: call.Args, Progress: l.progress(f)}
	if f.call.Scope == "" {
		f.call.Scope = l.opts.Scope
	}
	if f.parent != nil {
		f.call.Parent = f.parent.call.ID
	}
	f.direct = f.parent == nil && !l.opts.Program
	f.ctx, f.cancel = l.contextOf(ctx)
	f.create()
	return f
}

// contextOf joins a call's own context with the lane's.
func (l *Lane) contextOf(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Done() == nil || ctx == l.base {
		return l.ctx, nil
	}
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.ctx, func() { cancel(context.Cause(l.ctx)) })
	context.AfterFunc(joined, l.wakeUp)
	return joined, func() { stop(); cancel(nil) }
}

func (l *Lane) progress(f *flight) func(string) {
	if l.opts.Progress == nil {
		return ignoreProgress
	}
	return func(text string) {
		var dropped *registry.Error
		defer f.recovered("progress", registry.ToolPanic, &dropped)
		l.opts.Progress(&f.call, text)
	}
}

func ignoreProgress(string) {}

// waiting gives the calls that have not started, in order.
func (l *Lane) waiting() []registry.Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	calls := make([]registry.Call, len(l.queue))
	for i, f := range l.queue {
		calls[i] = f.call
	}
	return calls
}

// Close ends the lane: nothing that waits starts any more, what has started is cancelled and waited for up to the drain
// bound, and observers have seen every started call when it returns. It may be called more than once.
func (l *Lane) Close() {
	l.mu.Lock()
	first := !l.closed
	l.closed = true
	l.mu.Unlock()
	l.cancel(errRunOver)
	l.wakeUp()
	if first {
		drain := time.AfterFunc(l.s.opts.Drain, l.giveUp)
		defer drain.Stop()
	}
	<-l.done
}

// giveUp lets the lane end though handlers are still running.
func (l *Lane) giveUp() {
	l.mu.Lock()
	l.drained = true
	l.mu.Unlock()
	l.wakeUp()
}
