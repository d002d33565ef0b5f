package number

import (
	"strconv"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// scratch is the room for digits and text that a formatter takes from the stack; longer numbers take it from the heap.
const scratch = 96

// figure is a number ready to be written.
type figure struct {
	value  Value
	q      quantity // of a finite value
	middle *affix   // sign, currency, percent and compact unit
	word   bool     // the digits are not shown
	plural string   // category, which decides the form of the unit
}

// Format returns the text of a number.
func (f *Format) Format(v Value) string {
	var digits, text [scratch]byte
	var g figure
	f.figure(&g, v, 0, digits[:0])
	w := writer{text: text[:0]}
	f.write(&w, &g)
	return string(w.text)
}

// FormatToParts returns the pieces of the text of a number.
func (f *Format) FormatToParts(v Value) []intl.Part {
	var g figure
	f.figure(&g, v, 0, nil)
	w := writer{wantParts: true}
	f.write(&w, &g)
	return w.parts
}

// figure rounds and scales v, and chooses what goes around it; extra is added to its sign.
func (f *Format) figure(g *figure, v Value, extra sign, buffer []byte) {
	g.value = v
	q := &g.q
	p := (*power)(nil)
	switch {
	case v.class != finite:
		if f.powers != nil {
			p = f.powerOf(0)
		}
	case f.notation == "compact":
		q.load(v, f.scale, buffer)
		p = f.shorten(q)
	case f.notation != "standard":
		q.load(v, f.scale, buffer)
		f.normalize(q)
	default:
		q.load(v, f.scale, buffer)
		q.round(&f.rounding)
	}
	s := f.signOf(v, v.class == finite && q.isZero()) + extra
	g.middle = &f.plain[s]
	if p != nil {
		scaled := *q
		scaled.exponent = 0
		plural := f.plural(v, &scaled)
		if g.word = p.isWord(q); g.word {
			plural = "1"
		}
		g.middle = p.affix(s, plural, &f.plain)
	}
	g.plural = f.plural(v, q)
}

// plural returns the plural category of a number as it is shown.
func (f *Format) plural(v Value, q *quantity) string {
	powerOfTen := f.notation != "compact" && q.exponent != 0 // as in 1E-5 grams
	if v.class != finite || powerOfTen {
		return "other"
	}
	return cardinal(f.locale.Language(), q.operands())
}

// signOf returns the sign that a number is shown with.
func (f *Format) signOf(v Value, zero bool) sign {
	shown := noSign
	switch {
	case v.negative:
		shown = minusSign
	case f.signs == "always" || f.signs == "exceptZero":
		shown = plusSign
	}
	switch f.signs {
	case "never":
		return noSign
	case "exceptZero":
		if zero || v.class == notANumber {
			return noSign
		}
	case "negative":
		if zero {
			return noSign
		}
	}
	return shown
}

// write writes a whole figure.
func (f *Format) write(w *writer, g *figure) {
	outer := f.outer[g.plural]
	w.all(outer.prefix)
	f.writeInner(w, g)
	w.all(outer.suffix)
}

// writeInner writes a figure without its unit.
func (f *Format) writeInner(w *writer, g *figure) {
	w.all(g.middle.prefix)
	if g.value.class == finite && needsSpace(g.middle.prefix) {
		w.add("literal", "\u00a0")
	}
	f.writeDigits(w, g)
	w.all(g.middle.suffix)
}

// writeDigits writes the digits and the exponent.
func (f *Format) writeDigits(w *writer, g *figure) {
	switch {
	case g.word:
		return
	case g.value.class == notANumber:
		w.add("nan", f.symbols.nan)
		return
	case g.value.class == infinite:
		w.add("infinity", f.symbols.infinity)
		return
	}
	q := &g.q
	f.writeInteger(w, q)
	if n := q.fraction(); n > 0 {
		w.add("decimal", f.symbols.decimal)
		w.digits("fraction", q, q.point, q.point+n)
	}
	if f.notation == "scientific" || f.notation == "engineering" {
		w.add("exponentSeparator", f.symbols.exponential)
		if q.exponent < 0 {
			w.add("exponentMinusSign", f.symbols.minus)
		}
		w.add("exponentInteger", strconv.Itoa(max(q.exponent, -q.exponent)))
	}
}

// writeInteger writes the digits before the decimal sign, in groups of three from the right.
func (f *Format) writeInteger(w *writer, q *quantity) {
	n := max(q.point, f.rounding.minInteger)
	start := q.point - n
	if f.leastGrouped == 0 || n < 3+f.leastGrouped {
		w.digits("integer", q, start, q.point)
		return
	}
	first := (n-1)%3 + 1
	w.digits("integer", q, start, start+first)
	for at := start + first; at < q.point; at += 3 {
		w.add("group", f.symbols.group)
		w.digits("integer", q, at, at+3)
	}
}

// writer collects the text of a number or, when parts are wanted, its pieces.
type writer struct {
	text      []byte
	parts     []intl.Part
	wantParts bool
	source    string // of the parts that are written
}

// add writes one piece.
func (w *writer) add(kind, text string) {
	if !w.wantParts {
		w.text = append(w.text, text...)
		return
	}
	p := intl.Part{Type: kind, Value: text, Source: w.source}
	if !p.JoinLast(w.parts) {
		w.parts = append(w.parts, p)
	}
}

func (w *writer) all(parts []intl.Part) {
	for i := range parts {
		w.add(parts[i].Type, parts[i].Value)
	}
}

// digits writes the digits of q from place start to place end.
func (w *writer) digits(kind string, q *quantity, start, end int) {
	if w.wantParts {
		text := make([]byte, 0, end-start)
		for p := start; p < end; p++ {
			text = append(text, q.digit(p))
		}
		w.add(kind, string(text))
		return
	}
	for p := start; p < end; p++ {
		w.text = append(w.text, q.digit(p))
	}
}
