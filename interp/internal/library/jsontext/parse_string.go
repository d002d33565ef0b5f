package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// simple reads a string that has neither escapes nor errors nor surrogates; it is false for others.
func (p *parser) simple() (string, bool) {
	start := p.at + 1
	for i := start; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			p.at = i + 1
			return p.text[start:i], true
		case c < ' ' || c == '\\' || c == 0xed:
			return "", false
		}
	}
	return "", false
}

// escaped reads a string that has escapes, but neither errors nor surrogates; it is false for others.
func (p *parser) escaped() (string, bool) {
	p.buffer = p.buffer[:0]
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.buffer = append(p.buffer, p.text[start:p.at]...)
			p.at++
			return string(p.buffer), true
		case c == '\\':
			p.buffer = append(p.buffer, p.text[start:p.at]...)
			r := rune(p.escape())
			if utf16.IsSurrogate(r) {
				return "", false
			}
			p.buffer = utf8.AppendRune(p.buffer, r)
			start = p.at
		case c < ' ' || c == 0xed:
			return "", false
		default:
			p.at++
		}
	}
	return "", false
}

func (p *parser) str() goja.Value {
	if s, ok := p.simple(); ok {
		return p.vm.ToValue(strings.Clone(s))
	}
	start := p.at
	if s, ok := p.escaped(); ok {
		return p.vm.ToValue(s)
	}
	p.at = start + 1
	var units []uint16
	for {
		switch c := p.peek(); {
		case p.at >= len(p.text):
			p.fail("Unterminated string")
		case c == '"':
			p.at++
			return goja.StringFromUTF16(units)
		case c == '\\':
			units = append(units, p.escape())
		case c < ' ':
			p.fail("Bad control character in string literal")
		case c < utf8.RuneSelf:
			units = append(units, uint16(c))
			p.at++
		default:
			r, size := decode(p.text[p.at:])
			if utf16.IsSurrogate(r) {
				units = append(units, uint16(r))
			} else {
				units = utf16.AppendRune(units, r)
			}
			p.at += size
		}
	}
}

// decode reads one character of UTF-8 or a surrogate encoded in the same way.
func decode(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xed && s[1]>>5 == 0b101 && s[2]>>6 == 0b10 {
		return rune(s[0]&0x0f)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s)
}

const escapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

func (p *parser) escape() uint16 {
	p.at++
	c := p.peek()
	for i := 0; i < len(escapes); i += 2 {
		if p.at < len(p.text) && escapes[i] == c {
			p.at++
			return uint16(escapes[i+1])
		}
	}
	switch {
	case p.at >= len(p.text):
		p.unexpected()
	case c != 'u':
		p.fail("Bad escaped character")
	}
	p.at++
	var unit uint16
	for range 4 {
		digit, ok := hexDigit(p.peek())
		if !ok {
			p.fail("Bad Unicode escape")
		}
		unit = unit<<4 | uint16(digit)
		p.at++
	}
	return unit
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
