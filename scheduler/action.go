package scheduler

import (
	"slices"
	"time"

	"github.com/runcode-dev/runcode/registry"
)

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
	switch {
	case f.phase == preparing:
		err = abortedBeforeDispatch(f.call.Tool, errRunOver)
	case f.tool.Timeout > 0 && time.Since(f.started) >= f.tool.Timeout:
		err = registry.Errorf(registry.Timeout,
			"%s timed out after %v but did not stop; it was left behind and may still take effect", f.call.Tool, f.tool.Timeout)
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

	for f := l.nextInOrder(); f != nil; f = l.nextInOrder() {
		l.observed.add(f)
	}
}

// nextInOrder takes the first of the calls that have begun off the list, once it has finished.
func (l *Lane) nextInOrder() *flight {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.begun) == 0 || l.begun[0].phase != finished {
		return nil
	}
	f := l.begun[0]
	l.begun = slices.Delete(l.begun, 0, 1)
	return f
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
