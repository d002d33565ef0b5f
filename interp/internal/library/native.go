package library

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"
)

// native is a function of the machine that is written in Go. It throws by panicking with a value of the machine.
type native = func(goja.FunctionCall) goja.Value

// method is a native function as a property.
type method struct {
	name   string
	length int // what its length property says: the number of parameters
	call   native
}

// function makes a function of the machine that looks like one of its own.
func (l *library) function(m method) (*goja.Object, error) {
	f := l.vm.ToValue(m.call).(*goja.Object)
	// Without a name the program would see the one that the Go function has.
	if err := f.DefineDataProperty("name", l.vm.ToValue(m.name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return nil, err
	}
	if m.length > 0 {
		if err := f.DefineDataProperty("length", l.vm.ToValue(m.length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// define makes the methods properties of o, not enumerable, as those of the standard library are.
func (l *library) define(o *goja.Object, methods ...method) error {
	for _, m := range methods {
		f, err := l.function(m)
		if err != nil {
			return err
		}
		if err := hidden(o, m.name, f); err != nil {
			return err
		}
	}
	return nil
}

// hidden sets a property that is writable and configurable but not enumerable.
func hidden(o *goja.Object, name string, v goja.Value) error {
	return o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// object finds an object of the standard library, such as "Array", "prototype".
func (l *library) object(path ...string) (*goja.Object, error) {
	o := l.vm.GlobalObject()
	for i, name := range path {
		next, ok := o.Get(name).(*goja.Object)
		if !ok {
			return nil, fmt.Errorf("%v is missing", path[:i+1])
		}
		o = next
	}
	return o, nil
}

// original is a function of the standard library as it is before the program runs.
func (l *library) original(path ...string) (native, error) {
	o, err := l.object(path...)
	if err != nil {
		return nil, err
	}
	f, ok := o.Export().(native)
	if !ok {
		return nil, fmt.Errorf("%v is not a native function", path)
	}
	return f, nil
}

// throw ends the native function that calls it with an error of the named class.
func (l *library) throw(class, format string, args ...any) {
	panic(l.newError(class, fmt.Sprintf(format, args...)))
}

func (l *library) newError(class, message string) *goja.Object {
	if ctor, ok := l.vm.GlobalObject().Get(class).(*goja.Object); ok {
		if e, err := l.vm.New(ctor, l.vm.ToValue(message)); err == nil {
			return e
		}
	}
	return l.vm.NewTypeError("%s", message)
}

// toPrimitive is the conversion of an object that the language makes. hint is "default" or "number".
func (l *library) toPrimitive(v goja.Value, hint string) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	methods, args := []goja.Value{o.Get("valueOf"), o.Get("toString")}, []goja.Value(nil)
	if exotic := o.GetSymbol(goja.SymToPrimitive); !nullish(exotic) {
		methods, args = []goja.Value{exotic}, []goja.Value{l.vm.ToValue(hint)}
	}
	for _, m := range methods {
		f, ok := goja.AssertFunction(m)
		if !ok {
			continue
		}
		result, err := f(o, args...)
		if err != nil {
			panic(err) // what it throws goes on its way
		}
		if _, ok := result.(*goja.Object); !ok {
			return result
		}
	}
	panic(l.vm.NewTypeError("Cannot convert object to primitive value"))
}

// toNumeric gives the scripts what a value is where a number is wanted.
func toNumeric(l *library) method {
	return method{"toNumeric", 1, func(call goja.FunctionCall) goja.Value { return l.toPrimitive(call.Argument(0), "number") }}
}

// optional is the i-th argument, or nil where it is missing or undefined.
func optional(call goja.FunctionCall, i int) goja.Value {
	if v := call.Argument(i); !goja.IsUndefined(v) {
		return v
	}
	return nil
}

func itoa(i int) string { return strconv.Itoa(i) }
