package datetime

import "strings"

// field is one of the parts of a date that a pattern may show. The order is that of ICU; it decides between patterns
// that are equally good, and which part of a date comes before which when two are joined.
type field int

const (
	era field = iota
	year
	month
	weekday
	day
	period
	hour
	minute
	second
	fraction
	zone
	fields // their number
)

// Sets of fields, one bit each.
const (
	dateFields = 1<<(day+1) - 1
	timeFields = 1<<fields - 1 - dateFields
)

// token is a piece of a pattern: a letter and how often it stands, or a text. The placeholder {n} of a pattern that
// joins others has the letter '{' and width n.
type token struct {
	letter byte // 0: a text
	width  int
	text   string
}

// parse takes a pattern apart. Letters in quotes are text, and two quotes are one.
func parse(pattern string) (tokens []token) {
	text := func(s string) {
		if n := len(tokens); n > 0 && tokens[n-1].letter == 0 {
			tokens[n-1].text += s
		} else {
			tokens = append(tokens, token{text: s})
		}
	}
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			n := strings.IndexByte(pattern[i+1:], '\'')
			if n < 0 {
				n = len(pattern) - i - 1
			}
			if quoted := pattern[i+1 : i+1+n]; quoted != "" {
				text(quoted)
			} else {
				text("'")
			}
			i += n + 2
		case c == '{' && i+2 < len(pattern):
			tokens = append(tokens, token{letter: '{', width: int(pattern[i+1] - '0')})
			i += 3
		case isLetter(c):
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			tokens = append(tokens, token{letter: c, width: n})
			i += n
		default:
			text(pattern[i : i+1])
			i++
		}
	}
	return tokens
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// join puts patterns in the places of a pattern such as "{1} 'at' {0}".
func join(pattern string, parts ...[]token) (all []token) {
	for _, t := range parse(pattern) {
		switch {
		case t.letter != '{':
			all = append(all, t)
		case t.width < len(parts):
			all = append(all, parts[t.width]...)
		}
	}
	return all
}

// The kinds of a field: names are negative, numbers positive, and letters of one field that differ in use are a few
// deltas apart. The distance between two kinds says how badly one serves for the other.
const (
	numeric = 0x100
	narrow  = -0x101
	shorter = -0x102
	short   = -0x103
	long    = -0x104
	delta   = 0x10
)

// classify returns the field and the kind of a letter of some width. Letters that no option of JavaScript asks for, such
// as those of quarters and weeks, are not known.
func classify(letter byte, width int) (f field, kind int, ok bool) {
	switch letter {
	case 'G':
		return era, name(width), true
	case 'y':
		return year, numeric + width, true
	case 'M':
		return month, nameOrNumber(width, 0), true
	case 'L':
		return month, nameOrNumber(width, delta), true
	case 'E':
		return weekday, name(width), true
	case 'c':
		return weekday, nameOrNumber(width, 2*delta), true
	case 'd':
		return day, numeric + width, true
	case 'a':
		return period, name(width), true
	case 'b':
		return period, name(width) - delta, true
	case 'B':
		return period, name(width) - 3*delta, true
	case 'h':
		return hour, numeric + width, true
	case 'K':
		return hour, numeric + delta + width, true
	case 'H':
		return hour, numeric + 10*delta + width, true
	case 'k':
		return hour, numeric + 11*delta + width, true
	case 'm':
		return minute, numeric + width, true
	case 's':
		return second, numeric + width, true
	case 'S':
		return fraction, numeric + width, true
	}
	f, kind = zone, short
	if width >= 4 {
		kind = long
	}
	switch letter {
	case 'z':
		return f, kind, true
	case 'O':
		return f, kind - delta, true
	case 'v':
		return f, kind - 2*delta, true
	}
	return 0, 0, false
}

func name(width int) int {
	switch width {
	case 4:
		return long
	case 5:
		return narrow
	case 6:
		return shorter
	}
	return short
}

// nameOrNumber is the kind of a letter that is a number up to a width of two, and apart from the usual letter.
func nameOrNumber(width, apart int) int {
	if width <= 2 {
		return numeric + apart + width
	}
	return name(width) - apart
}

// skeleton says which fields a pattern has, and how each is shown, but not in which order.
type skeleton struct {
	letters [fields]byte
	widths  [fields]int16
	kinds   [fields]int16 // 0: the field is absent
}

// outline returns the skeleton of a pattern, and whether classify knows all of its letters.
func outline(pattern string) (s skeleton, ok bool) {
	quoted := false
	for i := 0; i < len(pattern); {
		c := pattern[i]
		n := 1
		for i+n < len(pattern) && pattern[i+n] == c {
			n++
		}
		switch {
		case c == '\'':
			quoted = quoted != (n%2 == 1)
		case !quoted && isLetter(c) && !s.add(c, n):
			return s, false
		}
		i += n
	}
	s.complete()
	return s, true
}

// outlineOf returns the skeleton of a pattern that is taken apart already, and whose letters are all known.
func outlineOf(tokens []token) (s skeleton) {
	for _, t := range tokens {
		if t.letter != 0 {
			s.add(t.letter, t.width)
		}
	}
	s.complete()
	return s
}

// add adds a field, and says whether it is known.
func (s *skeleton) add(letter byte, width int) bool {
	f, kind, known := classify(letter, width)
	if known {
		s.letters[f], s.widths[f], s.kinds[f] = letter, int16(width), int16(kind)
	}
	return known
}

// complete adds the seconds between minutes and their fractions, and the half of the day that hours up to twelve need;
// it removes the part of the day that hours up to 24 do not.
func (s *skeleton) complete() {
	if s.kinds[minute] != 0 && s.kinds[fraction] != 0 && s.kinds[second] == 0 {
		s.add('s', 1)
	}
	switch s.letters[hour] {
	case 'h', 'K':
		if s.kinds[period] == 0 {
			s.add('a', 1)
		}
	case 'H', 'k':
		s.letters[period], s.widths[period], s.kinds[period] = 0, 0, 0
	}
}

// set returns the fields of the skeleton.
func (s *skeleton) set() (set int) {
	for f, kind := range s.kinds {
		if kind != 0 {
			set |= 1 << f
		}
	}
	return set
}

// distance says how badly a pattern with skeleton t serves for those fields of s that are wanted, and which of them it
// lacks. One field too many is worse than any number of wrong kinds, and than one too few.
func (s *skeleton) distance(t *skeleton, wanted int) (distance, missing int, exact bool) {
	exact = true
	for f := range s.kinds {
		mine, other := s.kinds[f], t.kinds[f]
		if wanted&(1<<f) == 0 {
			mine = 0
		}
		switch {
		case mine == other:
		case mine == 0:
			distance += 0x10000
			exact = false
		case other == 0:
			distance += 0x1000
			missing |= 1 << f
			exact = false
		default:
			distance += int(max(mine-other, other-mine))
		}
	}
	return distance, missing, exact
}
