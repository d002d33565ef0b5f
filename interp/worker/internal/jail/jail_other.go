//go:build !unix

package jail

import "github.com/runcode-dev/runcode/interp/worker/internal/wire"

// confine can do nothing on this system.
func confine(Limits) []wire.Check { return lacking() }
