package jsontext

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// circle describes, as V8 does, how the object at index start of the stack comes to hold itself through last.
func (w *writer) circle(start int, last step) string {
	const shown = 3 // objects at the start of the circle
	var b strings.Builder
	b.WriteString("Converting circular structure to JSON\n    --> starting at object with constructor " + constructor(w.stack[start].object))
	head := min(len(w.stack), start+shown)
	line := func(s step) {
		fmt.Fprintf(&b, "\n    |     %s -> object with constructor %s", s.way(), constructor(s.object))
	}
	for _, s := range w.stack[start+1 : head] {
		line(s)
	}
	if len(w.stack) > head+1 {
		b.WriteString("\n    |     ...")
	}
	for _, s := range w.stack[max(head, len(w.stack)-1):] {
		line(s)
	}
	b.WriteString("\n    --- " + last.way() + " closes the circle")
	return b.String()
}

func (s step) way() string {
	if s.index >= 0 {
		return fmt.Sprintf("index %d", s.index)
	}
	return "property '" + s.key + "'"
}

func constructor(o *goja.Object) string {
	if c, ok := o.Get("constructor").(*goja.Object); ok {
		if name, ok := c.Get("name").(goja.String); ok {
			return "'" + name.String() + "'"
		}
	}
	return "'Object'"
}
