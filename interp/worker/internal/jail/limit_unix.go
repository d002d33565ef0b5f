//go:build unix && !freebsd && !dragonfly

package jail

import "golang.org/x/sys/unix"

// setLimit lowers a limit for good.
func setLimit(resource int, limit uint64) error {
	var old unix.Rlimit
	if err := unix.Getrlimit(resource, &old); err == nil {
		limit = min(limit, old.Max)
	}
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: limit, Max: limit})
}
