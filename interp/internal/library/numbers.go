package library

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

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

// fixYears makes Date.prototype.toISOString write years of more or less than four digits with six and a sign.
func fixYears(l *library) error {
	prototype, err := l.object("Date", "prototype")
	if err != nil {
		return err
	}
	original, err := l.original("Date", "prototype", "toISOString")
	if err != nil {
		return err
	}
	return l.define(prototype, method{"toISOString", 0, func(call goja.FunctionCall) goja.Value {
		written := original(call)
		text := written.String()
		sign := text[:1]
		if sign != "+" && sign != "-" {
			return written
		}
		year, rest, _ := strings.Cut(text[1:], "-")
		return l.vm.ToValue(fmt.Sprintf("%s%06s-%s", sign, year, rest))
	}})
}
