package value

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Encoder writes values of one virtual machine as JSON text. Reading a value can run code of the program (getters, toJSON),
// so that it must happen on the clock. Only the goroutine that owns the machine may use it.
type Encoder struct {
	vm      *goja.Runtime
	object  *goja.Object // Object.prototype and Array.prototype as they were before the program ran
	list    *goja.Object
	keysOf  goja.Callable // Object.keys, also as it was
	stopped func() bool

	busy    bool // in the middle of a walk
	lenient bool
	limit   int
	buf     []byte
	path    path
	open    []*goja.Object // being written, from the root
	objects int
	result  Result
	waited  Waited
}

// Result is what [Encoder.Returned] makes of a value.
type Result struct {
	JSON     []byte // nil: the value was undefined
	Warnings []string

	// The promises in the value that are not settled, or were rejected. JSON is of no use while there are any.
	Pending, Rejected []*goja.Promise
}

// Waited are the promises in a returned value that have been waited for, by their places. A later walk takes them from here,
// for reading a place again may make another promise: a getter that calls a tool, or an asynchronous toJSON.
type Waited map[string]*goja.Promise

// NewEncoder makes an encoder for a machine in which no program has run yet. A walk ends early, with an error, once
// stopped returns true.
func NewEncoder(vm *goja.Runtime, stopped func() bool) *Encoder {
	keysOf, _ := goja.AssertFunction(vm.Get("Object").(*goja.Object).Get("keys"))
	return &Encoder{
		vm: vm, stopped: stopped, keysOf: keysOf,
		object: vm.NewObject().Prototype(), list: vm.NewArray().Prototype(),
	}
}

// Arguments encodes the argument of a call, of at most limit bytes. The error is an [*Error] that says what cannot be
// carried, a [*LimitError], an exception that reading the value threw, or an interruption.
func (e *Encoder) Arguments(v goja.Value, limit int) ([]byte, error) {
	e, done := e.begin("args", limit, false)
	defer done()
	if err := e.guard(v); err != nil {
		return nil, err
	}
	return append(make([]byte, 0, len(e.buf)), e.buf...), nil
}

// Returned encodes the value that a program returned. Promises in it that are pending are added to waited; where that is nil
// a text stands for them, and for rejected ones. The error is a [*LimitError] if it takes more than limit bytes, else an
// interruption.
func (e *Encoder) Returned(v goja.Value, limit int, waited Waited) (Result, error) {
	e, done := e.begin("value", limit, true)
	defer done()
	e.waited = waited
	if err := e.guard(v); err != nil {
		e.path.steps, e.open, e.buf = e.path.steps[:0], e.open[:0], e.buf[:0]
		if err := e.unread(err); err != nil {
			return Result{}, err
		}
	}
	e.result.JSON = append(make([]byte, 0, len(e.buf)), e.buf...)
	return e.result, nil
}

// begin prepares a walk. Reading a value can start another one (a getter that calls a host function), which must not get
// into its way: that gets an encoder of its own.
func (e *Encoder) begin(root string, limit int, lenient bool) (_ *Encoder, done func()) {
	if e.busy {
		e = &Encoder{vm: e.vm, object: e.object, list: e.list, keysOf: e.keysOf, stopped: e.stopped}
	}
	e.busy, e.lenient, e.limit = true, lenient, limit
	e.buf, e.open = e.buf[:0], e.open[:0]
	e.path = path{root: root, steps: e.path.steps[:0]}
	e.result = Result{}
	return e, e.release
}

// release ends a walk. A buffer that has become large is not kept.
func (e *Encoder) release() {
	const most = 64 << 10
	if cap(e.buf) > most {
		e.buf = nil
	}
	clear(e.open[:cap(e.open)])
	e.busy, e.waited = false, nil
}

// guard writes v and catches what reading it throws.
func (e *Encoder) guard(v goja.Value) (err error) {
	thrown := Try(e.vm, func() {
		if p := e.waitedHere(); p != nil {
			v, err = e.settled(p)
		} else {
			v, err = e.prepare(v)
		}
		if err == nil {
			err = e.write(v)
		}
	})
	if thrown != nil {
		return thrown
	}
	if err == nil && len(e.buf) > e.limit {
		return e.tooLarge()
	}
	return err
}

// Try runs f, which may run code of the program, outside the program. The error is a [*goja.Exception] or what ended the
// program: a [*goja.InterruptedError] or [*goja.StackOverflowError].
func Try(vm *goja.Runtime, f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *goja.InterruptedError:
			err = p
		case *goja.StackOverflowError:
			err = p
		default:
			panic(p)
		}
	}()
	if thrown := vm.Try(f); thrown != nil {
		return thrown
	}
	return nil
}

// refuse is the error of a value that cannot be carried here.
func (e *Encoder) refuse(format string, args ...any) error {
	return &Error{Path: e.path.String(), Message: fmt.Sprintf(format, args...)}
}

// maxWarnings is how many changed places of one value are named.
const maxWarnings = 20

// warn notes that the value at the current place is shown differently.
func (e *Encoder) warn(format string, args ...any) {
	switch n := len(e.result.Warnings); {
	case n < maxWarnings:
		e.result.Warnings = append(e.result.Warnings, e.path.String()+": "+fmt.Sprintf(format, args...))
	case n == maxWarnings:
		e.result.Warnings = append(e.result.Warnings, "more places of the value were changed in such ways")
	}
}

// lossy handles a value that JSON does not have: an argument is refused, in a returned value shown stands for it.
func (e *Encoder) lossy(what, hint string, shown string) error {
	if !e.lenient {
		return e.refuse("%s cannot be sent; %s", what, hint)
	}
	e.warn("%s is shown as %s", what, shown)
	e.buf = append(e.buf, shown...)
	return nil
}

func (e *Encoder) write(v goja.Value) error {
	switch {
	case v == nil || goja.IsUndefined(v):
		return e.undefined()
	case goja.IsNull(v):
		e.buf = append(e.buf, "null"...)
		return nil
	case goja.IsString(v):
		return e.stringValue(v.(goja.String))
	case goja.IsNumber(v):
		return e.number(v)
	case goja.IsBigInt(v):
		return e.bigInt(v)
	}
	switch v := v.(type) {
	case *goja.Symbol:
		return e.lossy("a symbol", "send its description", quoteText("Symbol("+v.String()+")"))
	case *goja.Object:
		return e.objectValue(v)
	}
	e.buf = strconv.AppendBool(e.buf, v.ToBoolean())
	return nil
}

// undefined is reached only where it is not a member of an object.
func (e *Encoder) undefined() error {
	if !e.lenient {
		return e.refuse("undefined cannot be sent; use null, or leave it out")
	}
	e.buf = append(e.buf, "null"...)
	return nil
}

func (e *Encoder) number(v goja.Value) error {
	switch n := v.Export().(type) {
	case int64:
		e.buf = strconv.AppendInt(e.buf, n, 10)
	case float64:
		switch {
		case math.IsNaN(n) || math.IsInf(n, 0):
			return e.lossy(v.String(), "use null", "null")
		case n == 0:
			e.buf = append(e.buf, "-0"...)
		default:
			e.buf = append(e.buf, v.String()...)
		}
	}
	return nil
}

func (e *Encoder) bigInt(v goja.Value) error {
	digits := v.String()
	if !e.lenient {
		return e.refuse("a BigInt cannot be sent; use Number(x) if it is small enough, or String(x)")
	}
	e.warn("a BigInt is shown as a string")
	e.buf = append(append(append(e.buf, '"'), digits...), '"')
	return nil
}

func (e *Encoder) stringValue(s goja.String) error {
	text := s.String()
	if hasLoneSurrogate(s, text) {
		if !e.lenient {
			return e.refuse("the string has half a surrogate pair, which no text can hold; use s.toWellFormed()")
		}
		e.warn("half a surrogate pair in the string is shown as U+FFFD")
	}
	if len(e.buf)+len(text) > e.limit {
		return e.tooLarge()
	}
	e.buf = AppendString(e.buf, text)
	return nil
}

func (e *Encoder) tooLarge() error { return &LimitError{Root: e.path.root, Limit: e.limit} }

// LimitError says that a value takes more bytes of JSON than allowed.
type LimitError struct {
	Root  string // args or value
	Limit int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: more than %d bytes of JSON", e.Root, e.Limit)
}

// hasLoneSurrogate reports whether s, whose text as UTF-8 is given, has a surrogate without its other half.
func hasLoneSurrogate(s goja.String, text string) bool {
	suspect := false
	for _, r := range text {
		if r == utf8.RuneError {
			suspect = true
			break
		}
	}
	if !suspect {
		return false
	}
	for i, n := 0, s.Length(); i < n; i++ {
		c := s.CharAt(i)
		switch {
		case 0xD800 <= c && c < 0xDC00 && i+1 < n && 0xDC00 <= s.CharAt(i+1) && s.CharAt(i+1) < 0xE000:
			i++
		case 0xD800 <= c && c < 0xE000:
			return true
		}
	}
	return false
}

// The types by which the machine tells the classes of its objects apart. They are constants.
var (
	typeArray   = reflect.TypeFor[[]any]()
	typePromise = reflect.TypeFor[*goja.Promise]()
	typeEntries = reflect.TypeFor[[][2]any]()
	typeProxy   = reflect.TypeFor[goja.Proxy]()
	typeBigInt  = reflect.TypeFor[*big.Int]()
	typeBuffer  = reflect.TypeFor[goja.ArrayBuffer]()
)
