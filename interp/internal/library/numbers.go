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
