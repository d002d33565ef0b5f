//go:build !unix

package worker

import (
	"os"
	"syscall"
	"time"
)

// ownBinary is the binary of this process.
func ownBinary() (string, error) { return os.Executable() }

// emptyDir is the working directory of a worker; empty: that of the host.
const emptyDir = ""

// attributes are those of any process.
func attributes() *syscall.SysProcAttr { return nil }

// killGroup kills a process.
func killGroup(p *os.Process) { _ = p.Kill() } // one that is gone needs no killing

// cpuTime is the processor time that a process has used; 0: unknown.
func cpuTime(int) time.Duration { return 0 }
