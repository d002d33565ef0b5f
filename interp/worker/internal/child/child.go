// Package child is the side of the worker: it runs programs for the host at the other end of two pipes, one at a time,
// with the interpreter of package interp.
package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/jail"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// maxStack is how deep the interpreter itself may nest, in bytes of its stack. Beyond that the process ends.
const maxStack = 64 << 20

// cacheSize is the memory for compiled programs: smaller than in a host, for a worker should be small when it waits.
const cacheSize = 2 << 20

// gcPercent is how much garbage may lie beside what lives, in percent of it, before it is collected: enough that a small
// program ends before the first collection. The limit on memory counts garbage only when nothing else is left.
const gcPercent = 200

// child is a worker as it sees itself.
type child struct {
	engine *interp.Interpreter
	in     *inlet
	out    *wire.Outbox
	heap   heap

	lists map[string][][]string // names of the functions by object, as the host told them last

	mu     sync.Mutex
	run    *run // nil: none
	lastID uint64
	quiet  *time.Timer // goes off when there has been no run for a while
	warm   sync.Once
}

// Main serves the host until it closes the pipe, which is no error. It confines the process before it reads a program.
func Main(stdin, stdout *os.File) error {
	debug.SetMaxStack(maxStack)
	debug.SetGCPercent(gcPercent)
	debug.SetTraceback("none")
	_, _ = time.Now().Zone() // loads the time zone, while there are files
	pipe, err := wire.NewPipe(stdout)
	if err != nil {
		return err
	}
	c := &child{
		engine: interp.New(&interp.Options{Cache: cacheSize}),
		out:    wire.NewOutbox(pipe),
		lists:  map[string][][]string{},
	}
	c.in = newInlet(wire.NewReader(stdin, 1<<32-1), c.take)
	if err := c.greet(); err != nil {
		return err
	}
	c.over()
	err = c.in.serve()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// greet answers the first message of the host.
func (c *child) greet() error {
	var m wire.FromHost
	frame, err := c.in.frames.Next()
	if err == nil {
		err = m.Decode(frame.Head)
	}
	if err != nil {
		return err
	}
	if m.Hello == nil {
		return errors.New("the first message is not a greeting")
	}
	ready := &wire.Ready{Version: wire.Version}
	if m.Hello.Version == wire.Version {
		c.heap.bound(m.Hello.Memory)
		ready.Checks = jail.Apply(jail.Limits{Memory: ceiling(m.Hello.Memory), CPU: m.Hello.CPU})
	}
	head, err := wire.Head(&wire.FromWorker{Ready: ready})
	if err != nil {
		return err
	}
	return c.out.Send(head, nil)
}

// take acts on a message of the host. It reports whether the program has got what it may have waited for.
func (c *child) take(frame wire.Frame) (progress bool, err error) {
	var m wire.FromHost
	if err := m.Decode(frame.Head); err != nil {
		return false, fmt.Errorf("reading a message: %w", err)
	}
	switch {
	case m.Reply != nil:
		return c.settle(m.Reply, frame.Body), nil
	case m.Answer != nil:
		return c.answer(m.Answer), nil
	case m.Cancel != nil:
		return c.cancel(m.Cancel), nil
	case m.Run != nil:
		return true, c.start(m.Run, frame.Body)
	}
	return false, errors.New("a greeting in the middle")
}

// current is the run with a number, or any for 0; nil: there is none.
func (c *child) current(number uint64) *run {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.run == nil || number != 0 && c.run.number != number {
		return nil
	}
	return c.run
}
