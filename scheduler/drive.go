package scheduler

import (
	"slices"
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

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
		l.workOff(&driving)
		select {
		case <-l.idle:
			driving = true
		case <-l.done:
			over = true
			return
		}
	}
}

// workOff does what there is to do at once: it drives the lane while it is the one who does, runs the calls that come of
// that, and tells the observers.
func (l *Lane) workOff(driving *bool) {
	for *driving {
		f := l.drive()
		*driving = false
		if f != nil {
			l.run(f)
			*driving = l.take()
		}
	}
	if l.observed.begin() {
		l.observed.tell()
	}
}

// Serve makes the caller's goroutine a worker of the lane that gets the calls itself, for a caller who has them from
// elsewhere: a call then needs no switch between goroutines, which can take longer than the call. next waits for calls, and
// gives the function that makes them, which must not wait for anything; nil ends Serve. It may stay away for as long as
// the calls take that it works on, and ends with the goroutine if one of them ends that.
func (l *Lane) Serve(next func() (submit func())) {
	driving, over := false, false
	defer func() {
		if !over {
			l.replaceWorker(driving)
		}
	}()
	for submit := next(); submit != nil; submit = next() {
		driving = l.take() // so that nobody is woken for the calls
		submit()
		l.workOff(&driving)
	}
	over = true
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
	l.again = false
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

// leaveBehindLocked settles a call that has not stopped in time. One that has not come to its handler never will.
func (f *flight) leaveBehindLocked() {
	err := registry.Errorf(registry.Aborted,
		"%s was cancelled but did not stop within %v; it was left behind and may still take effect", f.call.Tool, f.lane.s.opts.Drain)
	if f.phase == preparing {
		err = abortedBeforeDispatch(f.call.Tool, errRunOver)
	}
	f.phase, f.ended, f.result = settled, time.Now(), failed(f.call.Tool, err)
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
	l.beginLocked(head)
	l.driven = false
	return true, l.again
}

// beginLocked adds a call to those that have begun. Where results keep their order, it finishes after the one before it.
func (l *Lane) beginLocked(f *flight) {
	for _, before := range slices.Backward(l.begun) {
		if *l.opts.Delivery == Ordered && before.phase < finished {
			f.previous = before
			break
		}
	}
	l.begun = append(l.begun, f)
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
	l.beginLocked(f)
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
