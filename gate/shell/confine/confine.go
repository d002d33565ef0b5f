// Package confine runs programs so that they can read and compute, but not write to any file, reach a network or change
// the system: by Landlock and a filter of system calls, on Linux. What a program was believed not to do, it then cannot do.
//
// What it does not keep from a program: reading whatever the user may read, using up time and memory, and, before Linux 6.12,
// sending signals to the user's other processes.
package confine

import (
	"errors"
	"fmt"
	"os/exec"
)

// ErrUnavailable says that this system cannot confine a program. The errors of [Available] and [Start] wrap it.
var ErrUnavailable = errors.New("programs cannot be confined here")

// Available says why no program can be confined on this system; nil: it can. The text is for a person.
func Available() error {
	if why := unavailable(); why != "" {
		return fmt.Errorf("%w: %s", ErrUnavailable, why)
	}
	return nil
}

// Start starts a command as its own method does, but confined with all that it starts. What it reads and writes through the
// streams it is given stays as it is. When the limits cannot be set, nothing is started.
func Start(cmd *exec.Cmd) error {
	if err := Available(); err != nil {
		return err
	}
	return start(cmd)
}
