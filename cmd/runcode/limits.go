package main

import (
	"time"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/scheduler"
)

// limitFlags are the limits of a run, each named as the error of a program that reaches it names it. Zero is the default.
type limitFlags struct {
	Compute  span  `placeholder:"TIME" help:"Time spent in the program itself. Default: 60s."`
	Memory   size  `placeholder:"SIZE" help:"Memory of the program. Default: 256MiB."`
	Stack    count `placeholder:"N" help:"Frames of its call stack. Default: 1000."`
	Source   size  `placeholder:"SIZE" help:"Its text. Default: 256KiB."`
	Logs     size  `placeholder:"SIZE" help:"Output that is kept. Default: 1MiB."`
	Value    size  `placeholder:"SIZE" help:"The returned value, and the arguments of one call. Default: 64MiB."`
	Calls    count `placeholder:"N" help:"Calls in all. Default: 100000."`
	Pending  count `placeholder:"N" help:"Calls that wait at one time. Default: 1000."`
	Timers   count `placeholder:"N" help:"Timers that wait at one time. Default: 10000."`
	Parallel count `placeholder:"N" help:"Handlers that run at one time. Default: 10."`
	Drain    span  `placeholder:"TIME" help:"How long cancelled calls are waited for at the end. Default: 5s."`
}

// apply sets the limits where they belong.
func (l *limitFlags) apply(cfg *bridge.Config) {
	cfg.Limits = interp.Limits{
		Compute: time.Duration(l.Compute), Memory: int64(l.Memory), Stack: int(l.Stack), Source: int(l.Source), Logs: int(l.Logs),
		Value: int(l.Value), Calls: int(l.Calls), Pending: int(l.Pending), Timers: int(l.Timers),
	}
}

func (l *limitFlags) scheduler(opts *scheduler.Options) {
	opts.MaxParallel, opts.Drain = int(l.Parallel), time.Duration(l.Drain)
}
