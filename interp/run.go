package interp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library"
	"github.com/runcode-dev/runcode/interp/internal/source"
	"github.com/runcode-dev/runcode/interp/internal/value"
)

// run is one execution of a program. Everything in it belongs to the goroutine that called [Interpreter.Run], but for the
// inbox, the stopwatch and stopped.
type run struct {
	ctx     context.Context // of the host calls; done when the run is over
	cancel  context.CancelCauseFunc
	engine  *Interpreter
	req     *Request
	limits  Limits
	program *source.Program

	vm      *goja.Runtime
	decoder *value.Decoder
	encoder *value.Encoder
	watch   *stopwatch
	inbox   *inbox
	timers  timers
	clock   clock
	logs    *Logs

	calls   int // started in all
	pending int // started and not yet settled
	errors  toolErrors
	rejects rejections
	throws  throws
	caught  caught

	uncaught *goja.Exception         // thrown where nothing could catch it; nil: nothing
	stopped  atomic.Pointer[Failure] // why the run must end, whatever the program does
	warnings []string
	unsaid   int // warnings beyond those
}

func newRun(ctx context.Context, engine *Interpreter, req *Request, limits Limits, program *source.Program) (*run, error) {
	r := &run{
		engine: engine, req: req, limits: limits, program: program,
		vm: goja.New(), inbox: newInbox(), logs: NewLogs(limits.Logs), warnings: slices.Clip(program.Notes),
	}
	if err := r.clock.set(req.Fixed, engine.local); err != nil {
		return nil, err
	}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.watch = newStopwatch(limits.Compute, func() { r.stop(computeFailure(limits.Compute)) })
	r.vm.SetMaxCallStackSize(limits.Stack)
	r.vm.SetTimeSource(r.clock.now)
	r.vm.SetRandSource(r.clock.random())
	r.vm.SetPromiseRejectionTracker(r.trackRejection)
	r.decoder = value.NewDecoder(r.vm, program.Text)
	r.encoder = value.NewEncoder(r.vm, func() bool { return r.stopped.Load() != nil })
	if err := r.defineGlobals(); err != nil {
		r.cancel(errRunOver)
		return nil, err
	}
	return r, nil
}

// defineGlobals puts in place everything that the program can reach.
func (r *run) defineGlobals() error {
	generators := r.program.Needs != 0 || strings.Contains(r.program.Text, "*") // the library has some too
	if err := forbidCodeFromText(r.vm, &r.engine.prelude, generators); err != nil {
		return err
	}
	if err := library.Install(r.vm, r, r.program.Needs); err != nil {
		return err
	}
	if err := r.defineErrorClass(); err != nil {
		return err
	}
	if err := errors.Join(r.defineAccumulators(), r.defineThrown(), r.defineCaught(), r.defineLists()); err != nil {
		return err
	}
	for i := range r.req.Objects {
		if err := r.defineObject(&r.req.Objects[i]); err != nil {
			return err
		}
	}
	return r.defineInput()
}

// inputWarner tells of one number of the input.
type inputWarner struct {
	run  *run
	told bool
}

// Inexact implements [value.Warner].
func (w *inputWarner) Inexact(text string) {
	if !w.told {
		w.told = true
		w.run.warn("input: " + text)
	}
}

// defineInput makes the global `input`.
func (r *run) defineInput() error {
	if r.req.Input == nil {
		return nil
	}
	v, err := r.decoder.Decode(r.req.Input, &inputWarner{run: r})
	if err != nil {
		return fmt.Errorf("reading the input: %w", err)
	}
	return r.vm.GlobalObject().DefineDataProperty("input", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// stop ends the run from outside the program, or from a host function in it. The first reason counts. Any goroutine may
// call it.
func (r *run) stop(f *Failure) {
	if r.stopped.CompareAndSwap(nil, f) {
		r.vm.Interrupt(f)
		r.inbox.signal()
		if r.req.Stopping != nil {
			r.req.Stopping(f)
		}
	}
}

// toEnd runs the program until its promise is settled or something stops it. A panic of ours or of a host function is an
// error of the engine; the virtual machine is not used again.
func (r *run) toEnd() (out *Outcome, err error) {
	unwatch := context.AfterFunc(r.ctx, func() { r.stop(EndOf(r.ctx)) })
	defer func() {
		unwatch()
		r.inbox.close()
		r.watch.close()
		r.cancel(errRunOver)
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("the interpreter broke down: %v", p)
		}
	}()
	outcome := &Outcome{}
	r.warnAboutSlips()
	result, failure := r.await(r.start)
	if failure == nil {
		outcome.Value, failure = r.finalValue(result)
	}
	outcome.Failure = failure
	r.inbox.close()
	r.warnAboutRejections()
	r.warnAboutTimers()
	outcome.Compute = r.watch.close()
	outcome.Logs, outcome.Dropped = r.logs.All(), r.logs.Dropped()
	outcome.Warnings = r.allWarnings()
	return outcome, nil
}

// start runs the program up to its first wait and gives the promise of its value.
func (r *run) start() (*goja.Promise, error) {
	v, err := r.vm.RunProgram(r.program.Code)
	if err != nil {
		return nil, err
	}
	return v.Export().(*goja.Promise), nil
}

// await gets a promise and runs the loop until it is settled.
func (r *run) await(get func() (*goja.Promise, error)) (goja.Value, *Failure) {
	var promise *goja.Promise
	if f := r.enter(func() (err error) {
		promise, err = get()
		return err
	}); f != nil {
		return nil, f
	}
	for promise.State() == goja.PromiseStatePending {
		if f := r.turn(); f != nil {
			return nil, f
		}
	}
	if promise.State() == goja.PromiseStateRejected {
		delete(r.rejects.open, promise)
		return nil, r.exception(promise.Result(), nil)
	}
	return promise.Result(), nil
}

// guarded lets the virtual machine run, on the clock. A fault of the machine ends the program with an error of its own: what
// it has done so far is in the report. The machine is not used again.
func (r *run) guarded(f func() error) (err error) {
	r.watch.start()
	defer func() {
		r.watch.stop()
		p := recover()
		fault, ok := p.(runtime.Error)
		switch {
		case ok:
			r.stopped.CompareAndSwap(nil, machineFault())
			err = fault
		case p != nil:
			panic(p)
		}
	}()
	return f()
}

// machineFault is the failure of a program that the machine cannot run. What Go says of it is of no use to its author.
func machineFault() *Failure {
	return &Failure{
		Kind: Exception, Name: "InternalError", Message: "the interpreter broke down on this program, by a fault of its own",
		Hint: "write what ran last in another way; an iterator without a next method is one cause",
	}
}

// enter lets the virtual machine run, on the clock.
func (r *run) enter(f func() error) *Failure {
	err := r.guarded(f)
	if thrown := r.uncaught; thrown != nil {
		r.vm.ClearInterrupt()
		if f := r.stopped.Load(); f != nil {
			return f
		}
		return r.exception(thrown.Value(), thrown.Stack())
	}
	if err != nil {
		return r.failureOf(err)
	}
	return r.stopped.Load()
}

// turn does what there is to do: settled calls, then the timer that is due. If there is neither, it waits.
func (r *run) turn() *Failure {
	settled := r.inbox.take()
	if r.ctx.Err() != nil {
		r.stop(EndOf(r.ctx)) // and not by the calls that ended for the same reason
	}
	if f := r.stopped.Load(); f != nil {
		return f
	}
	if len(settled) > 0 {
		if f := r.enter(func() error { return r.settle(settled) }); f != nil {
			return f
		}
	}
	next := r.timers.next()
	wait := r.waitFor(next)
	switch {
	case next != nil && wait <= 0:
		r.timers.cancel(next.id)
		r.clock.advance(next.due)
		return r.enter(next.fire)
	case len(settled) > 0:
		return nil // which may have been all that the program waited for
	case next == nil && r.pending == 0:
		return r.stalled()
	}
	r.sleep(wait)
	return nil
}

// forever is how long a program waits that waits for calls alone.
const forever = math.MaxInt64

// waitFor is how long the next timer has to wait.
func (r *run) waitFor(next *timer) time.Duration {
	switch {
	case next == nil, r.clock.instant() && r.pending > 0:
		return forever
	case r.clock.instant():
		return 0
	}
	return time.Until(next.wait)
}

// sleep waits for a settled call, for at most some time.
func (r *run) sleep(wait time.Duration) {
	if r.req.Idle != nil {
		r.req.Idle(r.inbox.wake, wait)
	}
	if wait == forever {
		<-r.inbox.wake
		return
	}
	alarm := time.NewTimer(wait)
	defer alarm.Stop()
	select {
	case <-r.inbox.wake:
	case <-alarm.C:
	}
}
