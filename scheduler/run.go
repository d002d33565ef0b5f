package scheduler

import (
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

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

// breakDown keeps the lane from starting anything more after a fault of its own.
func (l *Lane) breakDown() {
	l.mu.Lock()
	l.broken, l.preparing = true, false
	l.mu.Unlock()
}
