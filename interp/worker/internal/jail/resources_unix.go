//go:build unix

package jail

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// descriptors is how many a worker may have: its pipes, the standard error, and what the runtime waits with.
const descriptors = 16

// resources sets the limits that are the same everywhere.
func resources(cpu time.Duration) []wire.Check {
	seconds := uint64(max(cpu/time.Second, 1))
	return []wire.Check{
		result("processor time", setLimit(unix.RLIMIT_CPU, seconds), "it is killed after "+cpu.String()+" of computing"),
		result("open files", setLimit(unix.RLIMIT_NOFILE, descriptors), "at most 16"),
		result("core dumps", setLimit(unix.RLIMIT_CORE, 0), "none"),
	}
}
