package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/scheduler"
)

// limitFlags are the limits of a run, each named as the error of a program that reaches it names it. Zero is the default.
type limitFlags struct {
	Compute  time.Duration `placeholder:"TIME" help:"Time spent in the program itself. Default: 60s."`
	Memory   size          `placeholder:"SIZE" help:"Memory of the program. Default: 256MiB."`
	Stack    int           `placeholder:"N" help:"Frames of its call stack. Default: 1000."`
	Source   size          `placeholder:"SIZE" help:"Its text. Default: 256KiB."`
	Logs     size          `placeholder:"SIZE" help:"Output that is kept. Default: 1MiB."`
	Value    size          `placeholder:"SIZE" help:"The returned value, and the arguments of one call. Default: 64MiB."`
	Calls    int           `placeholder:"N" help:"Calls in all. Default: 100000."`
	Pending  int           `placeholder:"N" help:"Calls that wait at one time. Default: 1000."`
	Timers   int           `placeholder:"N" help:"Timers that wait at one time. Default: 10000."`
	Parallel int           `placeholder:"N" help:"Handlers that run at one time. Default: 10."`
	Drain    time.Duration `placeholder:"TIME" help:"How long cancelled calls are waited for at the end. Default: 5s."`
}

// check refuses what cannot be meant.
func (l *limitFlags) check() error {
	for name, n := range map[string]int64{
		"compute": int64(l.Compute), "memory": int64(l.Memory), "stack": int64(l.Stack), "source": int64(l.Source),
		"logs": int64(l.Logs), "value": int64(l.Value), "calls": int64(l.Calls), "pending": int64(l.Pending),
		"timers": int64(l.Timers), "parallel": int64(l.Parallel), "drain": int64(l.Drain),
	} {
		if n < 0 {
			return usageErrorf("--limit-%s is below zero", name)
		}
	}
	return nil
}

// apply sets the limits where they belong.
func (l *limitFlags) apply(cfg *bridge.Config) {
	cfg.Limits = interp.Limits{
		Compute: l.Compute, Memory: int64(l.Memory), Stack: l.Stack, Source: int(l.Source), Logs: int(l.Logs),
		Value: int(l.Value), Calls: l.Calls, Pending: l.Pending, Timers: l.Timers,
	}
}

func (l *limitFlags) scheduler(opts *scheduler.Options) {
	opts.MaxParallel, opts.Drain = l.Parallel, l.Drain
}

// size is a number of bytes, written as "4096", "256KiB" or "1MiB".
type size int64

// UnmarshalText reads a size. It is for the command line.
func (s *size) UnmarshalText(text []byte) error {
	number, factor := string(text), int64(1)
	for suffix, f := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, factor = n, f
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("%q is not a size; write a number of bytes, or one with KiB, MiB or GiB", text)
	}
	if n > math.MaxInt/factor {
		return fmt.Errorf("%q is more than any machine has", text)
	}
	*s = size(n * factor)
	return nil
}
