package inspect

import "github.com/dop251/goja"

// View is the key under which the prototype of a class holds how to show its objects: an array of the name of the class,
// a function that makes an object with the fields of another, and whether that is a list of pairs. No program can reach
// the symbol by its name.
var View = goja.NewSymbol("view")

// viewed fills k from the view of its class, if it has one that works.
func (w *writer) viewed(k *kind) bool {
	view, ok := k.object.GetSymbol(View).(*goja.Object)
	if !ok {
		return false
	}
	make, ok := goja.AssertFunction(view.Get("1"))
	if !ok {
		return false
	}
	v, err := make(goja.Undefined(), k.object)
	if err != nil {
		return false // the prototype itself, which has no fields
	}
	fields, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	k.shape = shape{open: view.Get("0").String() + " {", close: "}"}
	if view.Get("2").ToBoolean() {
		k.parts = func(_ *kind, level int) []string { return w.pairs(fields, level) }
		if fields.Get("length").ToInteger() == 0 {
			k.whole = k.shape.open + "}"
		}
		return true
	}
	k.object, k.keys = fields, w.p.ownKeys(fields)
	return true
}

func (w *writer) pairs(list *goja.Object, level int) []string {
	var parts []string
	for i := range int(min(list.Get("length").ToInteger(), maxElements)) {
		pair := list.Get(itoa(i)).ToObject(w.p.vm)
		parts = append(parts, w.entry(pair.Get("0"), pair.Get("1"), level))
	}
	return parts
}
