//go:build !linux

package process

import (
	"errors"
	"os/exec"
)

// Adopt makes this process the parent of all that its descendants leave behind, on Linux. Elsewhere it is an error.
func Adopt() error { return errors.ErrUnsupported }

// Childless reports whether this process certainly has no children, on Linux. Elsewhere it cannot be told.
func Childless() bool { return false }

// AwaitChildless waits until this process has no children, on Linux. Elsewhere it cannot be told.
func AwaitChildless() bool { return false }

// EndWithThread has the system kill the program of a command when the thread that starts it ends, on Linux. Elsewhere it
// does nothing.
func EndWithThread(*exec.Cmd) {}
