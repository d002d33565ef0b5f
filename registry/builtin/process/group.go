package process

import "time"

// Group is a command's process and all that it started.
type Group struct {
	leader int             // process of the command, which leads a session of its own
	exited <-chan struct{} // closed once the leader has been waited for
	mark   string          // that all of them inherited
	since  uint64          // when the leader started, as the system counts; none of the others is older
	known  map[int]bool    // those seen so far
}

// newGroup makes the group of a leader that has not been waited for yet.
func newGroup(leader int, exited <-chan struct{}, mark string) *Group {
	return &Group{leader: leader, exited: exited, mark: mark, since: startOf(leader), known: map[int]bool{}}
}

// End asks what is left of the group to end, and kills it after the grace (0: 2 s). It gives how many there were and how
// many of them could not be ended. One goroutine may call it at a time.
func (g *Group) End(grace time.Duration) (ended, escaped int) {
	if grace <= 0 {
		grace = defaultGrace
	}
	return g.end(grace)
}

func (g *Group) alive() bool { return len(g.members()) > 0 }

// end counts the processes other than the leader. Those that start while it works are found in the next round.
func (g *Group) end(grace time.Duration) (ended, escaped int) {
	asked := map[int]bool{}
	killAt := time.Now().Add(grace)
	giveUpAt := killAt.Add(killWait)
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		members := g.members()
		now := time.Now()
		if len(members) == 0 || now.After(giveUpAt) {
			delete(asked, g.leader)
			for _, pid := range members {
				delete(asked, pid)
			}
			return len(asked), len(members)
		}
		for _, pid := range members {
			if !now.Before(killAt) {
				g.signal(pid, killSignal)
			} else if !asked[pid] {
				g.signal(pid, endSignal)
			}
			asked[pid] = true
		}
		time.Sleep(pause)
	}
}
