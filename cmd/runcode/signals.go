package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
)

// signals turns interrupts into the cancellation of a run.
type signals struct {
	from chan os.Signal
	done chan struct{}
	term atomic.Bool // it was asked to terminate, not interrupted
}

// watchSignals gives a context that the first interrupt or termination cancels; the next one ends the process as it would
// without us. An interrupt at an open question of the prompt is a no to that question only. A nil prompt has none.
func watchSignals(ctx context.Context, prompt *term.Prompt) (context.Context, *signals) {
	ctx, cancel := context.WithCancelCause(ctx)
	s := &signals{from: make(chan os.Signal, 1), done: make(chan struct{})}
	signal.Notify(s.from, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		defer cancel(nil)
		for {
			select {
			case <-s.done:
				return
			case got := <-s.from:
				if got == os.Interrupt && prompt != nil && prompt.Interrupt() {
					continue
				}
				signal.Stop(s.from)
				s.term.Store(got != os.Interrupt)
				cancel(fmt.Errorf("the run was stopped by the person or the system (%v)", got))
			}
		}
	}()
	return ctx, s
}

func (s *signals) stop() {
	signal.Stop(s.from)
	close(s.done)
}

func (s *signals) terminated() bool { return s.term.Load() }
