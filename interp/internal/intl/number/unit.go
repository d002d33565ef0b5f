package number

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// Units lists the simple units, as Intl.supportedValuesOf("unit") does. Two of them joined by "-per-" are a unit too.
func Units() []string {
	return []string{
		"acre", "bit", "byte", "celsius", "centimeter", "day", "degree", "fahrenheit", "fluid-ounce", "foot", "gallon",
		"gigabit", "gigabyte", "gram", "hectare", "hour", "inch", "kilobit", "kilobyte", "kilogram", "kilometer", "liter",
		"megabit", "megabyte", "meter", "microsecond", "mile", "mile-scandinavian", "milliliter", "millimeter",
		"millisecond", "minute", "month", "nanosecond", "ounce", "percent", "petabyte", "pound", "second", "stone",
		"terabit", "terabyte", "week", "yard", "year",
	}
}

// isUnit says whether a name is a simple unit or one per another.
func isUnit(name string) bool {
	over, under, compound := strings.Cut(name, "-per-")
	return slices.Contains(Units(), over) && (!compound || slices.Contains(Units(), under))
}

// unitPattern returns the pattern of a unit, with {0} for the number, in a width and plural category.
func unitPattern(t cldr.Table, width, name, plural string) string {
	if pattern := simplePattern(t, width, name, plural); pattern != "" {
		return pattern
	}
	over, under, _ := strings.Cut(name, "-per-")
	number := simplePattern(t, width, over, plural)
	if per, ok := t.Find("unit/" + width + "/" + under + "/per"); ok {
		return strings.Replace(per, "{0}", number, 1)
	}
	one := strings.TrimSpace(strings.Replace(simplePattern(t, width, under, "one"), "{0}", "", 1))
	return strings.NewReplacer("{0}", number, "{1}", one).Replace(t.Get("unit/" + width + "/per"))
}

func simplePattern(t cldr.Table, width, name, plural string) string {
	prefix := "unit/" + width + "/" + name + "/"
	if pattern, ok := t.Find(prefix + plural); ok {
		return pattern
	}
	return t.Get(prefix + "other")
}

// Currencies lists the codes of the currencies in use, sorted, as Intl.supportedValuesOf("currency") does. Formatters
// know others too.
func Currencies() (codes []string) {
	for code := range cldr.World().Under("current/") {
		codes = append(codes, code)
	}
	return codes
}

// currencyName returns the name of a currency in a plural category, and its code when it has none.
func currencyName(t cldr.Table, code, plural string) string {
	for _, key := range []string{plural, "other", "name"} {
		if name, ok := t.Find("currency/" + code + "/" + key); ok {
			return name
		}
	}
	return code
}

// currencySymbol returns how a currency is shown as the option currencyDisplay says.
func currencySymbol(t cldr.Table, code, display string) string {
	prefix := "currency/" + code + "/"
	if display == "narrowSymbol" {
		if symbol, ok := t.Find(prefix + "narrow"); ok {
			return symbol
		}
	}
	if display != "code" {
		if symbol, ok := t.Find(prefix + "symbol"); ok {
			return symbol
		}
	}
	return code
}

// currencyDigits returns the number of fraction digits of a currency.
func currencyDigits(code string) int {
	if digits := cldr.World().Get("digits/" + code); digits != "" {
		return int(digits[0] - '0')
	}
	return 2
}
