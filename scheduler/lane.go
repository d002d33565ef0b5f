package scheduler

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/gate"
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
	Observers []Observer                             // told before the scheduler's own
	Progress  func(call *registry.Call, text string) // what handlers report; never blocks; nil: dropped
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

// wakeUp has the lane look again at what it can do: on an idle worker, on a new one, or on the one that is at it.
func (l *Lane) wakeUp() {
	if !l.take() {
		return
	}
	select {
	case l.idle <- struct{}{}:
	default:
		go l.work()
	}
}

// take makes the caller the one who drives the lane, unless somebody does already, who is then told to look again.
func (l *Lane) take() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.driven {
		l.again = true
		return false
	}
	l.driven = true
	return true
}

// work is a worker: it drives the lane until a call is to be run, runs it, and goes on. In this way a call needs no
// goroutine but one, whose stack has grown already. A worker without work is idle until it is woken, or the lane ends.
func (l *Lane) work() {
	driving, over := true, false
	defer func() {
		if !over { // somebody's function has ended the goroutine, by runtime.Goexit
			l.replaceWorker(driving)
		}
	}()
	for {
		for driving {
			f := l.drive()
			driving = false
			if f != nil {
				l.run(f)
				driving = l.take()
			}
		}
		if l.observed.begin() {
			l.observed.tell()
		}
		select {
		case <-l.idle:
			driving = true
		case <-l.done:
			over = true
			return
		}
	}
}

// replaceWorker has another worker take over from one that is ending.
func (l *Lane) replaceWorker(driving bool) {
	if driving {
		l.mu.Lock()
		l.driven = false
		l.mu.Unlock()
	}
	l.wakeUp()
}

// drive takes one action after another until a call is to be run, which it returns, or there is nothing to do. The lane
// is then driven no more.
func (l *Lane) drive() *flight {
	for {
		f, act := l.next()
		switch act {
		case actFinish:
			l.finish(f)
		case actAbandon:
			l.abandon(f)
		case actConsider:
			f.classify()
			if started, again := l.start(f); started {
				if again {
					l.wakeUp()
				}
				if l.observed.begin() {
					go l.observed.tell()
				}
				return f
			}
			if l.rest() {
				return nil
			}
		case actWait:
			if l.rest() {
				return nil
			}
		case actEnd:
			l.observed.close()
			close(l.done)
			return nil
		}
	}
}

// rest ends the driving, unless something has changed meanwhile.
func (l *Lane) rest() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.driven = l.again
	l.again = false
	return !l.driven
}

// action is what a lane does next.
type action uint8

const (
	actWait action = iota
	actFinish
	actAbandon
	actConsider
	actEnd
)

// next chooses the lane's next action: finish what has settled; else give up what can no longer start; else start the
// head of the queue if it may; else wait.
func (l *Lane) next() (*flight, action) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.settledLocked(); f != nil {
		return f, actFinish
	}
	if len(l.queue) == 0 {
		if l.closed && len(l.begun) == 0 {
			l.ended = true
			return nil, actEnd
		}
		return nil, actWait
	}
	head := l.queue[0]
	switch {
	case l.closed, l.broken, head.result != nil, head.cancelled() != nil:
		l.popLocked()
		return head, actAbandon
	case l.preparing, len(l.begun) >= maxBegun, l.observed.full():
		return nil, actWait
	}
	return head, actConsider
}

// settledLocked returns the started call to finish next, if there is one.
func (l *Lane) settledLocked() *flight {
	for _, f := range l.begun {
		if l.drained && f.phase < settled {
			f.leaveBehindLocked()
		}
		if f.phase == settled {
			return f
		}
		if f.phase < settled && *l.opts.Delivery == Ordered {
			return nil
		}
	}
	return nil
}

// leaveBehindLocked settles a call whose handler has not returned in time.
func (f *flight) leaveBehindLocked() {
	f.phase, f.ended = settled, time.Now()
	f.result = failed(f.call.Tool, registry.Errorf(registry.Aborted,
		"%s was cancelled but did not stop within %v; it was left behind and may still take effect", f.call.Tool, f.lane.s.opts.Drain))
}

// start starts the head of the queue, unless it conflicts with a call that has not finished or too many handlers run. The
// driver then runs it, and drives no more; again says that something has changed meanwhile.
func (l *Lane) start(head *flight) (started, again bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	handlers := 0
	for _, f := range l.begun {
		if f.phase < settled {
			handlers++
		}
		if f.phase < finished && f.access.Conflicts(head.access) {
			return false, false
		}
	}
	if handlers >= l.s.opts.MaxParallel {
		return false, false
	}
	l.popLocked()
	head.phase = preparing
	l.preparing = true
	if n := len(l.begun); n > 0 {
		head.previous = l.begun[n-1]
	}
	l.begun = append(l.begun, head)
	again = l.again
	l.driven, l.again = false, false
	return true, again
}

func (l *Lane) popLocked() {
	l.queue[0] = nil
	if l.queue = l.queue[1:]; len(l.queue) == 0 {
		l.queue = nil
	}
}

// run prepares and dispatches one call, on a worker's goroutine. It settles the call in every case.
func (l *Lane) run(f *flight) {
	var fault *registry.Error
	returned := false
	defer func() {
		switch {
		case fault != nil:
			l.breakDown()
			l.settle(f, failed(f.call.Tool, fault))
		case !returned:
			l.prepared(f, f.decision, false)
			l.settle(f, failed(f.call.Tool, registry.Errorf(registry.ToolPanic,
				"%s ended the goroutine that ran it instead of returning", f.call.Tool).WithHint("%s", defectHint)))
		}
	}()
	defer f.recovered("scheduler", registry.PolicyError, &fault)
	decision, r := f.prepare()
	if l.advance(f, decision, r == nil) {
		r = f.dispatch()
	}
	l.settle(f, r)
	returned = true
}

// advance lets the next call of the lane start, and reports whether f itself may go on to its handler.
func (l *Lane) advance(f *flight, d gate.Decision, allowed bool) bool {
	goOn, next := l.prepared(f, d, allowed)
	if next {
		l.wakeUp()
	}
	return goOn
}

// prepared records that a call has left its first stage. next says that another one waits for its turn in it.
func (l *Lane) prepared(f *flight, d gate.Decision, allowed bool) (goOn, next bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.preparing = false
	next = len(l.queue) > 0
	switch f.phase {
	case preparing:
	case running: // its handler has ended without returning
		return false, next
	default: // left behind
		l.s.claims.release(f)
		return false, next
	}
	f.decision = d
	if !allowed {
		return false, next
	}
	f.phase = running
	f.started = time.Now()
	return true, next
}

// settle ends a call's time on its own. What comes after it was left behind is dropped.
func (l *Lane) settle(f *flight, r *registry.Result) {
	l.mu.Lock()
	if f.phase < settled {
		f.phase, f.result, f.ended = settled, r, time.Now()
	} else {
		l.s.opts.Log.Warn("a call that was left behind has returned", "tool", f.call.Tool, "call", f.call.ID)
	}
	l.mu.Unlock()
}

// abandon takes a call that can no longer start out of the queue. It is delivered at once; one that was wrong from the
// start keeps its place in the order. All are observed in their turn.
func (l *Lane) abandon(f *flight) {
	l.mu.Lock()
	hopeless := f.result != nil
	if !hopeless {
		cause := f.cancelled()
		if l.broken {
			cause = errBroken
		}
		f.silent = l.closed
		f.result = failed(f.call.Tool, abortedBeforeDispatch(f.call.Tool, cause))
	}
	f.phase = settled
	l.begun = append(l.begun, f)
	l.mu.Unlock()
	if !hopeless {
		l.finish(f)
	}
}

// finish makes a settled call's result final, delivers it, and passes on to the observers what is now in order.
func (l *Lane) finish(f *flight) {
	r := f.conclude()
	l.mu.Lock()
	f.result, f.phase = r, finished
	l.mu.Unlock()
	l.s.claims.release(f)
	l.deliver(f, r)

	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for n < len(l.begun) && l.begun[n].phase == finished {
		l.observed.add(l.begun[n])
		n++
	}
	l.begun = slices.Delete(l.begun, 0, n)
}

// deliver tells the caller, once.
func (l *Lane) deliver(f *flight, r *registry.Result) {
	if f.cancel != nil {
		f.cancel()
	}
	defer func() {
		if v := recover(); v != nil {
			f.logPanic("caller", v)
		}
	}()
	f.settle(r)
}

// breakDown keeps the lane from starting anything more after a fault of its own.
func (l *Lane) breakDown() {
	l.mu.Lock()
	l.broken, l.preparing = true, false
	l.mu.Unlock()
}
