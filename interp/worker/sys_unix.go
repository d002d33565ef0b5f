//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
	"time"
)

// ownBinary is the binary of this process.
func ownBinary() (string, error) { return os.Executable() }

// emptyDir is the working directory of a worker. It is always there.
const emptyDir = "/"

// attributes make the process the head of a group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process and those that it has started.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // one that is gone needs no killing

// cpuTime is the processor time that a process has used; 0: unknown.
func cpuTime(int) time.Duration { return 0 }
