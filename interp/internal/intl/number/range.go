package number

import (
	"bytes"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// FormatRange returns the text of a range of numbers. NaN at either end is a RangeError.
func (f *Format) FormatRange(start, end Value) (string, error) {
	parts, err := f.FormatRangeToParts(start, end)
	return intl.Text(parts), err
}

// FormatRangeToParts returns the pieces of a range, each with its source.
func (f *Format) FormatRangeToParts(start, end Value) ([]intl.Part, error) {
	if start.IsNaN() {
		return nil, intl.Rangef("Invalid start : NaN")
	}
	if end.IsNaN() {
		return nil, intl.Rangef("Invalid end : NaN")
	}
	w := writer{wantParts: true, source: "shared"}
	var first, last figure
	f.figure(&first, start, 0, nil)
	f.figure(&last, end, 0, nil)
	if first.equal(&last) {
		f.figure(&first, start, approximately, nil)
		f.write(&w, &first)
		return w.parts, nil
	}
	f.writeRange(&w, &first, &last)
	return w.parts, nil
}

// writeRange writes two figures with what they have in common once: the unit, and what stands around the digits when it
// is longer than a sign.
func (f *Format) writeRange(w *writer, first, last *figure) {
	once := first.middle.equal(last.middle) && first.middle.length() > 1
	exponent := first.value.class == finite && (f.notation == "scientific" || f.notation == "engineering")
	repeats := !once && first.middle.length() > 0 || exponent
	outer := f.outer[pluralRange(f.locale.Language(), first.plural, last.plural)]
	w.all(outer.prefix)
	if once {
		w.all(first.middle.prefix)
		if first.value.class == finite && needsSpace(first.middle.prefix) {
			w.add("literal", "\u00a0")
		}
	}
	end := func(g *figure, source string) {
		w.source = source
		if once {
			f.writeDigits(w, g)
		} else {
			f.writeInner(w, g)
		}
		w.source = "shared"
	}
	end(first, "startRange")
	w.add("literal", f.between(repeats))
	end(last, "endRange")
	if once {
		w.all(first.middle.suffix)
	}
	w.all(outer.suffix)
}

// between returns the text between the ends of a range, with spaces around it when the ends are more than digits.
func (f *Format) between(spaced bool) string {
	text := strings.NewReplacer("{0}", "", "{1}", "").Replace(f.locale.Table().Get("pattern/range"))
	if spaced && strings.TrimSpace(text) == text {
		return " " + text + " "
	}
	return text
}

// equal says whether two figures are the same number.
func (g *figure) equal(h *figure) bool {
	return g.value.class == h.value.class && g.value.negative == h.value.negative &&
		g.q.point+g.q.exponent == h.q.point+h.q.exponent && bytes.Equal(g.q.digits, h.q.digits)
}

// equal says whether two affixes are the same.
func (a *affix) equal(b *affix) bool {
	return slices.Equal(a.prefix, b.prefix) && slices.Equal(a.suffix, b.suffix)
}
