package bridge

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// errTimeout is why a run is cancelled when its time is over.
var errTimeout = errors.New("the time of the run is over")

// clock cancels a run when its time is over. It stands still while a person is being asked.
type clock struct {
	limit  time.Duration
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	since time.Time     // when it last began to run
	left  time.Duration // at that time
	asked int           // questions that are open; they may overlap
}

// withClock gives a context that is cancelled when limit has passed on a new clock, which must be stopped.
func withClock(ctx context.Context, limit time.Duration) (context.Context, *clock) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &clock{limit: limit, cancel: cancel, since: time.Now(), left: limit}
	c.timer = time.AfterFunc(limit, func() { cancel(errTimeout) })
	return ctx, c
}

// asking tells the clock that a question was put to a person, or answered.
func (c *clock) asking(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case on:
		if c.asked++; c.asked == 1 && c.timer.Stop() {
			c.left -= time.Since(c.since)
		}
	default:
		if c.asked--; c.asked == 0 {
			c.since = time.Now()
			c.timer.Reset(max(c.left, 0))
		}
	}
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.cancel(nil)
}

// failure is the program's failure, once it is known that the clock has ended it.
func (c *clock) failure(f *interp.Failure) *interp.Failure {
	timeout := *f
	timeout.Kind, timeout.Limit = interp.TimedOut, "timeout"
	timeout.Message = fmt.Sprintf("the run took longer than its limit of %v", c.limit)
	timeout.Hint = "do less in one program, run independent calls at once with Promise.all, or raise the setting timeout"
	return &timeout
}
