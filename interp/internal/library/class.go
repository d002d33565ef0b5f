package library

import (
	"fmt"

	"github.com/dop251/goja"
)

// replaceClass puts another constructor in the place of one of the standard library. It has the same prototype and the same
// static members, and makes its objects with the original. When it is called without new, it makes an object too.
func (l *library) replaceClass(name string, make func(goja.Constructor, goja.ConstructorCall) *goja.Object) error {
	original, err := l.object(name)
	if err != nil {
		return err
	}
	construct, ok := goja.AssertConstructor(original)
	if !ok {
		return fmt.Errorf("%s is not a constructor", name)
	}
	class := l.vm.ToValue(func(call goja.ConstructorCall) *goja.Object { return make(construct, call) }).(*goja.Object)
	if err := class.SetPrototype(original.Prototype()); err != nil {
		return err
	}
	for _, member := range original.GetOwnPropertyNames() {
		// All these are data properties; what a program may change is what it may change of the prototype of a class.
		writable := goja.ToFlag(member != "prototype" && member != "name" && member != "length")
		configurable := goja.ToFlag(member != "prototype")
		if err := class.DefineDataProperty(member, original.Get(member), writable, configurable, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	if species := original.GetSymbol(goja.SymSpecies); species != nil {
		get := l.vm.ToValue(func(call goja.FunctionCall) goja.Value { return call.This })
		if err := class.DefineAccessorPropertySymbol(goja.SymSpecies, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	if err := hidden(original.Get("prototype").(*goja.Object), "constructor", class); err != nil {
		return err
	}
	return hidden(l.vm.GlobalObject(), name, class)
}
