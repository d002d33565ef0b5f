package library

import (
	"math"
	"slices"

	"github.com/dop251/goja"
)

// Limits of what one call of a function of the standard library may ask for. The machine cannot be interrupted inside such
// a function, so a larger call would run past every deadline, or take more memory than the process may have.
const (
	maxText     = 64 << 20   // UTF-16 units of a string
	maxElements = 10_000_000 // elements that one call may visit
	maxBuffer   = 256 << 20  // bytes of an ArrayBuffer
	maxSpread   = 1_000_000  // arguments of one call
	maxNesting  = 500        // levels that flat descends
)

// guarded puts a check before each of the named methods of a prototype. Within the limits they are what they were.
func guarded(class string, check func(l *library, name string, call goja.FunctionCall), names ...string) func(*library) error {
	return func(l *library) error {
		o, err := l.object(class, "prototype")
		if err != nil {
			return err
		}
		return l.guard(o, check, names...)
	}
}

func guardedStatic(class string, check func(l *library, name string, call goja.FunctionCall), names ...string) func(*library) error {
	return func(l *library) error {
		o, err := l.object(class)
		if err != nil {
			return err
		}
		return l.guard(o, check, names...)
	}
}

func (l *library) guard(o *goja.Object, check func(l *library, name string, call goja.FunctionCall), names ...string) error {
	for _, name := range names {
		f, ok := o.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		original, ok := f.Export().(native)
		if !ok {
			continue
		}
		err := l.define(o, method{name, int(f.Get("length").ToInteger()), func(call goja.FunctionCall) goja.Value {
			check(l, name, call)
			return original(call)
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// each runs several installers.
func each(installs ...func(*library) error) func(*library) error {
	return func(l *library) error {
		for _, install := range installs {
			if err := install(l); err != nil {
				return err
			}
		}
		return nil
	}
}

// checkLength refuses methods of arrays that visit every element.
func checkLength(l *library, name string, call goja.FunctionCall) {
	l.checkElements(name, lengthOf(call.This))
}

func (l *library) checkElements(name string, n float64) {
	if n > maxElements {
		l.throw("RangeError", "Invalid array length: %s would visit %.0f elements, and one call may visit %d", name, n, maxElements)
	}
}

// lengthOf is the length of an array or of what a program passes off as one; 0 for what has none.
func lengthOf(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	if !ok {
		return 0
	}
	n := o.Get("length")
	if n == nil || !goja.IsNumber(n) {
		return 0
	}
	return n.ToFloat()
}

// checkJoin also counts the separators, since a joined array without elements is nothing but them, and the elements of the
// arrays within, which are joined in turn: a few that hold one another twice make more than can ever be visited.
func checkJoin(l *library, name string, call goja.FunctionCall) {
	n := lengthOf(call.This)
	l.checkElements(name, n)
	if s, ok := call.Argument(0).(goja.String); ok {
		l.checkText(name, n*float64(s.Length()))
	}
	if o, ok := call.This.(*goja.Object); ok && o.ClassName() == "Array" {
		w := flatWalk{library: l, name: name, circles: true}
		w.walk(o, math.Inf(1), 0)
	}
}

// checkDigits refuses texts that take too long to read as a number.
func checkDigits(l *library, name string, call goja.FunctionCall) {
	const most = 1 << 20
	if s, ok := call.Argument(0).(goja.String); ok && s.Length() > most {
		l.throw("RangeError", "Invalid string length: %s would read %d characters, and one call may read %d", name, s.Length(), most)
	}
}

// guardParseFloat puts a check before a function that is a global one and a member of Number.
func guardParseFloat(l *library) error {
	const name = "parseFloat"
	if err := l.guard(l.vm.GlobalObject(), checkDigits, name); err != nil {
		return err
	}
	number, err := l.object("Number")
	if err != nil {
		return err
	}
	return hidden(number, name, l.vm.Get(name))
}

func checkConcat(l *library, name string, call goja.FunctionCall) {
	n := lengthOf(call.This)
	for _, v := range call.Arguments {
		n += lengthOf(v)
	}
	l.checkElements(name, n)
}

// checkFrom refuses what Array.from would copy.
func checkFrom(l *library, name string, call goja.FunctionCall) {
	l.checkElements(name, lengthOf(call.Argument(0)))
}

func checkArguments(l *library, name string, call goja.FunctionCall) {
	for _, v := range call.Arguments {
		if n := lengthOf(v); n > maxSpread && !isFunction(v) {
			l.throw("RangeError", "Maximum call stack size exceeded: %s would pass %.0f arguments, and a call may have %d", name, n, maxSpread)
		}
	}
}

func isFunction(v goja.Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}

func (l *library) checkText(name string, n float64) {
	if n > maxText {
		l.throw("RangeError", "Invalid string length: %s would make %.0f characters, and a string may have %d", name, n, maxText)
	}
}

func checkRepeat(l *library, name string, call goja.FunctionCall) {
	s, ok := call.This.(goja.String)
	if n := call.Argument(0); ok && goja.IsNumber(n) && n.ToFloat() < math.Inf(1) {
		l.checkText(name, float64(s.Length())*n.ToFloat())
	}
}

func checkPad(l *library, name string, call goja.FunctionCall) {
	if n := call.Argument(0); goja.IsNumber(n) {
		l.checkText(name, n.ToFloat())
	}
}

// checkFlat walks what flat is about to walk, and stops where it would not end.
func checkFlat(l *library, name string, call goja.FunctionCall) {
	depth := 1.0
	if v := optional(call, 0); v != nil && goja.IsNumber(v) {
		depth = v.ToFloat()
	}
	o, ok := call.This.(*goja.Object)
	if !ok {
		return
	}
	w := flatWalk{library: l, name: name}
	w.walk(o, depth, 0)
}

type flatWalk struct {
	*library
	name    string
	visited float64
	circles bool // an array within itself is passed over, as join does
	open    []*goja.Object
}

func (w *flatWalk) walk(o *goja.Object, depth float64, level int) {
	if level > maxNesting {
		w.throw("RangeError", "Maximum call stack size exceeded: %s found arrays nested more than %d levels, or an array within itself", w.name, maxNesting)
	}
	n := lengthOf(o)
	w.visited += n
	w.checkElements(w.name, w.visited)
	if depth < 1 {
		return
	}
	w.open = append(w.open, o)
	for i := range int(n) {
		inner, ok := o.Get(itoa(i)).(*goja.Object)
		if ok && inner.ClassName() == "Array" && !(w.circles && slices.Contains(w.open, inner)) {
			w.walk(inner, depth-1, level+1)
		}
	}
	w.open = w.open[:level]
}

// bufferClasses are the constructors that allocate as many bytes as they are asked for, with the size of an element. It is
// a constant table.
var bufferClasses = []struct {
	name string
	size float64
}{
	{"ArrayBuffer", 1}, {"Int8Array", 1}, {"Uint8Array", 1}, {"Uint8ClampedArray", 1}, {"Int16Array", 2}, {"Uint16Array", 2},
	{"Int32Array", 4}, {"Uint32Array", 4}, {"Float32Array", 4}, {"Float64Array", 8}, {"BigInt64Array", 8}, {"BigUint64Array", 8},
}

// guardBuffers puts a check before the constructors of buffers.
func guardBuffers(l *library) error {
	for _, class := range bufferClasses {
		err := l.replaceClass(class.name, func(construct goja.Constructor, call goja.ConstructorCall) *goja.Object {
			l.checkBuffer(class.name, class.size, call.Arguments)
			o, err := construct(call.NewTarget, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return o
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *library) checkBuffer(class string, size float64, args []goja.Value) {
	if len(args) == 0 {
		return
	}
	n := lengthOf(args[0])
	if goja.IsNumber(args[0]) {
		n = args[0].ToFloat()
	}
	if n*size > maxBuffer {
		l.throw("RangeError", "Array buffer allocation failed: new %s would take %.0f bytes, and a buffer may have %d", class, n*size, maxBuffer)
	}
}
