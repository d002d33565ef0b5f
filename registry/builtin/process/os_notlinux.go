//go:build unix && !linux

package process

import "syscall"

// seesEach says that one member may stand for several processes.
const seesEach = false

// members finds the process group of the leader. A process that has made a session of its own is not found here.
func (g *Group) members() []member { return g.asGroup() }

func (g *Group) signal(_ int, s syscall.Signal) { g.signalGroup(s) }

func startOf(int) uint64 { return 0 }
