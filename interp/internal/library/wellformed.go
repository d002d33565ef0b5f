package library

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
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
			return l.vm.ToValue(wellFormed(this(call, "isWellFormed")))
		}},
		method{"toWellFormed", 0, func(call goja.FunctionCall) goja.Value {
			s := this(call, "toWellFormed")
			if wellFormed(s) {
				return s
			}
			return l.vm.ToValue(s.String()) // Go's text has U+FFFD in the place of lone surrogates
		}},
	)
}

func wellFormed(s goja.String) bool {
	if !strings.ContainsRune(s.String(), utf8.RuneError) {
		return true
	}
	for i := 0; i < s.Length(); i++ {
		if !utf16.IsSurrogate(rune(s.CharAt(i))) {
			continue
		}
		if i+1 == s.Length() || utf16.DecodeRune(rune(s.CharAt(i)), rune(s.CharAt(i+1))) == utf8.RuneError {
			return false
		}
		i++
	}
	return true
}
