package interp

import (
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// throws remembers where the last values that are not errors were thrown, or promises rejected with them, since such a value
// does not know it itself.
type throws struct {
	last [16]thrownValue
	next int
}

type thrownValue struct {
	value  goja.Value
	frames []goja.StackFrame // innermost first
}

// note remembers that a value is thrown here.
func (t *throws) note(vm *goja.Runtime, v goja.Value) {
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Error" {
		return
	}
	t.last[t.next] = thrownValue{v, vm.CaptureCallStack(maxFrames+1, nil)}
	t.next = (t.next + 1) % len(t.last)
}

// find gives the frames of where a value was thrown last; nil: not known.
func (t *throws) find(v goja.Value) []goja.StackFrame {
	for n := range t.last {
		one := &t.last[(t.next+len(t.last)-1-n)%len(t.last)]
		if one.value != nil && one.value.SameAs(v) {
			return one.frames
		}
	}
	return nil
}

// defineThrown makes the function that compiled programs hand what they throw.
func (r *run) defineThrown() error {
	if !r.program.Throws {
		return nil
	}
	tell := r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		r.throws.note(r.vm, call.Argument(0))
		return call.Argument(0)
	})
	return r.vm.GlobalObject().DefineDataProperty(source.Thrown, tell, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}
