// Package termtext makes text of what a program prints for a terminal, as it is being printed: overwritten text is gone,
// escape sequences are removed, and no control character is left to act on whoever reads it.
package termtext

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// maxLine is how many characters of a line can still be overwritten; what a longer line begins with is passed on.
const maxLine = 16 << 10

// Writer cleans what is written to it and passes it on:
//   - a carriage return or a backspace moves back, and what follows overwrites, as on a screen; CR LF ends a line;
//   - escape sequences (CSI, OSC and the others, in their 7-bit and 8-bit forms) are removed, but for "erase in line";
//   - other control characters become escapes such as \x07, and bytes that are no UTF-8 become U+FFFD.
//
// It keeps at most one line, and Close passes that on. One goroutine may use it at a time.
type Writer struct {
	to  io.Writer
	out []byte // cleaned, to be passed on at the end of a Write

	line   []rune // the line being printed
	cursor int    // where in it the next character goes

	state state
	param int     // of the control sequence being read, its last number
	part  [4]byte // of a character whose end has not been written yet
	parts int
}

type state uint8

const (
	plain     state = iota
	escape          // after ESC
	charset         // after ESC and one of ( ) * + # %, which take one more
	control         // in a control sequence
	str             // in a string that BEL or ST ends
	strEscape       // in it, after ESC
)

// NewWriter makes a Writer that passes on to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write takes all of p; the error is that of the writer below.
func (w *Writer) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if k := w.run(p); k > 0 {
			w.out = append(w.out, p[:k]...)
			p = p[k:]
			continue
		}
		p = p[w.one(p):]
	}
	return n, w.flush()
}

// Close passes on the line that no line feed has ended. It does not close the writer below.
func (w *Writer) Close() error {
	for range w.parts {
		w.put(utf8.RuneError)
	}
	w.parts = 0
	w.pass()
	return w.flush()
}

func (w *Writer) flush() error {
	if len(w.out) == 0 {
		return nil
	}
	_, err := w.to.Write(w.out)
	w.out = w.out[:0]
	return err
}

// run is the length of what p begins with that needs no cleaning, up to the end of a line or of what a line may still
// hold: the fast road for most output.
func (w *Writer) run(p []byte) int {
	if w.state != plain || w.parts > 0 || len(w.line) > 0 || w.cursor > 0 {
		return 0
	}
	end, chars := 0, 0
	for i := 0; i < len(p); {
		switch c := p[i]; {
		case c == '\n':
			i++
			end, chars = i, 0
			continue
		case ' ' <= c && c < 0x7f || c == '\t':
			i++
		case c < utf8.RuneSelf:
			return end
		default:
			r, size := utf8.DecodeRune(p[i:])
			if size == 1 || r < 0xa0 {
				return end
			}
			i += size
		}
		if chars++; chars == maxLine {
			end, chars = i, 0
		}
	}
	return end
}

// one takes one character, or the bytes of one that is not complete yet, and gives its length in p.
func (w *Writer) one(p []byte) int {
	if w.parts == 0 && p[0] < utf8.RuneSelf {
		w.next(rune(p[0]))
		return 1
	}
	had := w.parts
	n := copy(w.part[had:], p)
	if !utf8.FullRune(w.part[:had+n]) {
		w.parts = had + n
		return n
	}
	r, size := utf8.DecodeRune(w.part[:had+n])
	w.parts = 0
	w.next(r)
	if size >= had {
		return size - had
	}
	// The bytes kept from before begin no character: each of them is wrong, and p is looked at anew.
	for range had - size {
		w.next(utf8.RuneError)
	}
	return 0
}

// next takes one character.
func (w *Writer) next(r rune) {
	switch w.state {
	case escape:
		w.afterEscape(r)
	case charset:
		w.state = plain
	case control:
		w.inControl(r)
	case str, strEscape:
		w.inString(r)
	default:
		w.print(r)
	}
}

func (w *Writer) print(r rune) {
	switch r {
	case '\n':
		w.pass()
		w.out = append(w.out, '\n')
	case '\r':
		w.cursor = 0
	case '\b':
		w.cursor = max(0, w.cursor-1)
	case 0x1b:
		w.state = escape
	case 0x9b:
		w.state, w.param = control, 0
	case 0x90, 0x98, 0x9d, 0x9e, 0x9f: // DCS SOS OSC PM APC
		w.state = str
	default:
		w.put(r)
	}
}

// put writes a character at the cursor, or the escape of one that would control a terminal.
func (w *Writer) put(r rune) {
	if r != '\t' && (r < ' ' || 0x7f <= r && r < 0xa0) {
		for _, c := range fmt.Sprintf(`\x%02x`, r) {
			w.put(c)
		}
		return
	}
	for len(w.line) <= w.cursor { // past the end of a line that was erased
		w.line = append(w.line, ' ')
	}
	w.line[w.cursor] = r
	w.cursor++
	if len(w.line) == maxLine && w.cursor == maxLine {
		w.pass()
	}
}

// pass gives up the line as it stands.
func (w *Writer) pass() {
	for _, r := range w.line {
		w.out = utf8.AppendRune(w.out, r)
	}
	w.line, w.cursor = w.line[:0], 0
}

func (w *Writer) afterEscape(r rune) {
	switch r {
	case '[':
		w.state, w.param = control, 0
	case ']', 'P', 'X', '^', '_':
		w.state = str
	case '(', ')', '*', '+', '#', '%', ' ':
		w.state = charset
	case 0x1b:
	case '\n', '\r':
		w.state = plain
		w.print(r)
	default:
		w.state = plain
	}
}

// inControl reads a control sequence to its final character. A line feed ends one that has none.
func (w *Writer) inControl(r rune) {
	switch {
	case '0' <= r && r <= '9':
		w.param = min(w.param*10+int(r-'0'), 1<<16)
	case ' ' <= r && r < '@': // separators and intermediates
		w.param = 0
	case r == 'K':
		w.state = plain
		w.erase()
	case r < ' ':
		w.state = plain
		w.print(r)
	default:
		w.state = plain
	}
}

// erase does "erase in line": to the end, from the start, or all of it.
func (w *Writer) erase() {
	switch w.param {
	case 0:
		w.line = w.line[:min(w.cursor, len(w.line))]
	case 1:
		for i := range min(w.cursor, len(w.line)) {
			w.line[i] = ' '
		}
	case 2:
		w.line = w.line[:0]
	}
}

// inString drops a string such as a window title. A line feed ends one that nothing else does, so that a stray escape
// cannot make the rest of the output vanish.
func (w *Writer) inString(r rune) {
	switch {
	case r == 0x07, r == 0x9c, r == '\\' && w.state == strEscape:
		w.state = plain
	case r == 0x1b:
		w.state = strEscape
	case r == '\n':
		w.state = plain
		w.print(r)
	default:
		w.state = str
	}
}
