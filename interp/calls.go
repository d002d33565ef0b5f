package interp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
)

// hostCall is one call of a host function.
type hostCall struct {
	run             *run
	global          *Object
	path            []string
	resolve, reject func(any) error
	frames          []goja.StackFrame // where it was made, innermost first
	room            [4]goja.StackFrame
	settled         atomic.Bool
	warned          bool
}

// Inexact implements [value.Warner]: one number is told of for each call.
func (c *hostCall) Inexact(text string) {
	if !c.warned {
		c.warned = true
		c.run.warn("result of " + c.name() + ": " + text)
	}
}

// function makes the function at a path. nil: there is none, not even one that fails.
func (r *run) function(global *Object, path []string) goja.Value {
	start, _ := global.Functions.Lookup(path)
	if start == nil {
		return nil
	}
	f := r.vm.ToValue(func(call goja.FunctionCall) goja.Value { return r.call(global, path, start, call.Arguments) }).(*goja.Object)
	if err := rename(r.vm, f, path[len(path)-1]); err != nil {
		panic(err)
	}
	return f
}

// call starts a call and gives the promise of its value. What is wrong with the arguments is an exception of the program.
func (r *run) call(global *Object, path []string, start Func, args []goja.Value) goja.Value {
	if f := r.overCalls(); f != nil {
		r.stop(f)
		return goja.Undefined()
	}
	c := &hostCall{run: r, global: global, path: path}
	c.frames = r.vm.CaptureCallStack(len(c.room), c.room[:0])
	promise, resolve, reject := r.vm.NewPromise()
	c.resolve, c.reject = resolve, reject
	encoded, err := r.arguments(c, args)
	if err != nil {
		r.refuseCall(c, err)
		return r.vm.ToValue(promise)
	}
	r.calls++
	r.pending++
	r.begin(c, start, encoded)
	return r.vm.ToValue(promise)
}

// begin calls the host. A panic in it is the failure of the call.
func (r *run) begin(c *hostCall, start Func, args json.RawMessage) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if !c.settled.CompareAndSwap(false, true) {
			panic(p) // it has settled already: nobody else will hear of this
		}
		r.inbox.put(settled{call: c, err: fmt.Errorf("the host function %s broke down", c.name())})
	}()
	start(r.ctx, args, c.settle)
}

// settle implements [Settle].
func (c *hostCall) settle(value json.RawMessage, err error) {
	if !c.settled.CompareAndSwap(false, true) {
		panic("interp: a call of " + c.name() + " was settled twice")
	}
	c.run.inbox.put(settled{call: c, value: value, err: err})
}

func (c *hostCall) name() string { return strings.Join(c.path, ".") }

// overCalls is the failure of one call too many.
func (r *run) overCalls() *Failure {
	switch {
	case r.calls >= r.limits.Calls:
		return limitFailure(Output, "calls", fmt.Sprintf("the program made more than %d calls", r.limits.Calls),
			"make fewer calls, or calls that do more at once")
	case r.pending >= r.limits.Pending:
		return limitFailure(Output, "pending", fmt.Sprintf("more than %d calls wait at one time", r.limits.Pending),
			"start them in batches, and await each batch")
	}
	return nil
}

// settle ends calls in the program. Each may run the program until it waits again.
func (r *run) settle(list []settled) error {
	for _, s := range list {
		r.pending--
		if err := r.settleOne(s); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) settleOne(s settled) error {
	if s.err != nil {
		return r.rejectCall(s.call, s.err)
	}
	v, err := r.decoder.Decode(s.value, s.call)
	if err != nil {
		return r.rejectCall(s.call, fmt.Errorf("the result of %s is not valid JSON: %w", s.call.name(), err))
	}
	return s.call.resolve(v)
}

// refuseCall fails a call that is never made.
func (r *run) refuseCall(c *hostCall, err error) {
	var thrown *goja.Exception
	if errors.As(err, &thrown) {
		err = c.reject(thrown.Value())
	} else {
		err = r.rejectCall(c, &CallError{Tool: c.name(), Code: invalidArgs, Message: err.Error()})
	}
	if err != nil {
		panic(err) // what ends the program goes on its way
	}
}

// invalidArgs is the code of a call whose arguments cannot be sent.
const invalidArgs = "INVALID_ARGS"
