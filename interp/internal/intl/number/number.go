// Package number is Intl.NumberFormat and Intl.PluralRules: numbers as people of a locale write them, and the plural
// form that goes with them. It is also behind Number.prototype.toLocaleString and BigInt.prototype.toLocaleString.
//
// Numbers are decimals without limit, so that the digits of a BigInt or of a decimal string are all there.
package number

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// Format is an Intl.NumberFormat. It is immutable, and any goroutine may use it; making one takes some 20 µs and using it
// less than one, so a program that formats much should keep it.
type Format struct {
	locale   intl.Locale
	style    string // "decimal", "percent", "currency" or "unit"
	currency string // upper case
	display  string // of the currency or the unit
	sign     string // currencySign
	unit     string
	notation string // "standard", "scientific", "engineering" or "compact"
	compact  string // compactDisplay
	signs    string // signDisplay
	grouping string // "always", "auto", "min2" or "false"
	rounding rounding

	symbols        symbols
	currencySymbol string
	percentType    string // of the part that is the percent sign
	scale          int    // power of ten that multiplies the number: 2 for percent
	leastGrouped   int    // integer digits before the first group separator, at least; 0: no groups
	plain          [signs]affix
	outer          map[string]affix // by plural category; nil: neither a unit nor a currency by name
	powers         []power          // of a compact notation, by the power of ten
}

type symbols struct {
	decimal, group, minus, plus, percent, approximately, exponential, infinity, nan string
}

// Options lists the options that [New] reads.
func Options() []intl.Option {
	return append([]intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "numberingSystem"},
		{Name: "style", Values: []string{"decimal", "percent", "currency", "unit"}},
		{Name: "currency"},
		{Name: "currencyDisplay", Values: []string{"code", "symbol", "narrowSymbol", "name"}},
		{Name: "currencySign", Values: []string{"standard", "accounting"}},
		{Name: "unit"},
		{Name: "unitDisplay", Values: []string{"short", "narrow", "long"}},
		{Name: "notation", Values: []string{"standard", "scientific", "engineering", "compact"}},
		{Name: "compactDisplay", Values: []string{"short", "long"}},
		{Name: "useGrouping", Type: intl.StringOrBool, Values: []string{"min2", "auto", "always", "true", "false"}},
		{Name: "signDisplay", Values: []string{"auto", "never", "always", "exceptZero", "negative"}},
	}, digitOptions()...)
}

// New makes a formatter of numbers. The error is a RangeError or TypeError about an option.
func New(locale intl.Locale, o intl.Options) (*Format, error) {
	if err := intl.Check("Intl.NumberFormat", Options(), o); err != nil {
		return nil, err
	}
	if err := locale.Latin(o); err != nil {
		return nil, err
	}
	f := &Format{
		locale:   locale,
		style:    o.String("style", "decimal"),
		sign:     o.String("currencySign", "standard"),
		notation: o.String("notation", "standard"),
		compact:  o.String("compactDisplay", "short"),
		signs:    o.String("signDisplay", "auto"),
	}
	if f.signs == "never" {
		f.sign = "standard" // no sign, no accounting
	}
	if err := f.measure(o); err != nil {
		return nil, err
	}
	minFraction, maxFraction := f.defaultFraction()
	var err error
	if f.rounding, err = newRounding(o, minFraction, maxFraction, f.notation == "compact"); err != nil {
		return nil, err
	}
	f.group(o)
	f.prepare(locale.Table())
	return f, nil
}

// measure reads the options of the currency and the unit, which are checked also when the style needs neither.
func (f *Format) measure(o intl.Options) error {
	currency := o.String("currency", "")
	if o.Has("currency") && !isCurrency(currency) {
		return intl.Rangef("Invalid currency code : %s", currency)
	}
	if f.style == "currency" && currency == "" {
		return intl.Typef("Currency code is required with currency style.")
	}
	unit := o.String("unit", "")
	if o.Has("unit") && !isUnit(unit) {
		return intl.Rangef("Invalid unit argument for Intl.NumberFormat() '%s'", unit)
	}
	if f.style == "unit" && unit == "" {
		return intl.Typef("Invalid unit argument for Intl.NumberFormat() ''")
	}
	switch f.style {
	case "currency":
		f.currency, f.display = strings.ToUpper(currency), o.String("currencyDisplay", "symbol")
	case "unit":
		f.unit, f.display = unit, o.String("unitDisplay", "short")
	case "percent":
		f.scale = 2
	}
	return nil
}

func isCurrency(code string) bool {
	return len(code) == 3 && strings.Trim(strings.ToUpper(code), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// defaultFraction returns the limits of fraction digits that a style has when no option sets them.
func (f *Format) defaultFraction() (least, most int) {
	switch f.style {
	case "currency":
		digits := currencyDigits(f.currency)
		return digits, digits
	case "percent":
		return 0, 0
	}
	return 0, 3
}

// group reads the option useGrouping.
func (f *Format) group(o intl.Options) {
	usual := "auto"
	if f.notation == "compact" {
		usual = "min2"
	}
	switch asked := o["useGrouping"].(type) {
	case bool:
		f.grouping = "false"
		if asked {
			f.grouping = "always"
		}
	case string:
		f.grouping = asked
		if asked == "true" || asked == "false" {
			f.grouping = usual
		}
	default:
		f.grouping = usual
	}
	least := 1
	if f.notation == "compact" || f.locale.Table().Get("grouping/minimum") == "2" {
		least = 2
	}
	switch f.grouping {
	case "always":
		f.leastGrouped = 1
	case "auto":
		f.leastGrouped = least
	case "min2":
		f.leastGrouped = 2
	}
}

// prepare looks up everything that numbers will be put together from.
func (f *Format) prepare(t cldr.Table) {
	f.symbols = symbols{
		decimal: t.Get("symbol/decimal"), group: t.Get("symbol/group"), minus: t.Get("symbol/minusSign"),
		plus: t.Get("symbol/plusSign"), percent: t.Get("symbol/percentSign"), exponential: t.Get("symbol/exponential"),
		approximately: t.Get("symbol/approximatelySign"), infinity: t.Get("symbol/infinity"), nan: t.Get("symbol/nan"),
	}
	pattern := "pattern/decimal"
	f.percentType = "percentSign"
	switch {
	case f.style == "currency" && f.display == "name":
		f.outer = f.forms(func(plural string) affix {
			names := t.Get("currency-name/" + plural)
			if names == "" {
				names = t.Get("currency-name/other")
			}
			return around(strings.Replace(names, "{1}", currencyName(t, f.currency, plural), 1), "currency")
		})
	case f.style == "currency":
		f.currencySymbol = currencySymbol(t, f.currency, f.display)
		if pattern = "pattern/currency"; f.sign == "accounting" {
			pattern = "pattern/accounting"
		}
	case f.unit == "percent" && f.display != "long" && f.notation != "compact":
		pattern, f.percentType = "pattern/percent", "unit"
	case f.style == "unit":
		f.outer = f.forms(func(plural string) affix { return around(unitPattern(t, f.display, f.unit, plural), "unit") })
	case f.style == "percent" && f.notation == "compact":
		f.outer = f.forms(func(plural string) affix { return around(unitPattern(t, "short", "percent", plural), "unit") })
	case f.style == "percent":
		pattern = "pattern/percent"
	}
	f.plain = f.affixes(t.Get(pattern), "literal")
	if f.notation == "compact" {
		f.powers = f.compactPowers(t)
	}
}

// forms makes an affix for each plural category of the language.
func (f *Format) forms(make func(plural string) affix) map[string]affix {
	all := map[string]affix{}
	for _, plural := range categories(f.locale.Language(), false) {
		all[plural] = make(plural)
	}
	return all
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (f *Format) ResolvedOptions() []intl.Property {
	all := []intl.Property{
		{Name: "locale", Value: f.locale.With("nu", "latn")}, {Name: "numberingSystem", Value: "latn"}, {Name: "style", Value: f.style},
	}
	switch f.style {
	case "currency":
		all = append(all, intl.Property{Name: "currency", Value: f.currency},
			intl.Property{Name: "currencyDisplay", Value: f.display}, intl.Property{Name: "currencySign", Value: f.sign})
	case "unit":
		all = append(all, intl.Property{Name: "unit", Value: f.unit}, intl.Property{Name: "unitDisplay", Value: f.display})
	}
	limits, rules := f.rounding.resolved()
	all = append(all, limits...)
	grouping := intl.Property{Name: "useGrouping", Value: f.grouping}
	if f.grouping == "false" {
		grouping.Value = false
	}
	all = append(all, grouping, intl.Property{Name: "notation", Value: f.notation})
	if f.notation == "compact" {
		all = append(all, intl.Property{Name: "compactDisplay", Value: f.compact})
	}
	return append(append(all, intl.Property{Name: "signDisplay", Value: f.signs}), rules...)
}
