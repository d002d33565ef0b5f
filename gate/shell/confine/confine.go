// Package confine runs programs so that they can read and compute, but not write to any file, reach a network or change
// the system: by Landlock and a filter of system calls, on Linux. What a program was believed not to do, it then cannot do.
//
// A program is confined by a helper process, which takes the limits upon itself and then becomes the program. The helper is
// the caller's own binary, so the main function of every binary that uses the package begins with [Main].
//
// What it does not keep from a program: reading whatever the user may read, and using up time and memory.
package confine

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// marker is the name under which the own binary is started as the helper.
const marker = "runcode: confine"

// helperFailed is the exit status of a helper that could not confine itself; the program has not run.
const helperFailed = 126

// ErrUnavailable says that this system cannot confine a program. The errors of [Available] and [Command] wrap it.
var ErrUnavailable = errors.New("programs cannot be confined here")

// Available says why no program can be confined on this system; nil: it can. The text is for a person.
func Available() error {
	if why := unavailable(); why != "" {
		return fmt.Errorf("%w: %s", ErrUnavailable, why)
	}
	return nil
}

// Command changes a command that has not started so that it will run confined. Its Path must be absolute, and what it
// reads and writes through the streams it is given stays as it is. An error leaves the command unchanged.
//
// A helper that cannot confine itself writes why to the standard error and ends with status 126, and the program does not
// run.
func Command(cmd *exec.Cmd) error {
	if err := Available(); err != nil {
		return err
	}
	if len(os.Args) > 0 && os.Args[0] == marker { // else it would start itself without end
		return fmt.Errorf("%w: the main function of this binary does not begin with confine.Main", ErrUnavailable)
	}
	args := cmd.Args
	if len(args) == 0 {
		args = []string{cmd.Path}
	}
	cmd.Args = append([]string{marker, cmd.Path}, args...)
	cmd.Path = ownBinary
	return nil
}
