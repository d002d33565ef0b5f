package interp

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"
)

// reservedGlobals are the names that the engine itself gives a meaning. It is a constant table.
var reservedGlobals = map[string]bool{
	"input": true, "console": true, "globalThis": true, "undefined": true, "NaN": true, "Infinity": true,
	"ToolCallError": true, "eval": true, "Function": true, "Object": true, "Array": true, "Promise": true, "Error": true,
	"JSON": true, "Math": true, "String": true, "Number": true, "Boolean": true, "Symbol": true, "Date": true,
	"RegExp": true, "Map": true, "Set": true, "Reflect": true, "Proxy": true,
}

// forbidCodeFromText takes away every way to make code out of text: eval, and the constructors of the kinds of functions,
// which every function leads to. `f instanceof Function` stays true. A program without a star has no generator functions,
// and there is no constructor that makes async generators, since those are lowered.
func forbidCodeFromText(vm *goja.Runtime, p *prelude, generators bool) error {
	global := vm.GlobalObject()
	if err := global.Delete("eval"); err != nil {
		return fmt.Errorf("removing eval: %w", err)
	}
	plain := vm.Get("Function").(*goja.Object).Get("prototype").(*goja.Object)
	refuse, err := replaceConstructor(vm, plain, "Function")
	if err != nil {
		return err
	}
	if err := define(global, "Function", refuse, goja.FLAG_FALSE); err != nil {
		return fmt.Errorf("replacing Function: %w", err)
	}
	kinds := []functionKind{{"AsyncFunction", p.asyncFunction}}
	if generators {
		kinds = append(kinds, functionKind{"GeneratorFunction", p.generatorFunction})
	}
	for _, kind := range kinds {
		f, err := vm.RunProgram(kind.one)
		if err != nil {
			return fmt.Errorf("finding %s: %w", kind.name, err)
		}
		if _, err := replaceConstructor(vm, f.(*goja.Object).Prototype(), kind.name); err != nil {
			return err
		}
	}
	return nil
}

// functionKind is a kind of functions that has no global constructor, with a program that makes one.
type functionKind struct {
	name string
	one  *goja.Program
}

// replaceConstructor makes the constructor that a prototype of functions leads to one that refuses.
func replaceConstructor(vm *goja.Runtime, proto *goja.Object, name string) (*goja.Object, error) {
	refuse := vm.ToValue(func(goja.ConstructorCall) *goja.Object {
		panic(vm.NewTypeError("a program cannot make code from text"))
	}).(*goja.Object)
	err := errors.Join(
		rename(vm, refuse, name),
		refuse.Set("prototype", proto),
		proto.DefineDataProperty("constructor", refuse, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE),
	)
	if err != nil {
		return nil, fmt.Errorf("replacing the constructor %s: %w", name, err)
	}
	return refuse, nil
}

// rename gives a native function a name, in place of the Go name that it gets by itself.
func rename(vm *goja.Runtime, f *goja.Object, name string) error {
	return f.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
