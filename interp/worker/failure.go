package worker

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/child"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// What to do about a system that has too little of something.
const (
	tooManyFiles     = "too many files are open: close some, or raise the limit (ulimit -n)"
	tooManyProcesses = "there are too many processes: end some, or raise the limit (ulimit -u)"
	tooLittleMemory  = "there is too little memory: end other programs"
)

// startError says why no worker could be started, and what to do. Of an error of the system it keeps the number alone: the
// path in it would be taken for one that the user gave.
func (p *process) startError(err error) error {
	todo := "see that the binary is there and may be executed"
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = number
	}
	switch {
	case errors.Is(err, errClosed):
		return errClosed
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		todo = tooManyFiles
	case errors.Is(err, syscall.EAGAIN):
		todo = tooManyProcesses
	case errors.Is(err, syscall.ENOMEM):
		todo = tooLittleMemory
	}
	return fmt.Errorf("starting a worker from %s: %w; %s", p.origin(), err, todo)
}

// origin is what the process was started from, as a user knows it.
func (p *process) origin() string {
	if p.own {
		return "this program"
	}
	return p.binary
}

// stillborn says why a process that was started did not become a worker, and what to do. It has ended.
func (p *process) stillborn(err error) error {
	said := p.stderr.text()
	todo := "is that a runcode binary of this version?"
	switch state := p.cmd.ProcessState; {
	case wants(said, threads):
		return fmt.Errorf("starting a worker from %s: it got no threads; %s", p.origin(), tooManyProcesses)
	case wants(said, memory):
		return fmt.Errorf("starting a worker from %s: it got no memory; %s", p.origin(), tooLittleMemory)
	case ended(err) && !state.Exited():
		err = fmt.Errorf("it ended at once: %s", state)
		todo = "something has killed it: try again, and see what does that when it happens each time"
	case ended(err):
		err = fmt.Errorf("it ended at once: %s", state)
	}
	if said != "" {
		said = "; it said: " + cut(said)
	}
	return fmt.Errorf("starting a worker from %s: %w%s; %s", p.origin(), err, said, todo)
}

// What the runtime of a worker writes last when it gets something no more.
var (
	threads = []string{"newosproc", "pthread_create failed"}
	memory  = []string{"out of memory", "cannot allocate memory"}
	stack   = []string{"stack exceeds", "stack overflow"}
)

// wants reports whether a process said that it got something no more.
func wants(said string, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(said, sign) })
}

// ended reports whether an error is that of a pipe whose other end is closed.
func ended(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, os.ErrClosed, syscall.EPIPE, wire.ErrClosed} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// gone is what came of a run whose worker is gone, or must go since it sent what it must not.
func (s *session) gone(err error) *interp.Outcome {
	s.close()
	vanished := ended(err)
	p := s.process
	if !vanished {
		p.kill()
	}
	<-p.exited
	switch {
	case s.overdue:
		f := *s.stop
		f.Message += fmt.Sprintf("; it did not end within %v, and its process was killed", grace)
		return s.outcome(&f)
	case !vanished:
		return s.outcome(&interp.Failure{
			Kind: interp.Worker, Message: fmt.Sprintf("the process that ran the program broke the protocol, and was killed: %s", breach(err)),
		})
	}
	return s.outcome(s.died())
}

// breach is what was wrong with a message, in few words.
func breach(err error) string {
	if errors.Is(err, wire.ErrTooLarge) {
		return "a message was too large"
	}
	return cut(err.Error())
}

// cut shortens a text of a worker that is meant for one line.
func cut(text string) string {
	const most = 200
	text = strings.ToValidUTF8(text, "")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// died says why a worker ended by itself, from what its runtime wrote last.
func (s *session) died() *interp.Failure {
	said := s.process.stderr.text()
	switch {
	case wants(said, stack):
		return &interp.Failure{
			Kind: interp.Memory, Message: "the program nests values or calls deeper than the interpreter can follow; its process has ended",
			Hint: "flatten what is nested, or work on it level by level",
		}
	case wants(said, memory), wants(said, threads): // which have no room for their stacks
		f := child.MemoryFailure(s.limits.Memory)
		f.Message += " at once; its process has ended"
		return f
	case s.stop != nil:
		f := *s.stop
		f.Message += "; its process has ended"
		return &f
	}
	return &interp.Failure{
		Kind: interp.Worker, Message: "the process that ran the program has ended: " + s.process.state.String(),
	}
}
