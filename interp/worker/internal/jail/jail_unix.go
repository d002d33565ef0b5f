//go:build unix && !linux

package jail

import "github.com/runcode-dev/runcode/interp/worker/internal/wire"

// confine sets the limits that this system has.
func confine(l Limits) []wire.Check {
	return append(resources(l.CPU), lacking()...)
}
