// Package process runs one program of the operating system together with all that it starts: the output of both streams
// is kept in order, and when the call is over nothing of it is left running unless that was asked for. It knows nothing of
// shells or tools.
package process

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// markVariable is the environment variable by which everything that a command started is found again.
const markVariable = "RUNCODE_COMMAND"

// Command is a program to run. It has no terminal and reads nothing: its input is at the end from the start.
type Command struct {
	Path string // of the program, absolute; empty: the first of Argv
	Argv []string
	Dir  string   // absolute
	Env  []string // the whole environment, as "KEY=value", but for one variable that marks it
	Mark string   // value of that variable, unlike that of any other command on the machine, see [Marked]; empty: none

	// Helper makes the program one that runs the command for its caller; nil: it is the command itself.
	Helper *Helper

	// Output gets what is written to standard output and standard error, as one stream. It is written to by one goroutine,
	// and not after Run has returned. An error of it is ignored, and the rest is read all the same.
	Output io.Writer

	Grace  time.Duration // from asking processes to end (SIGTERM) to killing them; 0: 2 s
	Linger time.Duration // what the command leaves running may still write for so long; 0: 250 ms
	Keep   bool          // what it leaves running goes on; see Exit.Kept
}

// Helper is a program that runs a command for its caller and says itself when that is over. On SIGTERM it must start nothing
// more, and say so. It should adopt what the command starts, see [Adopt]; then it must not end on SIGTERM, since it is ended
// when nothing else is left, and otherwise it must. When its caller is gone, it must end all of that by itself.
type Helper struct {
	Files []*os.File      // that it finds open, from number 3 on; the caller closes its own ends once it is started
	Done  <-chan struct{} // closed when the command is over or has been stopped, while the helper is there still

	// Alone is closed once the helper knows that nothing is left of the command but itself, see [Childless]: before Done, where
	// it is so from the start. nil: it cannot tell.
	Alone <-chan struct{}
}

// Exit is how a command ended.
type Exit struct {
	Code    int    // -1: it ended by a signal, or its end was not seen
	Signal  string // that ended it, such as "SIGKILL"; empty: none
	Stopped bool   // it was still running when the context ended, and was stopped
	Ended   int    // processes that it had left running when it ended by itself, and that were ended then; no helper is counted
	Escaped int    // processes that could not be ended
	Kept    *Group // what it left running, with Keep; nil: nothing
}

const (
	defaultGrace  = 2 * time.Second
	defaultLinger = 250 * time.Millisecond
	killWait      = 2 * time.Second // from SIGKILL to giving a process up
)

// Marked is the variable that marks everything that carries it in its environment as part of a command, as "KEY=value".
func Marked(mark string) string { return markVariable + "=" + mark }

// Run runs a command to its end, or until ctx is done: then all its processes are asked to end, and killed after the
// grace. An error means that it was not started. When this process itself is killed, the program is killed too, on Linux; what
// that has started is not, unless a helper does so.
func Run(ctx context.Context, c Command) (Exit, error) {
	if ctx.Err() != nil {
		return Exit{}, context.Cause(ctx)
	}
	p, err := Start(c)
	if err != nil {
		return Exit{}, err
	}
	return p.Wait(ctx, c), nil
}

// Process is a program that has been started. It must be waited for or killed, once.
type Process struct {
	process *os.Process
	since   uint64        // when it started, as the system counts
	output  *os.File      // read end of the pipe that both streams are
	drained chan struct{} // closed when the output has been read to its end
	exited  chan struct{} // closed when the process has been waited for; then state is set
	state   *os.ProcessState
}

// Start starts a program. A helper may be started so before there is a command for it; what is not about its program then
// has its meaning in [Process.Wait] alone.
func Start(c Command) (*Process, error) {
	output, input, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer input.Close()
	p := &Process{output: output, drained: make(chan struct{}), exited: make(chan struct{})}
	cmd := program(c, input)
	started := make(chan error)
	go func() {
		// The system may end the program with the thread that started it, so it is this goroutine's until then.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(p.exited)
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // the state says more
			p.state = cmd.ProcessState
		}
	}()
	if err := <-started; err != nil {
		output.Close()
		return nil, err
	}
	p.process, p.since = cmd.Process, startOf(cmd.Process.Pid)
	return p, nil
}

// program is what is started, with its output to a file.
func program(c Command, output *os.File) *exec.Cmd {
	cmd := &exec.Cmd{
		Path: c.Path, Args: c.Argv, Dir: c.Dir, Env: c.Env,
		Stdout: output, Stderr: output, // one pipe, so that the order is kept
		SysProcAttr: ownSession(),
	}
	if cmd.Path == "" {
		cmd.Path = c.Argv[0]
	}
	if c.Mark != "" {
		cmd.Env = append(c.Env[:len(c.Env):len(c.Env)], Marked(c.Mark))
	}
	if c.Helper != nil {
		cmd.ExtraFiles = c.Helper.Files
	} else {
		EndWithThread(cmd)
	}
	return cmd
}

// Gone reports whether the program has ended and been waited for.
func (p *Process) Gone() bool {
	return closed(p.exited) || errors.Is(p.process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// Kill ends a helper that was given nothing to do, in place of waiting for it.
func (p *Process) Kill() {
	_ = p.process.Kill() // it may have ended
	<-p.exited
	_ = p.output.Close()
}

// Wait does what [Run] does behind the start, for the command that was started, or that a helper has been given since. Only
// the program itself cannot be another than it was.
func (p *Process) Wait(ctx context.Context, c Command) Exit {
	if c.Grace <= 0 {
		c.Grace = defaultGrace
	}
	if c.Linger <= 0 {
		c.Linger = defaultLinger
	}
	r := &running{Process: p, command: c, group: newGroup(p.process.Pid, p.since, p.exited, c.Mark)}
	if c.Helper != nil && seesEach {
		r.group.adopts, r.group.empty = true, c.Helper.Alone
	}
	go r.drain()
	return r.wait(ctx)
}

// running is a command that is waited for.
type running struct {
	*Process
	command Command
	group   *Group
}

// drain reads on when the writer fails, for a full pipe would stop the command.
func (r *running) drain() {
	defer close(r.drained)
	if _, err := io.Copy(r.command.Output, onlyReader{r.output}); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		_, _ = io.Copy(io.Discard, onlyReader{r.output})
	}
}

// onlyReader hides the ReadFrom and WriteTo of a file, which look for shortcuts that a pipe to memory does not have.
type onlyReader struct{ io.Reader }

// over is closed when the helper has said that the command is over; nil: there is no helper.
func (r *running) over() <-chan struct{} {
	if r.command.Helper == nil {
		return nil
	}
	return r.command.Helper.Done
}

func (r *running) wait(ctx context.Context) Exit {
	var exit Exit
	select {
	case <-r.exited:
		within(r.drained, r.command.Linger)
	case <-r.over():
		if closed(r.command.Helper.Alone) {
			return r.endHelper()
		}
		within(r.drained, r.command.Linger)
	case <-ctx.Done():
		exit.Stopped = !closed(r.exited)
		if r.command.Helper != nil {
			r.group.signal(r.group.leader, endSignal)
			within(r.over(), r.command.Linger)
		}
	}
	if exit.Stopped || !r.command.Keep || r.group.alone() {
		ended, escaped := r.group.end(r.command.Grace)
		exit.Escaped = escaped
		if !exit.Stopped {
			exit.Ended = ended
		}
		within(r.exited, killWait)
		within(r.drained, r.command.Linger)
	} else {
		exit.Kept = r.group
		exit.Kept.kept = true
	}
	return r.describe(exit)
}

// endHelper ends a helper that is alone.
func (r *running) endHelper() Exit {
	_ = r.process.Kill()
	within(r.exited, killWait)
	within(r.drained, r.command.Linger)
	return r.describe(Exit{})
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// within waits for a channel to close, but not for ever.
func within(done <-chan struct{}, limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// describe ends the output, and adds how the process itself ended.
func (r *running) describe(exit Exit) Exit {
	_ = r.output.SetReadDeadline(time.Unix(1, 0)) // whoever still holds the other end is no longer listened to
	<-r.drained
	_ = r.output.Close()
	exit.Code = -1
	if closed(r.exited) { // else it cannot be killed, and is counted among the escaped
		exit.Code = r.state.ExitCode()
		exit.Signal = SignalOf(r.state)
	}
	return exit
}
