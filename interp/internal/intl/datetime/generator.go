package datetime

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// generator finds the pattern of a locale for a skeleton, as ICU's DateTimePatternGenerator does: from some fifty
// patterns of the locale it takes the nearest, adjusts its widths, and appends what is missing.
type generator struct {
	table      cldr.Table
	candidates []candidate
	hours      bool // whether hours get the width that is asked for; if not, that of the pattern
}

type candidate struct {
	skeleton skeleton
	pattern  string
	given    bool // whether the skeleton is the locale's own, not read from the pattern
}

func newGenerator(t cldr.Table) *generator {
	g := &generator{table: t, hours: true, candidates: make([]candidate, 0, 96)}
	for _, letter := range []string{"G", "y", "M", "E", "d", "a", "H", "m", "s", "S", "v"} {
		g.add(letter)
	}
	for _, width := range []string{"full", "long", "medium", "short"} {
		g.add(t.Get("date/style/" + width))
		g.add(t.Get("time/style/" + width))
	}
	own := len(g.candidates)
	for key, pattern := range t.Under("date/available/") {
		if s, known := outline(key); known {
			g.candidates = append(g.candidates, candidate{s, pattern, true})
		}
	}
	g.candidates = slices.DeleteFunc(g.candidates, func(c candidate) bool {
		return !c.given && slices.ContainsFunc(g.candidates[own:], func(d candidate) bool { return c.skeleton.kinds == d.skeleton.kinds })
	})
	return g
}

// add adds a pattern, unless there is one that differs in the width of numbers only.
func (g *generator) add(pattern string) {
	s, known := outline(pattern)
	if !known || slices.ContainsFunc(g.candidates, func(c candidate) bool { return c.skeleton.similar(&s) }) {
		return
	}
	g.candidates = append(g.candidates, candidate{s, pattern, false})
}

func (s *skeleton) similar(t *skeleton) bool {
	for f := range s.kinds {
		numbers := s.kinds[f] > 0 && t.kinds[f] > 0
		if s.kinds[f] != t.kinds[f] && !(numbers && s.kinds[f]-s.widths[f] == t.kinds[f]-t.widths[f]) {
			return false
		}
	}
	return true
}

// pattern returns the pattern for a skeleton such as "yMMMdhm".
func (g *generator) pattern(text string) []token {
	s, _ := outline(text)
	best, _, exact := g.nearest(&s, 1<<fields-1)
	if exact {
		return g.adjust(best, parse(best.pattern), &s, false)
	}
	date := g.append(&s, s.set()&dateFields)
	time := g.append(&s, s.set()&timeFields)
	switch {
	case date == nil:
		return time
	case time == nil:
		return date
	}
	return join(joint(g.table, joinWidth(&s)), time, date)
}

// joinWidth returns the style in which a date with the fields of s and a time are joined.
func joinWidth(s *skeleton) string {
	switch {
	case s.widths[month] == 4 && s.kinds[weekday] != 0:
		return "full"
	case s.widths[month] == 4:
		return "long"
	case s.widths[month] == 3:
		return "medium"
	}
	return "short"
}

// joint returns the pattern that joins a time, {0}, and a date, {1}.
func joint(t cldr.Table, width string) string {
	if pattern, ok := t.Find("date/join-at/" + width); ok {
		return pattern
	}
	return t.Get("date/join/" + width)
}

// nearest returns the candidate at the least distance from those fields of s that are wanted. Of several it is the one
// that lacks the smaller units.
func (g *generator) nearest(s *skeleton, wanted int) (best *candidate, missing int, exact bool) {
	least := 1 << 30
	for i := range g.candidates {
		c := &g.candidates[i]
		distance, m, e := s.distance(&c.skeleton, wanted)
		if distance < least || distance == least && m > missing {
			best, missing, exact, least = c, m, e, distance
		}
	}
	return best, missing, exact
}

// append returns a pattern for the wanted fields of s: the nearest, with what it lacks appended piece by piece.
func (g *generator) append(s *skeleton, wanted int) []token {
	if wanted == 0 {
		return nil
	}
	best, missing, _ := g.nearest(s, wanted)
	pattern := g.adjust(best, parse(best.pattern), s, false)
	const seconds = 1<<second | 1<<fraction
	for before := 0; missing != 0 && missing != before; {
		if missing&seconds == 1<<fraction && wanted&seconds == seconds {
			pattern = g.adjust(best, pattern, s, true)
			missing &^= 1 << fraction
			continue
		}
		more, still, _ := g.nearest(s, missing)
		found := bits.Len(uint(missing&^still)) - 1
		before, missing = still, still // ICU appends no more than one field
		if found >= 0 {
			pattern = join(g.appendFormat(field(found)), pattern, g.adjust(more, parse(more.pattern), s, false), []token{{text: g.fieldName(field(found))}})
		}
	}
	return pattern
}

// appendFormat returns how a field, {1} with the name {2}, is appended to a pattern, {0}.
func (g *generator) appendFormat(f field) string {
	if format, ok := g.table.Find("date/append/" + f.key()); ok {
		return format
	}
	return "{0} ├{2}: {1}┤"
}

// fieldName returns the name of a field; ICU has none for fractions of a second.
func (g *generator) fieldName(f field) string {
	if name, ok := g.table.Find("date/field/" + f.key()); ok {
		return name
	}
	return "F14"
}

// key is the name of a field in the tables.
func (f field) key() string {
	return [fields]string{"Era", "Year", "Month", "Day-Of-Week", "Day", "Day-Period", "Hour", "Minute", "Second", "Fractional-Second", "Timezone"}[f]
}

// adjust gives the fields of a candidate's pattern the widths that s asks for, and letters where those of s say more. Minutes and
// seconds keep the width of the pattern, and so does what the locale's own skeleton already has as s wants it. With
// fractions, the digits of a fraction are appended to the second.
func (g *generator) adjust(c *candidate, pattern []token, s *skeleton, fractions bool) []token {
	adjusted := make([]token, 0, len(pattern)+2)
	for _, t := range pattern {
		f, kind, known := classify(t.letter, t.width)
		switch {
		case t.letter == 0 || !known:
			adjusted = append(adjusted, t)
		case fractions && f == second:
			adjusted = append(adjusted, t, token{text: fractionMark}, token{letter: 'S', width: int(s.widths[fraction])})
		case s.kinds[f] == 0:
			adjusted = append(adjusted, t)
		default:
			adjusted = append(adjusted, g.adjustToken(t, kind, f, c, s))
		}
	}
	return adjusted
}

// fractionMark stands for the decimal sign of the locale.
const fractionMark = "\x00"

func (g *generator) adjustToken(t token, kind int, f field, c *candidate, s *skeleton) token {
	asked := int(s.widths[f])
	if s.letters[f] == 'E' && asked < 3 {
		asked = 3
	}
	width := asked
	switch {
	case f == minute || f == second || f == hour && !g.hours:
		width = t.width
	case c.given && s.letters[f] != 'c':
		number := s.kinds[f] > 0
		if int(c.skeleton.widths[f]) == asked || (kind > 0) != number {
			width = t.width
		}
	}
	letter := s.letters[f]
	if f == hour || f == month || f == weekday || f == year {
		letter = t.letter
	}
	return token{letter: letter, width: width}
}

// text writes tokens as a pattern again, for the options that are read back from it.
func text(tokens []token) string {
	var all strings.Builder
	for _, t := range tokens {
		if t.letter != 0 {
			all.WriteString(strings.Repeat(string(t.letter), t.width) + " ")
		}
	}
	return all.String()
}
