package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// marker is the name under which the own binary is started as the helper.
const marker = "runcode: shell"

// Helpers starts the helper processes that commands run in, each in one of its own. To start one takes as long as the whole
// binary takes to start, so one is kept ready for the next command; a helper without a command ends by itself when this
// process does. The zero value is ready to use, and nil starts each when it is needed. It is safe for concurrent use.
type Helpers struct {
	mu       sync.Mutex // held for what is below
	ready    *helperProcess
	starting chan struct{} // closed when the start of one has come to its end; nil: none is being started
	closed   bool
}

// Prepare has one helper made ready in the background, if none is.
func (h *Helpers) Prepare() {
	if h == nil || !canHelp {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.starting != nil || h.ready != nil {
		return
	}
	started := make(chan struct{})
	h.starting = started
	go func() {
		defer close(started)
		p, _ := startHelper() // who needs one will meet the error
		h.mu.Lock()
		defer h.mu.Unlock()
		h.ready, h.starting = p, nil
	}()
}

// Close ends the helper that is ready. Commands that are running go on.
func (h *Helpers) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	if p := h.take(); p != nil {
		p.discard()
	}
}

// take returns the helper that is ready, or will be in a moment; nil: there is none.
func (h *Helpers) take() *helperProcess {
	h.mu.Lock()
	defer h.mu.Unlock()
	if started := h.starting; started != nil {
		h.mu.Unlock()
		<-started
		h.mu.Lock()
	}
	p := h.ready
	h.ready = nil
	return p
}

// get returns a helper without a command.
func (h *Helpers) get() (*helperProcess, error) {
	if h == nil {
		return startHelper()
	}
	p := h.take()
	if p == nil {
		return startHelper()
	}
	if p.process.Gone() { // somebody has killed it
		p.discard()
		return startHelper()
	}
	return p, nil
}

// Program runs a program of the system, with all of its words in Argv, as [process.Run] does, but as a child of a helper: so
// nothing that it starts gets away. Nobody judges what it does.
func (h *Helpers) Program(ctx context.Context, c process.Command) (process.Exit, error) {
	if !canHelp {
		return process.Run(ctx, c)
	}
	first := order{Argv: toBytes(c.Argv), Dir: []byte(c.Dir), Env: toBytes(c.Env), Mark: c.Mark}
	return h.run(ctx, first, c, (&Command{}).judged)
}

// run has a helper run an order, and answers its questions. Of the command it needs what is not in the order.
func (h *Helpers) run(ctx context.Context, first order, c process.Command, judged decide) (process.Exit, error) {
	p, err := h.get()
	if err != nil {
		return process.Exit{}, err
	}
	defer h.Prepare() // for the next one
	t := p.talk
	t.begin(ctx, first, judged)
	c.Helper = &process.Helper{Done: t.over, Alone: t.alone}
	exit := p.process.Wait(ctx, c)
	t.leave(exit.Kept != nil)
	return t.outcome(exit)
}

// helperProcess is a helper that has been started.
type helperProcess struct {
	process *process.Process
	talk    *talk
}

func startHelper() (*helperProcess, error) {
	if os.Args[0] == marker { // else it would start itself without end
		return nil, fmt.Errorf("%w: its main function does not begin with run.Main", ErrHelper)
	}
	self, err := ownBinary()
	if err != nil {
		return nil, err
	}
	t, ends, err := newTalk()
	if err != nil {
		return nil, err
	}
	p, err := process.Start(process.Command{
		Path: self, Argv: []string{marker}, Dir: "/", Env: []string{"GOTRACEBACK=none"}, Output: io.Discard,
		Helper: &process.Helper{Files: ends},
	})
	for _, f := range ends {
		f.Close() // the helper has them
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return &helperProcess{p, t}, nil
}

// discard ends a helper without a command.
func (p *helperProcess) discard() {
	p.talk.close()
	p.process.Kill()
}

// ownBinary returns the path of this process's own binary, as it is even when its file has been replaced.
func ownBinary() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}
