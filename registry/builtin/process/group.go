package process

import (
	"maps"
	"time"
)

// Group is a command's process and all that it started.
type Group struct {
	leader int             // process of the command, which leads a session of its own
	exited <-chan struct{} // closed once the leader has been waited for
	mark   string          // that all of them inherited
	since  uint64          // when the leader started, as the system counts; none of the others is older
	known  map[int]uint64  // those seen so far, and when they started, since numbers are used again
	later  bool            // the leader is gone for long, so that its number may be that of another session
}

// newGroup makes the group of a leader that has not been waited for yet.
func newGroup(leader int, exited <-chan struct{}, mark string) *Group {
	return &Group{leader: leader, exited: exited, mark: mark, since: startOf(leader), known: map[int]uint64{}}
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

// member is a process of the group that is running.
type member struct{ pid, parent int }

// end counts the processes other than the leader. Once all that are there have been asked to end, those that come after
// are what they start to clean up, unless the parent is gone; then they have been missed, and are asked too.
func (g *Group) end(grace time.Duration) (ended, escaped int) {
	met, asked := map[int]bool{}, map[int]bool{}
	killAt := time.Now().Add(grace)
	giveUpAt := killAt.Add(killWait)
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		members := g.members()
		alive := map[int]bool{}
		for _, m := range members {
			alive[m.pid] = true
		}
		now := time.Now()
		if len(members) == 0 || now.After(giveUpAt) {
			delete(met, g.leader)
			maps.DeleteFunc(met, func(pid int, _ bool) bool { return alive[pid] })
			return len(met), len(members)
		}
		first := len(met) == 0
		for _, m := range members {
			met[m.pid] = true
			if !now.Before(killAt) {
				g.signal(m.pid, killSignal)
			} else if !asked[m.pid] && (first || !alive[m.parent]) {
				asked[m.pid] = true
				g.signal(m.pid, endSignal)
			}
		}
		time.Sleep(pause)
	}
}
