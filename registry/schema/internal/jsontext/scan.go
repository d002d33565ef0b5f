// Package jsontext reads JSON without losing how it was written: the order of members, the digits of numbers, the place
// in the text. It is as strict as encoding/json, bounds how deep values may nest, and knows nothing of schemas.
package jsontext

import (
	"encoding/json"
	"unicode/utf8"
)

// MaxDepth is how deep a JSON text may nest; encoding/json draws the same line. It bounds every recursion over values.
const MaxDepth = 10_000

// Scanner reads JSON bytes Token by Token, as strictly as encoding/json does and without building values.
type Scanner struct {
	Data []byte
	Pos  int // of the next byte
}

// Token is the text of a string or number.
type Token struct {
	Raw []byte

	// Plain tells of a string that it means exactly the bytes between its quotes (no escapes, valid UTF-8), and of a
	// number that it is written without fraction and exponent.
	Plain bool
}

// Space moves to the next byte that is no white space and returns it; 0 at the end.
func (s *Scanner) Space() byte {
	for s.Pos < len(s.Data) {
		switch c := s.Data[s.Pos]; c {
		case ' ', '\t', '\n', '\r':
			s.Pos++
		default:
			return c
		}
	}
	return 0
}

// Take consumes white space and then c, if c is what comes next.
func (s *Scanner) Take(c byte) bool {
	if s.Space() != c || s.Pos >= len(s.Data) {
		return false
	}
	s.Pos++
	return true
}

// Word consumes a literal such as "null".
func (s *Scanner) Word(w string) bool {
	if len(s.Data)-s.Pos < len(w) || string(s.Data[s.Pos:s.Pos+len(w)]) != w {
		return false
	}
	s.Pos += len(w)
	return true
}

// Quoted consumes a string, the opening quote being next. After false the position is where it is wrong.
func (s *Scanner) Quoted() (Token, bool) {
	start := s.Pos
	plain, ascii := true, true
	for s.Pos++; s.Pos < len(s.Data); s.Pos++ {
		switch c := s.Data[s.Pos]; {
		case c == '"':
			s.Pos++
			t := Token{Raw: s.Data[start:s.Pos], Plain: plain}
			if !ascii {
				t.Plain = plain && utf8.Valid(t.Raw)
			}
			return t, true
		case c == '\\':
			plain = false
			if !s.escape() {
				return Token{}, false
			}
		case c < ' ':
			return Token{}, false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return Token{}, false
}

// escape moves from a backslash to the last byte of its escape sequence.
func (s *Scanner) escape() bool {
	s.Pos++
	if s.Pos >= len(s.Data) {
		return false
	}
	switch s.Data[s.Pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			s.Pos++
			if s.Pos >= len(s.Data) || !isHex(s.Data[s.Pos]) {
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

// Number consumes a number. After false the position is where it is wrong.
func (s *Scanner) Number() (Token, bool) {
	start := s.Pos
	if s.Pos < len(s.Data) && s.Data[s.Pos] == '-' {
		s.Pos++
	}
	switch first := s.Pos; {
	case s.digits() == 0:
		return Token{}, false
	case s.Data[first] == '0' && s.Pos > first+1:
		s.Pos = first + 1
		return Token{}, false
	}
	plain := true
	if s.Pos < len(s.Data) && s.Data[s.Pos] == '.' {
		plain = false
		s.Pos++
		if s.digits() == 0 {
			return Token{}, false
		}
	}
	if s.Pos < len(s.Data) && s.Data[s.Pos]|0x20 == 'e' {
		plain = false
		s.Pos++
		if s.Pos < len(s.Data) && (s.Data[s.Pos] == '+' || s.Data[s.Pos] == '-') {
			s.Pos++
		}
		if s.digits() == 0 {
			return Token{}, false
		}
	}
	return Token{Raw: s.Data[start:s.Pos], Plain: plain}, true
}

// digits consumes decimal digits and counts them.
func (s *Scanner) digits() int {
	start := s.Pos
	for s.Pos < len(s.Data) && '0' <= s.Data[s.Pos] && s.Data[s.Pos] <= '9' {
		s.Pos++
	}
	return s.Pos - start
}

// text is what a string Token means, decoded as encoding/json does.
func (t Token) text() string {
	if t.Plain {
		return string(t.Raw[1 : len(t.Raw)-1])
	}
	var text string
	if err := json.Unmarshal(t.Raw, &text); err != nil {
		return string(t.Raw) // not reached: the Scanner is as strict as encoding/json
	}
	return text
}
