package datetime

import (
	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// difference is the largest unit in which the two ends of a range differ.
type difference int

const (
	byEra difference = iota
	byYear
	byMonth
	byDay
	byHalfDay
	byHour
	byMinute
	bySecond
	byMillisecond
	nothing
)

// letter is the letter of the difference in the tables and in patterns.
func (d difference) letter() byte { return "GyMdahmsS"[d] }

// differ returns the largest unit in which two moments differ.
func differ(a, b *moment) difference {
	switch {
	case (a.year > 0) != (b.year > 0):
		return byEra
	case a.year != b.year:
		return byYear
	case a.month != b.month:
		return byMonth
	case a.day != b.day:
		return byDay
	case a.hour/12 != b.hour/12:
		return byHalfDay
	case a.hour != b.hour:
		return byHour
	case a.minute != b.minute:
		return byMinute
	case a.second != b.second:
		return bySecond
	case a.millisecond != b.millisecond:
		return byMillisecond
	}
	return nothing
}

// FormatRange returns the text of a range of moments. A moment that is NaN or out of range is a RangeError.
func (f *Format) FormatRange(start, end float64) (string, error) {
	parts, err := f.FormatRangeToParts(start, end)
	return intl.Text(parts), err
}

// FormatRangeToParts returns the pieces of a range, each with its source. A moment that is NaN or out of range is a
// RangeError.
func (f *Format) FormatRangeToParts(start, end float64) ([]intl.Part, error) {
	for _, ms := range []float64{start, end} {
		if err := valid(ms); err != nil {
			return nil, err
		}
	}
	first, last := f.moment(start), f.moment(end)
	d := differ(&first, &last)
	p, isRange := f.ranges().find(d)
	if !isRange {
		w := writer{wantParts: true, source: "shared"}
		f.write(&w, f.pattern, &first)
		return w.parts, nil
	}
	return f.joinEnds(p, &first, &last), nil
}

// joinEnds writes a range. What both ends say belongs to one or the other, from the first field that both have to the
// last; the rest is shared.
func (f *Format) joinEnds(p interval, first, last *moment) []intl.Part {
	var all writer
	all.wantParts, all.source = true, "shared"
	f.write(&all, p.before, first)
	ends := [2]writer{{wantParts: true}, {wantParts: true}}
	f.write(&ends[0], p.first, first)
	f.write(&ends[1], p.last, last)
	add := func(end int, source string) {
		parts, others := ends[end].parts, ends[1-end].parts
		from, to := span(parts, others)
		for i, part := range parts {
			all.source = "shared"
			if from <= i && i <= to {
				all.source = source
			}
			all.add(part.Type, part.Value)
		}
		all.source = "shared"
	}
	add(0, "startRange")
	f.write(&all, p.between, first)
	add(1, "endRange")
	f.write(&all, p.after, last)
	return all.parts
}

// span returns the first and the last of the parts whose type is among the others too.
func span(parts, others []intl.Part) (from, to int) {
	from, to = len(parts), -1
	for i, p := range parts {
		for _, o := range others {
			if p.Type == o.Type && p.Type != "literal" {
				from, to = min(from, i), i
			}
		}
	}
	return from, to
}

// interval says how the ends of a range are written: each in its own pattern, and around them what they have in common.
type interval struct{ before, first, between, last, after []token }
