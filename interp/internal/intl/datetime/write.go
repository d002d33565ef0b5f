package datetime

import (
	"strconv"
	"strings"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// moment is a time taken apart in the zone of a formatter.
type moment struct {
	time                 time.Time
	year                 int // negative before the common era
	month, day, weekday  int // month from 1, weekday from Sunday = 0
	hour, minute, second int
	millisecond          int
}

func (f *Format) moment(ms float64) moment {
	t := time.UnixMilli(int64(ms)).In(f.zone)
	m := moment{time: t, weekday: int(t.Weekday()), millisecond: t.Nanosecond() / 1e6}
	var name time.Month
	m.year, name, m.day = t.Date()
	m.month = int(name)
	m.hour, m.minute, m.second = t.Clock()
	return m
}

// yearOfEra returns the number of the year within its era; the year before 1 is 1 BC.
func (m *moment) yearOfEra() int {
	if m.year > 0 {
		return m.year
	}
	return 1 - m.year
}

// Format returns the text of a moment. A moment that is NaN or out of range is a RangeError.
func (f *Format) Format(ms float64) (string, error) {
	if err := valid(ms); err != nil {
		return "", err
	}
	var buffer [96]byte
	w := writer{text: buffer[:0], plainSpaces: true}
	m := f.moment(ms)
	f.write(&w, f.pattern, &m)
	return string(w.text), nil
}

// FormatToParts returns the pieces of the text of a moment. A moment that is NaN or out of range is a RangeError.
func (f *Format) FormatToParts(ms float64) ([]intl.Part, error) {
	if err := valid(ms); err != nil {
		return nil, err
	}
	w := writer{wantParts: true}
	m := f.moment(ms)
	f.write(&w, f.pattern, &m)
	return w.parts, nil
}

// write writes a moment in a pattern.
func (f *Format) write(w *writer, pattern []token, m *moment) {
	for i := range pattern {
		t := &pattern[i]
		switch {
		case t.letter != 0:
			f.writeField(w, pattern, t, m)
		case t.text == fractionMark:
			w.add("literal", f.decimal)
		default:
			w.add("literal", t.text)
		}
	}
}

// writeField writes one field of a moment.
func (f *Format) writeField(w *writer, pattern []token, t *token, m *moment) {
	switch t.letter {
	case 'y':
		n := m.yearOfEra()
		if t.width == 2 {
			n %= 100
		}
		w.number("year", n, t.width)
	case 'M', 'L':
		if t.width <= 2 {
			w.number("month", m.month, t.width)
		} else {
			w.add("month", f.name(t, m.month-1))
		}
	case 'd':
		w.number("day", m.day, t.width)
	case 'E', 'c':
		w.add("weekday", f.name(t, m.weekday))
	case 'G':
		w.add("era", f.eraName(t, m.year))
	case 'h':
		w.number("hour", (m.hour+11)%12+1, t.width)
	case 'H':
		w.number("hour", m.hour, t.width)
	case 'K':
		w.number("hour", m.hour%12, t.width)
	case 'k':
		w.number("hour", (m.hour+23)%24+1, t.width)
	case 'm':
		w.number("minute", m.minute, t.width)
	case 's':
		w.number("second", m.second, t.width)
	case 'S':
		w.number("fractionalSecond", m.millisecond/[]int{100, 10, 1}[t.width-1], t.width)
	case 'a':
		w.add("dayPeriod", f.name(t, m.hour/12))
	case 'B':
		w.add("dayPeriod", f.partOfDay(pattern, t, m))
	default:
		w.add("timeZoneName", f.zoneText(t, m.time))
	}
}

// width names the width of a name in the tables.
func (t *token) widthName() string {
	switch t.width {
	case 4:
		return "wide"
	case 5:
		return "narrow"
	}
	return "abbreviated"
}

// nameKinds are the kinds of names that a formatter keeps, by the letters of their fields.
var nameKinds = map[byte]struct {
	prefix string
	keys   []string
}{
	'M': {"date/month/format/", months},
	'L': {"date/month/stand-alone/", months},
	'E': {"date/day/format/", weekdays},
	'c': {"date/day/stand-alone/", weekdays},
	'a': {"date/period/format/", []string{"am", "pm"}},
}

var (
	months   = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}
	weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
)

// names are the names of one field in one width.
type names struct {
	letter byte
	width  int
	all    []string
}

// learn looks up the names that a pattern shows.
func (f *Format) learn(pattern []token) {
	for i := range pattern {
		t := &pattern[i]
		kind, ok := nameKinds[t.letter]
		if !ok {
			continue
		}
		n := names{letter: t.letter, width: t.width}
		for _, key := range kind.keys {
			n.all = append(n.all, f.table.Get(kind.prefix+t.widthName()+"/"+key))
		}
		f.names = append(f.names, n)
	}
}

// name returns the name of month, weekday or half of the day i, counted from 0.
func (f *Format) name(t *token, i int) string {
	for _, n := range f.names {
		if n.letter == t.letter && n.width == t.width {
			return n.all[i]
		}
	}
	kind := nameKinds[t.letter]
	return f.table.Get(kind.prefix + t.widthName() + "/" + kind.keys[i])
}

func (f *Format) eraName(t *token, year int) string {
	width := map[string]string{"wide": "eraNames/", "narrow": "eraNarrow/", "abbreviated": "eraAbbr/"}[t.widthName()]
	era := "1"
	if year <= 0 {
		era = "0"
	}
	return f.table.Get("date/era/" + width + era)
}

// partOfDay returns the name of the part of the day. Noon is only the moment itself, as far as the pattern shows minutes
// and seconds; ICU never says midnight. A language without such names has AM and PM.
func (f *Format) partOfDay(pattern []token, t *token, m *moment) string {
	prefix := "date/period/format/" + t.widthName() + "/"
	sharp := true
	for _, t := range pattern {
		if t.letter == 'm' && m.minute != 0 || t.letter == 's' && m.second != 0 {
			sharp = false
		}
	}
	found := ""
	for name, span := range cldr.World().Under("period/" + f.locale.Language() + "/") {
		from, before, isSpan := strings.Cut(span, "-")
		switch at := hourOf(from); {
		case name == "midnight":
		case !isSpan && sharp && at == m.hour:
			if text, ok := f.table.Find(prefix + name); ok {
				return text
			}
		case isSpan && within(m.hour, at, hourOf(before)):
			found = name
		}
	}
	if text, ok := f.table.Find(prefix + found); ok {
		return text
	}
	return f.name(&token{letter: 'a', width: t.width}, m.hour/12)
}

// hourOf reads two digits.
func hourOf(text string) int { return int(text[0]-'0')*10 + int(text[1]-'0') }

// within says whether an hour is in a span, which may go past midnight.
func within(hour, from, before int) bool {
	if from > before {
		return hour >= from || hour < before
	}
	return hour >= from && hour < before
}

// writer collects the text of a moment or, when parts are wanted, its pieces.
type writer struct {
	text        []byte
	parts       []intl.Part
	wantParts   bool
	plainSpaces bool   // U+202F becomes a space, as V8 has it in plain text only
	source      string // of the parts that are written
}

const narrowSpace = "\u202f"

// add writes one piece.
func (w *writer) add(kind, text string) {
	if w.plainSpaces && strings.Contains(text, narrowSpace) {
		text = strings.ReplaceAll(text, narrowSpace, " ")
	}
	if !w.wantParts {
		w.text = append(w.text, text...)
		return
	}
	p := intl.Part{Type: kind, Value: text, Source: w.source}
	if !p.JoinLast(w.parts) && text != "" {
		w.parts = append(w.parts, p)
	}
}

// number writes n with at least width digits.
func (w *writer) number(kind string, n, width int) {
	var buffer [20]byte
	text := buffer[:0]
	for limit := 10; width > 1; width, limit = width-1, limit*10 {
		if n < limit {
			text = append(text, '0')
		}
	}
	text = strconv.AppendInt(text, int64(n), 10)
	if !w.wantParts {
		w.text = append(w.text, text...)
		return
	}
	w.add(kind, string(text))
}
