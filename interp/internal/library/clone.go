package library

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/value"
)

// kindOf tells structuredClone what it has before it, in a way that the program cannot fake.
func kindOf(l *library) method {
	return method{"kindOf", 1, func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok {
			return goja.Undefined()
		}
		if ordinary, lazy := value.Ordinary(o); lazy {
			o = ordinary
		}
		return l.vm.ToValue(kind(o))
	}}
}

// plainType is what the machine says of objects that have nothing but properties.
var plainType = reflect.TypeFor[map[string]any]()

func kind(o *goja.Object) string {
	if ordinary, lazy := value.Ordinary(o); lazy {
		o = ordinary
	}
	class := o.ClassName()
	if class != "Object" {
		return class // Array, Date, RegExp, Error, Number, String, Boolean
	}
	switch t := o.ExportType(); {
	case t == plainType:
		return plainKind(o)
	case t == reflect.TypeFor[[][2]any]():
		return "Map"
	case t == reflect.TypeFor[[]any]():
		return "Set"
	case t == reflect.TypeFor[goja.ArrayBuffer]():
		return "ArrayBuffer"
	case t == reflect.TypeFor[*big.Int]():
		return "BigInt"
	case t == reflect.TypeFor[*goja.Promise]():
		return "Promise"
	case t.Kind() == reflect.Slice:
		return "TypedArray"
	}
	return "Object " // a Proxy or a host object, which cannot be cloned
}

// plainKind tells objects with fields from those of which the machine keeps the contents to itself.
func plainKind(o *goja.Object) string {
	switch tag, _ := o.GetSymbol(goja.SymToStringTag).(goja.String); {
	case tag == nil:
		return "Object"
	case tag.String() == "WeakMap", tag.String() == "WeakSet", tag.String() == "WeakRef", tag.String() == "DataView":
		return tag.String()
	}
	return "Object"
}
