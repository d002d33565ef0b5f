package value

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// The machine hands out the names of properties as UTF-8, in which U+FFFD stands for half a surrogate pair: under such a
// name the property is not found again. Names that may have been changed in this way are read once more, as the strings
// that they are.

// mayBeOdd reports whether the text of a key may stand for another key.
func mayBeOdd(key string) bool { return strings.ContainsRune(key, utf8.RuneError) }

// isOdd reports whether a key has half a surrogate pair.
func isOdd(key goja.Value) bool {
	s, ok := key.(goja.String)
	return ok && hasLoneSurrogate(s, s.String())
}

// exactKeys lists the own enumerable properties of an object, as text and as they are.
func (e *Encoder) exactKeys(o *goja.Object) (keys []string, exact []goja.Value) {
	list, err := e.keysOf(nil, o)
	if err != nil {
		panic(err) // thrown on; Try or the program catches it
	}
	array := list.(*goja.Object)
	for i := range int(array.Get("length").ToInteger()) {
		key := array.Get(strconv.Itoa(i))
		keys, exact = append(keys, key.String()), append(exact, key)
	}
	return keys, exact
}

// oddMember reads a property whose name JSON does not have.
func (e *Encoder) oddMember(c *container) (goja.Value, error) {
	if !e.lenient {
		return nil, e.refuse("the key has half a surrogate pair, which no text can hold; use key.toWellFormed()")
	}
	e.warn("half a surrogate pair in the key is shown as U+FFFD")
	get, err := function(e.vm, "(object, key) => object[key]")
	if err != nil {
		return nil, err
	}
	v, err := get(nil, c.object, c.exact[c.next])
	if err != nil {
		panic(err) // thrown on
	}
	return e.prepare(v)
}

// putOdd makes an own property whose name has half a surrogate pair.
func (d *Decoder) putOdd(o *goja.Object, key, v goja.Value) error {
	describe, err := function(d.vm,
		"value => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true })")
	if err != nil {
		return err
	}
	description, err := describe(nil, v)
	if err != nil {
		return err
	}
	_, err = d.defineProperty(nil, o, key, description)
	return err
}

// function makes a function that uses nothing but syntax, so that no program can have changed what it does.
func function(vm *goja.Runtime, text string) (goja.Callable, error) {
	v, err := vm.RunScript("values", "\"use strict\"; ("+text+")")
	if err != nil {
		return nil, err
	}
	f, _ := goja.AssertFunction(v)
	return f, nil
}
