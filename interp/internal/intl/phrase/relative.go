package phrase

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/number"
)

// RelativeTimeFormat is an Intl.RelativeTimeFormat, which writes "in 3 days" or "yesterday". It is immutable, and any
// goroutine may use it.
type RelativeTimeFormat struct {
	locale intl.Locale
	style  string
	auto   bool // the option numeric
	number *number.Format
	plural *number.PluralRules
}

// RelativeTimeOptions lists the options that [NewRelativeTimeFormat] reads.
func RelativeTimeOptions() []intl.Option {
	return []intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "numberingSystem"},
		{Name: "style", Values: []string{"long", "short", "narrow"}},
		{Name: "numeric", Values: []string{"always", "auto"}},
	}
}

// NewRelativeTimeFormat makes a formatter of relative times. The error is a RangeError about an option.
func NewRelativeTimeFormat(locale intl.Locale, o intl.Options) (*RelativeTimeFormat, error) {
	if err := intl.Check("Intl.RelativeTimeFormat", RelativeTimeOptions(), o); err != nil {
		return nil, err
	}
	if err := locale.Latin(o); err != nil {
		return nil, err
	}
	f := &RelativeTimeFormat{locale: locale, style: o.String("style", "long"), auto: o.String("numeric", "always") == "auto"}
	var err error
	if f.number, err = number.New(locale, nil); err != nil {
		return nil, err
	}
	f.plural, err = number.NewPluralRules(locale, nil)
	return f, err
}

// Format returns the text of a number of units from now, such as -1 "day". An unknown unit is a RangeError, and so is a
// value that is not finite.
func (f *RelativeTimeFormat) Format(value number.Value, unit string) (string, error) {
	parts, err := f.parts("format", value, unit)
	return intl.Text(parts), err
}

// FormatToParts returns the pieces of the text that Format returns.
func (f *RelativeTimeFormat) FormatToParts(value number.Value, unit string) ([]intl.Part, error) {
	return f.parts("formatToParts", value, unit)
}

func (f *RelativeTimeFormat) parts(method string, value number.Value, unit string) ([]intl.Part, error) {
	if !value.IsFinite() {
		return nil, intl.Rangef("Value need to be finite number for Intl.RelativeTimeFormat.prototype.%s()", method)
	}
	singular, ok := unitOf(unit)
	if !ok {
		return nil, intl.Rangef("Invalid unit argument for Intl.RelativeTimeFormat.prototype.%s() '%s'", method, unit)
	}
	t, key := f.locale.Table(), "relative/"+singular
	if f.style != "long" {
		key += "-" + f.style
	}
	if f.auto {
		if word, ok := t.Find(key + "/" + f.dayNumber(value)); ok {
			return []intl.Part{{Type: "literal", Value: word}}, nil
		}
	}
	direction := "/future/"
	if value.IsNegative() {
		direction = "/past/"
	}
	pattern := find(t, key+direction+f.plural.Select(value.Abs()), key+direction+"other")
	before, after, _ := strings.Cut(pattern, "{0}")
	var parts []intl.Part
	if before != "" {
		parts = append(parts, intl.Part{Type: "literal", Value: before})
	}
	for _, p := range f.number.FormatToParts(value.Abs()) {
		p.Unit = singular
		parts = append(parts, p)
	}
	if after != "" {
		parts = append(parts, intl.Part{Type: "literal", Value: after})
	}
	return parts, nil
}

// dayNumber writes a value as the tables name those that have words of their own.
func (f *RelativeTimeFormat) dayNumber(value number.Value) string {
	text := value.String()
	if text == "-0" {
		return "0"
	}
	return text
}

// unitOf returns the singular of a unit, and whether it is one.
func unitOf(name string) (singular string, ok bool) {
	singular = strings.TrimSuffix(name, "s")
	switch singular {
	case "second", "minute", "hour", "day", "week", "month", "quarter", "year":
		return singular, true
	}
	return "", false
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (f *RelativeTimeFormat) ResolvedOptions() []intl.Property {
	numeric := "always"
	if f.auto {
		numeric = "auto"
	}
	return []intl.Property{
		{Name: "locale", Value: f.locale.With("nu", "latn")}, {Name: "style", Value: f.style},
		{Name: "numeric", Value: numeric}, {Name: "numberingSystem", Value: "latn"},
	}
}
