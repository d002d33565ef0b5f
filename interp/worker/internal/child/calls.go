package child

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// functions are the functions of an object, which the host has. They are asked for when the program first touches them.
type functions struct {
	run    *run
	object int
	name   string

	names [][]string
	known bool
}

// Names implements [interp.Functions].
func (f *functions) Names() [][]string {
	if f.known {
		return f.names
	}
	f.known = true
	answer := f.run.ask(&wire.Ask{What: wire.AskNames, Object: f.object})
	lists := f.run.child.lists
	if !answer.Same {
		lists[f.name] = answer.Names
	}
	f.names = lists[f.name]
	return f.names
}

// Lookup implements [interp.Functions]. What is among the names can be called; the host is asked about the rest only.
func (f *functions) Lookup(path []string) (interp.Func, bool) {
	if i, found := slices.BinarySearchFunc(f.Names(), path, slices.Compare); found {
		return f.function(i, nil), true
	}
	if !f.run.ask(&wire.Ask{What: wire.AskLookup, Object: f.object, Path: path}).Callable {
		return nil, false
	}
	return f.function(-1, path), false
}

// Signature implements [interp.Signatures].
func (f *functions) Signature(path []string) string {
	return f.run.ask(&wire.Ask{What: wire.AskSignature, Object: f.object, Path: path}).Text
}

// function is a function of the host, by its index or by its path.
func (f *functions) function(index int, path []string) interp.Func {
	return func(_ context.Context, args json.RawMessage, settle interp.Settle) {
		call := wire.Call{Object: f.object, Function: index, Path: path}
		f.run.call(&call, args, settle)
	}
}

// ask asks the host, and waits for the answer. Only the goroutine of the program does.
func (r *run) ask(q *wire.Ask) *wire.Answer {
	r.send(&wire.FromWorker{Ask: q}, nil)
	r.child.in.pump(func() bool { return len(r.answer) > 0 })
	return <-r.answer
}

// answer hands on the answer of the host.
func (c *child) answer(a *wire.Answer) bool {
	r := c.current(0)
	if r != nil {
		r.answer <- a
	}
	return r != nil
}

// call sends a call to the host, with those that the program makes before it waits or has computed for a moment: the host
// then knows which ones may overlap.
func (r *run) call(m *wire.Call, args json.RawMessage, settle interp.Settle) {
	c := r.child
	c.mu.Lock()
	c.lastID++
	m.ID = c.lastID
	r.calls[m.ID] = settle
	c.mu.Unlock()
	var room [80]byte
	head, err := m.AppendHead(room[:0])
	if err != nil {
		panic(err) // the path of a call is made of strings
	}
	_ = c.out.Post(head, args) // the goroutine that reads finds the end of a broken pipe
}

// settle ends a call of the program. One of an earlier run is of no interest any more.
func (c *child) settle(m *wire.Reply, value []byte) bool {
	c.mu.Lock()
	var settle interp.Settle
	if c.run != nil {
		settle = c.run.calls[m.ID]
		delete(c.run.calls, m.ID)
	}
	c.mu.Unlock()
	switch {
	case settle == nil:
		return false
	case !m.Failed:
		settle(value, nil)
	case m.Stop != nil:
		settle(nil, &interp.StopError{Failure: m.Stop})
	case m.Call != nil:
		settle(nil, m.Call)
	default:
		settle(nil, errors.New(m.Error))
	}
	return true
}
