package inspect

import (
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

type bigInt = big.Int

// className is the name of the constructor of o, found through its prototypes without running code of the program. It is
// false where there is none.
func (p *Inspector) className(o *goja.Object) (string, bool) {
	for at, n := o, 0; at != nil && n < maxChain && !isProxy(at); at, n = at.Prototype(), n+1 {
		d, ok := p.property(at, stringValue("constructor"))
		if !ok {
			continue
		}
		ctor, ok := d.value.(*goja.Object)
		if !ok {
			continue
		}
		if ctor, ok = target(ctor); !ok || !isFunction(ctor) { // Date is a proxy
			continue
		}
		name, ok := p.data(ctor, "name").(goja.String)
		if ok && name.Length() > 0 && p.inherits(o, ctor) {
			return name.String(), true
		}
	}
	return "", false
}

// inherits tells whether o is an instance of ctor, by the prototypes alone.
func (p *Inspector) inherits(o, ctor *goja.Object) bool {
	proto, ok := p.data(ctor, "prototype").(*goja.Object)
	if !ok {
		return false
	}
	for at, n := o.Prototype(), 0; at != nil && n < maxChain && !isProxy(at); at, n = at.Prototype(), n+1 {
		if at.SameAs(proto) {
			return true
		}
	}
	return false
}

// tag is the toStringTag of o where it says something that neither its class nor its own properties say.
func (p *Inspector) tag(o *goja.Object, class string) string {
	var v goja.Value
	if ex := p.vm.Try(func() { v = o.GetSymbol(goja.SymToStringTag) }); ex != nil {
		return ""
	}
	s, ok := v.(goja.String)
	if !ok || s.String() == class {
		return ""
	}
	if d, ok := p.property(o, goja.SymToStringTag); ok && d.enumerable {
		return ""
	}
	return s.String()
}

// functionName is the text of a function or class.
func (p *Inspector) functionName(k *kind) string {
	name := ""
	if d, ok := p.property(k.object, stringValue("name")); ok {
		if s, ok := d.value.(goja.String); ok {
			name = s.String()
		}
	}
	if k.object.ExportType() == classType {
		return p.classText(k.object, name)
	}
	of := "Function"
	switch k.tag {
	case "AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction":
		of = k.tag
	default:
		switch {
		case k.class == "AsyncFunction" || k.class == "GeneratorFunction":
			of = k.class
		case strings.HasPrefix(p.source(k.object), "async "): // the machine gives async methods the class of others
			of = "AsyncFunction"
		}
	}
	if name == "" {
		return "[" + of + " (anonymous)]"
	}
	return "[" + of + ": " + name + "]"
}

// source is the text of a function.
func (p *Inspector) source(o *goja.Object) string {
	text := ""
	if toString, err := nativeAt(p.vm, "Function", "prototype", "toString"); err == nil {
		p.vm.Try(func() { text = toString(goja.FunctionCall{This: o}).String() })
	}
	return text
}

func (p *Inspector) classText(o *goja.Object, name string) string {
	if name == "" {
		name = "(anonymous)"
	}
	text := "[class " + name
	if super := o.Prototype(); super == nil {
		text += " extends [null prototype]"
	} else if s, ok := p.data(super, "name").(goja.String); ok && s.Length() > 0 {
		text += " extends " + s.String()
	}
	return text + "]"
}

// regexp is the text of a regular expression.
func (p *Inspector) regexp(k *kind) string {
	var s string
	if ex := p.vm.Try(func() { s = "/" + k.object.Get("source").String() + "/" + k.object.Get("flags").String() }); ex != nil {
		s = "/(?:)/"
	}
	if prefix := k.prefix("RegExp", ""); prefix != "RegExp " {
		return prefix + s
	}
	return s
}
