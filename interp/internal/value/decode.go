package value

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// Decoder builds values of one virtual machine from JSON text. Only the goroutine that owns the machine may use it.
type Decoder struct {
	vm                *goja.Runtime
	preventExtensions goja.Callable // as they were before the program ran
	defineProperty    goja.Callable
	keys              map[string]string
	mayBeLazy         bool

	reading

	rows  map[*goja.Object]*row // that are still text, by target
	traps goja.ProxyTrapConfig  // of each of them
	width int                   // members of the last row that was looked into
}

// reading is where a decoder is in a text.
type reading struct {
	text  string
	pos   int
	depth int
	lazy  bool // rows may stay text
	odd   bool // a key that may have half a surrogate pair was passed over
	row   *row // whose text it is; nil: the whole
	path  path
	warn  Warner
}

// Warner is told what a text holds that the program gets in another form.
type Warner interface {
	// Inexact is told of each number that a JavaScript number cannot hold, now or when the program gets there.
	Inexact(text string)
}

// NewDecoder makes a decoder for a machine in which code, the text of a program, has not run yet.
func NewDecoder(vm *goja.Runtime, code string) *Decoder {
	object := vm.Get("Object").(*goja.Object)
	prevent, _ := goja.AssertFunction(object.Get("preventExtensions"))
	define, _ := goja.AssertFunction(object.Get("defineProperty"))
	return &Decoder{
		vm: vm, preventExtensions: prevent, defineProperty: define,
		keys: make(map[string]string), mayBeLazy: !strings.Contains(code, "define"),
	}
}

// Decode builds the value of one JSON text. The error says at which byte the text is wrong.
func (d *Decoder) Decode(text []byte, warn Warner) (goja.Value, error) {
	d.reading = reading{
		text: string(text), lazy: d.mayBeLazy && len(text) >= lazyText,
		path: path{root: "value", steps: d.path.steps[:0]}, warn: warn,
	}
	defer func() { d.text = "" }()
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	if d.space(); d.pos < len(d.text) {
		return nil, d.wrong("something follows the value")
	}
	return v, nil
}

// inexact warns of a number that becomes a string.
func (d *Decoder) inexact(digits string) {
	p := d.path
	if d.row != nil {
		p.root = d.row.where()
	}
	d.warn.Inexact(p.String() + " is " + shorten(digits) +
		", which a number cannot hold exactly; such numbers reach the program as strings")
}

func (d *Decoder) wrong(what string) error {
	return fmt.Errorf("%s at byte %d", what, d.pos)
}

func (d *Decoder) space() {
	for d.pos < len(d.text) {
		switch d.text[d.pos] {
		case ' ', '\n', '\t', '\r':
			d.pos++
		default:
			return
		}
	}
}

// next is the first byte that is not space; 0 at the end.
func (d *Decoder) next() byte {
	d.space()
	if d.pos == len(d.text) {
		return 0
	}
	return d.text[d.pos]
}

func (d *Decoder) value() (goja.Value, error) {
	switch c := d.next(); c {
	case '{':
		return d.objectValue()
	case '[':
		return d.array()
	case '"':
		return d.stringValue()
	case 't':
		return d.literal("true", d.vm.ToValue(true))
	case 'f':
		return d.literal("false", d.vm.ToValue(false))
	case 'n':
		return d.literal("null", goja.Null())
	case 0:
		return nil, d.wrong("unexpected end")
	default:
		return d.number()
	}
}

func (d *Decoder) literal(word string, v goja.Value) (goja.Value, error) {
	if len(d.text)-d.pos < len(word) || d.text[d.pos:d.pos+len(word)] != word {
		return nil, d.wrong("unexpected character")
	}
	d.pos += len(word)
	return v, nil
}

func (d *Decoder) enter() error {
	if d.depth++; d.depth > MaxDepth {
		return d.wrong(fmt.Sprintf("nested more than %d levels deep", MaxDepth))
	}
	d.pos++
	return nil
}

func (d *Decoder) objectValue() (goja.Value, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	o := d.vm.NewObject()
	for first := true; ; first = false {
		c := d.next()
		if c == '}' && first {
			break
		}
		if c != '"' {
			return nil, d.wrong("expected a key")
		}
		if err := d.member(o); err != nil {
			return nil, err
		}
		if c = d.next(); c == '}' {
			break
		}
		if c != ',' {
			return nil, d.wrong("expected a comma or a closing brace")
		}
		d.pos++
	}
	d.pos++
	d.depth--
	return o, nil
}

func (d *Decoder) member(o *goja.Object) error {
	key, odd, err := d.key()
	if err != nil {
		return err
	}
	if d.next() != ':' {
		return d.wrong("expected a colon")
	}
	d.pos++
	d.path.steps = append(d.path.steps, step{key: key})
	v, err := d.value()
	if err != nil {
		return err
	}
	d.path.steps = d.path.steps[:len(d.path.steps)-1]
	if odd != nil {
		return d.putOdd(o, odd, v)
	}
	return put(o, key, v)
}

// put makes an own property, whatever the prototype has under that name: __proto__, or what a program has put there.
func put(o *goja.Object, key string, v goja.Value) error {
	return o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// key reads a key, of which there is one string for all objects. odd is the key as it is, if it has half a surrogate pair.
func (d *Decoder) key() (key string, odd goja.Value, err error) {
	raw, plain, err := d.quoted()
	if err != nil {
		return "", nil, err
	}
	if !plain {
		units := unescape(raw)
		if raw = toUTF8(units); mayBeOdd(raw) {
			if s := goja.StringFromUTF16(units); isOdd(s) {
				return raw, s, nil
			}
		}
	}
	if known, ok := d.keys[raw]; ok {
		return known, nil, nil
	}
	const most = 10_000
	if len(d.keys) < most {
		d.keys[raw] = raw
	}
	return raw, nil, nil
}

func (d *Decoder) array() (goja.Value, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	var items []any
	var here *path // shared by the rows
	at := len(d.path.steps)
	d.path.steps = append(d.path.steps, step{array: true})
	for c := d.next(); c != ']' || len(items) > 0; c = d.next() {
		d.path.steps[at].index = len(items)
		var v goja.Value
		var err error
		if c == '{' && d.lazy && d.depth <= lazyDepth {
			if here == nil {
				here = &path{root: d.path.root, steps: slices.Clone(d.path.steps[:at])}
			}
			v, err = d.lazyRow(here, len(items))
		}
		if v == nil && err == nil {
			v, err = d.value()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, v)
		if c = d.next(); c == ']' {
			break
		}
		if c != ',' {
			return nil, d.wrong("expected a comma or a closing bracket")
		}
		d.pos++
	}
	d.path.steps = d.path.steps[:at]
	d.pos++
	d.depth--
	return d.vm.NewArray(items...), nil
}

func (d *Decoder) stringValue() (goja.Value, error) {
	raw, plain, err := d.quoted()
	if err != nil {
		return nil, err
	}
	if plain {
		return d.vm.ToValue(raw), nil
	}
	return goja.StringFromUTF16(unescape(raw)), nil
}

func (d *Decoder) number() (goja.Value, error) {
	start := d.pos
	integer, ok := d.scanNumber()
	if !ok {
		d.pos = start
		return nil, d.wrong("unexpected character")
	}
	digits := d.text[start:d.pos]
	if integer && len(digits) <= 15 {
		n, _ := strconv.ParseInt(digits, 10, 64) // at most 15 digits
		if n == 0 && digits[0] == '-' {
			return d.vm.ToValue(math.Copysign(0, -1)), nil
		}
		return d.vm.ToValue(n), nil
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || integer && strconv.FormatFloat(f, 'f', 0, 64) != digits {
		d.inexact(digits)
		return d.vm.ToValue(digits), nil
	}
	return d.vm.ToValue(f), nil
}
