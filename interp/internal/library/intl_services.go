package library

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/collation"
	"github.com/runcode-dev/runcode/interp/internal/intl/datetime"
	"github.com/runcode-dev/runcode/interp/internal/intl/number"
)

func numberFormat(l *library) method {
	return method{"numberFormat", 2, func(call goja.FunctionCall) goja.Value {
		f := l.formatters().number(call)
		return l.methods(
			method{"format", 1, func(c goja.FunctionCall) goja.Value { return l.vm.ToValue(f.Format(l.numeric(c.Argument(0)))) }},
			method{"formatToParts", 1, func(c goja.FunctionCall) goja.Value { return l.parts(f.FormatToParts(l.numeric(c.Argument(0)))) }},
			method{"formatRange", 2, func(c goja.FunctionCall) goja.Value {
				return l.text(f.FormatRange(l.numeric(c.Argument(0)), l.numeric(c.Argument(1))))
			}},
			method{"formatRangeToParts", 2, func(c goja.FunctionCall) goja.Value {
				return l.partsOr(f.FormatRangeToParts(l.numeric(c.Argument(0)), l.numeric(c.Argument(1))))
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(f.ResolvedOptions()) }},
		)
	}}
}

func pluralRules(l *library) method {
	return method{"pluralRules", 2, func(call goja.FunctionCall) goja.Value {
		p := l.formatters().plural(call)
		return l.methods(
			method{"select", 1, func(c goja.FunctionCall) goja.Value { return l.vm.ToValue(p.Select(l.numeric(c.Argument(0)))) }},
			method{"selectRange", 2, func(c goja.FunctionCall) goja.Value {
				return l.text(p.SelectRange(l.numeric(c.Argument(0)), l.numeric(c.Argument(1))))
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(p.ResolvedOptions()) }},
		)
	}}
}

func collator(l *library) method {
	return method{"collator", 2, func(call goja.FunctionCall) goja.Value {
		c := l.formatters().collator(call)
		return l.methods(
			method{"compare", 2, func(call goja.FunctionCall) goja.Value {
				return l.vm.ToValue(c.Compare(l.toString(call.Argument(0)).String(), l.toString(call.Argument(1)).String()))
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(c.ResolvedOptions()) }},
		)
	}}
}

func dateTimeFormat(l *library) method {
	return method{"dateTimeFormat", 2, func(call goja.FunctionCall) goja.Value {
		f := l.formatters().dateTime(call, datetime.Constructor)
		return l.methods(
			method{"format", 1, func(c goja.FunctionCall) goja.Value { return l.text(f.Format(l.moment(c.Argument(0)))) }},
			method{"formatToParts", 1, func(c goja.FunctionCall) goja.Value { return l.partsOr(f.FormatToParts(l.moment(c.Argument(0)))) }},
			method{"formatRange", 2, func(c goja.FunctionCall) goja.Value {
				start, end := l.ends(c)
				return l.text(f.FormatRange(start, end))
			}},
			method{"formatRangeToParts", 2, func(c goja.FunctionCall) goja.Value {
				start, end := l.ends(c)
				return l.partsOr(f.FormatRangeToParts(start, end))
			}},
			method{"resolvedOptions", 0, func(goja.FunctionCall) goja.Value { return l.properties(f.ResolvedOptions()) }},
		)
	}}
}

// ends are the two moments of a range, neither of which may be missing.
func (l *library) ends(call goja.FunctionCall) (start, end float64) {
	if optional(call, 0) == nil || optional(call, 1) == nil {
		panic(l.vm.NewTypeError("startDate or endDate cannot be undefined"))
	}
	return l.moment(call.Argument(0)), l.moment(call.Argument(1))
}

// canonicalLocales is Intl.getCanonicalLocales.
func canonicalLocales(l *library) method {
	return method{"canonicalLocales", 1, func(call goja.FunctionCall) goja.Value {
		return l.list(intl.CanonicalizeAll(l.locales(call.Argument(0))))
	}}
}

// supportedLocales is supportedLocalesOf of every service.
func supportedLocales(l *library) method {
	return method{"supportedLocales", 1, func(call goja.FunctionCall) goja.Value {
		return l.list(intl.Supported(l.locales(call.Argument(0))))
	}}
}

func (l *library) list(texts []string, err error) goja.Value {
	if err != nil {
		l.intlError(err)
	}
	items := make([]any, len(texts))
	for i, s := range texts {
		items[i] = s
	}
	return l.vm.NewArray(items...)
}

// supportedValues is Intl.supportedValuesOf for the keys of which there is a list.
func supportedValues(l *library) method {
	return method{"supportedValues", 1, func(call goja.FunctionCall) goja.Value {
		switch key := l.toString(call.Argument(0)).String(); key {
		case "timeZone":
			return l.list(datetime.Zones(), nil)
		case "unit":
			return l.list(number.Units(), nil)
		case "calendar":
			return l.list([]string{"gregory"}, nil)
		case "numberingSystem":
			return l.list([]string{"latn"}, nil)
		case "collation":
			return l.list([]string{"phonebk"}, nil)
		default:
			l.throw("RangeError", "Invalid key : %s", key)
			return nil
		}
	}}
}

// installLocaleMethods puts the methods that depend on the locale in the place of goja's, which ignore it.
func installLocaleMethods(l *library) error {
	f := l.formatters()
	numbers := method{"toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		return l.vm.ToValue(f.number(call).Format(l.numeric(l.thisNumber(call.This))))
	}}
	for _, class := range []string{"Number", "BigInt"} {
		prototype, err := l.object(class, "prototype")
		if err != nil {
			return err
		}
		if err := l.define(prototype, numbers); err != nil {
			return err
		}
	}
	dates, err := l.object("Date", "prototype")
	if err != nil {
		return err
	}
	if err := l.define(dates,
		f.date("toLocaleString", datetime.ToLocaleString),
		f.date("toLocaleDateString", datetime.ToLocaleDateString),
		f.date("toLocaleTimeString", datetime.ToLocaleTimeString),
	); err != nil {
		return err
	}
	arrays, err := l.object("Array", "prototype")
	if err != nil {
		return err
	}
	return l.define(arrays, method{"toLocaleString", 0, f.joinLocale})
}

// joinLocale is Array.prototype.toLocaleString, which hands its arguments on to the elements. An array within itself is
// empty there.
func (f *formatters) joinLocale(call goja.FunctionCall) goja.Value {
	o := call.This.ToObject(f.vm)
	if slices.Contains(f.joining, o) {
		return f.vm.ToValue("")
	}
	if len(f.joining) > maxNesting {
		f.throw("RangeError", "Maximum call stack size exceeded: toLocaleString found arrays nested more than %d levels", maxNesting)
	}
	f.joining = append(f.joining, o)
	defer func() { f.joining = f.joining[:len(f.joining)-1] }()
	n := lengthOf(o)
	f.checkElements("toLocaleString", n)
	var b goja.StringBuilder
	for i := range int(n) {
		if i > 0 {
			b.WriteRune(',')
		}
		e := o.Get(itoa(i))
		if nullish(e) {
			continue
		}
		write, ok := goja.AssertFunction(e.ToObject(f.vm).Get("toLocaleString"))
		if !ok {
			f.throw("TypeError", "the toLocaleString of an element is not a function")
		}
		text, err := write(e, call.Arguments...)
		if err != nil {
			panic(err) // what it throws goes on its way
		}
		b.WriteString(f.toString(text))
	}
	return b.String()
}

// thisNumber is the receiver of a method of Number or BigInt.
func (l *library) thisNumber(v goja.Value) goja.Value {
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Number" {
		return o.ToNumber()
	}
	if goja.IsNumber(v) || goja.IsBigInt(v) {
		return v
	}
	panic(l.vm.NewTypeError("Number.prototype.toLocaleString requires that 'this' be a Number"))
}

func (f *formatters) date(name string, use datetime.Use) method {
	return method{name, 0, func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok || o.ClassName() != "Date" {
			panic(f.vm.NewTypeError("this is not a Date object."))
		}
		ms := o.ToFloat()
		if ms != ms {
			return f.vm.ToValue("Invalid Date")
		}
		return f.text(f.dateTime(call, use).Format(ms))
	}}
}

// installLocaleCompare puts String.prototype.localeCompare in the place of goja's, which ignores its options.
func installLocaleCompare(l *library) error {
	prototype, err := l.object("String", "prototype")
	if err != nil {
		return err
	}
	f := l.formatters()
	usual, err := defaultCollator()
	if err != nil {
		return err
	}
	return l.define(prototype, method{"localeCompare", 1, func(call goja.FunctionCall) goja.Value {
		if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
			panic(l.vm.NewTypeError("String.prototype.localeCompare called on null or undefined"))
		}
		c := usual
		if len(call.Arguments) > 1 {
			c = f.collator(goja.FunctionCall{Arguments: call.Arguments[1:]})
		}
		return l.vm.ToValue(c.Compare(l.toString(call.This).String(), l.toString(call.Argument(0)).String()))
	}})
}

func defaultCollator() (*collation.Collator, error) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		return nil, err
	}
	return collation.New(locale, nil)
}
