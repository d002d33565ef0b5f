package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// object is an [Object] in the program, or one of its namespaces: what the traps of a Proxy answer from. Its functions are
// made when they are first touched.
//
// Reading a name that does not exist gives a function that, when it is called, makes the call that fails on the record and
// says what the nearest names are; `in` and Object.keys know only what exists.
type object struct {
	run    *run
	global *Object
	path   []string // of the object below the global variable: none, or the namespace

	names   []string // of the members, in order; read at the first use
	members map[string]member
	made    map[string]goja.Value

	listed  bool       // the target of the Proxy has the members too
	convert goja.Value // its Symbol.toPrimitive; nil: not made yet
}

// member says what stands under a name: a function, a namespace, both or neither.
type member struct{ function, namespace bool }

// defineObject makes the global variable of an object. A program can neither replace nor delete it.
func (r *run) defineObject(o *Object) error {
	members := &object{run: r, global: o}
	return r.vm.GlobalObject().DefineDataProperty(o.Name, members.value(), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE)
}

// value makes the object that the program sees.
func (o *object) value() goja.Value { return o.proxy(o.run.vm.CreateObject(nil)) }

// index reads the names of the members.
func (o *object) index() map[string]member {
	if o.members != nil {
		return o.members
	}
	o.members = make(map[string]member)
	for _, path := range o.global.Functions.Names() {
		if len(path) <= len(o.path) || len(o.path) > 0 && path[0] != o.path[0] {
			continue
		}
		name, below := path[len(o.path)], path[len(o.path)+1:]
		m, known := o.members[name]
		if !known {
			o.names = append(o.names, name)
		}
		m.function = m.function || len(below) == 0
		m.namespace = m.namespace || len(below) > 0
		o.members[name] = m
	}
	return o.members
}

// member says what stands under a name. It does not read all names if the functions can tell.
func (o *object) member(name string) member {
	known, ok := o.global.Functions.(Namespaces)
	if !ok || o.members != nil {
		return o.index()[name]
	}
	_, exists := o.global.Functions.Lookup(o.at(name))
	return member{function: exists, namespace: len(o.path) == 0 && known.Namespace(name)}
}

// has reports whether something stands under a name.
func (o *object) has(name string) bool { return o.member(name) != member{} }

// get gives the value of a member; undefined if there is none, not even a function that fails.
func (o *object) get(name string) goja.Value {
	if v, ok := o.made[name]; ok {
		return v
	}
	v := o.make(name)
	if o.made == nil {
		o.made = make(map[string]goja.Value)
	}
	o.made[name] = v
	return v
}

func (o *object) make(name string) goja.Value {
	m := o.member(name)
	switch {
	case m == member{}:
		return o.missing(name)
	case !m.namespace:
		return o.function(name)
	}
	namespace := &object{run: o.run, global: o.global, path: o.at(name)}
	if f, ok := o.function(name).(*goja.Object); ok && m.function {
		return namespace.proxy(f)
	}
	return namespace.value()
}

// function makes the function under a name; undefined: there is none, not even one that fails.
func (o *object) function(name string) goja.Value {
	if f := o.run.function(o.global, o.at(name)); f != nil {
		return f
	}
	return goja.Undefined()
}

func (o *object) at(name string) []string { return append(slices.Clip(o.path), name) }

// maxMissing is how many bytes of a name that does not exist the host is told.
const maxMissing = 1000

// missing is the value of a name that does not exist.
func (o *object) missing(name string) goja.Value {
	if protocolNames[name] {
		return goja.Undefined()
	}
	name, _ = cut(name, maxMissing)
	f, ok := o.function(name).(*goja.Object)
	if !ok || len(o.path) > 0 {
		return o.function(name)
	}
	below := &object{run: o.run, global: o.global, path: o.at(name), members: map[string]member{}}
	return below.proxy(f)
}

// protocolNames are names that the language itself asks objects for; finding a function there would change what a program
// means, as in `await tools`. It is a constant table.
var protocolNames = map[string]bool{
	"then": true, "toJSON": true, "constructor": true, "toString": true, "toLocaleString": true, "valueOf": true,
	"hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true, "__proto__": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
	"inspect": true, "nodeType": true, "asymmetricMatch": true, "length": true, "prototype": true, "run_code": true,
}

// list gives the names of the members, and the members themselves to the target of the Proxy, where those find them that
// look behind Proxies, such as the console.
func (o *object) list(target *goja.Object) *goja.Object {
	o.index()
	keys := make([]any, len(o.names))
	for i, name := range o.names {
		keys[i] = name
		if o.listed {
			continue
		}
		if err := target.DefineDataProperty(name, o.get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	o.listed = true
	return o.run.vm.NewArray(keys...)
}

// text is the object, or what stands under names in it, as a program writes it.
func (o *object) text(names ...string) string {
	return strings.Join(slices.Concat([]string{o.global.Name}, o.path, names), ".")
}

// refuse throws what a program is told that tries to change the object.
func (o *object) refuse(what string) bool {
	panic(o.run.vm.NewTypeError(fmt.Sprintf("cannot %s: %s is read-only", what, o.global.Name)))
}

// symbol gives what the language asks for where it needs the object as a text or a number.
func (o *object) symbol(s *goja.Symbol) goja.Value {
	tag := "[object " + o.text() + "]"
	switch s {
	case goja.SymToStringTag:
		return o.run.vm.ToValue(o.text())
	case goja.SymToPrimitive:
		if o.convert == nil {
			o.convert = o.run.vm.ToValue(func(call goja.FunctionCall) goja.Value {
				if call.Argument(0).String() == "number" {
					return goja.NaN()
				}
				return o.run.vm.ToValue(tag)
			})
		}
		return o.convert
	}
	return goja.Undefined()
}

// proxy makes the object that the program sees. Its target is a function where both a tool and a namespace bear the name,
// or neither exists.
func (o *object) proxy(target *goja.Object) goja.Value {
	vm := o.run.vm
	return vm.ToValue(vm.NewProxy(target, &goja.ProxyTrapConfig{
		Get:     func(_ *goja.Object, name string, _ goja.Value) goja.Value { return o.get(name) },
		GetSym:  func(_ *goja.Object, s *goja.Symbol, _ goja.Value) goja.Value { return o.symbol(s) },
		Has:     func(_ *goja.Object, name string) bool { return o.has(name) },
		OwnKeys: o.list,
		GetOwnPropertyDescriptor: func(_ *goja.Object, name string) goja.PropertyDescriptor {
			if !o.has(name) {
				return goja.PropertyDescriptor{}
			}
			return goja.PropertyDescriptor{
				Value: o.get(name), Enumerable: goja.FLAG_TRUE, Configurable: goja.FLAG_TRUE, Writable: goja.FLAG_FALSE,
			}
		},
		Set: func(_ *goja.Object, name string, _, _ goja.Value) bool { return o.refuse("set " + o.text(name)) },
		SetSym: func(*goja.Object, *goja.Symbol, goja.Value, goja.Value) bool {
			return o.refuse("set a symbol of " + o.text())
		},
		DefineProperty: func(_ *goja.Object, name string, _ goja.PropertyDescriptor) bool {
			return o.refuse("define " + o.text(name))
		},
		DefinePropertySym: func(*goja.Object, *goja.Symbol, goja.PropertyDescriptor) bool {
			return o.refuse("define a symbol of " + o.text())
		},
		DeleteProperty: func(_ *goja.Object, name string) bool {
			return !o.has(name) || o.refuse("delete "+o.text(name))
		},
		SetPrototypeOf:    func(*goja.Object, *goja.Object) bool { return o.refuse("set the prototype of " + o.text()) },
		PreventExtensions: func(*goja.Object) bool { return o.refuse("freeze " + o.text()) },
	}))
}
