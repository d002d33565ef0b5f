package date

import (
	"math"
	"time"
)

// Parse reads a date, in a zone where it does not name one itself, and gives its time; NaN: it is no date.
//
// It is read as a date of ISO 8601 as far as it is one, and a date without a time is then in UTC. What is left is read as V8
// reads dates: words before the first number and texts in parentheses do not count, a number before a colon belongs to the
// time, a sign behind the time or the name of a zone begins an offset, and other numbers are those of the day.
func Parse(text string, zone *time.Location) float64 {
	p := parser{scanner: newScanner(text)}
	t, ok := p.iso()
	if !ok || !p.rest(t) {
		return math.NaN()
	}
	day, ok := p.days.time()
	if !ok {
		return math.NaN()
	}
	clock, ok := p.clock.time()
	if !ok {
		return math.NaN()
	}
	if !p.offset.known {
		return Clip(UTC(day+clock, zone))
	}
	return Clip(day + clock - p.offset.time())
}

// parser gathers what a date says.
type parser struct {
	*scanner
	days   days
	clock  clock
	offset offset
	begun  bool // a number has been read
}

// iso reads as much as is a date of ISO 8601, and gives the first token that is not; ok is false for what cannot be a date
// of any form.
func (p *parser) iso() (rest token, ok bool) {
	switch {
	case p.peek.kind == sign:
		first := p.next()
		if !p.peek.fixed(6) {
			return first, true
		}
		year := p.next().value
		if first.is('-') && year == 0 {
			return first, true
		}
		p.days.add(first.direction() * year)
	case p.peek.fixed(4):
		p.days.add(p.next().value)
	default:
		return p.next(), true
	}
	for _, most := range []int{12, 31} {
		if !p.skip('-') {
			break
		}
		if !p.peek.fixed(2) || p.peek.value < 1 || p.peek.value > most {
			return p.next(), true
		}
		p.days.add(p.next().value)
	}
	switch {
	case p.peek.kind == separator:
		p.next()
		if !p.isoTime() || !p.isoOffset() || p.peek.kind != end {
			return token{}, false
		}
	case p.peek.kind != end:
		return p.next(), true
	default:
		p.offset.known = true
	}
	p.days.iso = true
	return p.next(), true
}

// isoTime reads HH:mm, HH:mm:ss or HH:mm:ss.sss.
func (p *parser) isoTime() bool {
	if !p.two(24) {
		return false
	}
	most := 59
	if p.clock.parts[0] == 24 {
		most = 0
	}
	if !p.skip(':') || !p.two(most) {
		return false
	}
	if !p.skip(':') {
		return true
	}
	if !p.two(most) {
		return false
	}
	if p.skip('.') {
		if p.peek.kind != number || most == 0 && p.peek.value > 0 {
			return false
		}
		p.clock.add(milliseconds(p.next()))
	}
	return true
}

// two adds a number of two digits to the time.
func (p *parser) two(most int) bool {
	return p.peek.fixed(2) && p.peek.value <= most && p.clock.add(p.next().value)
}

// isoOffset reads Z, ±HH:mm or ±HHmm, or nothing.
func (p *parser) isoOffset() bool {
	switch {
	case p.peek.kind == zoneName && p.peek.length == 1:
		p.next()
		p.offset = offset{known: true}
		return true
	case p.peek.kind != sign:
		return true
	}
	p.offset = offset{known: true, direction: p.next().direction()}
	if p.peek.fixed(4) {
		n := p.next().value
		p.offset.hours, p.offset.minutes = n/100, n%100
		return p.offset.hours < 24 && p.offset.minutes < 60
	}
	if !p.peek.fixed(2) || p.peek.value > 23 {
		return false
	}
	p.offset.hours = p.next().value
	if !p.skip(':') || !p.peek.fixed(2) || p.peek.value > 59 {
		return false
	}
	p.offset.minutes = p.next().value
	return true
}

// rest reads, from a token on, what is not a date of ISO 8601.
func (p *parser) rest(t token) bool {
	p.begun = p.days.count > 0
	for ; t.kind != end; t = p.next() {
		ok := true
		switch {
		case t.kind == number:
			p.begun = true
			ok = p.number(t.value)
		case month <= t.kind && t.kind <= garbage:
			ok = p.word(t)
		case t.kind == sign && (p.offset.isUTC() || p.clock.count > 0):
			p.begun = true
			ok = p.signed(t)
		case t.kind == sign || t.is(')'):
			ok = !p.begun
		}
		if !ok {
			return false
		}
	}
	return true
}

func (p *parser) number(n int) bool {
	switch {
	case p.skip(':'):
		if p.skip(':') {
			return p.clock.count == 0 && p.clock.add(n) && p.clock.add(0)
		}
		if !p.clock.add(n) {
			return false
		}
		p.skip('.')
	case p.peek.is('.') && p.clock.expects(n):
		p.next()
		p.clock.add(n)
		if p.peek.kind != number {
			return false
		}
		p.clock.finish(milliseconds(p.next()))
	case p.skip('.'): // it belongs to the day
		return p.dayNumber(n)
	case p.offset.expectsMinutes && n < 60:
		p.offset.minutes, p.offset.expectsMinutes = n, false
	case p.clock.expects(n):
		p.clock.finish(n)
		next := p.peek
		return next.kind == end || next.kind == space || next.kind == sign || next.kind == zoneName && next.length == 1
	default:
		return p.dayNumber(n)
	}
	return true
}

func (p *parser) dayNumber(n int) bool {
	if !p.days.add(n) {
		return false
	}
	p.skip('-')
	return true
}

func (p *parser) word(t token) bool {
	switch {
	case t.kind == halfDay && p.clock.count > 0:
		p.clock.half, p.clock.halved = t.value, true
	case t.kind == month:
		p.days.month = t.value
		p.skip('-')
	case t.kind == zoneName && p.begun:
		p.offset = offset{known: true, direction: 1, hours: t.value}
		if t.value < 0 {
			p.offset.direction, p.offset.hours = -1, -t.value
		}
	default:
		return !p.begun && p.peek.kind != number
	}
	return true
}

// signed reads an offset: hours, hours and minutes, or either with a colon between them.
func (p *parser) signed(t token) bool {
	p.offset = offset{known: true, direction: t.direction()}
	var n, digits int
	if p.peek.kind == number {
		amount := p.next()
		n, digits = amount.value, amount.length
	}
	switch {
	case p.peek.is(':'):
		p.offset.hours, p.offset.expectsMinutes = n, true
	case digits == 1 || digits == 2:
		p.offset.hours = n
	case digits == 3 || digits == 4:
		p.offset.hours, p.offset.minutes = n/100, n%100
	default:
		return false
	}
	return true
}

// milliseconds are the first three digits of a fraction.
func milliseconds(t token) int {
	n, digits := t.value, min(t.length, maxDigits)
	for ; digits < 3; digits++ {
		n *= 10
	}
	for ; digits > 3; digits-- {
		n /= 10
	}
	return n
}
