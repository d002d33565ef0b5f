package jsontext

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/value"
)

// native is a function of the machine that is written in Go.
type native = func(goja.FunctionCall) goja.Value

// Printer is JSON.stringify for one machine. It must be made before the program runs, because it keeps a few functions
// as they are then, and used on the goroutine that owns the machine.
type Printer struct {
	vm      *goja.Runtime
	keys    native
	values  native
	isArray native
}

// NewPrinter makes the printer of a fresh machine.
func NewPrinter(vm *goja.Runtime) (*Printer, error) {
	find := func(class, name string) (native, error) {
		o, ok := vm.GlobalObject().Get(class).(*goja.Object)
		if ok {
			if f, ok := o.Get(name).(*goja.Object); ok {
				if f, ok := f.Export().(native); ok {
					return f, nil
				}
			}
		}
		return nil, fmt.Errorf("%s.%s is not a native function", class, name)
	}
	keys, err := find("Object", "keys")
	if err != nil {
		return nil, err
	}
	values, err := find("Object", "values")
	if err != nil {
		return nil, err
	}
	isArray, err := find("Array", "isArray")
	if err != nil {
		return nil, err
	}
	return &Printer{vm: vm, keys: keys, values: values, isArray: isArray}, nil
}

// Stringify is JSON.stringify(value, replacer, space). It panics with exceptions of the machine, as native functions do;
// with a *LimitError where the value is beyond a limit.
func (p *Printer) Stringify(value, replacer, space goja.Value) goja.Value {
	w := writer{p: p, gap: gap(space)}
	if r, ok := replacer.(*goja.Object); ok {
		if f, ok := callable(r); ok {
			w.replace = f
		} else if p.array(r) {
			w.list, w.listed = allowed(r), true
		}
	}
	var holder *goja.Object
	if w.replace != nil {
		holder = p.vm.NewObject()
		_ = holder.Set("", value)
	}
	if !w.value(holder, "", -1, value) {
		return goja.Undefined()
	}
	return p.vm.ToValue(string(w.out))
}

func (p *Printer) array(o *goja.Object) bool {
	if o.ClassName() == "Array" {
		return true
	}
	return o.ExportType() == proxyType && p.isArray(goja.FunctionCall{Arguments: []goja.Value{o}}).ToBoolean()
}

var (
	proxyType  = reflect.TypeFor[goja.Proxy]()
	funcType   = reflect.TypeFor[func(goja.FunctionCall) goja.Value]()
	classType  = reflect.TypeFor[func(goja.ConstructorCall) *goja.Object]()
	objectType = reflect.TypeFor[map[string]any]()
)

func callable(v goja.Value) (goja.Callable, bool) {
	return goja.AssertFunction(v)
}

// length is the number of elements of an array, of which there must not be too many.
func length(o *goja.Object) int {
	n := o.Get("length").ToInteger()
	if n > MaxElements {
		panic(&LimitError{fmt.Sprintf("Invalid array length: JSON.stringify would visit %d elements, and one array may have %d", n, MaxElements)})
	}
	return int(n)
}

// writer is one call of JSON.stringify.
type writer struct {
	p       *Printer
	out     []byte
	gap     string
	indent  string
	replace goja.Callable
	list    []string
	listed  bool
	stack   []step
}

// step is an object that is being written, and the way to it from the object around it.
type step struct {
	object *goja.Object
	key    string
	index  int // -1: the way is key
}

// value writes one value; it is false where JSON has nothing for it. The way to it is key, or index where that is not
// negative. Holder is only needed, and else nil, where a replacer function is to be called.
func (w *writer) value(holder *goja.Object, key string, index int, v goja.Value) bool {
	if o, ok := v.(*goja.Object); ok {
		v = w.toJSON(o, key, index, o.Get("toJSON"))
	} else if v != nil && goja.IsBigInt(v) {
		v = w.toJSON(v, key, index, v.ToObject(w.p.vm).Get("toJSON"))
	}
	if w.replace != nil {
		v = w.call(w.replace, holder, w.name(key, index), v)
	}
	switch v := v.(type) {
	case nil:
		return false
	case *goja.Object:
		return w.object(v, key, index)
	case goja.String:
		w.str(v)
		return true
	case *goja.Symbol:
		return false
	}
	return w.primitive(v)
}

func (w *writer) primitive(v goja.Value) bool {
	switch {
	case goja.IsUndefined(v):
		return false
	case goja.IsNumber(v):
		w.number(v)
	case goja.IsBigInt(v):
		panic(w.p.vm.NewTypeError("Do not know how to serialize a BigInt"))
	default: // null, true, false
		w.out = append(w.out, v.String()...)
	}
	return true
}

// number writes a number as the language does; most can be written without making a string first.
func (w *writer) number(v goja.Value) {
	f := v.ToFloat()
	switch size := math.Abs(f); {
	case math.IsNaN(f) || math.IsInf(f, 0):
		w.out = append(w.out, "null"...)
	case f == math.Trunc(f) && size < 1e15:
		w.out = strconv.AppendInt(w.out, int64(f), 10)
	case 1e-6 <= size && size < 1e21:
		w.out = strconv.AppendFloat(w.out, f, 'f', -1, 64)
	default:
		w.out = append(w.out, v.String()...)
	}
}

func (w *writer) name(key string, index int) goja.Value {
	if index >= 0 {
		key = strconv.Itoa(index)
	}
	return w.p.vm.ToValue(key)
}

// toJSON asks a value for what stands for it, where method is a function.
func (w *writer) toJSON(v goja.Value, key string, index int, method goja.Value) goja.Value {
	m, ok := method.(*goja.Object)
	if !ok {
		return v
	}
	f, ok := callable(m)
	if !ok {
		return v
	}
	return w.call(f, v, w.name(key, index))
}

// call calls a function of the program; what it throws goes on to the caller of JSON.stringify.
func (w *writer) call(f goja.Callable, this goja.Value, args ...goja.Value) goja.Value {
	v, err := f(this, args...)
	if err != nil {
		panic(err)
	}
	return v
}

func (w *writer) object(o *goja.Object, key string, index int) bool {
	if ordinary, lazy := value.Ordinary(o); lazy {
		o = ordinary
	}
	t := o.ExportType()
	switch class := o.ClassName(); class {
	case "Object", "Array":
		if t == funcType || t == classType {
			return false
		}
		if t == proxyType {
			if _, ok := callable(o); ok {
				return false
			}
		}
	case "Number":
		return w.primitive(o.ToNumber())
	case "String":
		w.str(o.ToString().(goja.String))
		return true
	case "Boolean":
		return w.primitive(w.p.vm.ToValue(o.Export()))
	case "RawJSON":
		w.out = append(w.out, o.Get("rawJSON").String()...)
		return true
	case "Function":
		return false
	}
	w.enter(o, key, index)
	if w.p.array(o) {
		w.array(o)
	} else if t != objectType && isBoxedBigInt(o) {
		panic(w.p.vm.NewTypeError("Do not know how to serialize a BigInt"))
	} else {
		w.members(o)
	}
	w.stack = w.stack[:len(w.stack)-1]
	return true
}

func isBoxedBigInt(o *goja.Object) bool {
	return o.ExportType().String() == "*big.Int"
}

// enter notes that o is being written, unless it is so already.
func (w *writer) enter(o *goja.Object, key string, index int) {
	for i := range w.stack {
		if w.stack[i].object == o {
			panic(w.p.vm.NewTypeError("%s", w.circle(i, step{o, key, index})))
		}
	}
	if len(w.stack) >= MaxDepth {
		panic(tooDeep("JSON.stringify"))
	}
	if len(w.out) > MaxText {
		panic(&LimitError{fmt.Sprintf("Invalid string length: JSON.stringify would make more than %d bytes", MaxText)})
	}
	w.stack = append(w.stack, step{o, key, index})
}

func (w *writer) array(o *goja.Object) {
	n := length(o)
	if n <= 0 {
		w.out = append(w.out, "[]"...)
		return
	}
	outer := w.open('[')
	for i := range n {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.line()
		if !w.value(o, "", i, o.Get(strconv.Itoa(i))) {
			w.out = append(w.out, "null"...)
		}
	}
	w.close(']', outer)
}

func (w *writer) members(o *goja.Object) {
	outer := w.open('{')
	begin := len(w.out)
	first := true
	keys := w.list
	if !w.listed {
		keys = o.Keys()
	}
	for _, key := range keys {
		if !w.listed && strings.ContainsRune(key, utf8.RuneError) {
			w.out = w.out[:begin]
			first = w.oddMembers(o)
			break
		}
		first = !w.member(o, key, nil, o.Get(key), first) && first
	}
	if first {
		w.indent = outer
		w.out = append(w.out, '}')
		return
	}
	w.close('}', outer)
}

// oddMembers writes the properties of an object of which some name cannot be written as UTF-8. It tells whether there were
// none.
func (w *writer) oddMembers(o *goja.Object) bool {
	keys := w.p.keys(goja.FunctionCall{Arguments: []goja.Value{o}}).(*goja.Object)
	values := w.p.values(goja.FunctionCall{Arguments: []goja.Value{o}}).(*goja.Object)
	first := true
	for i := range int(keys.Get("length").ToInteger()) {
		name := keys.Get(strconv.Itoa(i)).(goja.String)
		first = !w.member(o, name.String(), name, values.Get(strconv.Itoa(i)), first) && first
	}
	return first
}

// member writes one property; it is false where JSON has nothing for its value. Exact is its name where key does not say
// it all.
func (w *writer) member(o *goja.Object, key string, exact goja.String, v goja.Value, first bool) bool {
	start := len(w.out)
	if !first {
		w.out = append(w.out, ',')
	}
	w.line()
	if exact != nil {
		w.str(exact)
	} else {
		w.quote(key)
	}
	w.out = append(w.out, ':')
	if w.gap != "" {
		w.out = append(w.out, ' ')
	}
	if !w.value(o, key, -1, v) {
		w.out = w.out[:start]
		return false
	}
	return true
}

func (w *writer) open(brace byte) (outer string) {
	w.out = append(w.out, brace)
	outer = w.indent
	w.indent += w.gap
	return outer
}

func (w *writer) close(brace byte, outer string) {
	w.indent = outer
	w.line()
	w.out = append(w.out, brace)
}

func (w *writer) line() {
	if w.gap != "" {
		w.out = append(w.out, '\n')
		w.out = append(w.out, w.indent...)
	}
}
