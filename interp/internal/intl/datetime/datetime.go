// Package datetime is Intl.DateTimeFormat: moments as people of a locale write them, in any time zone. It is also behind
// toLocaleString, toLocaleDateString and toLocaleTimeString of Date.
//
// A moment is a number of milliseconds since 1970, as in JavaScript. The calendar is the Gregorian, also for the time
// before it was introduced.
package datetime

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// Use says which function of JavaScript a formatter serves, and so what it shows when no option asks for anything.
type Use uint8

// The uses of a formatter.
const (
	Constructor        Use = iota // Intl.DateTimeFormat: the date
	ToLocaleString                // the date and the time
	ToLocaleDateString            // the date, added to options that ask for a time only
	ToLocaleTimeString            // the time, added to options that ask for a date only
)

// Format is an Intl.DateTimeFormat. It is immutable, and any goroutine may use it. Making one takes some 100 µs, using it
// one or two, so a program that formats much should keep it.
type Format struct {
	locale    intl.Locale
	table     cldr.Table
	zoneName  string
	zone      *time.Location
	cycle     string // "h11", "h12", "h23" or "h24"
	dateStyle string
	timeStyle string
	pattern   []token
	decimal   string
	gmt       string // pattern of an offset, with {0}
	minus     string // of an offset
	names     []names
	zoneNames zoneNames
	ranges    func() *ranges
}

// Options lists the options that [New] reads.
func Options() []intl.Option {
	names := []string{"narrow", "short", "long"}
	numbers := []string{"2-digit", "numeric"}
	styles := []string{"full", "long", "medium", "short"}
	return []intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "calendar"},
		{Name: "numberingSystem"},
		{Name: "hour12", Type: intl.Boolean},
		{Name: "hourCycle", Values: []string{"h11", "h12", "h23", "h24"}},
		{Name: "timeZone"},
		{Name: "weekday", Values: names},
		{Name: "era", Values: names},
		{Name: "year", Values: numbers},
		{Name: "month", Values: []string{"narrow", "long", "short", "2-digit", "numeric"}},
		{Name: "day", Values: numbers},
		{Name: "dayPeriod", Values: names},
		{Name: "hour", Values: numbers},
		{Name: "minute", Values: numbers},
		{Name: "second", Values: numbers},
		{Name: "fractionalSecondDigits", Type: intl.Number, Min: 1, Max: 3},
		{Name: "timeZoneName", Values: []string{"long", "short", "longOffset", "shortOffset", "longGeneric", "shortGeneric"}},
		{Name: "formatMatcher", Values: []string{"basic", "best fit"}},
		{Name: "dateStyle", Values: styles},
		{Name: "timeStyle", Values: styles},
	}
}

// New makes a formatter of moments. zone is the time zone of the program, used when the options name none; "" is UTC. The
// error is a RangeError or TypeError about an option.
func New(locale intl.Locale, use Use, o intl.Options, zone string) (*Format, error) {
	if err := check(use, o, locale); err != nil {
		return nil, err
	}
	f := &Format{locale: locale, table: locale.Table(), dateStyle: o.String("dateStyle", ""), timeStyle: o.String("timeStyle", "")}
	if zone == "" {
		zone = "UTC"
	}
	var err error
	if f.zoneName, f.zone, err = loadZone(o.String("timeZone", zone)); err != nil {
		return nil, err
	}
	f.decimal, f.gmt, f.minus = f.table.Get("symbol/decimal"), f.table.Get("zone/gmtFormat"), "−"
	if strings.Contains(f.table.Get("zone/hourFormat"), ";-") {
		f.minus = "-"
	}
	f.cycle = f.hourCycle(o)
	if f.dateStyle != "" || f.timeStyle != "" {
		f.pattern = f.stylePattern()
	} else {
		f.pattern = f.withCycle(newGenerator(f.table).pattern(f.skeleton(withDefaults(use, o))))
	}
	f.learn(f.pattern)
	f.zoneNames = f.learnZone(f.pattern)
	f.ranges = sync.OnceValue(func() *ranges { return newRanges(f) }) // few programs want it
	return f, nil
}

// check refuses options that are out of range, not supported, or exclude one another.
func check(use Use, o intl.Options, locale intl.Locale) error {
	if err := intl.Check("Intl.DateTimeFormat", Options(), o); err != nil {
		return err
	}
	if err := locale.Latin(o); err != nil {
		return err
	}
	calendar := o.String("calendar", locale.Keyword("ca"))
	if calendar != "" && calendar != "gregory" {
		return intl.Rangef(`calendar "%s" is not supported here; use "gregory"`, calendar)
	}
	if use == ToLocaleDateString && o.Has("timeStyle") {
		return intl.Typef("Invalid option : timeStyle")
	}
	if use == ToLocaleTimeString && o.Has("dateStyle") {
		return intl.Typef("Invalid option : dateStyle")
	}
	style := "timeStyle"
	if o.Has("dateStyle") {
		style = "dateStyle"
	}
	if o.Has(style) {
		for _, name := range components {
			if o.Has(name) {
				return intl.Typef("Can't set option %s when %s is used", name, style)
			}
		}
	}
	return nil
}

// components are the options that ask for one field each.
var components = []string{"weekday", "era", "year", "month", "day", "dayPeriod", "hour", "minute", "second", "fractionalSecondDigits", "timeZoneName"}

// withDefaults returns the options, with the fields added that the use shows when none of its own are asked for.
func withDefaults(use Use, o intl.Options) intl.Options {
	has := func(names ...string) bool { return slices.ContainsFunc(names, o.Has) }
	date := has("weekday", "year", "month", "day")
	time := has("dayPeriod", "hour", "minute", "second", "fractionalSecondDigits")
	all := intl.Options{}
	for name, value := range o {
		all[name] = value
	}
	add := func(names ...string) {
		for _, name := range names {
			all[name] = "numeric"
		}
	}
	if use == ToLocaleDateString && !date || use <= ToLocaleString && !date && !time {
		add("year", "month", "day")
	}
	if use == ToLocaleTimeString && !time || use == ToLocaleString && !date && !time {
		add("hour", "minute", "second")
	}
	return all
}

// hourCycle returns the cycle that the options and the locale ask for.
func (f *Format) hourCycle(o intl.Options) string {
	usual := f.locale.Keyword("hc")
	if !slices.Contains([]string{"h11", "h12", "h23", "h24"}, usual) {
		usual = "h23"
		if f.locale.Language() == "en" && f.locale.Name != "en-GB" {
			usual = "h12"
		}
	}
	if !o.Has("hour12") {
		return o.String("hourCycle", usual)
	}
	fromZero := usual == "h11" || usual == "h23"
	switch twelve := o.Bool("hour12", false); {
	case twelve && fromZero:
		return "h11"
	case twelve:
		return "h12"
	case fromZero:
		return "h23"
	}
	return "h24"
}

// hourLetter is the letter of the hour cycle in patterns.
func (f *Format) hourLetter() byte {
	switch f.cycle {
	case "h11":
		return 'K'
	case "h12":
		return 'h'
	case "h23":
		return 'H'
	}
	return 'k'
}

// skeleton writes the fields that the options ask for as a skeleton.
func (f *Format) skeleton(o intl.Options) string {
	letters := func(letter string, option string) string {
		switch o.String(option, "") {
		case "narrow":
			return strings.Repeat(letter, 5)
		case "long":
			return strings.Repeat(letter, 4)
		case "short":
			return strings.Repeat(letter, 3)
		case "2-digit":
			return strings.Repeat(letter, 2)
		case "numeric":
			return letter
		}
		return ""
	}
	s := letters("E", "weekday") + letters("G", "era") + letters("y", "year") + letters("M", "month") + letters("d", "day")
	if s2 := letters("B", "dayPeriod"); s2 == "BBB" {
		s += "B"
	} else {
		s += s2
	}
	s += letters(string(f.hourLetter()), "hour") + letters("m", "minute") + letters("s", "second")
	s += strings.Repeat("S", o.Int("fractionalSecondDigits", 0))
	zones := map[string]string{"long": "zzzz", "short": "z", "longOffset": "OOOO", "shortOffset": "O", "longGeneric": "vvvv", "shortGeneric": "v"}
	return s + zones[o.String("timeZoneName", "")]
}

// stylePattern returns the pattern of dateStyle and timeStyle.
func (f *Format) stylePattern() []token {
	date := parse(f.table.Get("date/style/" + f.dateStyle))
	if f.timeStyle == "" {
		return date
	}
	pattern := parse(f.table.Get("time/style/" + f.timeStyle))
	if f.dateStyle != "" {
		pattern = join(joint(f.table, f.dateStyle), pattern, date)
	}
	letter := f.hourLetter()
	if slices.ContainsFunc(pattern, func(t token) bool { return t.letter == letter }) {
		return pattern
	}
	var s strings.Builder
	for _, t := range pattern {
		switch {
		case t.letter == 0 || t.letter == 'a' || t.letter == 'b' || t.letter == 'B':
		case isHour(t.letter):
			s.WriteString(strings.Repeat(string(letter), t.width))
		default:
			s.WriteString(strings.Repeat(string(t.letter), t.width))
		}
	}
	return f.withCycle(newGenerator(f.table).pattern(s.String()))
}

func isHour(letter byte) bool { return strings.IndexByte("hHkK", letter) >= 0 && letter != 0 }

// withCycle makes the hours of a pattern those of the cycle.
func (f *Format) withCycle(pattern []token) (all []token) {
	for i, t := range pattern {
		if isHour(t.letter) {
			if i > 0 && pattern[i-1].letter == 'd' {
				all = append(all, token{text: " "})
			}
			t.letter = f.hourLetter()
		}
		all = append(all, t)
	}
	return all
}

// TimeZone returns the canonical name of the formatter's time zone.
func (f *Format) TimeZone() string { return f.zoneName }

// ResolvedOptions lists the options in force, in the order of resolvedOptions. Which fields are shown, and how, is what
// the pattern says, not what was asked for.
func (f *Format) ResolvedOptions() []intl.Property {
	all := []intl.Property{
		{Name: "locale", Value: f.locale.With("ca", "gregory", "hc", f.shownCycle(), "nu", "latn")}, {Name: "calendar", Value: "gregory"},
		{Name: "numberingSystem", Value: "latn"}, {Name: "timeZone", Value: f.zoneName},
	}
	if cycle := f.shownCycle(); cycle != "" {
		all = append(all, intl.Property{Name: "hourCycle", Value: cycle},
			intl.Property{Name: "hour12", Value: cycle == "h11" || cycle == "h12"})
	}
	if f.dateStyle == "" && f.timeStyle == "" {
		all = append(all, f.shownFields()...)
	}
	if f.dateStyle != "" {
		all = append(all, intl.Property{Name: "dateStyle", Value: f.dateStyle})
	}
	if f.timeStyle != "" {
		all = append(all, intl.Property{Name: "timeStyle", Value: f.timeStyle})
	}
	return all
}

// shownCycle returns the hour cycle, and "" when no hour is shown.
func (f *Format) shownCycle() string {
	for _, t := range f.pattern {
		if isHour(t.letter) {
			return f.cycle
		}
	}
	return ""
}

// shownFields reads the options of the single fields back from the pattern.
func (f *Format) shownFields() (all []intl.Property) {
	var shown [fields]token
	for _, t := range f.pattern {
		if fl, _, ok := classify(t.letter, t.width); ok && t.letter != 'a' {
			shown[fl] = t
		}
	}
	for i, name := range components {
		t := shown[[...]field{weekday, era, year, month, day, period, hour, minute, second, fraction, zone}[i]]
		switch {
		case t.letter == 0:
		case t.letter == 'S':
			all = append(all, intl.Property{Name: name, Value: t.width})
		default:
			all = append(all, intl.Property{Name: name, Value: describe(t)})
		}
	}
	return all
}

// describe returns the value of the option that a field of a pattern answers.
func describe(t token) string {
	numbers := strings.IndexByte("ydhHkKms", t.letter) >= 0 || (t.letter == 'M' || t.letter == 'L') && t.width <= 2
	suffix := map[byte]string{'O': "Offset", 'v': "Generic"}[t.letter]
	switch {
	case numbers && t.width == 2:
		return "2-digit"
	case numbers:
		return "numeric"
	case t.width == 5:
		return "narrow"
	case t.width == 4:
		return "long" + suffix
	}
	return "short" + suffix
}

// valid checks that a moment is one that a Date can be.
func valid(ms float64) error {
	if math.IsNaN(ms) || math.Abs(ms) > 8.64e15 {
		return intl.Rangef("Invalid time value")
	}
	return nil
}
