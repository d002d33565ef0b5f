package value

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// show writes an object that JSON does not have as what a reader would expect of it, with a warning.
func (e *Encoder) show(o *goja.Object, what string) error {
	switch what {
	case "a function":
		name, _ := o.Get("name").(goja.String)
		shown := "[function]"
		if name != nil && name.Length() > 0 {
			shown = "[function " + shortenText(name.String()) + "]"
		}
		return e.lossy(what, "", quoteText(shown))
	case "an Error":
		return e.showError(o)
	case "a RegExp":
		return e.lossy(what, "", quoteText(o.String()))
	case "a Map":
		return e.showMap(o)
	case "a Set":
		e.warn("a Set is shown as an array")
		return e.write(e.items(o))
	case "an ArrayBuffer":
		e.warn("an ArrayBuffer is shown as the array of its bytes")
		return e.numbers(reflect.ValueOf(o.Export().(goja.ArrayBuffer).Bytes()))
	default:
		e.warn("%s is shown as an array", what)
		return e.numbers(reflect.ValueOf(o.Export()))
	}
}

// items collects what an object iterates over.
func (e *Encoder) items(o *goja.Object) goja.Value {
	var items []any
	e.vm.ForOf(o, func(v goja.Value) bool {
		items = append(items, v)
		return len(items) <= e.limit
	})
	return e.vm.NewArray(items...)
}

// showError writes the name and the message of an error, what the program has added, and the errors behind it.
func (e *Encoder) showError(o *goja.Object) error {
	e.warn("an Error is shown as an object")
	c := &container{object: o}
	add := func(key string, exact goja.Value) {
		if key != "stack" && (isOdd(exact) || !slices.Contains(c.keys, key)) {
			c.keys, c.exact = append(c.keys, key), append(c.exact, exact)
		}
	}
	keys, exact := e.exactKeys(o)
	for _, key := range []string{"name", "message"} {
		add(key, nil)
	}
	for i := range keys {
		add(keys[i], exact[i])
	}
	for _, key := range []string{"cause", "errors"} {
		add(key, nil)
	}
	c.size = len(c.keys)
	return e.elements(c, '{', '}')
}

// showMap writes a Map whose keys are texts as an object, and any other as an array of pairs.
func (e *Encoder) showMap(o *goja.Object) error {
	shown := e.vm.CreateObject(nil)
	entries, ok := e.items(o).(*goja.Object)
	if !ok {
		return e.refuse("a Map cannot be read")
	}
	n := int(entries.Get("length").ToInteger())
	for i := range n {
		pair := entries.Get(strconv.Itoa(i)).(*goja.Object)
		key, text := pair.Get("0").(goja.String)
		if !text || isOdd(key) {
			e.warn("a Map is shown as an array of its entries")
			return e.write(entries)
		}
		if err := put(shown, key.String(), pair.Get("1")); err != nil {
			return err
		}
	}
	e.warn("a Map is shown as an object")
	return e.members(shown)
}

// numbers writes the elements of a typed array.
func (e *Encoder) numbers(list reflect.Value) error {
	e.buf = append(e.buf, '[')
	for i := range list.Len() {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		if len(e.buf) > e.limit {
			return e.tooLarge()
		}
		v := e.vm.ToValue(list.Index(i).Interface())
		if k := list.Type().Elem().Kind(); k == reflect.Int64 || k == reflect.Uint64 {
			v = e.vm.ToValue(fmt.Sprint(list.Index(i).Interface()))
		}
		if err := e.write(v); err != nil {
			return err
		}
	}
	e.buf = append(e.buf, ']')
	return nil
}
