package library

import (
	"errors"
	"reflect"
	"slices"

	"github.com/dop251/goja"
)

// installProxy has the traps apply and construct get lists of arguments that they may keep. The machine gives them a part of
// its own stack, which the next call overwrites.
func installProxy(l *library) error {
	class, err := l.object("Proxy")
	if err != nil {
		return err
	}
	construct, ok := goja.AssertConstructor(class)
	if !ok {
		return errors.New("class Proxy has no constructor")
	}
	revocable, err := l.original("Proxy", "revocable")
	if err != nil {
		return err
	}
	err = l.define(class, method{"revocable", 2, func(call goja.FunctionCall) goja.Value {
		made := revocable(call).(*goja.Object)
		if err := made.Set("proxy", l.copiesArguments(made.Get("proxy").(*goja.Object))); err != nil {
			panic(err)
		}
		return made
	}})
	if err != nil {
		return err
	}
	if err := l.showProxies(); err != nil {
		return err
	}
	copying := l.vm.NewProxy(class, &goja.ProxyTrapConfig{
		Construct: func(class *goja.Object, args []goja.Value, _ *goja.Object) *goja.Object {
			made, err := construct(class, args...)
			if err != nil {
				panic(err)
			}
			return l.copiesArguments(made)
		},
	})
	return hidden(l.vm.GlobalObject(), "Proxy", l.vm.ToValue(copying))
}

// copiesArguments puts another Proxy around one of a function, which only copies the arguments of calls.
func (l *library) copiesArguments(proxy *goja.Object) *goja.Object {
	call, ok := goja.AssertFunction(proxy)
	if !ok {
		return proxy
	}
	traps := &goja.ProxyTrapConfig{Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
		v, err := call(this, slices.Clone(args)...)
		if err != nil {
			panic(err)
		}
		return v
	}}
	if construct, ok := goja.AssertConstructor(proxy); ok {
		traps.Construct = func(_ *goja.Object, args []goja.Value, newTarget *goja.Object) *goja.Object {
			o, err := construct(newTarget, slices.Clone(args)...)
			if err != nil {
				panic(err)
			}
			return o
		}
	}
	return l.vm.ToValue(l.vm.NewProxy(proxy, traps)).(*goja.Object)
}

// showProxies has the method toString of functions know a Proxy behind another one.
func (l *library) showProxies() error {
	prototype, err := l.object("Function", "prototype")
	if err != nil {
		return err
	}
	original, err := l.original("Function", "prototype", "toString")
	if err != nil {
		return err
	}
	return l.define(prototype, method{"toString", 0, func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok && o.ExportType() == proxyType && isFunction(o) {
			return l.vm.ToValue("function () { [native code] }")
		}
		return original(call)
	}})
}

var proxyType = reflect.TypeFor[goja.Proxy]()
