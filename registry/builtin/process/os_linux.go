package process

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// seesEach says that members are single processes.
const seesEach = true

// members finds the processes of the group that are running: those that carry the mark, those in the session of the
// leader, and their children. So one that has made a session of its own is found by its environment, and one that has
// cleared that by its session or parent; one that did both and outlived its parent is found as a child of the helper that
// has adopted it, and not at all where there is no helper.
//
// Where /proc cannot be read, only the leader's process group is found.
//
// Some may be children of this process (where it is the first of a container); they are waited for when they are dead.
func (g *Group) members() []member {
	pids, err := processes()
	if err != nil {
		return g.asGroup()
	}
	var all []entry // dead ones too: one that is about to die can still be the parent of others
	in := map[int]bool{os.Getpid(): g.leader == os.Getpid()}
	for _, pid := range pids {
		e, ok := readEntry(pid)
		switch {
		case !ok || pid == os.Getpid():
		default:
			if e.dead {
				g.reap(e)
			}
			all = append(all, e)
			in[pid] = g.has(e)
		}
	}
	return g.withChildren(all, in)
}

// Adopt makes this process the parent of all that its descendants leave behind, so that they stay its descendants.
func Adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// Childless reports whether this process certainly has no children, dead ones included: where it adopts what they leave
// behind, there are no descendants either.
func Childless() bool {
	for {
		err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
		if err != unix.EINTR {
			return err == unix.ECHILD
		}
	}
}

// AwaitChildless waits until this process has no children, and reports whether that could be told. It takes the ends of all
// children, so that nobody else may wait for one.
func AwaitChildless() bool {
	for {
		if _, err := unix.Wait4(-1, nil, unix.WALL, nil); err != nil && err != unix.EINTR {
			return err == unix.ECHILD
		}
	}
}

// EndWithThread has the system kill the program of a command when the thread that starts it ends, as it does when its
// process is killed. Whoever starts it keeps the thread until the program has ended.
func EndWithThread(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// processes lists the numbers of all processes that can be seen.
func processes() ([]int, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	if len(pids) == 0 {
		return nil, errors.New("no processes in /proc")
	}
	return pids, nil
}

// has reports whether the process is of the group by what it shows itself.
func (g *Group) has(e entry) bool {
	switch {
	case e.started < g.since:
		return false
	case g.isKnown(e), g.hasSession(e.session):
		return true
	default:
		return g.mark != "" && hasMark(e.pid, g.mark)
	}
}

func (g *Group) isKnown(e entry) bool {
	started, ok := g.known[e.pid]
	return ok && started == e.started
}

// withChildren adds the descendants of those that are in, and remembers all of them.
func (g *Group) withChildren(all []entry, in map[int]bool) []member {
	for grown := true; grown; {
		grown = false
		for _, e := range all {
			if !in[e.pid] && in[e.parent] {
				in[e.pid], grown = true, true
			}
		}
	}
	var members []member
	for _, e := range all {
		if in[e.pid] && !e.dead {
			g.known[e.pid] = e.started
			members = append(members, member{e.pid, e.parent})
		}
	}
	return members
}

// reap waits for a dead process of the group that has become a child of this one.
func (g *Group) reap(e entry) {
	if e.parent == os.Getpid() && e.pid != g.leader && (g.isKnown(e) || g.hasSession(e.session)) {
		_, _ = syscall.Wait4(e.pid, nil, syscall.WNOHANG, nil)
	}
}

// signal sends a signal to a member through a handle, so that it cannot reach another process that has got the number
// since.
func (g *Group) signal(pid int, s syscall.Signal) {
	if _, ok := g.known[pid]; !ok {
		g.signalGroup(s)
		return
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	defer func() { _ = p.Release() }()
	if e, ok := readEntry(pid); ok && !e.dead && g.isKnown(e) {
		_ = p.Signal(s)
	}
}

// entry is what the group needs of /proc/<pid>/stat.
type entry struct {
	pid, parent, session int
	started              uint64 // in ticks since the machine started
	dead                 bool   // or about to be: it runs no more of its program
}

// exiting is the flag of a process that is on its way out (PF_EXITING): it has closed its files, and others may know.
const exiting = 0x4

func readEntry(pid int) (entry, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return entry{}, false
	}
	// "pid (name) state ppid pgrp session ..."; the name may hold anything, a parenthesis too.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return entry{}, false
	}
	parent, err1 := strconv.Atoi(string(fields[1]))
	session, err2 := strconv.Atoi(string(fields[3]))
	started, err3 := strconv.ParseUint(string(fields[19]), 10, 64)
	flags, err4 := strconv.ParseUint(string(fields[6]), 10, 64)
	dead := fields[0][0] == 'Z' || fields[0][0] == 'X' || flags&exiting != 0
	return entry{pid, parent, session, started, dead}, errors.Join(err1, err2, err3, err4) == nil
}

func startOf(pid int) uint64 {
	e, _ := readEntry(pid)
	return e.started
}

func hasMark(pid int, mark string) bool {
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	want := []byte(markVariable + "=" + mark)
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(variable, want) {
			return true
		}
	}
	return false
}
