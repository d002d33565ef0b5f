package inspect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
)

// error shows an error as its stack, then the properties that the stack does not show.
func (w *writer) error(k *kind) {
	stack := w.p.stack(k.object)
	k.keys = slices.DeleteFunc(k.keys, func(key goja.Value) bool { return w.p.repeats(k.object, key, stack) })
	for _, name := range []string{"cause", "errors"} {
		if _, own := w.p.property(k.object, stringValue(name)); own && !hasKey(k.keys, name) {
			k.keys = append(k.keys, stringValue(name))
		}
	}
	stack = improve(stack, w.p.errorName(k.object), k)
	if !strings.Contains(stack, "\n    at ") {
		stack = "[" + stack + "]"
	}
	if w.indent > 0 {
		stack = strings.ReplaceAll(stack, "\n", "\n"+strings.Repeat(" ", w.indent))
	}
	k.leaf(stack)
}

func hasKey(keys []goja.Value, name string) bool {
	return slices.ContainsFunc(keys, func(k goja.Value) bool {
		s, ok := k.(goja.String)
		return ok && s.String() == name
	})
}

// repeats tells whether a property only says what the stack says already.
func (p *Inspector) repeats(o *goja.Object, key goja.Value, stack string) bool {
	name, ok := key.(goja.String)
	if !ok || name.String() != "name" && name.String() != "message" && name.String() != "stack" {
		return false
	}
	v, ok := p.data(o, name.String()).(goja.String)
	return ok && strings.Contains(stack, v.String())
}

func (p *Inspector) errorName(o *goja.Object) string {
	name := "Error"
	p.vm.Try(func() {
		if s, ok := o.Get("name").(goja.String); ok {
			name = s.String()
		}
	})
	return name
}

// stack is the stack of an error in Node's form, or its name and message where it has none.
func (p *Inspector) stack(o *goja.Object) string {
	if s, ok := p.data(o, "stack").(goja.String); ok && s.Length() > 0 {
		return Stack(s.String(), p.Lines)
	}
	name, message := p.errorName(o), ""
	if s, ok := p.data(o, "message").(goja.String); ok {
		message = s.String()
	}
	switch {
	case name == "":
		return message
	case message == "":
		return name
	}
	return name + ": " + message
}

var (
	frame       = lazy.Regexp(`\n\tat (.*)`)
	counter     = lazy.Regexp(`\(\d+\)(\)?)$`)
	hiddenFrame = lazy.Regexp(`\(native\)$|\blibrary:`)
	position    = lazy.Regexp(`:(\d+):\d+\)?$`)
)

// Stack puts a stack as the engine writes it into the form of V8, without the frames of the library, of the engine, and of
// lines that the program does not have.
func Stack(stack string, lines int) string {
	stack = frame().ReplaceAllStringFunc(stack, func(line string) string {
		line = counter().ReplaceAllString(line, "$1")
		if hiddenFrame().MatchString(line) {
			return ""
		}
		if at := position().FindStringSubmatch(line); at != nil {
			if n, err := strconv.Atoi(at[1]); err != nil || n > lines {
				return ""
			}
		}
		return "\n    at " + strings.TrimPrefix(line, "\n\tat ")
	})
	return strings.TrimRight(stack, "\n")
}

// improve puts the name of an error's class at the head of its stack, where the stack has only the name it inherits.
func improve(stack, name string, k *kind) string {
	rest, ok := strings.CutPrefix(stack, name)
	if !ok || !strings.HasSuffix(name, "Error") || rest != "" && rest[0] != ':' && rest[0] != '\n' {
		return stack
	}
	prefix := strings.TrimSuffix(k.prefix("Error", ""), " ")
	switch {
	case name == prefix:
		return stack
	case strings.Contains(prefix, name):
		return prefix + rest
	}
	return prefix + " [" + name + "]" + rest
}
