//go:build unix

package run

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// nonblock keeps the opening of a pipe from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// onlyRootChanges reports whether a file or directory belongs to root and nobody else may write to it.
func onlyRootChanges(p string) bool {
	info, err := os.Stat(p)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == 0 && info.Mode().Perm()&0o022 == 0
}

// ownGroup makes a command lead a process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askToEnd and kill signal every process of a group. alive reports whether there is any.
func askToEnd(group int) { _ = syscall.Kill(-group, syscall.SIGTERM) }
func kill(group int)     { _ = syscall.Kill(-group, syscall.SIGKILL) }
func alive(group int) bool {
	return syscall.Kill(-group, 0) == nil
}

// exitStatus is the status of a program as a shell has it: 128 and the signal for one that was ended by a signal.
func exitStatus(err *exec.ExitError) uint8 {
	if status, ok := err.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return uint8(128 + int(status.Signal()))
	}
	return uint8(err.ExitCode())
}

// isNoProgram reports whether the system does not know how to run a file.
func isNoProgram(err error) bool { return errors.Is(err, syscall.ENOEXEC) }
