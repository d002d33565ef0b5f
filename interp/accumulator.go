package interp

import (
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// accumulator is what stands in a variable that gathers text with +=. Compiled programs hold the only references to it, so
// that a program cannot tell; see package source.
type accumulator struct {
	opaque
	methods *accumulatorMethods
	text    goja.StringBuilder
	length  int // code units in text
	changes int // how often text was replaced, not appended to
}

// accumulatorMethods are the functions that all accumulators of a run share.
type accumulatorMethods struct {
	vm       *goja.Runtime
	add, set goja.Value
}

// mark is what an accumulator held at some time.
type mark struct {
	opaque
	text    goja.String
	changes int
}

// defineAccumulators makes the function by which compiled programs make accumulators.
func (r *run) defineAccumulators() error {
	if !r.program.Accumulates {
		return nil
	}
	m := &accumulatorMethods{vm: r.vm}
	m.add = r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		m.accumulator(call).add(call.Arguments)
		return goja.Undefined()
	})
	m.set = r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		m.accumulator(call).set(m.string(call.Argument(0)))
		return goja.Undefined()
	})
	maker := r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		a := &accumulator{methods: m}
		a.append(m.string(call.Argument(0)))
		return r.vm.NewDynamicObject(a)
	})
	return r.vm.GlobalObject().DefineDataProperty(source.NewText, maker, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// Only a program that has found these functions among the properties of the global object can call them with anything else.

func (m *accumulatorMethods) accumulator(call goja.FunctionCall) *accumulator {
	return exported[*accumulator](m, call.This)
}

func (m *accumulatorMethods) string(v goja.Value) goja.String {
	s, ok := v.(goja.String)
	if !ok {
		panic(m.vm.NewTypeError("not a string"))
	}
	return s
}

// exported is the Go value behind an object.
func exported[T any](m *accumulatorMethods, v goja.Value) T {
	if o, ok := v.(*goja.Object); ok {
		if t, ok := o.Export().(T); ok {
			return t
		}
	}
	panic(m.vm.NewTypeError("not an accumulator"))
}

// add appends a piece to what was there before the piece was evaluated: what a mark says, else what is there.
func (a *accumulator) add(args []goja.Value) {
	if len(args) == 0 {
		return
	}
	piece := a.methods.string(args[len(args)-1])
	if len(args) > 1 {
		before := exported[*mark](a.methods, args[0])
		if before.changes != a.changes || before.text.Length() != a.length {
			a.set(before.text)
		}
	}
	a.append(piece)
}

func (a *accumulator) append(piece goja.String) {
	a.text.WriteString(piece)
	a.length += piece.Length()
}

// set replaces the text.
func (a *accumulator) set(text goja.String) {
	a.text, a.length = goja.StringBuilder{}, 0
	a.changes++
	a.append(text)
}

// Get implements [goja.DynamicObject]: the properties that compiled programs read.
func (a *accumulator) Get(name string) goja.Value {
	switch name {
	case source.TextValue:
		return a.text.String()
	case source.TextAdd:
		return a.methods.add
	case source.TextSet:
		return a.methods.set
	}
	return a.methods.vm.NewDynamicObject(&mark{text: a.text.String(), changes: a.changes})
}

// opaque is an object of which nothing but its identity is used: it implements [goja.DynamicObject] with no properties.
type opaque struct{}

// Get implements [goja.DynamicObject].
func (opaque) Get(string) goja.Value { return nil }

// Set implements [goja.DynamicObject].
func (opaque) Set(string, goja.Value) bool { return false }

// Has implements [goja.DynamicObject].
func (opaque) Has(string) bool { return false }

// Delete implements [goja.DynamicObject].
func (opaque) Delete(string) bool { return false }

// Keys implements [goja.DynamicObject].
func (opaque) Keys() []string { return nil }
