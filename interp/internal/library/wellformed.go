package library

import (
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/units"
)

// installWellFormed adds the methods that find and mend lone surrogates.
func installWellFormed(l *library) error {
	prototype, err := l.object("String", "prototype")
	if err != nil {
		return err
	}
	this := func(call goja.FunctionCall, name string) goja.String {
		if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
			panic(l.vm.NewTypeError("String.prototype.%s called on null or undefined", name))
		}
		return l.toString(call.This)
	}
	return l.define(prototype,
		method{"isWellFormed", 0, func(call goja.FunctionCall) goja.Value {
			return l.vm.ToValue(units.WellFormed(this(call, "isWellFormed")))
		}},
		method{"toWellFormed", 0, func(call goja.FunctionCall) goja.Value {
			s := this(call, "toWellFormed")
			if units.WellFormed(s) {
				return s
			}
			return l.vm.ToValue(s.String()) // Go's text has U+FFFD in the place of lone surrogates
		}},
	)
}
