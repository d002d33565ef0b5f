package number

import (
	"slices"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// rounding says how many digits a number keeps and shows.
type rounding struct {
	minInteger                     int
	significant, fraction          bool // which of the limits below apply; both: priority decides
	minSignificant, maxSignificant int
	minFraction, maxFraction       int
	priority                       string // "auto", "morePrecision" or "lessPrecision"
	mode                           string // as the option roundingMode
	increment                      int
	stripIfInteger                 bool
}

// digitOptions lists the options that a rounding is made of.
func digitOptions() []intl.Option {
	return []intl.Option{
		{Name: "minimumIntegerDigits", Type: intl.Number, Min: 1, Max: 21},
		{Name: "minimumFractionDigits", Type: intl.Number, Max: 20},
		{Name: "maximumFractionDigits", Type: intl.Number, Max: 20},
		{Name: "minimumSignificantDigits", Type: intl.Number, Min: 1, Max: 21},
		{Name: "maximumSignificantDigits", Type: intl.Number, Min: 1, Max: 21},
		{Name: "roundingPriority", Values: []string{"auto", "morePrecision", "lessPrecision"}},
		{Name: "roundingIncrement", Type: intl.Number, Min: 1, Max: 5000},
		{Name: "roundingMode", Values: []string{"ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfExpand", "halfTrunc", "halfEven"}},
		{Name: "trailingZeroDisplay", Values: []string{"auto", "stripIfInteger"}},
	}
}

// newRounding reads the options of digits. minFraction and maxFraction are what the style of the number shows when
// nothing is asked for.
func newRounding(o intl.Options, minFraction, maxFraction int, compact bool) (rounding, error) {
	r := rounding{
		minInteger:     o.Int("minimumIntegerDigits", 1),
		priority:       o.String("roundingPriority", "auto"),
		mode:           o.String("roundingMode", "halfExpand"),
		increment:      o.Int("roundingIncrement", 1),
		stripIfInteger: o.String("trailingZeroDisplay", "auto") == "stripIfInteger",
	}
	increments := []int{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000}
	if !slices.Contains(increments, r.increment) {
		return r, intl.Rangef("roundingIncrement value is out of range.")
	}
	askedSignificant := o.Has("minimumSignificantDigits") || o.Has("maximumSignificantDigits")
	askedFraction := o.Has("minimumFractionDigits") || o.Has("maximumFractionDigits")
	r.significant, r.fraction = true, true
	if r.priority == "auto" {
		r.significant = askedSignificant
		r.fraction = !askedSignificant && (askedFraction || !compact)
	}
	if !r.significant && !r.fraction {
		r.significant, r.fraction, r.priority = true, true, "morePrecision"
		r.minSignificant, r.maxSignificant = 1, 2
		return r, r.checkIncrement()
	}
	if err := r.limitSignificant(o); err != nil {
		return r, err
	}
	if r.increment != 1 {
		maxFraction = minFraction
	}
	if err := r.limitFraction(o, minFraction, maxFraction); err != nil {
		return r, err
	}
	return r, r.checkIncrement()
}

// checkIncrement refuses an increment that goes with no single place.
func (r *rounding) checkIncrement() error {
	switch {
	case r.increment == 1:
		return nil
	case r.significant:
		return intl.Typef("RoundingType is not fractionDigits")
	case r.minFraction != r.maxFraction:
		return intl.Rangef("maximumFractionDigits not equal to minimumFractionDigits")
	}
	return nil
}

func (r *rounding) limitSignificant(o intl.Options) error {
	if !r.significant {
		return nil
	}
	r.minSignificant = o.Int("minimumSignificantDigits", 1)
	r.maxSignificant = o.Int("maximumSignificantDigits", 21)
	if r.minSignificant > r.maxSignificant {
		return intl.Rangef("maximumSignificantDigits value is out of range.")
	}
	return nil
}

func (r *rounding) limitFraction(o intl.Options, minFraction, maxFraction int) error {
	if !r.fraction {
		return nil
	}
	r.minFraction = o.Int("minimumFractionDigits", minFraction)
	r.maxFraction = o.Int("maximumFractionDigits", maxFraction)
	if r.minFraction <= r.maxFraction {
		return nil
	}
	switch {
	case !o.Has("minimumFractionDigits"):
		r.minFraction = r.maxFraction
	case !o.Has("maximumFractionDigits"):
		r.maxFraction = r.minFraction
	default:
		return intl.Rangef("maximumFractionDigits value is out of range.")
	}
	return nil
}

// resolved lists the options of digits as resolvedOptions shows them: those before and those after the members that
// belong to the service.
func (r rounding) resolved() (limits, rules []intl.Property) {
	limits = append(limits, intl.Property{Name: "minimumIntegerDigits", Value: r.minInteger})
	if r.significant {
		limits = append(limits, intl.Property{Name: "minimumSignificantDigits", Value: r.minSignificant},
			intl.Property{Name: "maximumSignificantDigits", Value: r.maxSignificant})
	}
	if r.fraction {
		limits = append(limits, intl.Property{Name: "minimumFractionDigits", Value: r.minFraction},
			intl.Property{Name: "maximumFractionDigits", Value: r.maxFraction})
	}
	trailing := "auto"
	if r.stripIfInteger {
		trailing = "stripIfInteger"
	}
	return limits, []intl.Property{
		{Name: "roundingMode", Value: r.mode},
		{Name: "roundingIncrement", Value: r.increment},
		{Name: "trailingZeroDisplay", Value: trailing},
		{Name: "roundingPriority", Value: r.priority},
	}
}
