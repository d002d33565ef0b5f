// Package jail confines the process that calls it, for good: it can then compute, and read and write the pipes that it has,
// and nothing else. What the system does not offer is left out, and the result says so.
package jail

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// Limits are the limits of a process.
type Limits struct {
	Memory int64         // bytes that it may take from the system beyond what it has
	CPU    time.Duration // of processor time, after which the system ends it
}

// Apply confines the process, and says of each part whether it is in place. It must be called once, before the process
// reads anything that it must not trust.
func Apply(l Limits) []wire.Check {
	return append(confine(l), environment())
}

// environment checks that nothing of the environment of the parent is left, but for the time zone.
func environment() wire.Check {
	var extra []string
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != "TZ" {
			extra = append(extra, name)
		}
	}
	if len(extra) > 0 {
		return missing("environment", fmt.Sprintf("it holds %d variables beside TZ", len(extra)))
	}
	return inPlace("environment", "empty, but for the time zone")
}

func inPlace(name, detail string) wire.Check { return wire.Check{Name: name, OK: true, Detail: detail} }

func missing(name, detail string) wire.Check { return wire.Check{Name: name, Detail: detail} }

// result is the check of something that was done, or failed.
func result(name string, err error, detail string) wire.Check {
	if err != nil {
		return missing(name, err.Error())
	}
	return inPlace(name, detail)
}
