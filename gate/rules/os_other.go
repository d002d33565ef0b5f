//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package rules

import (
	"errors"
	"os"
)

// tryLock fails: without a lock two processes could lose each other's rules.
func tryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
