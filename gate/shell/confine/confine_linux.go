//go:build linux && (amd64 || arm64)

package confine

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

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
	return ""
}

// start sets the limits on a thread of its own and starts the command from there: a process has those of the thread that
// it was started by. The thread ends with its goroutine, so that nothing else ever runs on it; but not before the process,
// which may have asked to be ended with it.
func start(cmd *exec.Cmd) error {
	result := make(chan error, 1)
	go onThread(func() {
		err := limit()
		if err == nil {
			err = cmd.Start()
		}
		pid := 0
		if err == nil {
			pid = cmd.Process.Pid // before anybody else has cmd
		}
		result <- err
		for err == nil && unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
	})
	return <-result
}

// onThread calls a function on a thread that ends with it. The first thread of a process is no such one, since it lasts as
// long as the process.
func onThread(f func()) {
	runtime.LockOSThread()
	if unix.Gettid() != unix.Getpid() {
		f()
		return // without unlocking: that ends the thread
	}
	defer runtime.UnlockOSThread()
	done := make(chan struct{})
	go func() { // on another thread, while this one is held
		defer close(done)
		onThread(f)
	}()
	<-done
}

// limit sets the limits on this thread: first those of the file system, then those of system calls.
func limit() error {
	rules, flags, err := landlock.V6.BestEffort().NewRulesetFD(landlock.RODirs("/"), landlock.RWFiles(os.DevNull))
	switch {
	case err != nil:
		return fmt.Errorf("restricting the file system: %w", err)
	case rules < 0:
		return fmt.Errorf("%w: the kernel has no Landlock", ErrUnavailable)
	}
	defer unix.Close(rules)
	if err := dropCapabilities(); err != nil {
		return fmt.Errorf("giving up capabilities: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	if err := llsyscall.LandlockRestrictSelf(rules, flags); err != nil {
		return fmt.Errorf("restricting the file system: %w", err)
	}
	if err := filter(); err != nil {
		return fmt.Errorf("filtering system calls: %w", err)
	}
	return nil
}

// keptCapabilities are those of a superuser that are about reading files.
const keptCapabilities = 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH

// dropCapabilities takes from this thread what a superuser may do beyond other users, such as looking into their processes.
// A program that it starts does not get them back, once new privileges are given up as well.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData // of capabilities 0 to 31, and from 32 on
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return err
	}
	kept := sets[0].Permitted & keptCapabilities
	sets = [2]unix.CapUserData{{Effective: sets[0].Effective & kept, Permitted: kept}}
	return unix.Capset(&header, &sets[0])
}
