//go:build !unix

package process

import (
	"os"
	"syscall"
)

// There are no signals to ask with here: both kill.
const (
	endSignal  = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// seesEach says that there may be more processes than members.
const seesEach = false

func ownSession() *syscall.SysProcAttr { return nil }

// SignalOf names the signal that ended a process; there are none here.
func SignalOf(*os.ProcessState) string { return "" }

// SignalName names a signal.
func SignalName(s syscall.Signal) string { return s.String() }

// members gives the process of the command while it runs; what that has started is not found here.
func (g *Group) members() []member {
	if closed(g.exited) {
		return nil
	}
	return []member{{pid: g.leader}}
}

func (g *Group) signal(pid int, _ syscall.Signal) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
		_ = p.Release()
	}
}

func startOf(int) uint64 { return 0 }
