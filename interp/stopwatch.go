package interp

import (
	"sync"
	"time"
)

// stopwatch measures the time that a program computes, and calls expire once when that exceeds a limit. Starting and
// stopping it costs two readings of the clock, so that it can be done around every settled call: the timer behind it
// keeps running, and is set again only if it goes off before the time is up.
type stopwatch struct {
	limit  time.Duration
	expire func()

	mu      sync.Mutex
	spent   time.Duration
	started time.Time // zero: it stands still
	alarm   *time.Timer
	armed   bool // the alarm is going to go off
}

func newStopwatch(limit time.Duration, expire func()) *stopwatch {
	return &stopwatch{limit: limit, expire: expire}
}

func (w *stopwatch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.started = time.Now()
	if w.armed {
		return
	}
	w.armed = true
	if w.alarm == nil {
		w.alarm = time.AfterFunc(w.limit-w.spent, w.ring)
	} else {
		w.alarm.Reset(w.limit - w.spent)
	}
}

func (w *stopwatch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spent += time.Since(w.started)
	w.started = time.Time{}
}

// ring is called when the alarm goes off. While the watch stands still it stays unarmed.
func (w *stopwatch) ring() {
	if w.over() {
		w.expire()
	}
}

func (w *stopwatch) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.armed = false
	if w.started.IsZero() {
		return false
	}
	left := w.limit - w.spent - time.Since(w.started)
	if left <= 0 {
		return true
	}
	w.armed = true
	w.alarm.Reset(left)
	return false
}

// close stops the alarm for good and gives the time spent.
func (w *stopwatch) close() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.alarm != nil {
		w.alarm.Stop()
	}
	return w.spent
}
