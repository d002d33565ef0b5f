package inspect

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// array shows elements, and holes as such.
func (w *writer) array(k *kind) {
	n := int(k.object.Get("length").ToInteger())
	k.shape = shape{open: "[", close: "]", array: true, numeric: true}
	sortMatch(k.keys)
	if k.class != "Array" || k.tag != "" {
		k.shape.open = k.prefix("Array", "("+itoa(n)+")") + "["
	}
	if n == 0 && len(k.keys) == 0 {
		k.whole = k.shape.open + "]"
	}
	k.parts = func(k *kind, level int) []string { return w.arrayParts(k, n, level) }
}

// sortMatch puts the properties of what RegExp.prototype.exec returns into the standard's order, which is not the engine's.
func sortMatch(keys []goja.Value) {
	if len(keys) >= 3 && keys[0].String() == "input" && keys[1].String() == "index" && keys[2].String() == "groups" {
		keys[0], keys[1] = keys[1], keys[0]
	}
}

func (w *writer) arrayParts(k *kind, n, level int) []string {
	var parts []string
	i := 0
	for i < n && len(parts) < w.elements {
		key := stringValue(itoa(i))
		d, ok := w.p.property(k.object, key)
		if !ok {
			end := w.endOfHole(k.object, i, n)
			parts = append(parts, "<"+count(end-i, "empty item")+">")
			k.shape.numeric = false
			i = end
			continue
		}
		k.shape.numeric = k.shape.numeric && (goja.IsNumber(d.value) || goja.IsBigInt(d.value))
		parts = append(parts, w.described(d, level))
		i++
	}
	if i < n {
		k.shape.more = true
		parts = append(parts, "... "+count(n-i, "more item"))
	}
	return parts
}

// endOfHole finds the next element after a hole. A long hole is skipped by way of the keys, so that an array of a billion
// holes takes no time.
func (w *writer) endOfHole(o *goja.Object, i, n int) int {
	const near = 100
	for j := i + 1; j < n && j < i+near; j++ {
		if _, ok := w.p.property(o, stringValue(itoa(j))); ok {
			return j
		}
	}
	if i+near >= n {
		return n
	}
	for _, key := range o.GetOwnPropertyNames() {
		if !isIndex().MatchString(key) {
			break
		}
		if j := int(stringValue(key).ToInteger()); j > i {
			return j
		}
	}
	return n
}

// typedArray shows numbers; those of a large array are not all made.
func (w *writer) typedArray(k *kind) {
	class := k.object.GetSymbol(goja.SymToStringTag).String()
	n := int(k.object.Get("length").ToInteger())
	k.shape = shape{open: k.prefix(class, "("+itoa(n)+")") + "[", close: "]", array: true, numeric: true}
	if n == 0 && len(k.keys) == 0 {
		k.whole = k.shape.open + "]"
	}
	k.parts = func(k *kind, level int) []string {
		var parts []string
		for i := range min(n, w.elements) {
			parts = append(parts, w.value(k.object.Get(itoa(i)), level))
		}
		if n > w.elements {
			k.shape.more = true
			parts = append(parts, "... "+count(n-w.elements, "more item"))
		}
		return parts
	}
}

// collection shows a Map or a Set by the forEach that the machine was born with.
func (w *writer) collection(k *kind, class string, show func(key, value goja.Value, level int) string) {
	each := w.p.each[class]
	if each == nil {
		w.plain(k)
		k.shape.open = k.prefix(class, "") + "{"
		return
	}
	n := 0
	run := func(f func(key, value goja.Value)) {
		call := func(c goja.FunctionCall) goja.Value {
			f(c.Argument(1), c.Argument(0))
			return goja.Undefined()
		}
		each(goja.FunctionCall{This: k.object, Arguments: []goja.Value{w.p.vm.ToValue(call)}})
	}
	run(func(_, _ goja.Value) { n++ })
	k.shape = shape{open: k.prefix(class, "("+itoa(n)+")") + "{", close: "}"}
	if n == 0 && len(k.keys) == 0 {
		k.whole = k.shape.open + "}"
	}
	k.parts = func(_ *kind, level int) []string {
		var parts []string
		run(func(key, value goja.Value) {
			if len(parts) < w.elements {
				parts = append(parts, show(key, value, level))
			}
		})
		if n > w.elements {
			parts = append(parts, "... "+count(n-w.elements, "more item"))
		}
		return parts
	}
}

func (w *writer) entry(key, value goja.Value, level int) string {
	return w.within(key, level) + " => " + w.within(value, level)
}

func (w *writer) member(_, value goja.Value, level int) string {
	return w.within(value, level)
}

func (w *writer) promise(k *kind) {
	k.shape = shape{open: k.prefix("Promise", "") + "{", close: "}"}
	p := k.object.Export().(*goja.Promise)
	k.parts = func(_ *kind, level int) []string {
		switch p.State() {
		case goja.PromiseStatePending:
			return []string{"<pending>"}
		case goja.PromiseStateRejected:
			return []string{"<rejected> " + w.within(p.Result(), level)}
		default:
			return []string{w.within(p.Result(), level)}
		}
	}
}

// buffer shows the first bytes of an ArrayBuffer.
func (w *writer) buffer(k *kind) {
	const shown = 50
	k.shape = shape{open: k.prefix("ArrayBuffer", "") + "{", close: "}"}
	data := k.object.Export().(goja.ArrayBuffer).Bytes()
	k.parts = func(*kind, int) []string {
		hex := make([]string, 0, shown)
		for _, b := range data[:min(len(data), shown)] {
			hex = append(hex, fmt.Sprintf("%02x", b))
		}
		s := strings.Join(hex, " ")
		if n := len(data) - shown; n > 0 {
			s += " ... " + count(n, "more byte")
		}
		return []string{"[Uint8Contents]: <" + s + ">", "byteLength: " + itoa(len(data))}
	}
}
