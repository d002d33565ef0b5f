package library

import (
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/inspect"
)

// showAs tells the console how to show the objects of a class whose fields are private: by its name, and the object or the
// list of pairs that a function makes of them.
func showAs(l *library) method {
	return method{"showAs", 4, func(call goja.FunctionCall) goja.Value {
		prototype := call.Argument(0).ToObject(l.vm)
		view := l.vm.NewArray(call.Argument(1), call.Argument(2), call.Argument(3).ToBoolean())
		err := prototype.DefineDataPropertySymbol(inspect.View, view, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		if err != nil {
			panic(err)
		}
		return goja.Undefined()
	}}
}
