package number

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// power is what a compact notation does with numbers of one power of ten.
type power struct {
	divisor int                     // the number is divided by 10^divisor
	forms   map[string][signs]affix // by plural category; nil: as in the standard notation. "1": for one itself, a word
}

// compactPowers reads the patterns of the compact notation. Larger powers than the last are treated as it is.
func (f *Format) compactPowers(t cldr.Table) []power {
	kind := f.compact
	if f.style == "currency" && f.display != "name" {
		kind = "currency"
	}
	var powers []power
	for key, pattern := range t.Under("compact/" + kind + "/") {
		ten, plural, _ := strings.Cut(key, "/")
		n := int(ten[0]-'0')*10 + int(ten[1]-'0')
		for len(powers) <= n {
			powers = append(powers, power{})
		}
		if pattern == "0" {
			continue
		}
		p := &powers[n]
		if p.forms == nil {
			p.forms = map[string][signs]affix{}
		}
		p.forms[plural] = f.affixes(pattern, "compact")
		if zeros := strings.Count(pattern, "0"); zeros > 0 {
			p.divisor = n + 1 - zeros
		}
	}
	return powers
}

// powerOf returns the treatment of a power of ten.
func (f *Format) powerOf(magnitude int) *power {
	return &f.powers[min(max(magnitude, 0), len(f.powers)-1)]
}

// shorten divides q as the compact notation does, rounds it, and returns its power. A number that rounds up to the next
// power, such as 999,999, is that power's.
func (f *Format) shorten(q *quantity) *power {
	if q.isZero() {
		q.round(&f.rounding)
		return f.powerOf(0)
	}
	magnitude := q.magnitude()
	p := f.powerOf(magnitude)
	q.shift(p.divisor)
	before := q.point
	q.round(&f.rounding)
	if q.isZero() {
		return f.powerOf(0)
	}
	if q.point == before {
		return p
	}
	next := f.powerOf(magnitude + 1)
	if next.divisor != p.divisor {
		q.shift(next.divisor)
		q.round(&f.rounding)
	}
	return next
}

// shift makes q the original number divided by 10^divisor.
func (q *quantity) shift(divisor int) {
	q.point -= divisor - q.exponent
	q.exponent = divisor
}

// isWord says whether a number of this power is a word, such as the French "mille" for one thousand.
func (p *power) isWord(q *quantity) bool {
	_, ok := p.forms["1"]
	return ok && q.point == 1 && string(q.digits) == "1"
}

// affix returns what goes around a number of a sign and plural category.
func (p *power) affix(s sign, plural string, plain *[signs]affix) *affix {
	if p.forms == nil {
		return &plain[s]
	}
	form, ok := p.forms[plural]
	if !ok {
		form = p.forms["other"]
	}
	return &form[s]
}

// normalize divides q so that it has one integer digit, or one to three in engineering notation, and rounds it.
func (f *Format) normalize(q *quantity) {
	if q.isZero() {
		q.round(&f.rounding)
		return
	}
	magnitude := q.magnitude()
	divisor := f.exponentOf(magnitude)
	q.shift(divisor)
	before := q.point
	q.round(&f.rounding)
	if q.isZero() || q.point == before {
		return
	}
	if next := f.exponentOf(magnitude + 1); next != divisor {
		q.shift(next)
		q.round(&f.rounding)
	}
}

// exponentOf returns the exponent shown for numbers of a power of ten.
func (f *Format) exponentOf(magnitude int) int {
	if f.notation == "engineering" {
		return magnitude - (magnitude%3+3)%3
	}
	return magnitude
}
