package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// object is an [Object] in the program, or one of its namespaces. Its functions are made when they are first touched.
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
}

// member says what stands under a name: a function, a namespace, both or neither.
type member struct{ function, namespace bool }

// defineObject makes the global variable of an object. A program can neither replace nor delete it.
func (r *run) defineObject(o *Object) error {
	members := &object{run: r, global: o}
	v, err := members.value()
	if err != nil {
		return err
	}
	return r.vm.GlobalObject().DefineDataProperty(o.Name, v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE)
}

func (o *object) value() (*goja.Object, error) {
	v := o.run.vm.NewDynamicObject(o)
	return v, v.SetPrototype(nil)
}

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

// Get implements [goja.DynamicObject].
func (o *object) Get(name string) goja.Value {
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

// make gives the value of a member; nil if there is none, not even a function that fails.
func (o *object) make(name string) goja.Value {
	m := o.member(name)
	switch {
	case m == member{}:
		return o.missing(name)
	case !m.namespace:
		return o.run.function(o.global, o.at(name))
	}
	namespace := &object{run: o.run, global: o.global, path: o.at(name)}
	v, err := namespace.value()
	if err != nil {
		panic(err)
	}
	if f := o.run.function(o.global, o.at(name)); f != nil && m.function {
		return o.run.callableNamespace(f, v)
	}
	return v
}

func (o *object) at(name string) []string { return append(slices.Clip(o.path), name) }

// missing is the value of a name that does not exist.
func (o *object) missing(name string) goja.Value {
	if protocolNames[name] {
		return nil
	}
	f := o.run.function(o.global, o.at(name))
	if f == nil || len(o.path) > 0 {
		return f
	}
	below := &object{run: o.run, global: o.global, path: o.at(name), members: map[string]member{}}
	v, err := below.value()
	if err != nil {
		panic(err)
	}
	return o.run.callableNamespace(f, v)
}

// protocolNames are names that the language itself asks objects for; finding a function there would change what a program
// means, as in `await tools`. It is a constant table.
var protocolNames = map[string]bool{
	"then": true, "toJSON": true, "constructor": true, "toString": true, "toLocaleString": true, "valueOf": true,
	"hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true, "__proto__": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
	"inspect": true, "nodeType": true, "asymmetricMatch": true, "length": true, "prototype": true, "run_code": true,
}

// Set implements [goja.DynamicObject]: the object is immutable.
func (o *object) Set(name string, _ goja.Value) bool {
	panic(o.run.vm.NewTypeError(fmt.Sprintf("cannot set %s: %s is read-only", o.text(name), o.global.Name)))
}

// Delete implements [goja.DynamicObject].
func (o *object) Delete(name string) bool { return !o.Has(name) }

// Has implements [goja.DynamicObject].
func (o *object) Has(name string) bool {
	return o.member(name) != member{}
}

// Keys implements [goja.DynamicObject].
func (o *object) Keys() []string {
	o.index()
	return slices.Clone(o.names)
}

func (o *object) text(name string) string {
	return strings.Join(append([]string{o.global.Name}, o.at(name)...), ".")
}

// callableNamespace is a function that has members: both a tool and a namespace bear its name, or neither exists.
func (r *run) callableNamespace(f goja.Value, members *goja.Object) goja.Value {
	return r.vm.ToValue(r.vm.NewProxy(f.(*goja.Object), &goja.ProxyTrapConfig{
		Get: func(_ *goja.Object, name string, _ goja.Value) goja.Value {
			if v := members.Get(name); v != nil {
				return v
			}
			return goja.Undefined()
		},
		Has: func(_ *goja.Object, name string) bool { return slices.Contains(members.Keys(), name) },
		OwnKeys: func(*goja.Object) *goja.Object {
			keys := members.Keys()
			list := make([]any, len(keys))
			for i, k := range keys {
				list[i] = k
			}
			return r.vm.NewArray(list...)
		},
		GetOwnPropertyDescriptor: func(_ *goja.Object, name string) goja.PropertyDescriptor {
			if !slices.Contains(members.Keys(), name) {
				return goja.PropertyDescriptor{}
			}
			return goja.PropertyDescriptor{
				Value: members.Get(name), Enumerable: goja.FLAG_TRUE, Configurable: goja.FLAG_TRUE, Writable: goja.FLAG_FALSE,
			}
		},
		Set:               func(_ *goja.Object, _ string, _, _ goja.Value) bool { return false },
		DefineProperty:    func(*goja.Object, string, goja.PropertyDescriptor) bool { return false },
		DeleteProperty:    func(*goja.Object, string) bool { return false },
		SetPrototypeOf:    func(*goja.Object, *goja.Object) bool { return false },
		PreventExtensions: func(*goja.Object) bool { return false },
	}))
}
