package interp

import (
	"errors"
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// defineLists makes the functions that compiled programs build lists with.
func (r *run) defineLists() error {
	if !r.program.Copies {
		return nil
	}
	class := r.vm.Get("Array").(*goja.Object)
	from, ok := class.Get("from").Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		return errors.New("the function Array.from is not a native function")
	}
	push, ok := class.Get("prototype").(*goja.Object).Get("push").Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		return errors.New("the method push of arrays is not a native function")
	}
	list := r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		v := call.Argument(0)
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" && o.ExportType() == arrayType {
			return from(goja.FunctionCall{This: class, Arguments: []goja.Value{v}})
		}
		if goja.IsUndefined(v) || goja.IsNull(v) {
			panic(r.vm.NewTypeError("object is not iterable")) // as for other values
		}
		var elements []any
		r.vm.ForOf(v, func(e goja.Value) bool {
			elements = append(elements, e)
			return true
		})
		return r.vm.NewArray(elements...)
	}).(*goja.Object)
	join := func(call goja.FunctionCall) goja.Value {
		rest, ok := call.Argument(1).(*goja.Object)
		if !ok || rest.ExportType() != arrayType || rest.Get("length").ToInteger() > maxRest {
			panic(r.vm.NewTypeError("Invalid array length: a list may be longer than another by %d", maxRest))
		}
		elements := make([]goja.Value, rest.Get("length").ToInteger())
		for i := range elements {
			elements[i] = rest.Get(strconv.Itoa(i))
		}
		push(goja.FunctionCall{This: call.Argument(0), Arguments: elements})
		return call.Argument(0)
	}
	global := r.vm.GlobalObject()
	return errors.Join(
		rename(r.vm, list, source.Copy), // by which an error of it is known
		global.DefineDataProperty(source.Copy, list, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE),
		global.DefineDataProperty(source.Append, r.vm.ToValue(join), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE),
	)
}

// maxRest is how many elements are put behind others at once.
const maxRest = 10_000_000

// arrayType is what the machine says of arrays, and of nothing that only looks like one.
var arrayType = reflect.TypeFor[[]any]()
