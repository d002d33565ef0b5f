package library

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/jsontext"
	"github.com/runcode-dev/runcode/interp/internal/library/units"
)

// installJSON puts exact and fast functions in the place of goja's.
func installJSON(l *library) error {
	object, err := l.object("JSON")
	if err != nil {
		return err
	}
	printer, err := jsontext.NewPrinter(l.vm)
	if err != nil {
		return err
	}
	return l.define(object,
		method{"parse", 2, l.parseJSON},
		method{"stringify", 3, func(call goja.FunctionCall) goja.Value {
			defer l.rethrow()
			return printer.Stringify(call.Argument(0), call.Argument(1), call.Argument(2))
		}},
	)
}

// rethrow turns the package's own panic into an exception of the machine.
func (l *library) rethrow() {
	switch r := recover().(type) {
	case nil:
	case *jsontext.LimitError:
		l.throw("RangeError", "%s", r)
	default:
		panic(r)
	}
}

func (l *library) parseJSON(call goja.FunctionCall) goja.Value {
	v, err := jsontext.Parse(l.vm, units.WTF8(l.toString(call.Argument(0))))
	var syntax *jsontext.SyntaxError
	switch {
	case errors.As(err, &syntax):
		l.throw("SyntaxError", "%s", syntax.Message)
	case err != nil:
		l.throw("RangeError", "%s", err)
	}
	if revive, ok := goja.AssertFunction(call.Argument(1)); ok {
		return l.reviveAll(revive, v)
	}
	return v
}

// toString is the conversion that the language makes where it wants a string.
func (l *library) toString(v goja.Value) goja.String {
	switch v := v.(type) {
	case goja.String:
		return v
	case *goja.Symbol:
		panic(l.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	case *goja.Object:
		if s, ok := v.ToString().(goja.String); ok {
			return s
		}
	}
	return l.vm.ToValue(v.String()).(goja.String)
}
