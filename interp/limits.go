package interp

import (
	"fmt"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// longestMatch bounds one match of a regular expression that backtracks. goja takes a match that ran out of time for one
// that found nothing; since no program computes longer than this, none lives to see such an answer.
const longestMatch = 10 * time.Minute

// limitMatches sets the bound, which is a variable of the whole process, before the first program can run.
var limitMatches = sync.OnceFunc(func() { regexp2.DefaultMatchTimeout = longestMatch })

// WithDefaults fills in what is not set.
func (l Limits) WithDefaults() Limits {
	l.Compute = min(orDefault(l.Compute, time.Minute), longestMatch)
	l.Stack = orDefault(l.Stack, 1000)
	l.Source = orDefault(l.Source, 256<<10)
	l.Logs = orDefault(l.Logs, 1<<20)
	l.Value = orDefault(l.Value, 64<<20)
	l.Pending = orDefault(l.Pending, 1000)
	l.Calls = orDefault(l.Calls, 100_000)
	l.Timers = orDefault(l.Timers, 10_000)
	l.Memory = orDefault(l.Memory, 256<<20)
	return l
}

// Check refuses limits that are negative.
func (l Limits) Check() error {
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"compute", int64(l.Compute)}, {"stack", int64(l.Stack)}, {"source", int64(l.Source)}, {"logs", int64(l.Logs)},
		{"value", int64(l.Value)}, {"pending", int64(l.Pending)}, {"calls", int64(l.Calls)}, {"timers", int64(l.Timers)},
		{"memory", l.Memory},
	} {
		if limit.value < 0 {
			return fmt.Errorf("limit %s: %d is negative", limit.name, limit.value)
		}
	}
	return nil
}

func orDefault[T int | int64 | time.Duration](v, def T) T {
	if v == 0 {
		return def
	}
	return v
}
