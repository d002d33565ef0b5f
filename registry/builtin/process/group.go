package process

import (
	"maps"
	"os"
	"time"
)

// Group is a command's process and all that it started.
type Group struct {
	leader int             // process of the command, which leads a session of its own
	exited <-chan struct{} // closed once the leader has been waited for
	mark   string          // that all of them inherited
	since  uint64          // when the leader started, as the system counts; none of the others is older
	known  map[int]uint64  // those seen so far, and when they started, since numbers are used again
	adopts bool            // the leader is a helper, whose descendants all of them are while it is there: so it goes last
	empty  <-chan struct{} // closed once the helper knows that it has no descendants; nil: it cannot tell
	kept   bool            // it goes on for long, so that the number of a leader that is gone may be that of another session
}

// newGroup makes the group of a leader that started at that time; 0: it cannot be told.
func newGroup(leader int, since uint64, exited <-chan struct{}, mark string) *Group {
	g := &Group{leader: leader, exited: exited, mark: mark, since: since, known: map[int]uint64{}}
	if since > 0 {
		g.known[leader] = since
	}
	return g
}

// End asks what is left of the group to end, and kills it after the grace (0: 2 s). It gives how many there were and how
// many of them could not be ended. One goroutine may call it at a time.
func (g *Group) End(grace time.Duration) (ended, escaped int) {
	if grace <= 0 {
		grace = defaultGrace
	}
	return g.end(grace)
}

// Own makes the group of this process itself, which leads a session, and of all that it has started. Its End ends them, and
// not this process.
func Own(mark string) *Group { return newGroup(os.Getpid(), startOf(os.Getpid()), nil, mark) }

// alone reports whether nothing is left of the group but its leader, if that. Where that cannot be told, it is not alone.
func (g *Group) alone() bool {
	if g.empty != nil {
		return closed(g.empty) || len(g.members()) == 0
	}
	members := g.members()
	return len(members) == 0 || seesEach && len(members) == 1 && members[0].pid == g.leader
}

// hasSession reports whether a session is that of the leader.
func (g *Group) hasSession(session int) bool {
	return session == g.leader && !(g.kept && closed(g.exited))
}

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
			adopter := g.adopts && m.pid == g.leader
			useless := len(members) == 1 && (g.empty == nil || closed(g.empty) || now.After(killAt.Add(killWait/2)))
			switch {
			case adopter && useless, !adopter && !now.Before(killAt):
				g.signal(m.pid, killSignal)
			case !asked[m.pid] && (first || !alive[m.parent] || g.adopts && m.parent == g.leader):
				asked[m.pid] = true
				g.signal(m.pid, endSignal)
			}
		}
		time.Sleep(pause)
	}
}
