package library

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/collation"
	"github.com/runcode-dev/runcode/interp/internal/intl/datetime"
	"github.com/runcode-dev/runcode/interp/internal/intl/number"
)

// formatters makes the services of Intl. It keeps what it made, because a program that calls toLocaleString in a loop
// makes the same one each time, and making costs much more than using.
type formatters struct {
	*library
	made    map[string]any
	joining []*goja.Object // arrays of which the elements are being written
}

// maxFormatters bounds what is kept.
const maxFormatters = 64

func (l *library) formatters() *formatters {
	if l.intl == nil {
		l.intl = &formatters{library: l, made: make(map[string]any)}
	}
	return l.intl
}

// locales reads the first argument of a constructor.
func (l *library) locales(v goja.Value) []string {
	switch v := v.(type) {
	case goja.String:
		return []string{v.String()}
	case *goja.Object:
		if _, ok := v.Get("baseName").(goja.String); ok { // an Intl.Locale
			return []string{v.String()}
		}
		var list []string
		for i := range int(min(lengthOf(v), maxLocales)) {
			e := v.Get(itoa(i))
			switch e.(type) {
			case nil: // a hole
			case goja.String, *goja.Object:
				list = append(list, e.String())
			default:
				panic(l.vm.NewTypeError("Incorrect locale information provided"))
			}
		}
		return list
	}
	if goja.IsNull(v) {
		panic(l.vm.NewTypeError("Cannot convert undefined or null to object"))
	}
	return nil
}

// maxLocales is how many locales of a list are read.
const maxLocales = 100

// options reads the second argument of a constructor: those that the service knows, in its order.
func (l *library) options(v goja.Value, spec []intl.Option) intl.Options {
	if goja.IsUndefined(v) {
		return nil
	}
	if goja.IsNull(v) {
		panic(l.vm.NewTypeError("Cannot convert undefined or null to object"))
	}
	o := v.ToObject(l.vm)
	options := make(intl.Options)
	for _, s := range spec {
		v := o.Get(s.Name)
		if v == nil || goja.IsUndefined(v) {
			continue
		}
		switch s.Type {
		case intl.Boolean:
			options[s.Name] = v.ToBoolean()
		case intl.Number:
			options[s.Name] = v.ToFloat()
		case intl.StringOrBool:
			options[s.Name] = stringOrBool(v)
		default:
			options[s.Name] = l.toString(v).String()
		}
	}
	return options
}

func stringOrBool(v goja.Value) any {
	if b, ok := v.Export().(bool); ok || !v.ToBoolean() {
		return b
	}
	return v.String()
}

// intlError throws an error of the package intl.
func (l *library) intlError(err error) {
	var e *intl.Error
	if errors.As(err, &e) {
		l.throw(string(e.Kind), "%s", e.Message)
	}
	panic(l.vm.NewTypeError("%s", err))
}

// service makes a formatter from the arguments of its constructor, or finds the one that was made before.
func service[T any](f *formatters, name string, call goja.FunctionCall, spec []intl.Option, make func(intl.Locale, intl.Options) (T, error)) T {
	locales := f.locales(call.Argument(0))
	options := f.options(call.Argument(1), spec)
	key := fmt.Sprintf("%s %q %v", name, locales, options)
	if known, ok := f.made[key].(T); ok {
		return known
	}
	locale, err := intl.Resolve(locales)
	if err != nil {
		f.intlError(err)
	}
	made, err := make(locale, options)
	if err != nil {
		f.intlError(err)
	}
	if len(f.made) < maxFormatters {
		f.made[key] = made
	}
	return made
}

func (f *formatters) number(call goja.FunctionCall) *number.Format {
	return service(f, "NumberFormat", call, number.Options(), number.New)
}

func (f *formatters) plural(call goja.FunctionCall) *number.PluralRules {
	return service(f, "PluralRules", call, number.PluralOptions(), number.NewPluralRules)
}

func (f *formatters) collator(call goja.FunctionCall) *collation.Collator {
	return service(f, "Collator", call, collation.Options(), collation.New)
}

func (f *formatters) dateTime(call goja.FunctionCall, use datetime.Use) *datetime.Format {
	zone := f.host.Location().String()
	return service(f, "DateTimeFormat"+itoa(int(use)), call, datetime.Options(), func(l intl.Locale, o intl.Options) (*datetime.Format, error) {
		return datetime.New(l, use, o, zone)
	})
}

// numeric is a value that a number format takes, with all its digits.
func (l *library) numeric(v goja.Value) number.Value {
	if o, ok := v.(*goja.Object); ok {
		v = o.ToNumber()
	}
	switch {
	case goja.IsBigInt(v):
		return number.BigInt(v.Export().(*big.Int))
	case goja.IsString(v):
		return number.Parse(v.String())
	}
	if _, ok := v.(*goja.Symbol); ok {
		panic(l.vm.NewTypeError("Cannot convert a Symbol value to a number"))
	}
	return number.Float(v.ToFloat())
}

// moment is a value that a date format takes, in milliseconds; undefined is now.
func (l *library) moment(v goja.Value) float64 {
	if goja.IsUndefined(v) {
		return float64(l.host.Now().UnixMilli())
	}
	return v.ToFloat()
}

// parts makes the array that formatToParts returns.
func (l *library) parts(parts []intl.Part) goja.Value {
	list := make([]any, len(parts))
	for i, p := range parts {
		o := l.vm.NewObject()
		members := []struct{ name, value string }{{"type", p.Type}, {"value", p.Value}, {"unit", p.Unit}, {"source", p.Source}}
		for _, m := range members {
			if m.value != "" || m.name == "value" {
				_ = o.Set(m.name, m.value)
			}
		}
		list[i] = o
	}
	return l.vm.NewArray(list...)
}

// properties makes the object that resolvedOptions returns.
func (l *library) properties(properties []intl.Property) goja.Value {
	o := l.vm.NewObject()
	for _, p := range properties {
		v := p.Value
		if list, ok := v.([]string); ok {
			items := make([]any, len(list))
			for i, s := range list {
				items[i] = s
			}
			v = l.vm.NewArray(items...)
		}
		_ = o.Set(p.Name, v)
	}
	return o
}

// text is a string that a method returns, unless there is an error to throw.
func (l *library) text(s string, err error) goja.Value {
	if err != nil {
		l.intlError(err)
	}
	return l.vm.ToValue(s)
}

func (l *library) partsOr(parts []intl.Part, err error) goja.Value {
	if err != nil {
		l.intlError(err)
	}
	return l.parts(parts)
}

// methods makes the object through which intl.js reaches one formatter.
func (l *library) methods(methods ...method) goja.Value {
	o := l.vm.NewObject()
	if err := l.define(o, methods...); err != nil {
		panic(err)
	}
	return o
}
