package number

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// affix is what stands before and after the digits of a number.
type affix struct{ prefix, suffix []intl.Part }

// sign says what stands in the place of the sign.
type sign uint8

const (
	noSign sign = iota
	minusSign
	plusSign
	approximately = sign(3) // added to one of the others, for the two equal ends of a range
	signs         = 6
)

// affixes reads a pattern such as "¤#,##0.00;(¤#,##0.00)" and returns what it puts around numbers of each sign. Texts of
// the pattern itself become parts of the given kind: "literal", or "compact" for the patterns of a compact notation.
func (f *Format) affixes(pattern, kind string) (all [signs]affix) {
	positive, negative, hasNegative := strings.Cut(pattern, ";")
	for s := range all {
		s := sign(s)
		if hasNegative && s%approximately == minusSign {
			all[s] = affix{f.side(beforeDigits(negative), s, kind), f.side(afterDigits(negative), s, kind)}
			continue
		}
		prefix := append(f.signParts(s), f.side(beforeDigits(positive), s, kind)...)
		all[s] = affix{prefix, f.side(afterDigits(positive), s, kind)}
	}
	for s := range all {
		all[s].prefix, all[s].suffix = tidy(all[s].prefix), tidy(all[s].suffix)
	}
	return all
}

const digitPlaces = "#0,."

func beforeDigits(pattern string) string {
	if at := strings.IndexAny(pattern, digitPlaces); at >= 0 {
		return pattern[:at]
	}
	return pattern
}

// afterDigits returns what follows the places of digits, which are one run that no text interrupts.
func afterDigits(pattern string) string {
	at := strings.IndexAny(pattern, digitPlaces)
	if at < 0 {
		return ""
	}
	return strings.TrimLeft(pattern[at:], digitPlaces)
}

// signParts returns the sign in front of a number.
func (f *Format) signParts(s sign) (parts []intl.Part) {
	if s >= approximately {
		parts = append(parts, intl.Part{Type: "approximatelySign", Value: f.symbols.approximately})
	}
	switch s % approximately {
	case minusSign:
		parts = append(parts, intl.Part{Type: "minusSign", Value: f.symbols.minus})
	case plusSign:
		parts = append(parts, intl.Part{Type: "plusSign", Value: f.symbols.plus})
	}
	return parts
}

// side reads one side of a pattern: ¤ is the currency, % the percent sign, - the sign, and text in quotes is itself.
func (f *Format) side(pattern string, s sign, kind string) (parts []intl.Part) {
	quoted := false
	for _, r := range pattern {
		switch {
		case r == '\'':
			quoted = !quoted
		case quoted:
			parts = append(parts, intl.Part{Type: kind, Value: string(r)})
		case r == '¤':
			parts = append(parts, intl.Part{Type: "currency", Value: f.currencySymbol})
		case r == '%':
			parts = append(parts, intl.Part{Type: f.percentType, Value: f.symbols.percent})
		case r == '-':
			parts = append(parts, f.signParts(s)...)
		default:
			parts = append(parts, intl.Part{Type: kind, Value: string(r)})
		}
	}
	return parts
}

// around reads a pattern such as "{0} km/h", whose text is of the given kind.
func around(pattern, kind string) affix {
	before, after, _ := strings.Cut(pattern, "{0}")
	return affix{tidy([]intl.Part{{Type: kind, Value: before}}), tidy([]intl.Part{{Type: kind, Value: after}})}
}

// tidy joins neighbours of one type, makes the white space at the ends of any other type literal, and drops the empty.
func tidy(parts []intl.Part) (out []intl.Part) {
	add := func(kind, value string) {
		if n := len(out); value != "" && n > 0 && out[n-1].Type == kind {
			out[n-1].Value += value
		} else if value != "" {
			out = append(out, intl.Part{Type: kind, Value: value})
		}
	}
	for i := 0; i < len(parts); {
		kind, text := parts[i].Type, ""
		for ; i < len(parts) && parts[i].Type == kind; i++ {
			text += parts[i].Value
		}
		core := strings.TrimLeftFunc(text, unicode.IsSpace)
		front := text[:len(text)-len(core)]
		core = strings.TrimRightFunc(core, unicode.IsSpace)
		add("literal", front)
		add(kind, core)
		add("literal", text[len(front)+len(core):])
	}
	return out
}

// needsSpace says whether a digit may not follow the affix directly, because a currency of letters ends it.
func needsSpace(prefix []intl.Part) bool {
	if len(prefix) == 0 || prefix[len(prefix)-1].Type != "currency" {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(prefix[len(prefix)-1].Value)
	return !unicode.IsSymbol(r) && !unicode.In(r, unicode.Z)
}

// length is the number of code points of an affix.
func (a *affix) length() (n int) {
	for _, side := range [][]intl.Part{a.prefix, a.suffix} {
		for _, p := range side {
			n += utf8.RuneCountInString(p.Value)
		}
	}
	return n
}
