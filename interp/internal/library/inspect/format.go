package inspect

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// Format makes the text of console.log(args...): directives in a first argument that is a string take the arguments after
// it, and what is left follows, separated by spaces.
func (p *Inspector) Format(args []goja.Value) string {
	if len(args) == 0 {
		return ""
	}
	var b strings.Builder
	rest := args
	if first, ok := args[0].(goja.String); ok && len(args) > 1 {
		rest = p.directives(&b, first.String(), args[1:])
	} else {
		b.WriteString(p.Message(args[0]))
		rest = args[1:]
	}
	for _, v := range rest {
		b.WriteByte(' ')
		b.WriteString(p.Message(v))
	}
	return b.String()
}

// Message shows one argument of console.log: a string as it is, anything else as a value.
func (p *Inspector) Message(v goja.Value) string {
	if s, ok := v.(goja.String); ok {
		return s.String()
	}
	return p.Value(v, DefaultDepth)
}

// directives writes a format and returns the arguments that it did not take.
func (p *Inspector) directives(b *strings.Builder, format string, args []goja.Value) []goja.Value {
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 || i == len(format)-1 {
			b.WriteString(format)
			return args
		}
		b.WriteString(format[:i])
		c := format[i+1]
		switch {
		case c == '%':
			b.WriteByte('%')
		case strings.IndexByte("sdifjoOc", c) < 0:
			b.WriteByte('%')
			format = format[i+1:]
			continue
		case len(args) == 0:
			b.WriteString(format[i : i+2])
		default:
			b.WriteString(p.directive(c, args[0]))
			args = args[1:]
		}
		format = format[i+2:]
	}
}

func (p *Inspector) directive(c byte, v goja.Value) string {
	switch c {
	case 's':
		return p.stringOf(v)
	case 'd':
		return p.numberOf(v, false)
	case 'i':
		return p.numberOf(v, true)
	case 'f':
		if _, ok := v.(*goja.Symbol); ok {
			return "NaN"
		}
		return number(p.parse("parseFloat", v))
	case 'j':
		return p.json(v)
	case 'o':
		return p.Value(v, 4)
	case 'O':
		return p.Value(v, DefaultDepth)
	}
	return "" // %c takes a style and shows nothing
}

// stringOf is %s: an object that has a toString method of its own is asked, others are shown.
func (p *Inspector) stringOf(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		if s, ok := v.(goja.String); ok {
			return s.String()
		}
		w := &writer{p: p}
		return w.any(v, 0)
	}
	if o.ClassName() != "Error" && !isFunction(o) && !p.ownToString(o) {
		return p.Value(v, 0)
	}
	text := ""
	if ex := p.vm.Try(func() { text = o.String() }); ex != nil {
		return p.Value(v, 0)
	}
	return text
}

// ownToString tells whether o or a class that the program wrote has a toString method.
func (p *Inspector) ownToString(o *goja.Object) bool {
	f, ok := p.data(o, "toString").(*goja.Object)
	if !ok || isProxy(f) || !isFunction(f) {
		return false
	}
	return !strings.HasSuffix(f.String(), "{ [native code] }")
}

func (p *Inspector) numberOf(v goja.Value, whole bool) string {
	switch v := v.(type) {
	case *goja.Symbol:
		return "NaN"
	case *goja.Object:
		if !whole {
			f := math.NaN()
			p.vm.Try(func() { f = v.ToFloat() })
			return number(p.vm.ToValue(f))
		}
	}
	if goja.IsBigInt(v) {
		return v.String() + "n"
	}
	if whole {
		return number(p.parse("parseInt", v))
	}
	return number(v.ToNumber())
}

// parse is parseInt or parseFloat.
func (p *Inspector) parse(name string, v goja.Value) goja.Value {
	result := goja.NaN()
	f, err := nativeAt(p.vm, name)
	if err == nil {
		p.vm.Try(func() { result = f(goja.FunctionCall{Arguments: []goja.Value{v}}) })
	}
	return result
}

func (p *Inspector) json(v goja.Value) string {
	stringify, err := nativeAt(p.vm, "JSON", "stringify")
	if err != nil {
		return "undefined"
	}
	var text goja.Value
	ex := p.vm.Try(func() { text = stringify(goja.FunctionCall{Arguments: []goja.Value{v}}) })
	switch {
	case ex == nil:
		return text.String()
	case strings.Contains(ex.Value().String(), "circular"):
		return "[Circular]"
	}
	return strconv.Quote(ex.Value().String())
}
