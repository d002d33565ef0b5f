package library

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// reviver replaces the values that JSON.parse has read by what a function of the program makes of them.
type reviver struct {
	*library
	revive goja.Callable

	// For keys with half a surrogate pair, which the machine cannot find by their text.
	keys, get, define, remove native
}

func (l *library) reviveAll(revive goja.Callable, v goja.Value) goja.Value {
	r := reviver{library: l, revive: revive}
	for name, f := range map[string]*native{"ownKeys": &r.keys, "get": &r.get, "defineProperty": &r.define, "deleteProperty": &r.remove} {
		var err error
		if *f, err = l.original("Reflect", name); err != nil {
			l.throw("TypeError", "JSON.parse needs Reflect.%s, which the program has replaced", name)
		}
	}
	holder := l.vm.NewObject()
	_ = holder.Set("", v)
	return r.value(holder, l.vm.ToValue("").(goja.String))
}

// value is what becomes of a property, after those within it.
func (r *reviver) value(holder *goja.Object, key goja.String) goja.Value {
	v := r.read(holder, key)
	if o, ok := v.(*goja.Object); ok {
		for _, k := range r.keysOf(o) {
			r.write(o, k, r.value(o, k))
		}
	}
	result, err := r.revive(holder, key, v)
	if err != nil {
		panic(err)
	}
	return result
}

// keysOf lists what is revived of an object.
func (r *reviver) keysOf(o *goja.Object) []goja.String {
	text := func(s string) goja.String { return r.vm.ToValue(s).(goja.String) }
	var keys []goja.String
	if o.ClassName() == "Array" {
		r.checkElements("JSON.parse", lengthOf(o))
		for i := range int(lengthOf(o)) {
			keys = append(keys, text(strconv.Itoa(i)))
		}
		return keys
	}
	for _, k := range o.Keys() {
		if mayBeHalf(k) {
			return r.exactKeys(o)
		}
		keys = append(keys, text(k))
	}
	return keys
}

func (r *reviver) exactKeys(o *goja.Object) []goja.String {
	list := r.keys(goja.FunctionCall{Arguments: []goja.Value{o}}).(*goja.Object)
	var keys []goja.String
	for i := range int(lengthOf(list)) {
		if k, ok := list.Get(strconv.Itoa(i)).(goja.String); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// mayBeHalf reports whether the text of a key may stand for one with half a surrogate pair.
func mayBeHalf(key string) bool { return strings.ContainsRune(key, utf8.RuneError) }

func (r *reviver) read(o *goja.Object, key goja.String) goja.Value {
	var v goja.Value
	if name := key.String(); mayBeHalf(name) {
		v = r.get(goja.FunctionCall{Arguments: []goja.Value{o, key}})
	} else {
		v = o.Get(name)
	}
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// write changes a property. As in ECMAScript, one that cannot be changed stays as it is.
func (r *reviver) write(o *goja.Object, key goja.String, v goja.Value) {
	name := key.String()
	gone, half := goja.IsUndefined(v), mayBeHalf(name)
	switch {
	case gone && half:
		r.remove(goja.FunctionCall{Arguments: []goja.Value{o, key}})
	case gone:
		_ = o.Delete(name)
	case half:
		description := r.vm.CreateObject(nil)
		for member, value := range map[string]any{"value": v, "writable": true, "enumerable": true, "configurable": true} {
			_ = description.Set(member, value)
		}
		r.define(goja.FunctionCall{Arguments: []goja.Value{o, key, description}})
	default:
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
}
