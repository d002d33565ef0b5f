package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/child"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// object is a global object of a run, with the functions that the program has used.
type object struct {
	*interp.Object
	names     [][]string // as the worker knows them
	functions []interp.Func
}

// call starts a call of the program. An error says what is wrong with the message.
func (s *session) call(m *wire.Call, args []byte) error {
	if m.ID != s.process.lastCall+1 {
		return fmt.Errorf("call %d after call %d", m.ID, s.process.lastCall)
	}
	s.process.lastCall = m.ID
	if s.calls++; s.calls > s.limits.Calls {
		return errors.New("more calls than allowed")
	}
	if !s.begin() {
		return errors.New("more calls at one time than allowed")
	}
	path, f, err := s.function(m)
	if err != nil {
		return err
	}
	if len(args) > s.limits.Value || !isObject(args, s.objects[m.Object].Positional) {
		return errors.New("arguments that cannot be")
	}
	if err := validJSON(args); err != nil {
		return err
	}
	s.help()
	c := &call{session: s, id: m.ID, path: path}
	c.start(f, args)
	return nil
}

// begin counts a call that waits.
func (s *session) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending++
	return s.pending <= s.limits.Pending
}

// function finds what a message calls.
func (s *session) function(m *wire.Call) (path []string, f interp.Func, err error) {
	if m.Object < 0 || m.Object >= len(s.objects) || s.objects[m.Object].Functions == nil {
		return nil, nil, errors.New("a call of no object")
	}
	o := &s.objects[m.Object]
	if m.Function < 0 {
		if err := checkPath(m.Path); err != nil {
			return nil, nil, err
		}
		f, _ := o.Functions.Lookup(m.Path)
		return m.Path, f, nil
	}
	if m.Function >= len(o.names) || m.Path != nil {
		return nil, nil, errors.New("a call of no function")
	}
	path = o.names[m.Function]
	if o.functions[m.Function] == nil {
		o.functions[m.Function], _ = o.Functions.Lookup(path)
	}
	return path, o.functions[m.Function], nil
}

func checkPath(path []string) error {
	if len(path) < 1 || len(path) > 2 {
		return fmt.Errorf("a path of %d names", len(path))
	}
	return nil
}

// answer answers a question about functions.
func (s *session) answer(m *wire.Ask) error {
	if m.Object < 0 || m.Object >= len(s.objects) || s.objects[m.Object].Functions == nil {
		return errors.New("a question about no object")
	}
	o := &s.objects[m.Object]
	answer := &wire.Answer{}
	if m.What == wire.AskNames {
		s.tell(o, answer)
		return s.send(&wire.FromHost{Answer: answer}, nil)
	}
	if err := checkPath(m.Path); err != nil {
		return err
	}
	switch m.What {
	case wire.AskLookup:
		f, _ := o.Functions.Lookup(m.Path)
		answer.Callable = f != nil
	case wire.AskSignature:
		if known, ok := o.Functions.(interp.Signatures); ok {
			answer.Text = known.Signature(m.Path)
		}
	default:
		return fmt.Errorf("the question %q", m.What)
	}
	return s.send(&wire.FromHost{Answer: answer}, nil)
}

// tell gives the names of the functions of an object, unless the worker knows them from an earlier run.
func (s *session) tell(o *object, answer *wire.Answer) {
	o.names = o.Functions.Names()
	o.functions = make([]interp.Func, len(o.names))
	told, known := s.process.lists[o.Name]
	if answer.Same = known && slices.EqualFunc(told, o.names, slices.Equal); answer.Same {
		return
	}
	answer.Names = o.names
	s.process.lists[o.Name] = o.names
}

// call is one call of a host function.
type call struct {
	session *session
	id      uint64
	path    []string
	settled atomic.Bool
}

func (c *call) name() string { return strings.Join(c.path, ".") }

// start calls the host function. A panic in it is the failure of the call.
func (c *call) start(f interp.Func, args json.RawMessage) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if !c.settled.CompareAndSwap(false, true) {
			panic(p) // it has settled already: nobody else will hear of this
		}
		c.reply(nil, fmt.Errorf("the host function %s broke down", c.name()))
	}()
	if f == nil {
		c.settle(nil, fmt.Errorf("%s is not a function", c.name()))
		return
	}
	f(c.session.ctx, args, c.settle)
}

// settle implements [interp.Settle].
func (c *call) settle(value json.RawMessage, err error) {
	if !c.settled.CompareAndSwap(false, true) {
		panic("worker: a call of " + c.name() + " was settled twice")
	}
	c.reply(value, err)
}

// reply sends the end of a call to the program, unless the run is over or told to end: a program must not see calls that end
// for the same reason. A value that is larger than all the memory of the
// program ends the run here.
func (c *call) reply(value json.RawMessage, err error) {
	s := c.session
	if !s.settled() || s.ctx.Err() != nil {
		return
	}
	if int64(len(value)) > s.limits.Memory {
		f := child.MemoryFailure(s.limits.Memory)
		f.Message += fmt.Sprintf(": the result of %s alone takes %d bytes", c.name(), len(value))
		value, err = nil, &interp.StopError{Failure: f}
	}
	m := wire.Reply{ID: c.id}
	if err != nil {
		value = nil
		m.Failed, m.Error = true, err.Error()
		if stop, ok := errors.AsType[*interp.StopError](err); ok {
			m.Stop = stop.Failure
		}
		m.Call, _ = errors.AsType[*interp.CallError](err)
	}
	var room [64]byte
	head, err := m.AppendHead(room[:0])
	if err == nil {
		_ = s.process.out.Send(head, value) // a broken pipe is found by the reader
	}
}

// settled counts a call that waits no more. It reports whether the run goes on.
func (s *session) settled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending--
	return !s.over
}
