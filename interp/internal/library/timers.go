package library

import (
	"math"
	"time"

	"github.com/dop251/goja"
)

// maxDelay is the longest delay of a timer; as in other systems a longer one counts as none, with a warning.
const maxDelay = math.MaxInt32

// installTimers makes the functions that run others later.
func installTimers(l *library) error {
	t := &timers{library: l, intervals: make(map[int64]int64)}
	return l.define(l.vm.GlobalObject(),
		method{"setTimeout", 1, func(call goja.FunctionCall) goja.Value { return t.set(call, false) }},
		method{"setInterval", 1, func(call goja.FunctionCall) goja.Value { return t.set(call, true) }},
		method{"clearTimeout", 1, t.clear},
		method{"clearInterval", 1, t.clear},
	)
}

// timers are those of one machine. An interval keeps the id of its first timer.
type timers struct {
	*library
	intervals map[int64]int64 // the id that the program knows → the id of the timer that waits now
}

func (t *timers) set(call goja.FunctionCall, repeat bool) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(t.vm.NewTypeError(`The "callback" argument must be of type function. Received %s`, call.Argument(0).String()))
	}
	delay := t.delayOf(call.Argument(1))
	var args []goja.Value
	if len(call.Arguments) > 2 {
		args = append(args, call.Arguments[2:]...)
	}
	run := func() error {
		_, err := f(goja.Undefined(), args...)
		return err
	}
	if repeat {
		return t.vm.ToValue(t.every(delay, run))
	}
	return t.vm.ToValue(t.after(delay, run))
}

// delayOf is the delay in the terms of a program, at least one millisecond.
func (t *timers) delayOf(v goja.Value) time.Duration {
	ms := v.ToFloat()
	if ms > maxDelay {
		t.host.Log("warn", "a timer cannot wait "+t.vm.ToValue(ms).String()+" ms, which does not fit into 32 bits; it waits 1 ms")
	}
	if !(ms >= 1 && ms <= maxDelay) {
		ms = 1
	}
	return time.Duration(ms) * time.Millisecond
}

func (t *timers) after(delay time.Duration, run func() error) int64 {
	id, err := t.host.Timer(delay, run)
	if err != nil {
		t.throw("RangeError", "%s", err)
	}
	return id
}

// every runs a function again and again until the program clears it or it throws.
func (t *timers) every(delay time.Duration, run func() error) int64 {
	var first int64
	var fire func() error
	fire = func() error {
		if err := run(); err != nil {
			return err
		}
		if _, ok := t.intervals[first]; !ok {
			return nil // it cleared itself
		}
		next, err := t.host.Timer(delay, fire)
		t.intervals[first] = next
		return err
	}
	first = t.after(delay, fire)
	t.intervals[first] = first
	return first
}

func (t *timers) clear(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	if !goja.IsNumber(v) && !goja.IsString(v) {
		return goja.Undefined()
	}
	id := v.ToInteger()
	if current, ok := t.intervals[id]; ok {
		delete(t.intervals, id)
		id = current
	}
	t.host.Cancel(id)
	return goja.Undefined()
}

// uncaught takes what a callback of queueMicrotask or a listener has thrown.
func uncaught(l *library) method {
	return method{"uncaught", 1, func(call goja.FunctionCall) goja.Value {
		l.host.Uncaught(l.vm.Try(func() { panic(call.Argument(0)) }))
		return goja.Undefined()
	}}
}
