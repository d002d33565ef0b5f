package datetime

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// ranges holds the patterns of the ranges of a formatter, by the largest unit in which the ends differ. It finds them as
// ICU's DateIntervalFormat does.
type ranges struct {
	f         *Format
	g         *generator
	table     cldr.Table
	full      []token             // for a single moment
	fallback  string              // "{0} – {1}"
	intervals map[difference]pair // from the tables
	wider     map[difference][]token

	// Of a formatter that shows both a date and a time; else nil. The date is in the widths that were asked for where the
	// times are from the tables, and in the usual ones elsewhere: ICU has it so.
	date, usualDate, time []token
	joint                 string
}

// pair is a pattern of the tables, cut where its second end begins.
type pair struct{ first, last []token }

func newRanges(f *Format) *ranges {
	g := newGenerator(f.table)
	g.hours = false
	r := &ranges{
		f: f, g: g, table: f.table, fallback: f.table.Get("date/interval/intervalFormatFallback"),
		intervals: map[difference]pair{}, wider: map[difference][]token{},
	}
	r.prepare()
	return r
}

// find returns how a range is written whose ends differ by d, and false when the formatter does not show the difference.
func (r *ranges) find(d difference) (interval, bool) {
	if p, ok := r.intervals[d]; ok {
		times := interval{first: p.first, last: p.last}
		if r.date != nil {
			return r.sameDay(r.date, times), true
		}
		return times, true
	}
	if wide, ok := r.wider[d]; ok {
		return r.twice(wide), true
	}
	if d == nothing || ignores(r.full, d) {
		return interval{}, false
	}
	if d >= byHalfDay && r.date != nil {
		return r.sameDay(r.usualDate, r.twice(r.time)), true
	}
	return r.twice(r.full), true
}

// twice writes both ends in the same pattern.
func (r *ranges) twice(pattern []token) interval {
	_, between, _ := strings.Cut(r.fallback, "{0}")
	between, _, _ = strings.Cut(between, "{1}")
	return interval{first: pattern, between: []token{{text: between}}, last: pattern}
}

// sameDay puts the date, which is the same for both ends, before or after a range of times.
func (r *ranges) sameDay(date []token, times interval) interval {
	marked := join(r.joint, []token{{letter: '{'}}, date)
	for i, t := range marked {
		if t.letter == '{' {
			times.before, times.after = marked[:i], marked[i+1:]
		}
	}
	return times
}

// ignores says whether all fields of a pattern are larger than the unit of a difference.
func ignores(pattern []token, d difference) bool {
	for _, t := range pattern {
		if t.letter != 0 && level(t.letter) >= level(d.letter()) {
			return false
		}
	}
	return true
}

// level orders the letters of patterns by the size of their units, the smallest last.
func level(letter byte) int {
	switch letter {
	case 'y':
		return 1
	case 'M', 'L':
		return 2
	case 'd', 'E', 'c':
		return 3
	case 'a':
		return 4
	case 'h', 'H', 'K', 'k':
		return 5
	case 'm':
		return 6
	case 's':
		return 7
	case 'S':
		return 8
	}
	return 0
}

// prepare fills in the patterns.
func (r *ranges) prepare() {
	s := outlineOf(r.f.pattern)
	all := written(&s, dateFields|timeFields)
	r.full = r.pattern(all)
	date, time := normal(&s)
	if date != "" && time != "" {
		r.date, r.usualDate, r.time = r.pattern(written(&s, dateFields)), r.pattern(date), r.pattern(time)
		r.joint = r.table.Get("date/join/medium")
	}
	found := r.fromTables(date, time)
	if time == "" {
		return
	}
	if date == "" {
		s.widths[hour] = min(s.widths[hour], 1)
		clock := strings.ReplaceAll(written(&s, timeFields), "O", "")
		for _, d := range []difference{byDay, byMonth, byYear} {
			r.wider[d] = r.pattern("yMd" + clock)
		}
		r.wider[byEra] = r.pattern("GyMd" + clock)
		return
	}
	if !found {
		return
	}
	for _, d := range []difference{byDay, byMonth, byYear, byEra} {
		if strings.IndexByte(all, d.letter()) < 0 {
			all = string(d.letter()) + all
			r.wider[d] = r.pattern(all)
		}
	}
}

// pattern returns the pattern of a skeleton in the hour cycle of the formatter.
func (r *ranges) pattern(skeleton string) []token { return r.f.withCycle(r.g.pattern(skeleton)) }

// written writes those fields of a skeleton that are wanted.
func written(s *skeleton, wanted int) string {
	var all strings.Builder
	for f := range s.kinds {
		if wanted&(1<<f) != 0 && s.kinds[f] != 0 {
			all.WriteString(strings.Repeat(string(s.letters[f]), int(s.widths[f])))
		}
	}
	return all.String()
}

// normal writes the fields of a skeleton as the tables of ranges name them: names of months and days at most five
// letters, numbers of the clock one. Months and days that stand alone are left as they are, and in no table; offsets to
// Greenwich are left out.
func normal(s *skeleton) (date, time string) {
	repeat := func(f field, least, most int) string {
		switch width, letter := int(s.widths[f]), string(s.letters[f]); {
		case width == 0:
			return ""
		case width < least:
			return letter
		default:
			return strings.Repeat(letter, min(width, most))
		}
	}
	date = repeat(era, 1, 1) + repeat(year, 1, 5) + repeat(month, 3, 5) + repeat(weekday, 4, 5) + repeat(day, 1, 1)
	if s.letters[month] == 'L' && s.widths[month] == 2 {
		date = strings.Replace(date, "L", "LL", 1)
	}
	if s.letters[period] == 'B' {
		time = repeat(period, 1, 5)
	}
	time += repeat(hour, 1, 1) + repeat(minute, 1, 1) + repeat(second, 1, 2) + repeat(fraction, 1, 3)
	if s.letters[zone] != 'O' {
		time += repeat(zone, 1, 1)
	}
	return date, time
}

// fromTables takes the patterns of the tables whose fields are those of the formatter. With a date and a time, only the
// patterns of times count, and the date stands beside them.
func (r *ranges) fromTables(date, time string) bool {
	wanted := time
	if time == "" {
		wanted = date
	}
	best, fit := r.nearest(wanted)
	if fit == differentFields {
		return false
	}
	if time != "" {
		for _, d := range []difference{byMinute, byHour, byHalfDay} {
			r.take(d, wanted, best, fit)
		}
		return true
	}
	chained := false
	for _, d := range []difference{byDay, byMonth, byYear, byEra} {
		extended := r.take(d, wanted, best, fit)
		if chained = extended && (chained || d == byMonth); chained {
			wanted, best = string(d.letter())+wanted, string(d.letter())+best
		}
	}
	return true
}

// fit says how well a skeleton of the tables serves for another.
type fit int

const (
	differentFields fit = iota - 1
	sameSkeleton
	differentWidths
	differentLetters // of the zone or the hour
)

// nearest returns the skeleton of the tables that is nearest to one that is wanted.
func (r *ranges) nearest(wanted string) (best string, how fit) {
	replaced := strings.NewReplacer("z", "v", "k", "H", "K", "h").Replace(wanted)
	least := 1 << 30
	seen := ""
	for key := range r.table.Under("date/interval/") {
		skeleton, _, ok := strings.Cut(key, "/")
		if !ok || skeleton == seen {
			continue
		}
		seen = skeleton
		if distance, f := compare(replaced, skeleton); distance < least {
			best, how, least = skeleton, f, distance
		}
	}
	if replaced != wanted && how != differentFields {
		how = differentLetters
	}
	return best, how
}

func compare(a, b string) (distance int, how fit) {
	for _, letter := range "GyMLEcdBhHmsSv" {
		n, m := strings.Count(a, string(letter)), strings.Count(b, string(letter))
		switch {
		case n == m:
			continue
		case n == 0 || m == 0:
			distance += 0x1000
			how = differentFields
		case letter == 'M' && (n <= 2) != (m <= 2):
			distance += 0x100
		default:
			distance += max(n-m, m-n)
		}
		if how == sameSkeleton {
			how = differentWidths
		}
	}
	return distance, how
}

// take takes the pattern for one difference from the tables, or from those of a skeleton with the unit added, and says
// whether it did the latter.
func (r *ranges) take(d difference, wanted, best string, how fit) (extended bool) {
	pattern := r.lookup(best, d)
	if pattern == "" {
		if ignores(parse(best), d) {
			return false
		}
		if d == byHalfDay {
			if pattern = r.lookup(best, byHour); pattern != "" {
				r.set(d, wanted, best, pattern, how)
			}
			return false
		}
		if d > byDay {
			return false
		}
		extended = true
		wanted, best = string(d.letter())+wanted, string(d.letter())+best
		pattern = r.lookup(best, d)
		if pattern == "" && how == sameSkeleton {
			if other, otherFit := r.nearest(best); other != best && otherFit != differentFields {
				pattern, best, how = r.lookup(other, d), other, otherFit
			}
		}
	}
	if pattern == "" {
		return false
	}
	r.set(d, wanted, best, pattern, how)
	return extended
}

// lookup returns the pattern of a skeleton for a difference, "" when the tables have none.
func (r *ranges) lookup(skeleton string, d difference) string {
	prefix := "date/interval/" + skeleton + "/"
	if pattern, ok := r.table.Find(prefix + string(d.letter())); ok {
		return pattern
	}
	switch d {
	case byHour:
		return r.table.Get(prefix + "H")
	case byHalfDay:
		return r.table.Get(prefix + "B")
	}
	return ""
}

// set cuts a pattern of the tables in two, where a field comes for the second time, and gives its fields the widths and
// letters that are wanted.
func (r *ranges) set(d difference, wanted, best, pattern string, how fit) {
	tokens := parse(pattern)
	for i, t := range tokens {
		letter := string(t.letter)
		switch t.letter {
		case 0:
			continue
		case 'L':
			letter = "M"
		case 'v':
			if strings.Contains(wanted, "z") {
				tokens[i].letter = 'z'
			}
		case 'h':
			if strings.Contains(wanted, "K") {
				tokens[i].letter = 'K'
			}
		case 'H':
			if strings.Contains(wanted, "k") {
				tokens[i].letter = 'k'
			}
		}
		have, want := strings.Count(best, letter), strings.Count(wanted, letter)
		if how != sameSkeleton && have == t.width && want > have {
			tokens[i].width = want
		}
	}
	cut := len(tokens)
	for i, t := range tokens {
		if t.letter != 0 && strings.IndexByte(text(tokens[:i]), t.letter) >= 0 {
			cut = i
			break
		}
	}
	r.intervals[d] = pair{tokens[:cut], tokens[cut:]}
}
