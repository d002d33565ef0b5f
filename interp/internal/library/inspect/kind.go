package inspect

import (
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/library/units"
	"github.com/runcode-dev/runcode/interp/internal/value"
)

var (
	identifier = lazy.Regexp(`^[a-zA-Z_][a-zA-Z_0-9]*$`)
	isIndex    = lazy.Regexp(`^(0|[1-9][0-9]{0,9})$`)
)

// kind is what an object is and how it is taken apart.
type kind struct {
	object *goja.Object
	class  string       // name of its constructor
	named  bool         // it has one; false: its prototype is null
	tag    string       // its toStringTag where that says more than class
	keys   []goja.Value // properties to show: strings, then symbols
	whole  string       // the complete text, where nothing is nested
	shape  shape
	parts  func(k *kind, level int) []string // shows the elements
}

func noParts(*kind, int) []string { return nil }

// prefix is what stands before the opening brace, with a space after it.
func (k *kind) prefix(fallback, size string) string {
	s := k.class + size + " "
	if !k.named {
		if k.tag != "" && k.tag != fallback {
			return "[" + fallback + size + ": null prototype] [" + k.tag + "] "
		}
		return "[" + fallback + size + ": null prototype] "
	}
	if k.tag != "" && k.tag != k.class {
		s += "[" + k.tag + "] "
	}
	return s
}

var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	classType   = reflect.TypeFor[func(goja.ConstructorCall) *goja.Object]()
	funcType    = reflect.TypeFor[func(goja.FunctionCall) goja.Value]()
	mapType     = reflect.TypeFor[[][2]any]()
	setType     = reflect.TypeFor[[]any]()
	promiseType = reflect.TypeFor[*goja.Promise]()
	bufferType  = reflect.TypeFor[goja.ArrayBuffer]()
	bigintType  = reflect.TypeFor[*bigInt]()
)

func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

// target follows proxies to what they stand for; it is false for a proxy that was revoked.
func target(o *goja.Object) (*goja.Object, bool) {
	for isProxy(o) {
		if ordinary, lazy := value.Ordinary(o); lazy {
			o = ordinary
			continue
		}
		if o = o.Export().(goja.Proxy).Target(); o == nil {
			return nil, false
		}
	}
	return o, true
}

func isMap(o *goja.Object) bool { return o.ExportType() == mapType }

func isSet(o *goja.Object) bool { return o.ExportType() == setType && o.ClassName() != "Array" }

func isFunction(o *goja.Object) bool {
	t := o.ExportType()
	return t == funcType || t == classType
}

// isTyped tells typed arrays by the Go type of their elements.
func isTyped(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Interface && t.Elem().Kind() != reflect.Array
}

// classify finds out what o is.
func (w *writer) classify(o *goja.Object) kind {
	k := kind{object: o, parts: noParts}
	k.class, k.named = w.p.className(o)
	k.tag = w.p.tag(o, k.class)
	k.keys = w.p.ownKeys(o)
	if k.tag == "" && w.viewed(&k) {
		return k
	}
	switch t := o.ExportType(); {
	case o.ClassName() == "Array":
		w.array(&k)
	case isMap(o):
		w.collection(&k, "Map", w.entry)
	case isSet(o):
		w.collection(&k, "Set", w.member)
	case isTyped(t):
		w.typedArray(&k)
	case t == classType || t == funcType:
		k.leaf(w.p.functionName(&k))
	case t == promiseType:
		w.promise(&k)
	case t == bufferType:
		w.buffer(&k)
	case t == bigintType:
		k.leaf("[BigInt: " + o.Export().(*bigInt).String() + "n]")
	case t.Kind() == reflect.String:
		k.leaf("[Symbol: Symbol(" + o.Export().(string) + ")]")
	default:
		w.byClass(&k)
	}
	return k
}

// byClass is for the kinds that the machine tells by the name of their class.
func (w *writer) byClass(k *kind) {
	o := k.object
	switch o.ClassName() {
	case "Error":
		w.error(k)
	case "RegExp":
		k.leaf(w.p.regexp(k))
	case "Date":
		k.leaf(date(k))
	case "Arguments":
		w.plain(k)
		k.shape.open = "[Arguments] {"
	case "Number", "Boolean", "String":
		k.leaf(w.boxed(k, o.ClassName()))
	default:
		w.plain(k)
	}
}

// leaf is an object that is one text, such as a function or a date, and shows properties only where it has some.
func (k *kind) leaf(text string) {
	if len(k.keys) == 0 {
		k.whole = text
		return
	}
	k.shape = shape{base: text, open: "{", close: "}"}
}

func (w *writer) plain(k *kind) {
	k.shape.close = "}"
	if k.class == "Object" && k.tag == "" {
		k.shape.open = "{"
	} else {
		k.shape.open = k.prefix("Object", "") + "{"
	}
	if k.class == "WeakMap" || k.class == "WeakSet" {
		k.parts = func(*kind, int) []string { return []string{"<items unknown>"} }
		return
	}
	if len(k.keys) == 0 {
		k.whole = k.shape.open + "}"
	}
}

// maxScanned is the length up to which an array is searched for properties beside its elements.
const maxScanned = 10_000

// ownKeys lists the enumerable properties that are not elements of an array.
func (p *Inspector) ownKeys(o *goja.Object) []goja.Value {
	var keys []goja.Value
	class := o.ClassName()
	indexed := class == "Array" || class == "String" || isTyped(o.ExportType())
	if !indexed || o.Get("length").ToInteger() <= maxScanned {
		for _, name := range p.names(o) {
			if !indexed || !isIndex().MatchString(name.String()) {
				keys = append(keys, name)
			}
		}
	}
	for _, s := range o.Symbols() {
		keys = append(keys, s)
	}
	return keys
}

// boxed shows an object that wraps a primitive value.
func (w *writer) boxed(k *kind, class string) string {
	name := class
	if k.class != class {
		name += " (" + k.class + ")"
	}
	v := k.object.ToString()
	if class == "String" {
		return "[" + name + ": " + quote(units.Runes(v.(goja.String))) + "]"
	}
	return "[" + name + ": " + v.String() + "]"
}

func date(k *kind) string {
	t, ok := k.object.Export().(time.Time)
	s := "Invalid Date"
	if ok {
		s = isoDate(t.UTC())
	}
	if prefix := k.prefix("Date", ""); prefix != "Date " {
		return prefix + s
	}
	return s
}

// isoDate is Date.prototype.toISOString.
func isoDate(t time.Time) string {
	const layout = "-01-02T15:04:05.000Z"
	switch y := t.Year(); {
	case y < 0:
		return "-" + pad(-y, 6) + t.Format(layout)
	case y > 9999:
		return "+" + pad(y, 6) + t.Format(layout)
	default:
		return pad(y, 4) + t.Format(layout)
	}
}

func pad(n, digits int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(digits-len(s), 0)) + s
}

func itoa(n int) string { return strconv.Itoa(n) }
