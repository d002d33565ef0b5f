package interp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// prelude is the compiled text that every run needs.
type prelude struct {
	asyncFunction, generatorFunction *goja.Program // one such function

	callError *goja.Program // a function that makes the class of failed calls from the class Error
}

// A program can make and extend such errors, so that the class has a constructor to be used; the engine itself sets the
// fields from outside.
const callErrorClass = `(Error, define) => class ToolCallError extends Error {
	constructor(message, { tool, code, hint, cause } = {}) {
		super(message, cause === undefined ? undefined : { cause });
		if (tool !== undefined) this.tool = tool;
		if (code !== undefined) this.code = code;
		if (hint !== undefined) this.hint = hint;
	}
	get name() { return "ToolCallError" }
	set name(value) { define(this, "name", { value, writable: true, configurable: true }) }
}`

func compilePrelude() prelude {
	return prelude{
		asyncFunction:     goja.MustCompile("functions", "(async function () {})", true),
		generatorFunction: goja.MustCompile("functions", "(function* () {})", true),

		callError: goja.MustCompile("ToolCallError", callErrorClass, true),
	}
}

// toolErrors makes the errors of failed calls, and knows them again when the program fails with one.
type toolErrors struct {
	base, define goja.Value   // Error and Object.defineProperty as they were before the program ran
	class        *goja.Object // nil: not made yet
	made         map[*goja.Object]*madeError
}

type madeError struct {
	err    *CallError
	frames []goja.StackFrame
}

// defineErrorClass makes the global ToolCallError, in programs that name it. Others get the class when a call fails.
func (r *run) defineErrorClass() error {
	named := strings.Contains(r.program.Text, "ToolCallError")
	if named || len(r.req.Objects) > 0 {
		r.errors.base = r.vm.Get("Error")
		r.errors.define = r.vm.Get("Object").(*goja.Object).Get("defineProperty")
	}
	if !named {
		return nil
	}
	class, err := r.errorClass()
	if err != nil {
		return err
	}
	return r.vm.GlobalObject().DefineDataProperty("ToolCallError", class, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// errorClass gives the class. Making it depends on nothing that the program can have changed.
func (r *run) errorClass() (*goja.Object, error) {
	if r.errors.class != nil {
		return r.errors.class, nil
	}
	maker, err := r.vm.RunProgram(r.engine.prelude.callError)
	if err != nil {
		return nil, fmt.Errorf("defining ToolCallError: %w", err)
	}
	f, _ := goja.AssertFunction(maker)
	class, err := f(nil, r.errors.base, r.errors.define)
	if err != nil {
		return nil, fmt.Errorf("defining ToolCallError: %w", err)
	}
	r.errors.class = class.(*goja.Object)
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
	made := &madeError{err: call, frames: c.frames}
	stack := "ToolCallError: " + call.Message
	for _, line := range r.stackLines(made.frames) {
		stack += "\n    at " + line
	}
	if err := define(v, "stack", r.vm.ToValue(stack), goja.FLAG_FALSE); err != nil {
		return nil, err
	}
	r.errors.remember(v, made)
	return v, nil
}

// remember keeps the last errors of failed calls, so that a program which catches very many does not keep them all.
func (e *toolErrors) remember(v *goja.Object, made *madeError) {
	const most = 1000
	if e.made == nil || len(e.made) >= most {
		e.made = make(map[*goja.Object]*madeError)
	}
	e.made[v] = made
}

func define(o *goja.Object, name string, v goja.Value, enumerable goja.Flag) error {
	return o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
}
