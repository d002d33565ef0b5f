package library

import (
	"fmt"
	"maps"
	"strings"

	"github.com/dop251/goja"
)

// keepSources lets expressions that were rewritten say what they were before. They cannot have that as a property of their
// own: the machine has fast ways for expressions without any. Where a program has itself written what another of its
// expressions was rewritten to, the two look alike, as they mean the same.
func (l *library) keepSources() error {
	if l.sources != nil {
		return nil
	}
	prototype, err := l.object("RegExp", "prototype")
	if err != nil {
		return err
	}
	l.sources = make(map[string]string)
	maps.Copy(l.sources, l.host.Sources())
	original, err := l.getter(prototype, "source")
	if err != nil {
		return err
	}
	get, err := l.function(method{"get source", 0, func(call goja.FunctionCall) goja.Value {
		source := original(call)
		if text, ok := l.sources[sourceKey(source)]; ok {
			return l.vm.ToValue(text)
		}
		return source
	}})
	if err != nil {
		return err
	}
	if err := prototype.DefineAccessorProperty("source", get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return l.define(prototype, method{"toString", 0, func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			panic(l.vm.NewTypeError("RegExp.prototype.toString requires that 'this' be an Object"))
		}
		return l.vm.ToValue("/" + l.toString(o.Get("source")).String() + "/" + l.toString(o.Get("flags")).String())
	}})
}

// sourceKey is by what the machine says of a rewritten expression. It escapes a slash in a class.
func sourceKey(source goja.Value) string { return strings.ReplaceAll(source.String(), `\u002f`, "/") }

// getter is the function behind a property of the standard library.
func (l *library) getter(o *goja.Object, name string) (native, error) {
	reflection, err := l.object("Object")
	if err != nil {
		return nil, err
	}
	describe, err := l.original("Object", "getOwnPropertyDescriptor")
	if err != nil {
		return nil, err
	}
	d, ok := describe(goja.FunctionCall{This: reflection, Arguments: []goja.Value{o, l.vm.ToValue(name)}}).(*goja.Object)
	if ok {
		if f, ok := d.Get("get").(*goja.Object); ok {
			if get, ok := f.Export().(native); ok {
				return get, nil
			}
		}
	}
	return nil, fmt.Errorf("%s has no native getter", name)
}
