package interp

import (
	"errors"
	"slices"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/source"
	"github.com/runcode-dev/runcode/interp/internal/value"
)

// caught remembers how errors that the program has caught were worded by the machine, which is what the hints of a failure
// are found by if the program throws them on.
type caught map[*goja.Object]words

type words struct{ machine, ours string }

// maxCaught bounds the errors that are remembered.
const maxCaught = 1000

// defineCaught has a program read its errors in the words that they would end it with, wherever it can get hold of them: a
// catch clause calls a function that is defined here, and what is given to then or catch as a handler is put behind it.
func (r *run) defineCaught() error {
	if handlesRejections().MatchString(r.program.Text) {
		if err := r.wrapHandlers(); err != nil {
			return err
		}
	}
	if !r.program.Catches {
		return nil
	}
	tell := r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		r.tellCaught(call.Argument(0))
		return goja.Undefined()
	})
	return r.vm.GlobalObject().DefineDataProperty(source.Caught, tell, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// handlesRejections finds the words by which a program gets to see why a promise was rejected, other than by await.
var handlesRejections = lazy.Regexp(`\b(?:then|allSettled|any)\b|[.'"]catch\b`)

// wrapHandlers replaces the method then of promises, which all others call.
func (r *run) wrapHandlers() error {
	prototype, ok := r.vm.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object)
	if !ok {
		return errors.New("class Promise has no prototype")
	}
	original, ok := prototype.Get("then").Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		return errors.New("the method then of promises is not a native function")
	}
	then := r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		if handler, ok := goja.AssertFunction(call.Argument(1)); ok {
			call.Arguments = []goja.Value{call.Arguments[0], r.vm.ToValue(func(rejected goja.FunctionCall) goja.Value {
				reason := rejected.Argument(0)
				r.tellCaught(reason)
				v, err := handler(goja.Undefined(), reason)
				if err != nil {
					panic(err) // what it throws goes on its way
				}
				return v
			})}
		}
		return original(call)
	}).(*goja.Object)
	return errors.Join(
		rename(r.vm, then, "then"),
		then.DefineDataProperty("length", r.vm.ToValue(2), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE),
		define(prototype, "then", then, goja.FLAG_FALSE),
	)
}

// tellCaught is told of everything that the program is about to see as an error.
func (r *run) tellCaught(v goja.Value) {
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Error" {
		// What goes wrong here is the doing of the program, which has changed its own error; it stays as it is.
		_ = value.Try(r.vm, func() { r.rewordCaught(o) })
	}
}

// rewordCaught puts the message of an error into the words that it has when it ends the program.
func (r *run) rewordCaught(o *goja.Object) {
	if r.errors.made[o] != nil {
		return
	}
	f := &Failure{Name: textOf(o.Get("name")), Message: textOf(o.Get("message"))}
	if !machineErrors[f.Name] || !says(o, f.Message) {
		return
	}
	var frames []goja.StackFrame
	if thrown := r.vm.Try(func() { panic(o) }); thrown != nil {
		frames = thrown.Stack()
	}
	r.locate(f, frames)
	machine := f.Message
	r.reword(f, r.isNative(frames))
	if f.Message == machine {
		return
	}
	if r.caught == nil || len(r.caught) >= maxCaught {
		r.caught = make(caught)
	}
	r.caught[o] = words{machine: machine, ours: f.Message}
	_ = define(o, "message", r.vm.ToValue(f.Message), goja.FLAG_FALSE)
}

// machineWords is what the machine said, of an error whose message may have been reworded.
func (c caught) machineWords(o *goja.Object, message string) string {
	if w, ok := c[o]; ok && w.ours == message {
		return w.machine
	}
	return message
}

// isNative reports whether an error comes from inside a built-in function that the program has called.
func (r *run) isNative(frames []goja.StackFrame) bool {
	return len(frames) > 0 && frames[0].SrcName() != r.program.Name && frames[0].FuncName() != source.Copy
}

// says tells errors that have a message, which may be empty, from those that a program has made without one. Listing the
// properties of an error writes its stack down, with the message that it has by then.
func says(o *goja.Object, message string) bool {
	return message != "" || slices.Contains(o.GetOwnPropertyNames(), "message")
}
