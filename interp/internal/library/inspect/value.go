package inspect

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/units"
)

// writer shows one value. Its methods return the text of a part, since the layout of the whole depends on the lengths of
// its parts.
type writer struct {
	p         *Inspector
	depth     int // levels still shown
	elements  int // shown of one array, Map or Set
	lineWidth int

	indent  int // column at which the current part starts
	deepest int // level of the object shown last
	size    int // bytes made so far
	seen    []*goja.Object
	circle  map[*goja.Object]int // number of each object that occurs within itself
}

// value shows v, which stands within level objects.
func (w *writer) value(v goja.Value, level int) string {
	s := w.any(v, level)
	w.size += len(s)
	return s
}

func (w *writer) any(v goja.Value, level int) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case *goja.Object:
		return w.object(v, level)
	case goja.String:
		return w.str(v)
	case *goja.Symbol:
		return symbol(v)
	}
	switch {
	case goja.IsNumber(v):
		return number(v)
	case goja.IsBigInt(v):
		return v.String() + "n"
	}
	return v.String()
}

// str shows a string that is part of a value: quoted, shortened, and broken after newlines where it is long.
func (w *writer) str(v goja.String) string {
	more := ""
	if n := v.Length() - maxString; n > 0 {
		more = "... " + count(n, "more character")
		v = v.Substring(0, maxString)
	}
	runes := units.Runes(v)
	if n := v.Length(); n <= 16 || n <= w.lineWidth-w.indent-4 {
		return quote(runes) + more
	}
	var lines []string
	for start, i := 0, 0; i < len(runes); i++ {
		if runes[i] == '\n' || i == len(runes)-1 {
			lines = append(lines, quote(runes[start:i+1]))
			start = i + 1
		}
	}
	return strings.Join(lines, " +\n"+strings.Repeat(" ", w.indent+2)) + more
}

// within shows a part that is set two columns further in.
func (w *writer) within(v goja.Value, level int) string {
	w.indent += 2
	s := w.value(v, level)
	w.indent -= 2
	return s
}

// object shows an object of any kind.
func (w *writer) object(o *goja.Object, level int) string {
	o, ok := target(o)
	if !ok {
		return "<Revoked Proxy>"
	}
	for _, outer := range w.seen {
		if outer.SameAs(o) {
			return w.circular(o)
		}
	}
	k := w.classify(o)
	if k.whole != "" {
		return k.whole
	}
	if level > w.depth || w.size > maxOutput {
		return "[" + strings.TrimSuffix(k.prefix("Object", ""), " ") + "]"
	}
	w.seen = append(w.seen, o)
	w.deepest = level + 1
	k.shape.parts = k.parts(&k, level+1)
	w.addProperties(&k, level+1)
	w.seen = w.seen[:len(w.seen)-1]
	if n, ok := w.circle[o]; ok {
		ref := "<ref *" + itoa(n) + ">"
		k.shape.base = strings.TrimSuffix(ref+" "+k.shape.base, " ")
	}
	return w.join(k.shape, level+1)
}

// circular names an object that is shown further out.
func (w *writer) circular(o *goja.Object) string {
	if w.circle == nil {
		w.circle = make(map[*goja.Object]int)
	}
	n, ok := w.circle[o]
	if !ok {
		n = len(w.circle) + 1
		w.circle[o] = n
	}
	return "[Circular *" + itoa(n) + "]"
}

// addProperties shows the properties of an object after its elements.
func (w *writer) addProperties(k *kind, level int) {
	for i, key := range k.keys {
		if i == maxKeys {
			k.shape.parts = append(k.shape.parts, "... "+count(len(k.keys)-i, "more property"))
			return
		}
		k.shape.parts = append(k.shape.parts, w.property(k.object, key, level))
	}
}

func (w *writer) property(o *goja.Object, key goja.Value, level int) string {
	d, ok := w.p.property(o, key)
	if !ok { // an error's cause that it inherits
		d = property{value: w.p.data(o, key.String())}
	}
	return keyName(key, ok && d.enumerable) + ": " + w.described(d, level)
}

// described shows the value of a property; an accessor is named and not called.
func (w *writer) described(d property, level int) string {
	switch {
	case d.get && d.set:
		return "[Getter/Setter]"
	case d.get:
		return "[Getter]"
	case d.set:
		return "[Setter]"
	}
	return w.within(d.value, level)
}

func keyName(key goja.Value, enumerable bool) string {
	s, ok := key.(goja.String)
	switch {
	case !ok:
		return "[" + symbol(key.(*goja.Symbol)) + "]"
	case s.String() == "__proto__":
		return "['__proto__']"
	case !enumerable:
		return "[" + s.String() + "]"
	case identifier().MatchString(s.String()):
		return s.String()
	}
	return quote(units.Runes(s))
}
