package schema

import (
	"encoding/json"
	"unicode/utf8"
)

// maxDepth is how deep a JSON text may nest; encoding/json draws the same line. It bounds every recursion here.
const maxDepth = 10_000

// scanner reads JSON bytes token by token, as strictly as encoding/json does and without building values.
type scanner struct {
	data []byte
	pos  int
}

// token is the text of a string or number. plain tells that a string means exactly the bytes between its quotes: no
// escapes, valid UTF-8.
type token struct {
	raw   []byte
	plain bool
}

// space moves to the next byte that is no white space and returns it; 0 at the end.
func (s *scanner) space() byte {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// take consumes white space and then c, if c is what comes next.
func (s *scanner) take(c byte) bool {
	if s.space() != c || s.pos >= len(s.data) {
		return false
	}
	s.pos++
	return true
}

// word consumes a literal such as "null".
func (s *scanner) word(w string) bool {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}

// str consumes a string, the opening quote being next.
func (s *scanner) str() (token, bool) {
	start := s.pos
	plain, ascii := true, true
	for s.pos++; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			t := token{raw: s.data[start:s.pos], plain: plain}
			if !ascii {
				t.plain = plain && utf8.Valid(t.raw)
			}
			return t, true
		case c == '\\':
			plain = false
			if !s.escape() {
				return token{}, false
			}
		case c < ' ':
			return token{}, false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return token{}, false
}

// escape moves from a backslash to the last byte of its escape sequence.
func (s *scanner) escape() bool {
	s.pos++
	if s.pos >= len(s.data) {
		return false
	}
	switch s.data[s.pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			s.pos++
			if s.pos >= len(s.data) || !isHex(s.data[s.pos]) {
				return false
			}
		}
		return true
	}
	return false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// number consumes a number; plain tells that it is written without fraction and exponent.
func (s *scanner) number() (token, bool) {
	start := s.pos
	if s.pos < len(s.data) && s.data[s.pos] == '-' {
		s.pos++
	}
	switch first := s.pos; {
	case s.digits() == 0:
		return token{}, false
	case s.data[first] == '0' && s.pos > first+1:
		return token{}, false
	}
	plain := true
	if s.pos < len(s.data) && s.data[s.pos] == '.' {
		plain = false
		s.pos++
		if s.digits() == 0 {
			return token{}, false
		}
	}
	if s.pos < len(s.data) && s.data[s.pos]|0x20 == 'e' {
		plain = false
		s.pos++
		if s.pos < len(s.data) && (s.data[s.pos] == '+' || s.data[s.pos] == '-') {
			s.pos++
		}
		if s.digits() == 0 {
			return token{}, false
		}
	}
	return token{raw: s.data[start:s.pos], plain: plain}, true
}

// digits consumes decimal digits and counts them.
func (s *scanner) digits() int {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos - start
}

// text is what a string token means, decoded as encoding/json does.
func (t token) text() string {
	if t.plain {
		return string(t.raw[1 : len(t.raw)-1])
	}
	var text string
	if err := json.Unmarshal(t.raw, &text); err != nil {
		return string(t.raw) // not reached: the scanner is as strict as encoding/json
	}
	return text
}
