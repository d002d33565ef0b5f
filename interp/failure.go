package interp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/source"
	"github.com/runcode-dev/runcode/interp/internal/value"
)

// errRunOver is why the context of host calls is done after a run.
var errRunOver = errors.New("the run is over")

// limitFailure is the failure of a program that reached a limit.
func limitFailure(kind Kind, limit, message, hint string) *Failure {
	return &Failure{
		Kind: kind, Message: message, Limit: limit,
		Hint: hint + "; or raise the limit " + limit,
	}
}

func computeFailure(limit time.Duration) *Failure {
	return limitFailure(TimedOut, "compute", fmt.Sprintf("the program computed for more than %s", limit),
		"do less work in the program: filter earlier, or let a tool do it")
}

// EndOf is the failure of a run whose context is done, for engines that run programs elsewhere.
func EndOf(ctx context.Context) *Failure {
	cause := context.Cause(ctx)
	if stop, ok := errors.AsType[*StopError](cause); ok {
		return stop.Failure
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return limitFailure(TimedOut, "wall", "the time for the run is over", "do less in one program")
	}
	f := &Failure{Kind: Aborted, Message: "the run was cancelled"}
	if !errors.Is(cause, context.Canceled) {
		f.Message += ": " + cause.Error()
	}
	return f
}

func problemFailure(p *source.Problem) *Failure {
	f := &Failure{
		Kind: Syntax, Name: "SyntaxError", Message: p.Message, Hint: p.Hint,
		Line: p.Line, Column: p.Column, Source: p.Source, Limit: p.Limit,
	}
	if p.Kind == source.Limit {
		f.Kind, f.Name = Check, ""
		if f.Limit != "" {
			f.Hint += "; or raise the limit " + f.Limit
		}
	}
	return f
}

// failureOf turns an error of the virtual machine into the failure of the run.
func (r *run) failureOf(err error) *Failure {
	if stopped := r.stopped.Load(); stopped != nil {
		f := *stopped
		if interrupted, ok := errors.AsType[*goja.InterruptedError](err); ok && f.Line == 0 {
			r.locate(&f, interrupted.Stack())
		}
		return &f
	}
	if overflow, ok := errors.AsType[*goja.StackOverflowError](err); ok {
		f := limitFailure(Memory, "stack", fmt.Sprintf("calls are nested more than %d deep", r.limits.Stack),
			"write a loop instead of the recursion")
		r.locate(f, overflow.Stack())
		return f
	}
	if thrown, ok := errors.AsType[*goja.Exception](err); ok {
		return r.exception(thrown.Value(), thrown.Stack())
	}
	if large, ok := errors.AsType[*value.LimitError](err); ok {
		return limitFailure(Output, "value", fmt.Sprintf("the returned value takes more than %d bytes of JSON", large.Limit),
			"return less: select, count or summarise")
	}
	return &Failure{Kind: Exception, Message: err.Error()}
}

// stalled is the failure of a program that waits for what cannot come. The machine does not tell where a function waits;
// but what cannot come is nearly always a promise that the program has made itself, and if it makes them in one place only,
// that is the place.
func (r *run) stalled() *Failure {
	f := &Failure{
		Kind:    Stalled,
		Message: "the program waits for a promise that nothing can settle: no call and no timer is outstanding",
		Hint:    "look for a new Promise whose resolve is never called, or an await of something that never comes",
	}
	if line, column, ok := r.program.Only("new Promise"); ok {
		f.Line, f.Column, f.Source = line, column, r.program.Line(line)
	}
	return f
}

// exception is the failure of a program that threw v. frames are where, if the machine said so. Reading what v says can
// run code of the program, which is on the clock, may throw, and may be stopped.
func (r *run) exception(v goja.Value, frames []goja.StackFrame) *Failure {
	f := &Failure{Kind: Exception}
	r.watch.start()
	// What is thrown meanwhile only cuts short what the failure says.
	_ = value.Try(r.vm, func() { r.explain(f, v, frames) })
	r.watch.stop()
	if stopped := r.stopped.Load(); stopped != nil {
		return stopped
	}
	return f
}

// explain fills in what there is to say of a thrown value.
func (r *run) explain(f *Failure, v goja.Value, frames []goja.StackFrame) {
	r.describe(f, v)
	if known := r.throws.find(v); known != nil {
		frames = known
	}
	o, ok := v.(*goja.Object)
	if !ok {
		r.locate(f, frames)
		return
	}
	if made := r.errors.made[o]; made != nil {
		f.Call, f.Hint = made.err, made.err.Hint
		r.locate(f, made.frames)
		return
	}
	// Thrown once more, an error tells where it was made, whatever the program has done to its stack property.
	if thrown := r.vm.Try(func() { panic(v) }); thrown != nil && len(thrown.Stack()) > 0 {
		frames = thrown.Stack()
	}
	r.locate(f, r.outsideConstructors(frames, o))
	f.Message = r.caught.machineWords(o, f.Message)
	if says(o, f.Message) {
		r.reword(f, r.isNative(frames))
	}
	r.explainErrors(f, o)
	r.explainCause(f, o)
}

// explainErrors adds the errors that an AggregateError gathers.
func (r *run) explainErrors(f *Failure, o *goja.Object) {
	if f.Name != "AggregateError" {
		return
	}
	var list []goja.Value
	_ = value.Try(r.vm, func() {
		errs, ok := o.Get("errors").(*goja.Object)
		for i := 0; ok && i < maxCauses; i++ {
			if e := errs.Get(strconv.Itoa(i)); e != nil {
				list = append(list, e)
			}
		}
	})
	for i, e := range list {
		inner := r.thrownInside(e)
		f.Message += fmt.Sprintf("\n  errors[%d]: %s", i, r.oneLine(inner))
		if f.Line == 0 { // made by Promise.any, which has no place
			f.Line, f.Column, f.Source, f.Stack = inner.Line, inner.Column, inner.Source, inner.Stack
		}
		if object, ok := e.(*goja.Object); ok && f.Call == nil && r.errors.made[object] != nil {
			f.Call = r.errors.made[object].err
		}
	}
}

// thrownInside describes an error within another one: what it says, and where it was thrown.
func (r *run) thrownInside(v goja.Value) *Failure {
	f := &Failure{}
	r.describe(f, v)
	frames := r.throws.find(v)
	if o, ok := v.(*goja.Object); ok {
		if made := r.errors.made[o]; made != nil {
			frames = made.frames
		} else if ex := r.vm.Try(func() { panic(v) }); frames == nil && ex != nil {
			frames = r.outsideConstructors(ex.Stack(), o)
		}
	}
	r.locate(f, frames)
	return f
}

// oneLine is the name and the message of an error within another one, and its place.
func (r *run) oneLine(f *Failure) string {
	text := strings.TrimPrefix(f.Message, threw)
	if f.Name != "" {
		text = f.Name + ": " + text
	}
	if f.Line > 0 {
		text += fmt.Sprintf(" (%s:%d:%d)", r.program.Name, f.Line, f.Column)
	}
	return text
}

// threw is how a value that is not an error is told of.
const threw = "the program threw "

// maxCauses is how many errors of a chain are told.
const maxCauses = 5

// explainCause adds the errors that an error names as its cause. A failed call among them is the call of the failure.
func (r *run) explainCause(f *Failure, o *goja.Object) {
	for range maxCauses {
		var cause goja.Value
		if err := value.Try(r.vm, func() { cause = o.Get("cause") }); err != nil || cause == nil || goja.IsUndefined(cause) {
			return
		}
		f.Message += "\n  cause: " + r.oneLine(r.thrownInside(cause))
		next, ok := cause.(*goja.Object)
		if !ok {
			return
		}
		if made := r.errors.made[next]; made != nil && f.Call == nil {
			f.Call, f.Hint = made.err, made.err.Hint
		}
		o = next
	}
}

// describe reads the name and message of a thrown value, which may run code of the program.
func (r *run) describe(f *Failure, v goja.Value) {
	err := value.Try(r.vm, func() {
		o, ok := v.(*goja.Object)
		if !ok {
			f.Message = threw + showPrimitive(v)
			return
		}
		f.Name = textOf(o.Get("name"))
		if message := o.Get("message"); message != nil {
			f.Message = textOf(message)
		} else {
			f.Message = threw + r.show(v)
		}
	})
	if err != nil && f.Message == "" {
		f.Message = "the program threw something that cannot be shown"
	}
}

// show is the JSON of a thrown object.
func (r *run) show(v goja.Value) string {
	const most = 4 << 10
	result, err := r.encoder.Returned(v, most, nil)
	if err != nil {
		return "a large object"
	}
	return string(result.JSON)
}

// maxTold is how many bytes of a name or a message that a program has made are told.
const maxTold = 16 << 10

// told is a text that a program has made, in a failure. A very long one loses its middle.
func told(text string) string {
	short, _ := cut(text, maxTold)
	return short
}

func textOf(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) {
		return ""
	}
	return told(v.String())
}

func showPrimitive(v goja.Value) string {
	if symbol, ok := v.(*goja.Symbol); ok {
		return "Symbol(" + told(symbol.String()) + ")"
	}
	text := told(v.String())
	switch {
	case goja.IsString(v):
		return fmt.Sprintf("%q", text)
	case goja.IsBigInt(v):
		return text + "n"
	}
	return text
}
