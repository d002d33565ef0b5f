package library

import "github.com/dop251/goja"

// fixRadix keeps the sign of numbers between -1 and 0 that are written with another base than ten.
func fixRadix(l *library) error {
	prototype, err := l.object("Number", "prototype")
	if err != nil {
		return err
	}
	original, err := l.original("Number", "prototype", "toString")
	if err != nil {
		return err
	}
	return l.define(prototype, method{"toString", 1, func(call goja.FunctionCall) goja.Value {
		if !goja.IsNumber(call.This) || goja.IsUndefined(call.Argument(0)) {
			return original(call)
		}
		f := call.This.ToFloat()
		if radix := call.Argument(0).ToInteger(); f <= -1 || f >= 0 || f != f || radix == 10 {
			return original(call)
		}
		positive := original(goja.FunctionCall{This: l.vm.ToValue(-f), Arguments: call.Arguments})
		return l.vm.ToValue("-" + positive.String())
	}})
}

// fixNegativeRounding has the machine round positive numbers only: of a negative one that rounds up to a power of ten, it
// loses the digits, (-9.7).toPrecision(1).
func fixNegativeRounding(l *library) error {
	prototype, err := l.object("Number", "prototype")
	if err != nil {
		return err
	}
	for _, name := range []string{"toExponential", "toPrecision"} {
		original, err := l.original("Number", "prototype", name)
		if err != nil {
			return err
		}
		err = l.define(prototype, method{name, 1, func(call goja.FunctionCall) goja.Value {
			if !goja.IsNumber(call.This) || !(call.This.ToFloat() < 0) {
				return original(call)
			}
			positive := original(goja.FunctionCall{This: l.vm.ToValue(-call.This.ToFloat()), Arguments: call.Arguments})
			return l.vm.ToValue("-" + positive.String())
		}})
		if err != nil {
			return err
		}
	}
	return nil
}
