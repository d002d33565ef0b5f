package number

import (
	"slices"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// operands are what a plural rule looks at, named as in the Unicode plural rules.
type operands struct {
	i int64 // the integer part, see quantity.whole
	v int   // fraction digits shown
	t bool  // whether one of them is not zero
	e int   // exponent of a compact notation
}

// operands returns what the plural rules see of q, the exponent of its notation included.
func (q *quantity) operands() operands {
	full := *q
	if !full.isZero() {
		full.point += q.exponent
	}
	fraction := max(0, q.fraction()-q.exponent)
	return operands{i: full.whole(), v: fraction, t: len(full.digits) > max(full.point, 0), e: q.exponent}
}

// cardinal returns the plural category of a count.
func cardinal(language string, n operands) string {
	million := n.e == 0 && n.i != 0 && n.i%1e6 == 0 && n.v == 0 || n.e > 5
	switch language {
	case "en", "de", "sv":
		if n.i == 1 && n.v == 0 {
			return "one"
		}
	case "fr", "pt":
		if n.i <= 1 {
			return "one"
		}
		if million {
			return "many"
		}
	case "es":
		if n.i == 1 && !n.t {
			return "one"
		}
		if million {
			return "many"
		}
	}
	return "other"
}

// ordinal returns the plural category of a rank.
func ordinal(language string, n operands) string {
	if n.t {
		return "other"
	}
	switch language {
	case "en":
		switch {
		case n.i%10 == 1 && n.i%100 != 11:
			return "one"
		case n.i%10 == 2 && n.i%100 != 12:
			return "two"
		case n.i%10 == 3 && n.i%100 != 13:
			return "few"
		}
	case "fr":
		if n.i == 1 {
			return "one"
		}
	case "sv":
		last := n.i % 10
		if (last == 1 || last == 2) && n.i%100-last != 10 {
			return "one"
		}
	}
	return "other"
}

// pluralRange returns the plural category of a range whose ends have the given ones.
func pluralRange(language, start, end string) string {
	switch language {
	case "de":
		if start == "other" && end == "one" {
			return "one"
		}
	case "fr", "pt":
		if start == "one" && end == "one" {
			return "one"
		}
	}
	return "other"
}

// categories returns the plural categories that a language has, in the order of resolvedOptions.
func categories(language string, ordinal bool) []string {
	switch {
	case ordinal && language == "en":
		return []string{"few", "one", "two", "other"}
	case ordinal && language == "fr", language == "sv", !ordinal && (language == "en" || language == "de"):
		return []string{"one", "other"}
	case !ordinal && language != "ja":
		return []string{"many", "one", "other"}
	}
	return []string{"other"}
}

// PluralRules is an Intl.PluralRules: it tells which form of a noun goes with a number.
type PluralRules struct {
	locale   intl.Locale
	ordinal  bool
	rounding rounding
}

// PluralOptions lists the options that [NewPluralRules] reads.
func PluralOptions() []intl.Option {
	return append([]intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "type", Values: []string{"cardinal", "ordinal"}},
	}, digitOptions()...)
}

// NewPluralRules makes the plural rules of a locale. The error is a RangeError about an option.
func NewPluralRules(locale intl.Locale, o intl.Options) (*PluralRules, error) {
	if err := intl.Check("Intl.PluralRules", PluralOptions(), o); err != nil {
		return nil, err
	}
	r, err := newRounding(o, 0, 3, false)
	if err != nil {
		return nil, err
	}
	return &PluralRules{locale, o.String("type", "cardinal") == "ordinal", r}, nil
}

// Select returns the category of a number: "zero", "one", "two", "few", "many" or "other".
func (p *PluralRules) Select(v Value) string {
	if v.class != finite {
		return "other"
	}
	var buffer [scratch]byte
	var q quantity
	q.load(v, 0, buffer[:0])
	q.round(&p.rounding)
	if p.ordinal {
		return ordinal(p.locale.Language(), q.operands())
	}
	return cardinal(p.locale.Language(), q.operands())
}

// SelectRange returns the category of a range of numbers. NaN at either end is a RangeError.
func (p *PluralRules) SelectRange(start, end Value) (string, error) {
	if start.IsNaN() {
		return "", intl.Rangef("Invalid startRange : NaN")
	}
	if end.IsNaN() {
		return "", intl.Rangef("Invalid endRange : NaN")
	}
	return pluralRange(p.locale.Language(), p.Select(start), p.Select(end)), nil
}

// ResolvedOptions lists the options in force, as resolvedOptions shows them.
func (p *PluralRules) ResolvedOptions() []intl.Property {
	kind := "cardinal"
	if p.ordinal {
		kind = "ordinal"
	}
	limits, _ := p.rounding.resolved()
	return slices.Concat(
		[]intl.Property{{Name: "locale", Value: p.locale.Language()}, {Name: "type", Value: kind}}, limits,
		[]intl.Property{{Name: "pluralCategories", Value: categories(p.locale.Language(), p.ordinal)}})
}
