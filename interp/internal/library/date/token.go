package date

import (
	"unicode"
	"unicode/utf8"
)

// kind is what a token of a date is.
type kind uint8

const (
	end    kind = iota
	number      // digits
	sign        // + or -
	mark        // one of : . )
	space
	month     // the name of one; the value counts from 1
	halfDay   // am or pm; the value is the hours to add
	zoneName  // GMT, Z, EST; the value is the hours ahead of UTC
	separator // the T between a date and a time
	garbage   // any other word
	other     // any other character, or a text in parentheses
)

// token is one piece of a date.
type token struct {
	kind   kind
	symbol byte // of a sign or a mark
	value  int
	length int // in characters, of numbers and words
}

func (t token) is(symbol byte) bool { return t.symbol == symbol }

// fixed tells a number of so many digits.
func (t token) fixed(digits int) bool { return t.kind == number && t.length == digits }

// direction is that of a sign.
func (t token) direction() int {
	if t.symbol == '-' {
		return -1
	}
	return 1
}

// scanner cuts a text into tokens and can look at the next one.
type scanner struct {
	text string
	at   int
	peek token
}

func newScanner(text string) *scanner {
	s := &scanner{text: text}
	s.peek = s.scan()
	return s
}

// next takes the next token.
func (s *scanner) next() token {
	t := s.peek
	s.peek = s.scan()
	return t
}

// skip takes the next token if it is a certain character.
func (s *scanner) skip(symbol byte) bool {
	if !s.peek.is(symbol) {
		return false
	}
	s.next()
	return true
}

func (s *scanner) scan() token {
	if s.at == len(s.text) {
		return token{kind: end}
	}
	switch c := s.text[s.at]; {
	case isDigit(c):
		return s.number()
	case c == '+' || c == '-':
		s.at++
		return token{kind: sign, symbol: c}
	case c == ':' || c == '.' || c == ')':
		s.at++
		return token{kind: mark, symbol: c}
	case c == '(':
		s.parentheses()
		return token{kind: other}
	}
	c, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case isSpace(c):
		s.at += size
		return token{kind: space}
	case c >= 'A':
		return s.word()
	}
	s.at += size
	return token{kind: other}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSpace(c rune) bool {
	return c == ' ' || '\t' <= c && c <= '\r' || c > unicode.MaxASCII && (unicode.Is(unicode.Zs, c) || c == '\u2028' || c == '\u2029' || c == '\ufeff')
}

// maxDigits is how many digits of a number count, after leading zeros.
const maxDigits = 9

func (s *scanner) number() token {
	start, significant := s.at, 0
	t := token{kind: number}
	for ; s.at < len(s.text) && isDigit(s.text[s.at]); s.at++ {
		if significant == 0 && s.text[s.at] == '0' {
			continue
		}
		if significant++; significant <= maxDigits {
			t.value = t.value*10 + int(s.text[s.at]-'0')
		}
	}
	t.length = s.at - start
	return t
}

// parentheses passes over a text in parentheses, which ends with the whole text if they are not closed.
func (s *scanner) parentheses() {
	for open := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '(':
			open++
		case ')':
			open--
		}
		if s.at++; open == 0 {
			return
		}
	}
}

// word reads what begins with a letter, or with a character behind the letters. Three letters tell what it is.
func (s *scanner) word() token {
	var letters [3]byte
	length := 0
	for s.at < len(s.text) {
		c, size := utf8.DecodeRuneInString(s.text[s.at:])
		if c < 'A' || isSpace(c) {
			break
		}
		if length < len(letters) {
			letters[length] = 0xff
			if c < unicode.MaxASCII {
				letters[length] = byte(c) | 0x20
			}
		}
		length++
		s.at += size
	}
	t := keywords[string(letters[:min(length, len(letters))])]
	if t.kind != month && length > len(letters) || t.kind == end {
		t = token{kind: garbage}
	}
	t.length = length
	return t
}

// keywords are the words that mean something, by their first three letters. It is a constant table.
var keywords = map[string]token{
	"jan": {kind: month, value: 1}, "feb": {kind: month, value: 2}, "mar": {kind: month, value: 3},
	"apr": {kind: month, value: 4}, "may": {kind: month, value: 5}, "jun": {kind: month, value: 6},
	"jul": {kind: month, value: 7}, "aug": {kind: month, value: 8}, "sep": {kind: month, value: 9},
	"oct": {kind: month, value: 10}, "nov": {kind: month, value: 11}, "dec": {kind: month, value: 12},
	"am": {kind: halfDay}, "pm": {kind: halfDay, value: 12},
	"ut": {kind: zoneName}, "utc": {kind: zoneName}, "z": {kind: zoneName}, "gmt": {kind: zoneName},
	"est": {kind: zoneName, value: -5}, "edt": {kind: zoneName, value: -4},
	"cst": {kind: zoneName, value: -6}, "cdt": {kind: zoneName, value: -5},
	"mst": {kind: zoneName, value: -7}, "mdt": {kind: zoneName, value: -6},
	"pst": {kind: zoneName, value: -8}, "pdt": {kind: zoneName, value: -7},
	"t": {kind: separator},
}
