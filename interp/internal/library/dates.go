package library

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/intl/datetime"
	"github.com/runcode-dev/runcode/interp/internal/library/date"
)

// dates is the class Date with the zone of the run, and with the forms of dates that V8 reads. What does not depend on
// either is left to the machine.
type dates struct {
	*library
	zone      *time.Location
	prototype *goja.Object
	setTime   native
	name      *datetime.Zone // of the zone; nil: not asked for yet
}

func installDate(l *library) error {
	class, err := l.object("Date")
	if err != nil {
		return err
	}
	construct, ok := goja.AssertConstructor(class)
	if !ok {
		return errors.New("class Date is not a constructor")
	}
	d := &dates{library: l, zone: l.host.Location(), prototype: class.Get("prototype").(*goja.Object)}
	if d.setTime, err = l.original("Date", "prototype", "setTime"); err != nil {
		return err
	}
	l.dates = d
	if err := d.defineTexts(); err != nil {
		return err
	}
	if err := l.define(class, method{"parse", 1, func(call goja.FunctionCall) goja.Value {
		return l.vm.ToValue(date.Parse(l.toString(call.Argument(0)).String(), d.zone))
	}}); err != nil {
		return err
	}
	proxy := d.proxy(class, construct)
	if err := d.defineInstanceOf(class, proxy); err != nil {
		return err
	}
	if err := hidden(d.prototype, "constructor", proxy); err != nil {
		return err
	}
	return hidden(l.vm.GlobalObject(), "Date", proxy)
}

// proxy is the class that a program sees. It tells calls from constructions, and leaves the rest of the class as it is.
func (d *dates) proxy(class *goja.Object, construct goja.Constructor) *goja.Object {
	return d.vm.ToValue(d.vm.NewProxy(class, &goja.ProxyTrapConfig{
		Apply: func(*goja.Object, goja.Value, []goja.Value) goja.Value {
			return d.vm.ToValue(d.text(float64(d.host.Now().UnixMilli())))
		},
		Construct: func(_ *goja.Object, args []goja.Value, target *goja.Object) *goja.Object {
			o, err := construct(target, d.arguments(args)...)
			if err != nil {
				panic(err)
			}
			return o
		},
	})).(*goja.Object)
}

// defineInstanceOf has instanceof look through the proxy, which the machine does not.
func (d *dates) defineInstanceOf(class, proxy *goja.Object) error {
	original, ok := class.GetSymbol(goja.SymHasInstance).(*goja.Object).Export().(native)
	if !ok {
		return errors.New("the method Symbol.hasInstance of functions is not a native function")
	}
	f, err := d.function(method{"[Symbol.hasInstance]", 1, func(call goja.FunctionCall) goja.Value {
		if call.This.SameAs(proxy) {
			call.This = class
		}
		return original(call)
	}})
	if err != nil {
		return err
	}
	return class.DefineDataPropertySymbol(goja.SymHasInstance, f, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// arguments turns those of the constructor into what the machine understands: a time, or nothing.
func (d *dates) arguments(args []goja.Value) []goja.Value {
	switch len(args) {
	case 0:
		return nil
	case 1:
		if o, ok := args[0].(*goja.Object); ok && o.ClassName() == "Date" {
			return args
		}
		v := d.toPrimitive(args[0], "default")
		if s, ok := v.(goja.String); ok {
			v = d.vm.ToValue(date.Parse(s.String(), d.zone))
		}
		return []goja.Value{v}
	}
	parts := [7]float64{2: 1}
	for i := range min(len(args), len(parts)) {
		parts[i] = args[i].ToNumber().ToFloat()
	}
	if year := math.Trunc(parts[0]); 0 <= year && year <= 99 {
		parts[0] = 1900 + year
	}
	local := date.Day(parts[0], parts[1], parts[2]) + date.Clock(parts[3], parts[4], parts[5], parts[6])
	return []goja.Value{d.vm.ToValue(date.Clip(date.UTC(local, d.zone)))}
}

// defineTexts puts the methods in place that write a date.
func (d *dates) defineTexts() error {
	text := func(name string, of func(t float64) string) method {
		return method{name, 0, func(call goja.FunctionCall) goja.Value { return d.vm.ToValue(of(d.time(call.This))) }}
	}
	return d.define(d.prototype,
		text("toString", d.text), text("toDateString", d.day), text("toTimeString", d.clock), text("toISOString", d.iso))
}

// installDateGetters puts the methods in place that tell a part of the local time.
func installDateGetters(l *library) error {
	d := l.dates
	var methods []method
	for _, part := range dateParts {
		methods = append(methods, d.getter("get"+part.name, func(t, offset float64) float64 { return part.of(local(t + offset)) }))
	}
	methods = append(methods, d.getter("getTimezoneOffset", func(_, offset float64) float64 { return math.Trunc(-offset/6e4) + 0 }))
	return d.define(d.prototype, methods...)
}

// installDateSetters puts the methods in place that set a part of the local time.
func installDateSetters(l *library) error {
	var methods []method
	for _, part := range dateParts {
		if part.most > 0 {
			methods = append(methods, l.dates.setter("set"+part.name, part.place, part.most))
		}
	}
	return l.define(l.dates.prototype, methods...)
}

// datePart is a part of a local time, with the place in the arguments of Date at which a program sets it, and how many
// parts it can set from there; 0: it cannot be set.
type datePart struct {
	name        string
	place, most int
	of          func(time.Time) float64
}

// dateParts are all of them. It is a constant table.
var dateParts = []datePart{
	{"FullYear", 0, 3, func(t time.Time) float64 { return float64(t.Year()) }},
	{"Month", 1, 2, func(t time.Time) float64 { return float64(t.Month() - 1) }},
	{"Date", 2, 1, func(t time.Time) float64 { return float64(t.Day()) }},
	{"Hours", 3, 4, func(t time.Time) float64 { return float64(t.Hour()) }},
	{"Minutes", 4, 3, func(t time.Time) float64 { return float64(t.Minute()) }},
	{"Seconds", 5, 2, func(t time.Time) float64 { return float64(t.Second()) }},
	{"Milliseconds", 6, 1, func(t time.Time) float64 { return float64(t.Nanosecond() / 1e6) }},
	{"Day", 0, 0, func(t time.Time) float64 { return float64(t.Weekday()) }},
}

// local is a local time, of which the parts can be told.
func local(t float64) time.Time { return time.UnixMilli(int64(t)).UTC() }

// time is that of a Date; NaN: it is not a valid one.
func (d *dates) time(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Date" {
		panic(d.vm.NewTypeError("this is not a Date object."))
	}
	if t, ok := o.Export().(time.Time); ok {
		return float64(t.UnixMilli())
	}
	return math.NaN()
}

func (d *dates) getter(name string, of func(t, offset float64) float64) method {
	return method{name, 0, func(call goja.FunctionCall) goja.Value {
		t := d.time(call.This)
		if t != t {
			return d.vm.ToValue(t)
		}
		return d.vm.ToValue(of(t, date.Offset(t, d.zone)))
	}}
}

// setter sets a part of a local time, and those that its further arguments name.
func (d *dates) setter(name string, place, most int) method {
	return method{name, most, func(call goja.FunctionCall) goja.Value {
		t := d.time(call.This)
		var given [4]float64
		n := max(1, min(len(call.Arguments), most))
		for i := range n {
			given[i] = call.Argument(i).ToNumber().ToFloat()
		}
		if t != t {
			if place > 0 {
				return d.vm.ToValue(t)
			}
			t = -date.Offset(0, d.zone)
		}
		now := local(t + date.Offset(t, d.zone))
		var parts [7]float64
		for i := range parts {
			parts[i] = dateParts[i].of(now)
		}
		copy(parts[place:], given[:n])
		t = date.Day(parts[0], parts[1], parts[2]) + date.Clock(parts[3], parts[4], parts[5], parts[6])
		return d.setTime(goja.FunctionCall{This: call.This, Arguments: []goja.Value{d.vm.ToValue(date.Clip(date.UTC(t, d.zone)))}})
	}}
}

// iso is a time in the form of ISO 8601, where years of more or less than four digits have six and a sign.
func (d *dates) iso(t float64) string {
	if t != t {
		d.throw("RangeError", "Invalid time value")
	}
	at := local(t)
	year := fmt.Sprintf("%04d", at.Year())
	if at.Year() < 0 || at.Year() > 9999 {
		year = fmt.Sprintf("%+07d", at.Year())
	}
	return year + at.Format("-01-02T15:04:05.000Z")
}

const invalidDate = "Invalid Date"

// text is what toString gives.
func (d *dates) text(t float64) string {
	if t != t {
		return invalidDate
	}
	return d.day(t) + " " + d.clock(t)
}

func (d *dates) day(t float64) string {
	if t != t {
		return invalidDate
	}
	at := local(t + date.Offset(t, d.zone))
	width := 4
	if at.Year() < 0 {
		width = 5 // with the sign
	}
	return fmt.Sprintf("%s %0*d", at.Format("Mon Jan 02"), width, at.Year())
}

func (d *dates) clock(t float64) string {
	if t != t {
		return invalidDate
	}
	offset := date.Offset(t, d.zone)
	sign, minutes := '+', int(offset/6e4)
	if offset < 0 {
		sign, minutes = '-', -minutes
	}
	return fmt.Sprintf("%s GMT%c%02d%02d (%s)", local(t+offset).Format("15:04:05"), sign, minutes/60, minutes%60, d.zoneName(t))
}

func (d *dates) zoneName(t float64) string {
	at := time.UnixMilli(int64(t)).In(d.zone)
	if d.name == nil {
		name, err := datetime.NewZone(d.zone.String())
		if err != nil { // a zone that only this machine knows
			short, _ := at.Zone()
			return short
		}
		d.name = name
	}
	return d.name.Name(at)
}
