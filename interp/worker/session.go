package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// grace is how long a run that was told to end may take for it, before its process is killed.
const grace = 250 * time.Millisecond

// maxLine is how many bytes the message of a line of output may always have.
const maxLine = 64 << 20

// session is one run on a worker. It belongs to the goroutine that has the turn to read from the worker, and after that to
// the one that called [Engine.Run], but for what mu guards.
type session struct {
	ctx     context.Context // of the calls
	cancel  context.CancelCauseFunc
	process *process
	req     *interp.Request
	limits  interp.Limits
	number  uint64
	objects []object
	logs    *interp.Logs
	calls   int
	clean   bool // the worker can be used again
	relay   *relay

	message wire.FromWorker // the last one
	body    []byte          // of message

	// How the run ended, one of the three.
	result *wire.Done
	value  []byte // of result
	broken error  // the worker is gone, or has sent what it must not
	fault  error  // code of the host broke down

	mu      sync.Mutex
	pending int             // calls that are not settled
	stop    *interp.Failure // why the run was told to end; nil: it was not
	killer  *time.Timer
	overdue bool // it was killed, for it did not end
	over    bool
}

// errRunOver is why the context of calls is done after a run.
var errRunOver = errors.New("the run is over")

func newSession(ctx context.Context, p *process, req *interp.Request, limits interp.Limits) *session {
	p.runs++
	s := &session{process: p, req: req, limits: limits, number: p.runs, logs: interp.NewLogs(limits.Logs)}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	for i := range req.Objects {
		s.objects = append(s.objects, object{Object: &req.Objects[i]})
	}
	s.relay = newRelay()
	p.in.MaxBody = max(limits.Value, 3*limits.Logs, maxLine) // a line has half of the room, and JSON may need six bytes for one
	return s
}

// do runs the program to its end. A panic of the host's code, in a log or a list of names, is an error of the engine; the
// worker is not used again.
func (s *session) do() (*interp.Outcome, error) {
	unwatch := context.AfterFunc(s.ctx, s.end)
	defer func() {
		s.close()
		unwatch()
		s.cancel(errRunOver)
	}()
	if err := s.start(); err != nil {
		return s.gone(err), nil
	}
	s.receive()
	switch {
	case s.fault != nil:
		s.process.kill()
		<-s.process.exited
		return nil, s.fault
	case s.broken != nil:
		return s.gone(s.broken), nil
	}
	return s.done(s.result, s.value)
}

// start sends the program.
func (s *session) start() error {
	run := &wire.Run{
		Run: s.number, Name: s.req.Name, Program: len(s.req.Program), HasInput: s.req.Input != nil, Limits: s.limits,
	}
	for _, o := range s.req.Objects {
		run.Objects = append(run.Objects, wire.Object{Name: o.Name, Positional: o.Positional, Missing: o.Functions == nil})
	}
	if f := s.req.Fixed; f != nil {
		run.Fixed = &wire.Fixed{
			Second: f.Now.Unix(), Nanosecond: int64(f.Now.Nanosecond()), Seed: f.Seed, TimeZone: f.TimeZone, Instant: f.Instant,
		}
	}
	body := append([]byte(s.req.Program), s.req.Input...)
	return s.send(&wire.FromHost{Run: run}, body)
}

func (s *session) send(m *wire.FromHost, body []byte) error {
	head, err := wire.Head(m)
	if err != nil {
		return err
	}
	return s.process.out.Send(head, body)
}

// take acts on a message of the worker. An error says what is wrong with it.
func (s *session) take(m *wire.FromWorker, body []byte) error {
	switch {
	case m.Done != nil:
		s.result, s.value = m.Done, body
		return nil
	case m.Call != nil:
		return s.call(m.Call, body)
	case m.Log != nil:
		return s.log(m.Log, body)
	case m.Ask != nil:
		return s.answer(m.Ask)
	case m.Stopping != nil:
		return s.stopping(m.Stopping)
	}
	return errors.New("a greeting in the middle")
}

// log takes a line of output.
func (s *session) log(m *wire.Log, body []byte) error {
	line := interp.Log{Level: m.Level, Dropped: m.Dropped}
	if !levels[m.Level] {
		return fmt.Errorf("output of the level %q", m.Level)
	}
	if m.Dropped < 0 {
		return errors.New("output that lacks less than nothing")
	}
	if err := json.Unmarshal(body, &line.Text); err != nil {
		return fmt.Errorf("output that is not a string: %w", err)
	}
	line = s.logs.Add(line)
	if s.req.Log != nil {
		s.req.Log(line)
	}
	return nil
}

// levels are those of a console. It is a constant table.
var levels = map[string]bool{"log": true, "info": true, "warn": true, "error": true, "debug": true}

// end tells the worker to end the run, since the caller's context is done.
func (s *session) end() {
	cause := context.Cause(s.ctx)
	m := &wire.Cancel{Run: s.number, Cause: cause.Error()}
	if stop, ok := errors.AsType[*interp.StopError](cause); ok {
		m.Stop = stop.Failure
	}
	m.Deadline = errors.Is(cause, context.DeadlineExceeded)
	m.Canceled = errors.Is(cause, context.Canceled)
	if s.isOver() {
		return
	}
	_ = s.send(&wire.FromHost{Cancel: m}, nil) // a broken pipe is found by the reader
	s.expect(interp.EndOf(s.ctx))
}

// stopping takes the worker's word that the run has been told to end. The end of an earlier run may have overtaken it.
func (s *session) stopping(m *wire.Stopping) error {
	if m.Run < s.number {
		return nil
	}
	if m.Run != s.number || m.Failure == nil || !kinds[m.Failure.Kind] {
		return errors.New("an end for no reason")
	}
	s.expect(m.Failure)
	return s.send(&wire.FromHost{Cancel: &wire.Cancel{Run: s.number, Stop: m.Failure}}, nil) // wakes a worker that waits
}

// kinds are the failures that a worker may report. It is a constant table.
var kinds = map[interp.Kind]bool{
	interp.Syntax: true, interp.Check: true, interp.Exception: true, interp.TimedOut: true, interp.Memory: true,
	interp.Output: true, interp.Stalled: true, interp.Aborted: true, interp.Worker: true,
}

// expect kills the worker unless the run ends soon. The first reason counts.
func (s *session) expect(f *interp.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.stop != nil {
		return
	}
	s.stop = f
	s.killer = time.AfterFunc(grace, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.over {
			s.overdue = true
			s.process.kill()
		}
	})
}

func (s *session) isOver() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// close makes sure that nothing of the run touches the worker any more.
func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	if s.killer != nil {
		s.killer.Stop()
	}
}

// done takes the end of the run.
func (s *session) done(m *wire.Done, value []byte) (*interp.Outcome, error) {
	s.close()
	if err := s.check(m, value); err != nil {
		return s.gone(err), nil
	}
	if m.Broken {
		return nil, errors.New(m.Error)
	}
	s.clean = m.Failure == nil || m.Failure.Kind != interp.TimedOut && m.Failure.Kind != interp.Memory
	out := s.outcome(m.Failure)
	out.Warnings, out.Compute = m.Warnings, m.Compute
	if m.HasValue {
		out.Value = value
	}
	return out, nil
}

// check checks the end of a run.
func (s *session) check(m *wire.Done, value []byte) error {
	switch {
	case m.Run != s.number:
		return errors.New("the end of another run")
	case m.Failure != nil && !kinds[m.Failure.Kind]:
		return fmt.Errorf("a failure of the kind %q", m.Failure.Kind)
	case m.Compute < 0:
		return errors.New("a negative time")
	case len(value) > s.limits.Value:
		return errors.New("a value beyond the limit")
	case m.HasValue:
		return validJSON(value)
	}
	return nil
}

// validJSON checks a value that others will take for JSON.
func validJSON(value []byte) error {
	if !json.Valid(value) || !utf8.Valid(value) {
		return errors.New("a value that is not JSON")
	}
	return nil
}

// outcome is what the host itself knows of the run.
func (s *session) outcome(f *interp.Failure) *interp.Outcome {
	return &interp.Outcome{Failure: f, Logs: s.logs.All(), Dropped: s.logs.Dropped()}
}

// isObject reports whether arguments are an object, or for a positional function an array.
func isObject(args []byte, positional bool) bool {
	first := byte('{')
	if positional {
		first = '['
	}
	args = bytes.TrimLeft(args, " \t\r\n")
	return len(args) > 0 && args[0] == first
}
