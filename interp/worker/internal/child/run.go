package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"time"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// run is one program.
type run struct {
	child  *child
	number uint64
	cancel context.CancelCauseFunc
	answer chan *wire.Answer // to the one question of the program's goroutine that is open

	calls map[uint64]interp.Settle // that are not settled; under child.mu
}

// errBusy is a run that begins before the last one has ended.
var errBusy = errors.New("a run began while another was going on")

// start begins a run on a goroutine of its own.
func (c *child) start(m *wire.Run, body []byte) error {
	if m.Program < 0 || m.Program > len(body) {
		return errors.New("the program is longer than its frame")
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	r := &run{child: c, number: m.Run, cancel: cancel, answer: make(chan *wire.Answer, 1), calls: map[uint64]interp.Settle{}}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.run != nil {
		return errBusy
	}
	c.run = r
	c.quiet.Stop()
	go r.do(ctx, r.request(m, body))
	return nil
}

// request is what the host has sent, as a request to the interpreter.
func (r *run) request(m *wire.Run, body []byte) interp.Request {
	req := interp.Request{
		Program: string(body[:m.Program]), Name: m.Name, Limits: m.Limits, Log: r.log, Stopping: r.stopping, Idle: r.idle,
	}
	if m.HasInput {
		req.Input = json.RawMessage(body[m.Program:])
	}
	if f := m.Fixed; f != nil {
		req.Fixed = &interp.Fixed{Now: time.Unix(f.Second, f.Nanosecond), Seed: f.Seed, TimeZone: f.TimeZone, Instant: f.Instant}
	}
	for i, o := range m.Objects {
		object := interp.Object{Name: o.Name, Positional: o.Positional}
		if !o.Missing {
			object.Functions = &functions{run: r, object: i, name: o.Name}
		}
		req.Objects = append(req.Objects, object)
	}
	return req
}

// do runs the program and tells the host what came of it.
func (r *run) do(ctx context.Context, req interp.Request) {
	unwatch := r.child.heap.watch(r.flush, func() { r.cancel(&interp.StopError{Failure: r.child.heap.failure()}) })
	out, err := r.child.engine.Run(ctx, req)
	unwatch()
	r.cancel(nil)
	done := &wire.Done{Run: r.number}
	var value []byte
	if err != nil {
		done.Broken, done.Error = true, err.Error()
	} else {
		done.Warnings, done.Failure, done.Compute = out.Warnings, out.Failure, out.Compute
		done.HasValue, value = out.Value != nil, out.Value
	}
	shorten(done)
	r.child.over()
	r.send(&wire.FromWorker{Done: done}, value)
	r.child.in.hand()
}

// flush sends the calls that the program has made.
func (r *run) flush() { _ = r.child.out.Flush() } // the goroutine that reads finds the end of a broken pipe

// idle reads from the host while the program waits for it.
func (r *run) idle(wake <-chan struct{}, wait time.Duration) {
	r.flush()
	if wait < math.MaxInt64 {
		r.child.in.hand()
		return
	}
	r.child.in.pump(func() bool { return len(wake) > 0 })
}

// over makes room for the next run, and begins to wait for a quiet time.
func (c *child) over() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.run = nil
	const quiet = 100 * time.Millisecond
	if c.quiet == nil {
		c.quiet = time.AfterFunc(quiet, c.useQuiet)
	} else {
		c.quiet.Reset(quiet)
	}
}

// useQuiet does what nobody should have to wait for: the first time it runs a program, for that makes all that later ones
// use, and each time it gives memory back.
func (c *child) useQuiet() {
	c.warm.Do(func() { _, _ = c.engine.Run(context.Background(), interp.Request{Program: "return 0"}) }) // nothing hangs on it
	debug.FreeOSMemory()
}

// send sends a message. Trouble with the pipe is left to the goroutine that reads from the host: it will find the end.
func (r *run) send(m *wire.FromWorker, body []byte) {
	head, err := wire.Head(m)
	if err != nil {
		panic(err) // the messages are all made of what JSON can carry
	}
	_ = r.child.out.Send(head, body)
}

// stopping tells the host that the run has been told to end, in case that does not happen.
func (r *run) stopping(f *interp.Failure) {
	r.send(&wire.FromWorker{Stopping: &wire.Stopping{Run: r.number, Failure: f}}, nil)
}

// cancel ends the run for the host's reason.
func (c *child) cancel(m *wire.Cancel) bool {
	r := c.current(m.Run)
	switch {
	case r == nil:
		return false
	case m.Stop != nil:
		r.cancel(&interp.StopError{Failure: m.Stop})
	case m.Deadline:
		r.cancel(context.DeadlineExceeded)
	case m.Canceled:
		r.cancel(context.Canceled)
	default:
		r.cancel(errors.New(m.Cause))
	}
	return true
}

// MemoryFailure is the failure of a program that reached the limit on memory.
func MemoryFailure(limit int64) *interp.Failure {
	return &interp.Failure{
		Kind: interp.Memory, Limit: "memory",
		Message: fmt.Sprintf("the program used more than %s of memory", bytes(limit)),
		Hint:    "keep less at a time: work on parts, and keep only the fields that are needed; or raise the limit memory",
	}
}

// bytes is a number of bytes in the largest unit that divides it.
func bytes(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
