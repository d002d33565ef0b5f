// Package jsontext is JSON.parse and JSON.stringify for goja: exact as ECMAScript has them, with V8's error messages, and
// faster than goja's own. Depth is bounded, since the machine dies of a Go stack that is too deep.
package jsontext

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Limits of one value.
const (
	MaxDepth    = 10_000     // levels of nesting
	MaxElements = 10_000_000 // of one array that is written
	MaxText     = 64 << 20   // bytes that are written
)

// Parse makes the value that text describes. Lone surrogates in text may be encoded in the way of UTF-8 (WTF-8). An error
// is a *SyntaxError or a *LimitError.
func Parse(vm *goja.Runtime, text string) (v goja.Value, err error) {
	p := parser{vm: vm, text: text, keys: make(map[string]string)}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *SyntaxError:
			v, err = nil, r
		case *LimitError:
			v, err = nil, r
		default:
			panic(r)
		}
	}()
	p.space()
	v = p.value()
	p.space()
	if p.at < len(text) {
		panic(&SyntaxError{fmt.Sprintf("Unexpected non-whitespace character after JSON at position %d", p.position())})
	}
	return v, nil
}

// parser reads a text from front to back. It gives up by panicking with a *SyntaxError or a *LimitError.
type parser struct {
	vm     *goja.Runtime
	text   string
	at     int // index of the next byte
	depth  int
	stack  []any // elements of the arrays that are not complete yet
	keys   map[string]string
	buffer []byte // of the string that is being read
}

// maxKeys bounds the number of different keys of which only one copy is kept.
const maxKeys = 1024

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\n', '\r', '\t':
			p.at++
		default:
			return
		}
	}
}

// peek is the next byte, or 0 at the end, which starts no token either.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) value() goja.Value {
	switch c := p.peek(); c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.str()
	case 't':
		return p.literal("true", p.vm.ToValue(true))
	case 'f':
		return p.literal("false", p.vm.ToValue(false))
	case 'n':
		return p.literal("null", goja.Null())
	default:
		if c == '-' || '0' <= c && c <= '9' {
			return p.number()
		}
	}
	p.unexpected()
	return nil
}

func (p *parser) literal(word string, v goja.Value) goja.Value {
	for i := range len(word) {
		if p.peek() != word[i] {
			p.unexpected()
		}
		p.at++
	}
	return v
}

func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		panic(tooDeep("JSON.parse"))
	}
	p.at++
}

func (p *parser) object() goja.Value {
	p.enter()
	o := p.vm.NewObject()
	p.space()
	if p.peek() == '}' {
		p.at++
		p.depth--
		return o
	}
	missing := "Expected property name or '}'"
	for {
		if p.peek() != '"' {
			p.fail(missing)
		}
		p.property(o)
		switch p.peek() {
		case ',':
			p.at++
			p.space()
			missing = "Expected double-quoted property name"
		case '}':
			p.at++
			p.depth--
			return o
		default:
			p.fail("Expected ',' or '}' after property value")
		}
	}
}

// property reads a key and its value, and the space after it.
func (p *parser) property(o *goja.Object) {
	key, exact := p.key()
	p.space()
	if p.peek() != ':' {
		p.fail("Expected ':' after property name")
	}
	p.at++
	p.space()
	v := p.value()
	p.space()
	if exact != nil {
		setProperty(p.vm, o, exact, v)
		return
	}
	// Define, not Set: the key may be __proto__, and a program may have put setters on Object.prototype. It cannot fail
	// on an object that nobody else has seen.
	_ = o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// key reads a property name. Exact is the name where it cannot be written as UTF-8, else nil.
func (p *parser) key() (key string, exact goja.String) {
	start := p.at
	if raw, ok := p.simple(); ok {
		if known, ok := p.keys[raw]; ok {
			return known, nil
		}
		key = strings.Clone(raw)
		if len(p.keys) < maxKeys {
			p.keys[key] = key
		}
		return key, nil
	}
	p.at = start
	s := p.str().(goja.String)
	if key = s.String(); strings.ContainsRune(key, utf8.RuneError) {
		return "", s
	}
	return key, nil
}

// setProperty defines a property whose name has lone surrogates, which the Go API cannot say.
func setProperty(vm *goja.Runtime, o *goja.Object, key goja.String, v goja.Value) {
	d := vm.NewObject()
	for name, value := range map[string]any{"value": v, "writable": true, "enumerable": true, "configurable": true} {
		_ = d.Set(name, value)
	}
	if object, ok := vm.GlobalObject().Get("Object").(*goja.Object); ok {
		if define, ok := goja.AssertFunction(object.Get("defineProperty")); ok {
			_, _ = define(object, o, key, d)
		}
	}
}

func (p *parser) array() goja.Value {
	p.enter()
	start := len(p.stack)
	p.space()
	if p.peek() == ']' {
		p.at++
		p.depth--
		return p.vm.NewArray()
	}
	for {
		p.stack = append(p.stack, p.value())
		p.space()
		switch p.peek() {
		case ',':
			p.at++
			p.space()
		case ']':
			p.at++
			p.depth--
			a := p.vm.NewArray(p.stack[start:]...)
			clear(p.stack[start:])
			p.stack = p.stack[:start]
			return a
		default:
			p.fail("Expected ',' or ']' after array element")
		}
	}
}

func (p *parser) number() goja.Value {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	digits := p.at
	switch c := p.peek(); {
	case c == '0':
		p.at++
		if c := p.peek(); '0' <= c && c <= '9' {
			p.fail("Unexpected number")
		}
	case '1' <= c && c <= '9':
		p.digits()
	default:
		p.fail("No number after minus sign")
	}
	whole := true
	if p.peek() == '.' {
		whole = false
		p.at++
		p.some("Unterminated fractional number")
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		whole = false
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		p.some("Exponent part is missing a number")
	}
	const safe = 15 // digits that every float64 can hold
	if whole && p.at-digits <= safe && p.text[start:p.at] != "-0" {
		n, _ := strconv.ParseInt(p.text[start:p.at], 10, 64)
		return p.vm.ToValue(n)
	}
	// The only error is a number beyond the range, which comes with the right infinity.
	f, _ := strconv.ParseFloat(p.text[start:p.at], 64)
	return p.vm.ToValue(f)
}

func (p *parser) digits() {
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.at++
	}
}

func (p *parser) some(missing string) {
	start := p.at
	if p.digits(); p.at == start {
		p.fail(missing)
	}
}
