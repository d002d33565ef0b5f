package value

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// A large result is mostly rows: objects in arrays, of which a program reads a few members each. Building them all costs
// far more than the program. So in a text of at least lazyText bytes, an object in an array stays text until it is used:
// it is a Proxy whose first traps read single members out of the text, and which fills its target and falls silent at the
// first use that is more than reading (or after a few reads). From then on every operation goes straight to the target,
// an ordinary object.
//
// A program that defines properties (Object.defineProperty) gets ordinary objects at once: for an accessor that is not
// configurable, the machine holds a Proxy to rules that no trap can keep.
const (
	lazyText  = 256 << 10 // bytes of text from which on rows are lazy
	lazyRow   = 64        // bytes of the smallest row that is worth it
	lazyReads = 8         // members that are read before a row is filled
	lazyDepth = 8         // levels below which rows are not looked for; a row that is not lazy is read twice
)

// row is an object that is still text.
type row struct {
	decoder *Decoder
	traps   goja.ProxyTrapConfig // of its proxy; emptied when the target is filled
	target  *goja.Object
	text    string
	array   *path // of the array that it is in
	index   int
	members []memberText // in the order of the text; nil: not looked for yet
	reads   int
}

// memberText is where a member stands in the text of a row.
type memberText struct {
	key   string
	start int
	value goja.Value // an object or array that was handed out already; nil: none
}

// lazyRow makes the proxy of the object whose text starts at the current position, and moves behind it. nil stands for an
// object that is built at once: a small one, one that may have a key which means something to objects themselves, or one
// with a key that traps cannot be told of.
func (d *Decoder) lazyRow(array *path, index int) (goja.Value, error) {
	start := d.pos
	d.odd = false
	if err := d.skip(); err != nil {
		return nil, err
	}
	text := d.text[start:d.pos]
	if len(text) < lazyRow || d.odd || strings.Contains(text, `__proto__`) || strings.Contains(text, `\u00`) {
		d.pos = start
		return nil, nil
	}
	if d.rows == nil {
		d.rows = make(map[*goja.Object]*row)
		d.traps = d.rowTraps()
	}
	r := &row{decoder: d, traps: d.traps, target: d.vm.NewObject(), text: text, array: array, index: index}
	d.rows[r.target] = r
	return d.vm.ToValue(d.vm.NewProxy(r.target, &r.traps)), nil
}

// rowTraps are the traps of all rows. A trap is called only while its row is text.
func (d *Decoder) rowTraps() goja.ProxyTrapConfig {
	return goja.ProxyTrapConfig{
		Get: d.getMember,
		Has: func(target *goja.Object, name string) bool {
			d.fill(target)
			return target.Get(name) != nil
		},
		GetOwnPropertyDescriptor: d.describeMember,
		DefineProperty: func(target *goja.Object, name string, p goja.PropertyDescriptor) bool {
			d.fill(target)
			if p.Getter != nil || p.Setter != nil {
				return target.DefineAccessorProperty(name, orUndefined(p.Getter), orUndefined(p.Setter), p.Configurable, p.Enumerable) == nil
			}
			return target.DefineDataProperty(name, p.Value, p.Writable, p.Configurable, p.Enumerable) == nil
		},
		DeleteProperty: func(target *goja.Object, name string) bool {
			d.fill(target)
			return target.Delete(name) == nil
		},
		OwnKeys: d.keysOf,
		PreventExtensions: func(target *goja.Object) bool {
			d.fill(target)
			_, err := d.preventExtensions(nil, target)
			return err == nil
		},
	}
}

func (d *Decoder) getMember(target *goja.Object, name string, _ goja.Value) goja.Value {
	r := d.rows[target]
	if r.reads++; r.reads > lazyReads {
		d.fill(target)
	} else if m := r.member(name); m != nil {
		return r.value(m)
	}
	if v := target.Get(name); v != nil {
		return v
	}
	return goja.Undefined()
}

func (d *Decoder) describeMember(target *goja.Object, name string) goja.PropertyDescriptor {
	m := d.rows[target].member(name)
	d.fill(target)
	if m == nil {
		return goja.PropertyDescriptor{}
	}
	return goja.PropertyDescriptor{
		Value: target.Get(name), Writable: goja.FLAG_TRUE, Configurable: goja.FLAG_TRUE, Enumerable: goja.FLAG_TRUE,
	}
}

func (d *Decoder) keysOf(target *goja.Object) *goja.Object {
	d.fill(target)
	var keys []any
	for _, name := range target.GetOwnPropertyNames() {
		keys = append(keys, name)
	}
	for _, symbol := range target.Symbols() {
		keys = append(keys, symbol)
	}
	return d.vm.NewArray(keys...)
}

// member finds a member; of several with one key, the last.
func (r *row) member(name string) *memberText {
	if r.members == nil {
		r.find()
	}
	for i := len(r.members) - 1; i >= 0; i-- {
		if r.members[i].key == name {
			return &r.members[i]
		}
	}
	return nil
}

// find looks for the members. The text is known to be an object.
func (r *row) find() {
	d := r.decoder
	r.members = make([]memberText, 0, d.width)
	d.within(r, 1, func(inner *Decoder) {
		for inner.next() != '}' {
			key, plain, _ := inner.quoted()
			if !plain {
				key = toUTF8(unescape(key))
			}
			inner.next() // the colon
			inner.pos++
			inner.space()
			r.members = append(r.members, memberText{key: key, start: inner.pos})
			_ = inner.skip()
			if inner.next() == ',' {
				inner.pos++
			}
		}
	})
	d.width = len(r.members)
}

// value builds the value of a member. Objects and arrays are the same ones each time.
func (r *row) value(m *memberText) goja.Value {
	if m.value != nil {
		return m.value
	}
	var v goja.Value
	r.decoder.within(r, m.start, func(inner *Decoder) {
		inner.path.steps = append(inner.path.steps, step{key: m.key})
		v, _ = inner.value()
	})
	if _, object := v.(*goja.Object); object {
		m.value = v
	}
	return v
}

// where is the path of a row.
func (r *row) where() string {
	p := *r.array
	p.steps = append(slices.Clip(p.steps), step{array: true, index: r.index})
	return p.String()
}

// within reads in the text of a row, which is known to be valid JSON, in the middle of anything else.
func (d *Decoder) within(r *row, pos int, read func(*Decoder)) {
	outer := d.reading
	d.reading = reading{text: r.text, pos: pos, row: r, warn: outer.warn}
	read(d)
	d.reading = outer
}

// fill makes an ordinary object of a row.
func (d *Decoder) fill(target *goja.Object) {
	r := d.rows[target]
	delete(d.rows, target)
	if r.members == nil {
		r.find()
	}
	r.traps = goja.ProxyTrapConfig{}
	for i := range r.members {
		_ = put(target, r.members[i].key, r.value(&r.members[i]))
	}
	r.members, r.text = nil, ""
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// trapsType is how the machine shows the traps of a Proxy that is not the program's own.
var trapsType = reflect.TypeFor[*goja.ProxyTrapConfig]()

// Ordinary gives the ordinary object behind one that is lazy; ok is false if o is not. Code that looks at the classes of
// objects must ask, since a lazy row is to look like any object, while the Proxies of programs do not.
func Ordinary(o *goja.Object) (_ *goja.Object, ok bool) {
	if o.ExportType() != typeProxy {
		return nil, false
	}
	proxy := o.Export().(goja.Proxy)
	if handler := proxy.Handler(); handler == nil || handler.ExportType() != trapsType {
		return nil, false
	}
	_ = o.GetOwnPropertyNames() // the trap fills the target
	return proxy.Target(), true
}
