package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Reading the text of JSON: strings, numbers, and values that are passed over.

// quoted reads a string. raw is what stands between the quotes; plain says that it stands for itself.
func (d *Decoder) quoted() (raw string, plain bool, err error) {
	start := d.pos + 1
	plain = true
	ascii := true
	for i := start; i < len(d.text); i++ {
		switch c := d.text[i]; {
		case c == '"':
			d.pos = i + 1
			raw = d.text[start:i]
			return raw, plain && (ascii || utf8.ValidString(raw)), nil
		case c >= utf8.RuneSelf:
			ascii = false
		case c == '\\':
			plain = false
			d.pos = i
			n := escapeLength(d.text[i:])
			if n == 0 {
				return "", false, d.wrong("unknown escape in a string")
			}
			i += n - 1
		case c < ' ':
			d.pos = i
			return "", false, d.wrong("control character in a string")
		}
	}
	d.pos = len(d.text)
	return "", false, d.wrong("unexpected end of a string")
}

// escapeLength is the length of the escape at the start of s; 0 if it is not one.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(s) >= 6 {
			if _, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
				return 6
			}
		}
	}
	return 0
}

// unescape gives the code units of a string with escapes. Bytes that are not UTF-8 become U+FFFD.
func unescape(raw string) []uint16 {
	units := make([]uint16, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			r, size := utf8.DecodeRuneInString(raw[i:])
			units = utf16.AppendRune(units, r)
			i += size
			continue
		}
		switch c := raw[i+1]; c {
		case 'u':
			n, _ := strconv.ParseUint(raw[i+2:i+6], 16, 16) // checked when the string was read
			units = append(units, uint16(n))
			i += 6
			continue
		default:
			units = append(units, uint16(simpleEscapes[c]))
		}
		i += 2
	}
	return units
}

// simpleEscapes is a constant table.
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

func toUTF8(units []uint16) string { return string(utf16.Decode(units)) }

// scanNumber moves behind a number in JSON's grammar.
func (d *Decoder) scanNumber() (integer, ok bool) {
	d.accept('-')
	if !d.accept('0') && !d.digits() {
		return false, false
	}
	integer = true
	if d.accept('.') {
		integer = false
		if !d.digits() {
			return false, false
		}
	}
	if d.accept('e') || d.accept('E') {
		integer = false
		if !d.accept('+') {
			d.accept('-')
		}
		if !d.digits() {
			return false, false
		}
	}
	return integer, true
}

// skip moves behind a value, checking that it is one.
func (d *Decoder) skip() error {
	switch c := d.next(); c {
	case '{', '[':
		return d.skipContainer(c)
	case '"':
		_, _, err := d.quoted()
		return err
	case 't':
		return d.skipWord("true")
	case 'f':
		return d.skipWord("false")
	case 'n':
		return d.skipWord("null")
	}
	start := d.pos
	if _, ok := d.scanNumber(); !ok {
		d.pos = start
		return d.wrong("unexpected character")
	}
	return nil
}

func (d *Decoder) skipWord(word string) error {
	_, err := d.literal(word, nil)
	return err
}

func (d *Decoder) skipContainer(open byte) error {
	if err := d.enter(); err != nil {
		return err
	}
	closing := open + 2 // ] after [, } after {
	for first := true; ; first = false {
		c := d.next()
		if c == closing && first {
			break
		}
		if open == '{' {
			if err := d.skipKey(c); err != nil {
				return err
			}
		}
		if err := d.skip(); err != nil {
			return err
		}
		if c = d.next(); c == closing {
			break
		}
		if c != ',' {
			return d.wrong("expected a comma or a closing bracket")
		}
		d.pos++
	}
	d.pos++
	d.depth--
	return nil
}

func (d *Decoder) skipKey(c byte) error {
	if c != '"' {
		return d.wrong("expected a key")
	}
	key, plain, err := d.quoted()
	if err != nil {
		return err
	}
	if !plain && mayBeOdd(toUTF8(unescape(key))) {
		d.odd = true
	}
	if d.next() != ':' {
		return d.wrong("expected a colon")
	}
	d.pos++
	return nil
}

func (d *Decoder) accept(c byte) bool {
	if d.pos < len(d.text) && d.text[d.pos] == c {
		d.pos++
		return true
	}
	return false
}

func (d *Decoder) digits() bool {
	start := d.pos
	for d.pos < len(d.text) && '0' <= d.text[d.pos] && d.text[d.pos] <= '9' {
		d.pos++
	}
	return d.pos > start
}

func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}
