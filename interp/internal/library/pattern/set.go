package pattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// set is a set of characters: ranges in order, which neither overlap nor touch.
type set []span

type span struct{ low, high rune }

const maxRune = unicode.MaxRune

// everything has all code points, the surrogates too.
func everything() set { return set{{0, maxRune}} }

// newSet puts spans into order.
func newSet(spans ...span) set {
	slices.SortFunc(spans, func(a, b span) int { return int(a.low - b.low) })
	var s set
	for _, r := range spans {
		if n := len(s); n > 0 && r.low <= s[n-1].high+1 {
			s[n-1].high = max(s[n-1].high, r.high)
		} else {
			s = append(s, r)
		}
	}
	return s
}

func (s set) union(t set) set {
	return newSet(append(slices.Clone(s), t...)...)
}

func (s set) complement() set {
	var out set
	next := rune(0)
	for _, r := range s {
		if r.low > next {
			out = append(out, span{next, r.low - 1})
		}
		next = r.high + 1
	}
	if next <= maxRune {
		out = append(out, span{next, maxRune})
	}
	return out
}

func (s set) intersect(t set) set {
	return s.complement().union(t.complement()).complement()
}

func (s set) subtract(t set) set {
	return s.intersect(t.complement())
}

// fold adds what differs from a member only in case.
func (s set) fold() set {
	out := slices.Clone(s)
	for _, r := range s {
		for _, c := range caseOrbits {
			if c.low > r.high || c.high < r.low {
				continue
			}
			for ch := max(c.low, r.low); ch <= min(c.high, r.high); ch++ {
				for other := unicode.SimpleFold(ch); other != ch; other = unicode.SimpleFold(other) {
					out = append(out, span{other, other})
				}
			}
		}
	}
	return newSet(out...)
}

// caseOrbits are the stretches of code points in which there are letters with case. It is a constant table.
var caseOrbits = []span{{'A', 'Z'}, {'a', 'z'}, {0xb5, 0x587}, {0x10a0, 0x10ff}, {0x13a0, 0x13ff}, {0x1c80, 0x1cbf},
	{0x1d79, 0x1d8e}, {0x1e00, 0x1fff}, {0x2126, 0x2132}, {0x214e, 0x2188}, {0x24b6, 0x24e9}, {0x2c00, 0x2d2d},
	{0xa640, 0xa7ff}, {0xab53, 0xabbf}, {0xfb05, 0xfb06}, {0xff21, 0xff5a}, {0x10400, 0x105ff}, {0x10c80, 0x10cff},
	{0x118a0, 0x118df}, {0x16e40, 0x16e7f}, {0x1e900, 0x1e943}}

// text writes the set as a class. Without unicode only the characters of one UTF-16 unit can be written.
func (s set) text(isUnicode bool) string {
	if !isUnicode {
		s = s.intersect(set{{0, 0xffff}})
	}
	switch {
	case len(s) == 0:
		return "[]"
	case len(s) == 1 && s[0] == span{0, maxRune}:
		return "[^]"
	}
	var b strings.Builder
	b.WriteByte('[')
	for _, r := range s {
		writeRune(&b, r.low, isUnicode)
		if r.high > r.low {
			if r.high > r.low+1 {
				b.WriteByte('-')
			}
			writeRune(&b, r.high, isUnicode)
		}
	}
	b.WriteByte(']')
	return b.String()
}

func writeRune(b *strings.Builder, r rune, isUnicode bool) {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
		b.WriteRune(r)
	case isUnicode && r > 0xffff:
		fmt.Fprintf(b, `\u{%x}`, r)
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

// fromTable makes the set of a table of package unicode.
func fromTable(t *unicode.RangeTable) set {
	var spans []span
	add := func(low, high, stride rune) {
		if stride == 1 {
			spans = append(spans, span{low, high})
			return
		}
		for r := low; r <= high; r += stride {
			spans = append(spans, span{r, r})
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return newSet(spans...)
}
