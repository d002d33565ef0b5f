package interp

import (
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

// forbidCodeFromText takes away every way to make code out of text: eval, and the constructors of the four kinds of
// functions, which every function leads to. `f instanceof Function` stays true.
func forbidCodeFromText(vm *goja.Runtime, kinds *goja.Program) error {
	global := vm.GlobalObject()
	if err := global.Delete("eval"); err != nil {
		return fmt.Errorf("removing eval: %w", err)
	}
	made, err := vm.RunProgram(kinds)
	if err != nil {
		return fmt.Errorf("finding the kinds of functions: %w", err)
	}
	list := made.(*goja.Object)
	for _, kind := range []struct{ index, name string }{
		{"0", "Function"}, {"1", "AsyncFunction"}, {"2", "GeneratorFunction"},
	} {
		proto := list.Get(kind.index).(*goja.Object).Prototype()
		refuse := vm.ToValue(refuseCode(vm)).(*goja.Object)
		if err := dress(vm, refuse, kind.name, proto); err != nil {
			return err
		}
		if err := proto.DefineDataProperty("constructor", refuse, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return fmt.Errorf("replacing %s: %w", kind.name, err)
		}
		if kind.name == "Function" {
			if err := global.DefineDataProperty(kind.name, refuse, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return fmt.Errorf("replacing Function: %w", err)
			}
		}
	}
	return nil
}

// functionKinds makes one function of each kind.
const functionKinds = `[function(){}, async function(){}, function*(){}]`

// refuseCode is what stands in for a constructor of functions.
func refuseCode(vm *goja.Runtime) func(goja.ConstructorCall) *goja.Object {
	return func(goja.ConstructorCall) *goja.Object {
		panic(vm.NewTypeError("a program cannot make code from text"))
	}
}

// dress gives a native function the name and prototype that programs see.
func dress(vm *goja.Runtime, f *goja.Object, name string, proto *goja.Object) error {
	if err := rename(vm, f, name); err != nil {
		return err
	}
	if err := f.Set("prototype", proto); err != nil {
		return fmt.Errorf("setting the prototype of %s: %w", name, err)
	}
	return nil
}

// rename gives a native function a name, in place of the Go name that it gets by itself.
func rename(vm *goja.Runtime, f *goja.Object, name string) error {
	return f.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
