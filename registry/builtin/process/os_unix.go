//go:build unix

package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	endSignal  = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// ownSession puts the process into a new session: so it leads a process group and has no controlling terminal.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// SignalOf names the signal that ended a process, such as "SIGKILL"; empty: none did.
func SignalOf(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	return SignalName(status.Signal())
}

// SignalName names a signal, such as "SIGKILL".
func SignalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return name
	}
	return s.String()
}

// asGroup gives the process group of the leader as one member, while anything is left of it.
func (g *Group) asGroup() []member {
	if syscall.Kill(-g.leader, 0) != nil {
		return nil
	}
	return []member{{pid: g.leader}}
}

func (g *Group) signalGroup(s syscall.Signal) { _ = syscall.Kill(-g.leader, s) }
