// Package bridge runs programs against the scheduler: it opens a lane for a program, turns each tools.x(args) in it into a
// call on that lane, and makes a report of what came of it. [Run] is the way in for Go code; [Tool] is the same as the
// reserved tool run_code of a registry.
//
// It knows how runs are bounded and how they are reported. It does not know how programs are interpreted (package interp),
// whether a call may run (package gate), or when (package scheduler).
package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// The defaults of [Config].
const (
	DefaultTimeout   = 10 * time.Minute
	DefaultMaxResult = registry.DefaultMaxResult
)

// Config says against what programs run, and how far they may go. Only Scheduler is required.
type Config struct {
	Scheduler *scheduler.Scheduler
	Engine    interp.Engine // nil: an interpreter in this process, for programs that are trusted

	Scope     string              // path of the scope whose tools a program sees; Tool takes that of the call instead
	Limits    interp.Limits       // of the engine
	Timeout   time.Duration       // of a run, not counting the time that a person is waited for; 0: DefaultTimeout
	MaxResult int                 // characters of the report that a model sees; 0: DefaultMaxResult
	Delivery  *scheduler.Delivery // nil: the scheduler's
	Fixed     *interp.Fixed       // makes runs repeatable; nil: the real clock and random numbers

	// Log gets each line of output as it is written, on the engine's goroutine, so the program waits for it. A panic in it is a
	// warning in the report. nil: the report has them.
	Log func(interp.Log)

	// Progress gets what handlers report as they work, from any goroutine. It must not block. nil: dropped.
	Progress func(call *registry.Call, text string)

	Observers []scheduler.Observer // of the calls of a run, before the scheduler's own

	// Of one run; Tool sets its own.
	ID    string          // names the run in calls and reports; must not be used twice; empty: a new one
	Name  string          // what positions call the program; empty: "program.ts"
	Input json.RawMessage // the global `input` of the program; nil: undefined
}

// check finds what is wrong with a config.
func (c *Config) check() error {
	switch {
	case c.Scheduler == nil:
		return errors.New("bridge config: Scheduler is missing; make one with scheduler.New")
	case c.Timeout < 0 || c.MaxResult < 0:
		return fmt.Errorf("bridge config: Timeout is %v and MaxResult is %d; neither may be negative", c.Timeout, c.MaxResult)
	}
	return nil
}

// Run runs one program to its end and reports what came of it. The program's own failure is in the report; the error is
// the engine's or the caller's trouble: a Config that is incomplete or negative, an engine that could not start. Any goroutine may
// call it, also several at once. When it returns, nothing of the program runs any more, but for what the report calls
// left behind.
func Run(ctx context.Context, program string, cfg Config) (*Report, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	r := newRun(cfg, "")
	return r.do(ctx, program)
}
