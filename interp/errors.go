package interp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// errorClass is the compiled text that makes the class of failed calls.
type errorClass struct{ class, kinds *goja.Program }

// The class has no code that a program could see run: everything about an error is set from outside.
const toolCallError = `(class ToolCallError extends Error {
	constructor(message, fields) {
		super(message);
		if (fields) for (const key of ["tool", "code", "hint"]) if (fields[key] !== undefined) this[key] = fields[key];
	}
	get name() { return "ToolCallError" }
	set name(value) { Object.defineProperty(this, "name", { value, writable: true, configurable: true }) }
})`

func compileErrorClass() errorClass {
	return errorClass{
		class: goja.MustCompile("ToolCallError", toolCallError, true),
		kinds: goja.MustCompile("functions", functionKinds, true),
	}
}

// toolErrors makes the errors of failed calls, and knows them again when the program fails with one.
type toolErrors struct {
	class *goja.Object // nil: not made yet
	made  map[*goja.Object]*madeError
}

type madeError struct {
	err    *CallError
	frames []goja.StackFrame
}

// defineErrorClass makes the global ToolCallError, in programs that name it.
func (r *run) defineErrorClass() error {
	if !strings.Contains(r.program.Text, "ToolCallError") {
		return nil
	}
	class, err := r.errorClass()
	if err != nil {
		return err
	}
	return r.vm.GlobalObject().DefineDataProperty("ToolCallError", class, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// errorClass gives the class. It must be made before the program can change what classes are made of, or be made of parts
// that it cannot change; making it runs no code of the program.
func (r *run) errorClass() (*goja.Object, error) {
	if r.errors.class != nil {
		return r.errors.class, nil
	}
	v, err := r.vm.RunProgram(r.engine.errors.class)
	if err != nil {
		return nil, fmt.Errorf("defining ToolCallError: %w", err)
	}
	r.errors.class = v.(*goja.Object)
	return r.errors.class, nil
}

// rejectCall fails a call in the program. A [*StopError] ends the run instead.
func (r *run) rejectCall(c *hostCall, err error) error {
	if stop, ok := errors.AsType[*StopError](err); ok {
		r.stop(stop.Failure)
		return nil
	}
	v, madeErr := r.newCallError(c, err)
	if madeErr != nil {
		return madeErr
	}
	return c.reject(v)
}

// newCallError makes the error object of a failed call, which says where the call was made.
func (r *run) newCallError(c *hostCall, err error) (*goja.Object, error) {
	call, ok := errors.AsType[*CallError](err)
	if !ok {
		call = &CallError{Tool: c.name(), Message: err.Error()}
	}
	class, err := r.errorClass()
	if err != nil {
		return nil, err
	}
	v, err := r.vm.New(class, r.vm.ToValue(call.Message))
	if err != nil {
		return nil, err
	}
	for _, field := range []struct{ name, value string }{{"tool", call.Tool}, {"code", call.Code}, {"hint", call.Hint}} {
		if field.value == "" && field.name == "hint" {
			continue
		}
		if err := define(v, field.name, r.vm.ToValue(field.value), goja.FLAG_TRUE); err != nil {
			return nil, err
		}
	}
	made := &madeError{err: call, frames: c.frames[:]}
	stack := "ToolCallError: " + call.Message
	for _, line := range r.stackLines(made.frames) {
		stack += "\n    at " + line
	}
	if err := define(v, "stack", r.vm.ToValue(stack), goja.FLAG_FALSE); err != nil {
		return nil, err
	}
	if r.errors.made == nil {
		r.errors.made = make(map[*goja.Object]*madeError)
	}
	r.errors.made[v] = made
	return v, nil
}

func define(o *goja.Object, name string, v goja.Value, enumerable goja.Flag) error {
	return o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
}
