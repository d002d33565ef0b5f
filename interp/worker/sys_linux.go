package worker

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownBinary is the binary of this process, even when its file has been replaced.
func ownBinary() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}

// emptyDir is the working directory of a worker. It is always there; that nothing in it can be opened is another matter.
const emptyDir = "/"

// attributes make the process the head of a group of its own, which dies with the thread that starts it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills a process and those that it has started.
func killGroup(p *os.Process) { _ = unix.Kill(-p.Pid, unix.SIGKILL) } // one that is gone needs no killing

// cpuTime is the processor time that a process has used; 0: unknown.
func cpuTime(pid int) time.Duration {
	var t unix.Timespec
	clock := int32(^uint32(pid)<<3 | 2) // the clock of a process: see clock_getcpuclockid(3)
	if unix.ClockGettime(clock, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
