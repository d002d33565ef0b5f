// Package units reads strings of JavaScript, which may have halves of surrogate pairs that UTF-8 cannot say.
package units

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Runes returns the characters of a string. A lone surrogate is a character of its own, where the string's String method
// has U+FFFD.
func Runes(v goja.String) []rune {
	s := v.String()
	if !strings.ContainsRune(s, utf8.RuneError) {
		return []rune(s)
	}
	var runes []rune
	for i := 0; i < v.Length(); i++ {
		r := rune(v.CharAt(i))
		if i+1 < v.Length() {
			if pair := utf16.DecodeRune(r, rune(v.CharAt(i+1))); pair != utf8.RuneError {
				r = pair
				i++
			}
		}
		runes = append(runes, r)
	}
	return runes
}

// WellFormed tells whether a string has no lone surrogates.
func WellFormed(v goja.String) bool {
	return !strings.ContainsRune(v.String(), utf8.RuneError) || !slices.ContainsFunc(Runes(v), utf16.IsSurrogate)
}

// WTF8 is the text of a string as UTF-8, with lone surrogates encoded in the same way.
func WTF8(v goja.String) string {
	s := v.String()
	if !strings.ContainsRune(s, utf8.RuneError) {
		return s
	}
	var b []byte
	for _, r := range Runes(v) {
		if utf16.IsSurrogate(r) {
			b = append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}
