// Package worker runs programs in child processes, so that no program can hurt its host: a worker has a limit on its memory
// that it cannot pass, no files, no network and no environment where the system allows that, and is killed when it does not
// end. What it runs, with which limits and messages, is what [interp.Interpreter] does in process.
//
// A worker is the binary of the host, started again. The main function of the host begins with [Main], which is where a
// worker ends up; a host that cannot do that names another binary in [Options].
//
//	func main() {
//		worker.Main()
//		engine, err := worker.New(nil)
//		...
//		defer engine.Close()
//		report, err := bridge.Run(ctx, program, bridge.Config{Scheduler: s, Engine: engine})
//	}
//
// Calls of host functions, and all that they need, stay in the host; arguments, values and output cross as JSON on two
// pipes. The host checks everything that a worker sends, and ends one that sends what it must not.
//
// Workers are kept for the next program, which gets a virtual machine of its own. One that broke a limit on time or memory
// is replaced, and so is every worker after a number of programs. Programs that must not share even a process that was
// taken over by an earlier one get Options.Runs of 1.
package worker

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// Options are the settings of an [Engine].
type Options struct {
	Binary string        // the binary of the workers, whose main function calls Main; empty: that of this process
	Idle   int           // workers that are kept for the next program; 0: 2; negative: none
	Runs   int           // programs that one worker runs at most; 0: 1,000
	Start  time.Duration // how long a worker may take to start; 0: 10 s
}

// The defaults of [Options].
const (
	defaultIdle  = 2
	defaultRuns  = 1000
	defaultStart = 10 * time.Second
)

// Engine is the engine that runs programs in workers. Any goroutine may use it.
type Engine struct {
	opts   Options
	binary string

	mu      sync.Mutex
	idle    []*process        // the last one is taken next; some may still be starting
	busy    map[*process]bool // those that have a run
	closed  bool
	workers sync.WaitGroup // processes that are not gone
}

// errNoMain is a host that cannot start itself again.
var errNoMain = errors.New("worker: call worker.Main first thing in main (in tests: in TestMain), or set Options.Binary to a runcode binary")

// errClosed is an engine that is used after Close.
var errClosed = errors.New("the engine of workers is closed")

// New makes an engine; nil options are the defaults. It starts no process: the first program does, or [Engine.Warm]. The
// error is a host that has not called [Main], or a binary that is not there.
func New(opts *Options) (*Engine, error) {
	var o Options
	if opts != nil {
		o = *opts
	}
	switch {
	case o.Idle == 0:
		o.Idle = defaultIdle
	case o.Idle < 0:
		o.Idle = 0
	}
	if o.Runs == 0 {
		o.Runs = defaultRuns
	}
	if o.Start == 0 {
		o.Start = defaultStart
	}
	binary, err := findBinary(o.Binary)
	if err != nil {
		return nil, err
	}
	return &Engine{opts: o, binary: binary, busy: map[*process]bool{}}, nil
}

// findBinary gives the path of the binary of the workers.
func findBinary(given string) (string, error) {
	if given == "" {
		if !mainCalled.Load() {
			return "", errNoMain
		}
		return ownBinary()
	}
	path, err := exec.LookPath(given)
	if err == nil {
		path, err = filepath.Abs(path) // workers have another directory
	}
	if err != nil {
		return "", fmt.Errorf("the binary of the workers: %w; set Options.Binary to a runcode binary", err)
	}
	return path, nil
}

// Run implements [interp.Engine]. The functions of the request are called on the goroutine that calls it.
func (e *Engine) Run(ctx context.Context, req interp.Request) (*interp.Outcome, error) {
	limits := req.Limits.WithDefaults()
	if ctx.Err() != nil {
		return &interp.Outcome{Failure: interp.EndOf(ctx)}, nil
	}
	if limits.Memory < 0 {
		return nil, fmt.Errorf("the limit memory is %d bytes; give a number above zero", limits.Memory)
	}
	p, err := e.acquire(ctx, limits.Memory)
	switch {
	case err != nil && ctx.Err() != nil:
		return &interp.Outcome{Failure: interp.EndOf(ctx)}, nil
	case err != nil:
		return nil, err
	}
	s := newSession(ctx, p, &req, limits)
	out, err := s.do()
	e.release(p, s.clean)
	return out, err
}

// Warm starts a worker for programs with the default limit on memory, unless one is idle, and does not wait for it. A
// worker that does not start is the error of the next Run.
func (e *Engine) Warm() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.warmLocked(interp.Limits{}.WithDefaults().Memory)
}

func (e *Engine) warmLocked(memory int64) {
	if e.closed || e.opts.Idle == 0 {
		return
	}
	for _, p := range e.idle {
		if p.memory == memory && p.alive() {
			return
		}
	}
	e.keepLocked(e.startLocked(memory))
}

// acquire gives a worker with the given limit on memory that is ready.
func (e *Engine) acquire(ctx context.Context, memory int64) (*process, error) {
	p, err := e.take(memory)
	if err != nil {
		return nil, err
	}
	select {
	case <-p.ready:
		err = p.err
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		e.giveUp(p)
		return nil, err
	}
	return p, nil
}

// take takes an idle worker, or starts one.
func (e *Engine) take(memory int64) (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, errClosed
	}
	p := e.takeLocked(memory)
	if p == nil {
		p = e.startLocked(memory)
	}
	e.busy[p] = true
	return p, nil
}

// giveUp lets go of a worker that was taken.
func (e *Engine) giveUp(p *process) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.busy, p)
	p.drop()
}

// takeLocked takes the idle worker that was used last; nil: there is none.
func (e *Engine) takeLocked(memory int64) *process {
	for i := len(e.idle) - 1; i >= 0; i-- {
		p := e.idle[i]
		alive := p.alive()
		if alive && p.memory != memory {
			continue
		}
		e.idle = append(e.idle[:i], e.idle[i+1:]...)
		if alive {
			return p
		}
		p.drop()
	}
	return nil
}

// release gives a worker back. One that is not clean is replaced.
func (e *Engine) release(p *process, clean bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.busy, p)
	if clean && !e.closed && p.runs < uint64(e.opts.Runs) && !p.tired() {
		e.keepLocked(p)
		return
	}
	p.drop()
	e.warmLocked(p.memory)
}

// keepLocked keeps a worker, and lets go of the one that has waited longest if there are too many.
func (e *Engine) keepLocked(p *process) {
	e.idle = append(e.idle, p)
	if len(e.idle) > e.opts.Idle {
		e.idle[0].drop()
		e.idle = append(e.idle[:0], e.idle[1:]...)
	}
}

// startLocked starts a worker, which is ready later.
func (e *Engine) startLocked(memory int64) *process {
	p := newProcess(e.binary, memory, e.opts.Start)
	p.own = e.opts.Binary == ""
	e.workers.Go(p.live)
	return p
}

// Close ends all workers and waits until they are gone. Programs that are running fail. It always returns nil.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	for _, p := range e.idle {
		p.drop()
	}
	for p := range e.busy {
		p.kill()
	}
	e.idle = nil
	e.mu.Unlock()
	e.workers.Wait()
	return nil
}
