//go:build !linux

package jail

import "github.com/runcode-dev/runcode/interp/worker/internal/wire"

// lacking says what only Linux has.
func lacking() []wire.Check {
	return []wire.Check{
		missing("memory", "no hard limit on this system, only the one that the worker keeps itself"),
		missing("parent", "it ends when its pipe is closed, but is not killed with its parent"),
		missing("privileges", "no way to give them up on this system"),
		missing("system calls", "no filter on this system"),
		missing("files", "they could be opened: there is no Landlock on this system"),
		missing("network", "it could be reached: there is no filter on this system"),
	}
}
