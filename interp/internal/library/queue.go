package library

import (
	"reflect"

	"github.com/dop251/goja"
)

// installQueues lets programs take and put elements at the front of an array. goja miscounts the elements of an array when
// it has done so once, and from then on moves all others one by one, which takes a minute for a queue of 100,000. Splice
// does the same to the array, and counts right.
func installQueues(l *library) error {
	prototype, err := l.object("Array", "prototype")
	if err != nil {
		return err
	}
	splice, err := l.original("Array", "prototype", "splice")
	if err != nil {
		return err
	}
	// plain tells arrays that splice treats as the others would: it makes an array of the same class for what it takes out.
	plain := func(v goja.Value) (*goja.Object, bool) {
		o, ok := v.(*goja.Object)
		return o, ok && o.ClassName() == "Array" && o.ExportType() == arrayType && o.Prototype() == prototype
	}
	shift, err := l.original("Array", "prototype", "shift")
	if err != nil {
		return err
	}
	unshift, err := l.original("Array", "prototype", "unshift")
	if err != nil {
		return err
	}
	push, err := l.original("Array", "prototype", "push")
	if err != nil {
		return err
	}
	zero, one := l.vm.ToValue(0), l.vm.ToValue(1)
	return l.define(prototype,
		method{"shift", 0, func(call goja.FunctionCall) goja.Value {
			o, ok := plain(call.This)
			if !ok || lengthOf(o) == 0 {
				return shift(call)
			}
			first := o.Get("0")
			splice(goja.FunctionCall{This: o, Arguments: []goja.Value{zero, one}})
			if first == nil {
				return goja.Undefined()
			}
			return first
		}},
		method{"unshift", 1, func(call goja.FunctionCall) goja.Value {
			o, ok := plain(call.This)
			if !ok || len(call.Arguments) == 0 {
				return unshift(call)
			}
			// Splice makes room for no more than it needs, and so copies the whole array each time; push makes more.
			end := o.Get("length")
			push(goja.FunctionCall{This: o, Arguments: call.Arguments})
			splice(goja.FunctionCall{This: o, Arguments: []goja.Value{end}})
			splice(goja.FunctionCall{This: o, Arguments: append([]goja.Value{zero, zero}, call.Arguments...)})
			return o.Get("length")
		}},
	)
}

// arrayType is what the machine says of arrays, and of nothing that only looks like one.
var arrayType = reflect.TypeFor[[]any]()
