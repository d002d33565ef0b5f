//go:build unix

package run

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// nonblock keeps the opening of a pipe from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// canHelp says that files can be handed to a helper process.
const canHelp = true

// onlyRootChanges reports whether a file or directory belongs to root and nobody else may write to it.
func onlyRootChanges(p string) bool {
	info, err := os.Stat(p)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == 0 && info.Mode().Perm()&0o022 == 0
}

// ownSession makes a command lead a session, and so a process group, without a terminal.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// keepToSelf keeps a file from the programs that this process starts.
func keepToSelf(f *os.File) { syscall.CloseOnExec(int(f.Fd())) }

// dropOutput lets go of this process's output, which is then dropped.
func dropOutput() {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return // its reader waits a little longer
	}
	defer null.Close()
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		_ = unix.Dup2(int(null.Fd()), int(stream.Fd()))
	}
}

// askToEnd and kill signal all of a group.
func askToEnd(leader int) { _ = syscall.Kill(-leader, syscall.SIGTERM) }
func kill(leader int)     { _ = syscall.Kill(-leader, syscall.SIGKILL) }

// exitStatus is the status of a program as a shell has it: 128 and the signal for one that was ended by a signal.
func exitStatus(err *exec.ExitError) uint8 {
	if status, ok := err.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return uint8(128 + int(status.Signal()))
	}
	return uint8(err.ExitCode())
}

// isNoProgram reports whether the system does not know how to run a file.
func isNoProgram(err error) bool { return errors.Is(err, syscall.ENOEXEC) }

// endSignals end a shell, and would do something else to this process by themselves.
func endSignals() []os.Signal {
	return []os.Signal{
		syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM,
		syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGSYS,
	}
}
