//go:build linux && (amd64 || arm64)

package confine

import (
	"fmt"
	"os"
	"runtime"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// ownBinary is the binary of the process itself, even when its file has been replaced.
const ownBinary = "/proc/self/exe"

// leastLandlock is the version of Landlock that first keeps files from being truncated.
const leastLandlock = 3

func unavailable() string {
	version, err := llsyscall.LandlockGetABIVersion()
	switch {
	case err != nil:
		return "the kernel has no Landlock, or it is not enabled (Linux 6.2 or later with lsm=landlock)"
	case version < leastLandlock:
		return fmt.Sprintf("the kernel has version %d of Landlock, and version %d is needed (Linux 6.2)", version, leastLandlock)
	}
	if _, err := os.Stat(ownBinary); err != nil {
		return "there is no /proc, by which the helper would be started"
	}
	return ""
}

// Main must be the first thing that main does. In a process that was started as the helper it confines itself, becomes
// the program, and never returns; in every other process it does nothing.
func Main() {
	if len(os.Args) < 3 || os.Args[0] != marker {
		return
	}
	runtime.LockOSThread() // the limits are those of a thread until the program replaces the process
	err := confine()
	if err == nil {
		err = unix.Exec(os.Args[1], os.Args[2:], os.Environ())
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[2], err)
	os.Exit(helperFailed)
}

// confine takes the limits upon the process: first those of the file system, then those of system calls.
func confine() error {
	if why := unavailable(); why != "" {
		return fmt.Errorf("%w: %s", ErrUnavailable, why)
	}
	err := landlock.V6.BestEffort().Restrict(landlock.RODirs("/"), landlock.RWFiles(os.DevNull))
	if err != nil {
		return fmt.Errorf("restricting the file system: %w", err)
	}
	if err := filter(); err != nil {
		return fmt.Errorf("filtering system calls: %w", err)
	}
	return nil
}
