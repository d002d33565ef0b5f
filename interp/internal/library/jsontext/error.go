package jsontext

import (
	"fmt"
	"unicode/utf16"
)

// SyntaxError says why a text is not JSON, in the words of V8.
type SyntaxError struct{ Message string }

func (e *SyntaxError) Error() string { return e.Message }

// LimitError says that a value is beyond one of the limits of this package. Its message is for the program's author.
type LimitError struct{ Message string }

func (e *LimitError) Error() string { return e.Message }

func tooDeep(function string) *LimitError {
	return &LimitError{fmt.Sprintf("%s: the value is nested deeper than %d levels", function, MaxDepth)}
}

// fail reports what is wrong at the current position.
func (p *parser) fail(what string) {
	panic(&SyntaxError{fmt.Sprintf("%s in JSON at position %d", what, p.position())})
}

// position is the index of the current character as a program counts it.
func (p *parser) position() int {
	n := 0
	for i := 0; i < p.at; {
		r, size := decode(p.text[i:])
		n += max(utf16.RuneLen(r), 1)
		i += size
	}
	return n
}

// unexpected reports a character that starts no value, with the text around it.
func (p *parser) unexpected() {
	if p.at >= len(p.text) {
		panic(&SyntaxError{"Unexpected end of JSON input"})
	}
	switch p.text {
	case "undefined", "NaN", "Infinity", "[object Object]":
		panic(&SyntaxError{fmt.Sprintf(`"%s" is not valid JSON`, p.text)})
	}
	switch c := p.peek(); {
	case c == '"':
		p.fail("Unexpected string")
	case '0' <= c && c <= '9' || c == '-':
		p.fail("Unexpected number")
	}
	const around = 10 // characters shown before and after
	at := p.position()
	units := utf16.Encode([]rune(p.text))
	start, end := max(at-around, 0), min(at+around, len(units))
	before, after := "...", "..."
	if len(units) <= 2*around || start == 0 {
		start, before = 0, ""
	}
	if len(units) <= 2*around || at >= len(units)-around {
		end, after = len(units), ""
	}
	token, _ := decode(p.text[p.at:])
	panic(&SyntaxError{fmt.Sprintf(`Unexpected token '%c', %s"%s"%s is not valid JSON`,
		token, before, string(utf16.Decode(units[start:end])), after)})
}
