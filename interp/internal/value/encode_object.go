package value

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// NotAnObject says what v is, if it is not an object as arguments must be one; empty if it is.
func NotAnObject(v goja.Value) string {
	switch {
	case v == nil || goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "null"
	case goja.IsString(v):
		return "a string"
	case goja.IsNumber(v):
		return "a number"
	case goja.IsBigInt(v):
		return "a BigInt"
	}
	o, ok := v.(*goja.Object)
	if !ok {
		if _, symbol := v.(*goja.Symbol); symbol {
			return "a symbol"
		}
		return "a boolean"
	}
	if isArray(o) {
		return "an array"
	}
	if what, _ := foreign(o); what != "" {
		return what
	}
	return ""
}

// isArray is Array.isArray.
func isArray(o *goja.Object) bool {
	for o != nil && o.ExportType() == typeProxy {
		o = o.Export().(goja.Proxy).Target()
	}
	return o != nil && o.ClassName() == "Array"
}

// foreign names the objects that JSON does not have, with what a program can send instead. There are more that look like
// objects without properties; see [Encoder.unreadable].
func foreign(o *goja.Object) (what, hint string) {
	switch o.ClassName() {
	case "Error":
		return "an Error", "use error.message"
	case "RegExp":
		return "a RegExp", "use String(regexp)"
	case "Array", "Date", "String", "Number", "Boolean", "Symbol", "BigInt":
		return "", ""
	}
	if _, callable := goja.AssertFunction(o); callable {
		return "a function", "call it, and send what it gives"
	}
	switch t := o.ExportType(); {
	case t == typePromise:
		return "a Promise", "await it first"
	case t == typeEntries:
		return "a Map", "use Object.fromEntries(map)"
	case t == typeArray:
		return "a Set", "use [...set]"
	case t == typeBuffer:
		return "an ArrayBuffer", "use Array.from(new Uint8Array(buffer)), or new Uint8Array(buffer).toBase64()"
	case t != nil && t.Kind() == reflect.Slice:
		return "a typed array", "use Array.from(array), or toBase64() for bytes"
	}
	return "", ""
}

// unreadable names an object that has no properties because its class keeps what it holds elsewhere: a WeakMap, a
// DataView, an iterator, or a Proxy of such an object. Empty: an object of no properties is all that it is.
func unreadable(o *goja.Object) string {
	if o.ExportType() == typeProxy {
		target := o.Export().(goja.Proxy).Target()
		if target == nil {
			return "a revoked Proxy"
		}
		what, _ := foreign(target)
		if what == "" {
			what = unreadable(target)
		}
		if what != "" {
			return "a Proxy of " + what
		}
		return ""
	}
	tag, ok := o.GetSymbol(goja.SymToStringTag).(goja.String)
	if !ok || tag.Length() == 0 || tag.String() == "Object" {
		return ""
	}
	return withArticle(shortenText(tag.String()))
}

func withArticle(name string) string {
	if strings.ContainsRune("AEIO", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// pollEvery is how many objects are written between two looks at whether the run has been stopped.
const pollEvery = 256

var errStopped = errors.New("the run was stopped")

func (e *Encoder) objectValue(o *goja.Object) error {
	if len(e.buf) > e.limit {
		return e.tooLarge()
	}
	if e.objects++; e.objects%pollEvery == 0 && e.stopped() {
		return errStopped
	}
	if e.isOpen(o) {
		return e.lossy("a value that contains itself", "send the parts that matter", `"[Circular]"`)
	}
	if len(e.open) >= MaxDepth {
		return e.lossy(fmt.Sprintf("a value nested more than %d levels deep", MaxDepth), "send less deep data", `"[…]"`)
	}
	e.open = append(e.open, o)
	err := e.classified(o)
	e.open = e.open[:len(e.open)-1]
	return err
}

// isOpen reports whether o is being written already. Values are rarely deep, so that looking through is fast.
func (e *Encoder) isOpen(o *goja.Object) bool { return slices.Contains(e.open, o) }

func (e *Encoder) classified(o *goja.Object) error {
	switch o.ClassName() {
	case "Array":
		return e.array(o)
	case "Date":
		return e.date(o)
	case "String":
		return e.write(o.ToString())
	case "Number", "Boolean":
		return e.write(e.vm.ToValue(o.Export()))
	}
	switch o.ExportType() {
	case typeBigInt:
		return e.bigInt(e.vm.ToValue(o.Export()))
	case typeProxy:
		if isArray(o) {
			return e.array(o)
		}
	}
	what, hint := foreign(o)
	switch {
	case what == "":
		return e.members(o)
	case !e.lenient:
		return e.refuse("%s cannot be sent; %s", what, hint)
	default:
		return e.show(o, what)
	}
}

// date writes what Date.prototype.toISOString gives, and null for an invalid date, as JSON.stringify does.
func (e *Encoder) date(o *goja.Object) error {
	t, ok := o.Export().(time.Time)
	if !ok {
		return e.lossy("an invalid Date", "check it with isNaN(date)", "null")
	}
	t = t.UTC()
	layout := "2006-01-02T15:04:05.000Z"
	year := t.Year()
	switch {
	case year < 0:
		e.buf = fmt.Appendf(e.buf, `"-%06d`, -year)
	case year > 9999:
		e.buf = fmt.Appendf(e.buf, `"+%06d`, year)
	default:
		e.buf = append(e.buf, '"')
		e.buf = append(t.AppendFormat(e.buf, layout), '"')
		return nil
	}
	e.buf = append(t.AppendFormat(e.buf, "-01-02T15:04:05.000Z"), '"')
	return nil
}

// container is an array or an object in the middle of being written.
type container struct {
	object *goja.Object
	keys   []string     // of an object
	exact  []goja.Value // the keys as they are, where one of them has half a surrogate pair; nil: keys say all
	size   int
	array  bool

	start int // where the text of the first element starts
	next  int // element to be written
	mark  int // where its text starts
}

func (e *Encoder) array(o *goja.Object) error {
	return e.elements(&container{object: o, size: int(o.Get("length").ToInteger()), array: true}, '[', ']')
}

// members writes the own enumerable properties of an object.
func (e *Encoder) members(o *goja.Object) error {
	c := &container{object: o, keys: o.Keys()}
	if slices.ContainsFunc(c.keys, mayBeOdd) {
		c.keys, c.exact = e.exactKeys(o)
	}
	if c.size = len(c.keys); c.size == 0 {
		if what := unreadable(o); what != "" {
			_, name, _ := strings.Cut(what, " ")
			return e.lossy(what, "send what it holds as a plain object or an array", quoteText("["+name+"]"))
		}
	}
	return e.elements(c, '{', '}')
}

// elements writes a container. Where reading an element of a returned value fails, null stands for it.
func (e *Encoder) elements(c *container, open, closing byte) error {
	e.buf = append(e.buf, open)
	c.start = len(e.buf)
	e.path.steps = append(e.path.steps, step{array: c.array})
	steps, opened := len(e.path.steps), len(e.open)
	for c.next < c.size {
		if !e.lenient {
			if err := e.rest(c); err != nil {
				return err
			}
			break
		}
		var err error
		thrown := Try(e.vm, func() { err = e.rest(c) })
		if err != nil {
			return err
		}
		if thrown != nil {
			e.path.steps, e.open, e.buf = e.path.steps[:steps], e.open[:opened], e.buf[:c.mark]
			e.lead(c)
			if err := e.unread(thrown); err != nil {
				return err
			}
			c.next++
		}
	}
	e.path.steps = e.path.steps[:steps-1]
	e.buf = append(e.buf, closing)
	return nil
}

// unread writes null for what could not be read. What ends the program is an error all the same, but for a stack that ran
// over while a value was read.
func (e *Encoder) unread(thrown error) error {
	why := "nested calls too deeply"
	if ex, ok := errors.AsType[*goja.Exception](thrown); ok {
		said, err := e.said(ex)
		if err != nil {
			return err
		}
		why = "threw " + said
	} else if _, ok := errors.AsType[*goja.StackOverflowError](thrown); !ok {
		return thrown
	}
	e.warn("reading it %s; it is shown as null", why)
	e.buf = append(e.buf, "null"...)
	return nil
}

// said is what a thrown value says of itself. Asking it can run code of the program, whose exceptions do not count.
func (e *Encoder) said(thrown *goja.Exception) (text string, err error) {
	text = "something that cannot be shown"
	err = Try(e.vm, func() {
		if symbol, ok := thrown.Value().(*goja.Symbol); ok {
			text = "Symbol(" + symbol.String() + ")"
		} else {
			text = thrown.Value().String()
		}
	})
	if interrupted, ok := errors.AsType[*goja.InterruptedError](err); ok {
		return "", interrupted
	}
	return shortenText(text), nil
}

// rest writes the elements from the next one on.
func (e *Encoder) rest(c *container) error {
	at := len(e.path.steps) - 1
	for ; c.next < c.size; c.next++ {
		c.mark = len(e.buf)
		if c.mark > e.limit {
			return e.tooLarge()
		}
		if c.array {
			e.path.steps[at].index = c.next
		} else {
			e.path.steps[at].key = c.keys[c.next]
		}
		v, err := e.element(c)
		if err != nil {
			return err
		}
		if v == nil || goja.IsUndefined(v) {
			if !c.array {
				continue
			}
			if v == nil && !e.lenient {
				return e.refuse("the array has a hole here; use null")
			}
		}
		e.lead(c)
		if err := e.write(v); err != nil {
			return err
		}
	}
	return nil
}

// element reads the next element, unless a promise in its place has been waited for.
func (e *Encoder) element(c *container) (goja.Value, error) {
	if p := e.waitedHere(); p != nil {
		return e.settled(p)
	}
	switch {
	case c.array:
		return e.prepare(c.object.Get(strconv.Itoa(c.next)))
	case c.exact != nil && isOdd(c.exact[c.next]):
		return e.oddMember(c)
	default:
		return e.prepare(c.object.Get(c.keys[c.next]))
	}
}

// lead writes what stands before the value of the next element.
func (e *Encoder) lead(c *container) {
	if len(e.buf) > c.start {
		e.buf = append(e.buf, ',')
	}
	if !c.array {
		e.buf = append(AppendString(e.buf, c.keys[c.next]), ':')
	}
}

// prepare gives what is written for the value at the current place: the value, what its toJSON gives, or what a promise was
// fulfilled with.
func (e *Encoder) prepare(v goja.Value) (goja.Value, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return v, nil
	}
	if p := e.promise(o); p != nil {
		return e.settled(p)
	}
	made, err := e.converted(o)
	if o, ok := made.(*goja.Object); ok && err == nil {
		if p := e.promise(o); p != nil {
			return e.settled(p)
		}
	}
	return made, err
}

// converted gives what an object's toJSON makes of it; an object without one stays as it is.
func (e *Encoder) converted(o *goja.Object) (goja.Value, error) {
	if o.ClassName() == "Date" {
		return o, nil
	}
	f := e.toJSON(o)
	if f == nil {
		return o, nil
	}
	made, err := f(o, e.vm.ToValue(e.path.last()))
	if err != nil {
		panic(err) // thrown on; Try or the program catches it
	}
	return made, nil
}

// toJSON finds the method by which an object says how it is written. What a program has put on the prototypes of all
// objects or all arrays does not count: no value could be trusted then.
func (e *Encoder) toJSON(o *goja.Object) goja.Callable {
	proto := o.Prototype()
	if proto == e.list || proto == nil {
		return nil
	}
	f, ok := goja.AssertFunction(orUndefined(o.Get("toJSON")))
	if !ok || proto == e.object && !slices.Contains(o.Keys(), "toJSON") {
		return nil
	}
	return f
}

// promise gives the promise that stands in a returned value; nil for everything else, and for a promise in arguments, which
// are refused.
func (e *Encoder) promise(o *goja.Object) *goja.Promise {
	if !e.lenient || o.ExportType() != typePromise {
		return nil
	}
	return o.Export().(*goja.Promise)
}

// waitedHere gives the promise at the current place that has been waited for; nil: there was none.
func (e *Encoder) waitedHere() *goja.Promise {
	if len(e.waited) == 0 {
		return nil
	}
	return e.waited[e.path.exact()]
}

// settled gives what stands for a promise at the current place.
func (e *Encoder) settled(p *goja.Promise) (goja.Value, error) {
	switch state := p.State(); {
	case state == goja.PromiseStateFulfilled:
		if o, ok := p.Result().(*goja.Object); ok {
			return e.converted(o)
		}
		return p.Result(), nil
	case e.waited == nil:
		e.warn("a Promise without a value is shown as its kind")
		return e.vm.ToValue("[Promise]"), nil
	case state == goja.PromiseStatePending:
		e.waited[e.path.exact()] = p
		e.result.Pending = append(e.result.Pending, p)
	default:
		e.result.Rejected = append(e.result.Rejected, p)
	}
	return goja.Null(), nil
}
