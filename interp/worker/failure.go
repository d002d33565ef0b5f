package worker

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/child"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// startError says why no worker could be started, and what to do.
func startError(binary string, err error) error {
	todo := "see that the binary is there and may be executed"
	switch {
	case errors.Is(err, errClosed):
		return errClosed
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		todo = "too many files are open: close some, or raise the limit (ulimit -n)"
	case errors.Is(err, syscall.EAGAIN):
		todo = "there are too many processes: end some, or raise the limit (ulimit -u)"
	case errors.Is(err, syscall.ENOMEM):
		todo = "there is too little memory: end other programs"
	}
	return fmt.Errorf("starting a worker from %s: %w; %s", binary, err, todo)
}

// gone is what came of a run whose worker is gone, or must go since it sent what it must not.
func (s *session) gone(err error) *interp.Outcome {
	s.close()
	vanished := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE)
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
			Hint: hintRanAlready,
		})
	}
	return s.outcome(s.died())
}

// hintRanAlready is what to do about a run that was cut off.
const hintRanAlready = "calls that had started may have taken effect: look before you repeat them"

// breach is what was wrong with a message, in few words.
func breach(err error) string {
	if errors.Is(err, wire.ErrTooLarge) {
		return "a message was too large"
	}
	const most = 200
	text := strings.ToValidUTF8(err.Error(), "")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// died says why a worker ended by itself, from what its runtime wrote last.
func (s *session) died() *interp.Failure {
	said := s.process.stderr.text()
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(said, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("stack exceeds", "stack overflow"):
		return &interp.Failure{
			Kind: interp.Memory, Message: "the program nests values or calls deeper than the interpreter can follow; its process has ended",
			Hint: "flatten what is nested, or work on it level by level",
		}
	case has("out of memory", "cannot allocate memory", "newosproc", "pthread_create failed"): // a thread has no room for its stack
		f := child.MemoryFailure(s.limits.Memory)
		f.Message += " at once; its process has ended"
		return f
	case s.stop != nil:
		f := *s.stop
		f.Message += "; its process has ended"
		return &f
	}
	return &interp.Failure{
		Kind: interp.Worker, Message: "the process that ran the program has ended: " + s.process.state.String(), Hint: hintRanAlready,
	}
}
