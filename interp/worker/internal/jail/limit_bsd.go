//go:build freebsd || dragonfly

package jail

import (
	"math"

	"golang.org/x/sys/unix"
)

// setLimit lowers a limit for good.
func setLimit(resource int, limit uint64) error {
	value := int64(min(limit, math.MaxInt64))
	var old unix.Rlimit
	if err := unix.Getrlimit(resource, &old); err == nil {
		value = min(value, old.Max)
	}
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value})
}
