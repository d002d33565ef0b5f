// Package inspect shows the values of a program as text, in the look of Node's util.inspect and console.log.
//
// It runs no code of the program except what the look itself depends on: a toStringTag getter, and the toString method of
// an object given to %s. Other getters are named, not called, and a Proxy is shown as its target. Depth, number of
// elements and length of the result are bounded, so no value can make it hang or swell.
package inspect

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// What one text may hold at most.
const (
	maxElements = 100       // of an array, Map, Set or typed array
	maxKeys     = 1_000     // of one object
	maxString   = 10_000    // UTF-16 units of a nested string
	maxOutput   = 256 << 10 // bytes; objects that come after are shown by name
)

// DefaultDepth is the number of nested levels that console.log shows.
const DefaultDepth = 2

// Inspector shows values of one machine. Its methods must be called on the goroutine that owns the machine.
type Inspector struct {
	// Lines is the number of lines of the program: frames of a stack beyond them are not shown.
	Lines int

	vm       *goja.Runtime
	describe native            // Object.getOwnPropertyDescriptor
	keys     native            // Object.keys
	each     map[string]native // forEach of Map and Set
}

// native is a function of the machine that is written in Go.
type native = func(goja.FunctionCall) goja.Value

// New makes an inspector for a fresh machine. It must be called before the program runs, since it keeps the functions that
// it needs as they are then. Collections says that the program may make a Map or a Set; otherwise their contents are not
// shown, and the two classes need not be brought to life.
func New(vm *goja.Runtime, collections bool) (*Inspector, error) {
	p := &Inspector{vm: vm, each: make(map[string]native)}
	var err error
	if p.describe, err = nativeAt(vm, "Object", "getOwnPropertyDescriptor"); err != nil {
		return nil, err
	}
	if p.keys, err = nativeAt(vm, "Object", "keys"); err != nil {
		return nil, err
	}
	if !collections {
		return p, nil
	}
	for _, class := range []string{"Map", "Set"} {
		if p.each[class], err = nativeAt(vm, class, "prototype", "forEach"); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func nativeAt(vm *goja.Runtime, path ...string) (native, error) {
	o := vm.GlobalObject()
	for _, name := range path {
		next, ok := o.Get(name).(*goja.Object)
		if !ok {
			return nil, fmt.Errorf("%s is not an object", strings.Join(path, "."))
		}
		o = next
	}
	f, ok := o.Export().(native)
	if !ok {
		return nil, fmt.Errorf("%s is not a native function", strings.Join(path, "."))
	}
	return f, nil
}

// Value shows v with the given number of nested levels; a negative depth shows an object by its name only. Strings are
// quoted.
func (p *Inspector) Value(v goja.Value, depth int) string {
	w := &writer{p: p, depth: depth, elements: maxElements, lineWidth: defaultLineWidth}
	return w.value(v, 0)
}

// property is the description of one property of an object.
type property struct {
	value      goja.Value // nil for an accessor
	get, set   bool
	enumerable bool
}

// property describes the own property of o without running its getter. The key is a string or a symbol.
func (p *Inspector) property(o *goja.Object, key goja.Value) (property, bool) {
	d, ok := p.describe(goja.FunctionCall{Arguments: []goja.Value{o, key}}).(*goja.Object)
	if !ok {
		return property{}, false
	}
	isFunc := func(name string) bool {
		_, ok := d.Get(name).(*goja.Object)
		return ok
	}
	return property{
		value:      d.Get("value"),
		get:        isFunc("get"),
		set:        isFunc("set"),
		enumerable: d.Get("enumerable").ToBoolean(),
	}, true
}

// names lists the own enumerable properties of o. The machine's own list is of UTF-8, under which a name that has half a
// surrogate pair is not found again.
func (p *Inspector) names(o *goja.Object) []goja.Value {
	texts := o.Keys()
	names := make([]goja.Value, len(texts))
	for i, text := range texts {
		if strings.ContainsRune(text, utf8.RuneError) {
			return p.exactNames(o)
		}
		names[i] = stringValue(text)
	}
	return names
}

func (p *Inspector) exactNames(o *goja.Object) []goja.Value {
	list := p.keys(goja.FunctionCall{Arguments: []goja.Value{o}}).(*goja.Object)
	names := make([]goja.Value, list.Get("length").ToInteger())
	for i := range names {
		names[i] = list.Get(itoa(i))
	}
	return names
}

// data returns the value of a data property of o or of its prototypes, or nil where there is none or it is an accessor.
func (p *Inspector) data(o *goja.Object, name string) goja.Value {
	key := p.vm.ToValue(name)
	for range maxChain {
		if o == nil || isProxy(o) {
			return nil
		}
		if d, ok := p.property(o, key); ok {
			return d.value
		}
		o = o.Prototype()
	}
	return nil
}

// maxChain is how far a chain of prototypes or causes is followed.
const maxChain = 100
