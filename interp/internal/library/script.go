package library

import (
	"embed"
	"fmt"
	"path"
	"sync"

	"github.com/dop251/goja"
)

// FramePrefix starts the source name of every frame of the library in a stack.
const FramePrefix = "library:"

//go:embed js/*.js
var scripts embed.FS

// programs holds the parts that are written in JavaScript. Each is compiled when a program first needs it, and then serves
// all machines.
var programs = compileLater()

func compileLater() map[string]func() (*goja.Program, error) {
	m := make(map[string]func() (*goja.Program, error))
	files, _ := scripts.ReadDir("js") // cannot fail: the directory is part of the binary
	for _, f := range files {
		name := f.Name()
		m[name] = sync.OnceValues(func() (*goja.Program, error) {
			text, err := scripts.ReadFile(path.Join("js", name))
			if err != nil {
				return nil, err
			}
			return goja.Compile(FramePrefix+name, string(text), true)
		})
	}
	return m
}

// script is the installer of a part written in JavaScript. The file is one function; it gets `define`, which adds
// properties that are not enumerable to an object, and `native`, an object that has the given functions.
func script(file string, natives ...func(*library) method) func(*library) error {
	return func(l *library) error {
		compile, ok := programs[file]
		if !ok {
			return fmt.Errorf("no script %s", file)
		}
		p, err := compile()
		if err != nil {
			return err
		}
		v, err := l.vm.RunProgram(p)
		if err != nil {
			return err
		}
		install, ok := goja.AssertFunction(v)
		if !ok {
			return fmt.Errorf("%s is not a function", file)
		}
		native := l.vm.NewObject()
		for _, make := range natives {
			m := make(l)
			f, err := l.function(m)
			if err != nil {
				return err
			}
			if err := native.Set(m.name, f); err != nil {
				return err
			}
		}
		_, err = install(goja.Undefined(), l.vm.ToValue(l.defineAll), native)
		return err
	}
}

// defineAll is `define` of the scripts: it adds the properties of its second argument to its first.
func (l *library) defineAll(call goja.FunctionCall) goja.Value {
	target, ok := call.Argument(0).(*goja.Object)
	source, ok2 := call.Argument(1).(*goja.Object)
	if !ok || !ok2 {
		panic(l.vm.NewTypeError("define wants two objects"))
	}
	for _, name := range source.Keys() {
		if err := hidden(target, name, source.Get(name)); err != nil {
			panic(err)
		}
	}
	return target
}
