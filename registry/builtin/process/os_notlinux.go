//go:build unix && !linux

package process

import "syscall"

// members gives the process group as one member while anything is left of it. A process that has made a session of its
// own is not found here.
func (g *Group) members() []member {
	if syscall.Kill(-g.leader, 0) != nil {
		return nil
	}
	return []member{{pid: g.leader}}
}

func (g *Group) signal(_ int, s syscall.Signal) { _ = syscall.Kill(-g.leader, s) }

func startOf(int) uint64 { return 0 }
