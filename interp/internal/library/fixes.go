package library

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
)

// fixTypedFrom lets the from method of typed arrays take a string, which goja refuses.
func fixTypedFrom(l *library) error {
	class, err := l.object("Int8Array")
	if err != nil {
		return err
	}
	original, ok := class.Prototype().Get("from").(*goja.Object).Export().(native)
	if !ok {
		return errors.New("TypedArray.from is not a native function")
	}
	return l.define(class.Prototype(), method{"from", 1, func(call goja.FunctionCall) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok {
			call.Arguments = append([]goja.Value{s.ToObject(l.vm)}, call.Arguments[1:]...)
		}
		return original(call)
	}})
}

// fixSign makes Math.sign answer a number for what is not one; goja gives its argument back.
func fixSign(l *library) error {
	math, err := l.object("Math")
	if err != nil {
		return err
	}
	original, err := l.original("Math", "sign")
	if err != nil {
		return err
	}
	return l.define(math, method{"sign", 1, func(call goja.FunctionCall) goja.Value {
		call.Arguments = []goja.Value{call.Argument(0).ToNumber()}
		return original(call)
	}})
}

// fixReplaceAll keeps goja from looking for the empty string for ever, where it is to be replaced in the empty string.
func fixReplaceAll(l *library) error {
	prototype, err := l.object("String", "prototype")
	if err != nil {
		return err
	}
	original, err := l.original("String", "prototype", "replaceAll")
	if err != nil {
		return err
	}
	return l.define(prototype, method{"replaceAll", 2, func(call goja.FunctionCall) goja.Value {
		search := call.Argument(0)
		if o, ok := search.(*goja.Object); ok && !nullish(o.GetSymbol(goja.SymReplace)) || nullish(call.This) {
			return original(call)
		}
		text := l.toString(search)
		if text.Length() > 0 {
			call.Arguments = []goja.Value{text, call.Argument(1)}
			return original(call)
		}
		return l.interleave(l.toString(call.This), call.Argument(1))
	}})
}

func nullish(v goja.Value) bool {
	return v == nil || goja.IsUndefined(v) || goja.IsNull(v)
}

// interleave puts the replacement before each UTF-16 unit of s and after the last.
func (l *library) interleave(s goja.String, replacement goja.Value) goja.Value {
	f, ok := goja.AssertFunction(replacement)
	var template string
	if !ok {
		template = l.toString(replacement).String()
	}
	empty := l.vm.ToValue("").(goja.String)
	result := empty
	for i := range s.Length() + 1 {
		if ok {
			v, err := f(goja.Undefined(), empty, l.vm.ToValue(i), s)
			if err != nil {
				panic(err)
			}
			result = result.Concat(l.toString(v))
		} else {
			expanded := strings.NewReplacer("$$", "$", "$&", "", "$`", s.Substring(0, i).String(), "$'", s.Substring(i, s.Length()).String())
			result = result.Concat(l.vm.ToValue(expanded.Replace(template)).(goja.String))
		}
		if i < s.Length() {
			result = result.Concat(s.Substring(i, i+1))
		}
	}
	return result
}

// installOldDates adds what very old programs call.
func installOldDates(l *library) error {
	prototype, err := l.object("Date", "prototype")
	if err != nil {
		return err
	}
	full, err := l.original("Date", "prototype", "getFullYear")
	if err != nil {
		return err
	}
	setFull, err := l.original("Date", "prototype", "setFullYear")
	if err != nil {
		return err
	}
	utc, err := l.object("Date", "prototype", "toUTCString")
	if err != nil {
		return err
	}
	if err := hidden(prototype, "toGMTString", utc); err != nil {
		return err
	}
	return l.define(prototype,
		method{"getYear", 0, func(call goja.FunctionCall) goja.Value {
			year := full(call)
			if f := year.ToFloat(); f == f {
				return l.vm.ToValue(f - 1900)
			}
			return year
		}},
		method{"setYear", 1, func(call goja.FunctionCall) goja.Value {
			year := call.Argument(0).ToFloat()
			if 0 <= year && year <= 99 {
				year += 1900
			}
			return setFull(goja.FunctionCall{This: call.This, Arguments: []goja.Value{l.vm.ToValue(year)}})
		}},
	)
}
