package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/units"
)

const hex = "0123456789abcdef"

// str writes a quoted string of the machine.
func (w *writer) str(v goja.String) {
	s := v.String()
	if strings.ContainsRune(s, utf8.RuneError) {
		w.out = append(w.out, '"')
		w.exact(v)
		return
	}
	w.quote(s)
}

func (w *writer) quote(s string) {
	w.out = append(w.out, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			w.out = append(w.out, s[start:i]...)
			w.escape(c)
			start = i + 1
		}
	}
	w.out = append(append(w.out, s[start:]...), '"')
}

func (w *writer) escape(c byte) {
	w.out = append(w.out, '\\')
	switch c {
	case '"', '\\':
		w.out = append(w.out, c)
	case '\b':
		w.out = append(w.out, 'b')
	case '\f':
		w.out = append(w.out, 'f')
	case '\n':
		w.out = append(w.out, 'n')
	case '\r':
		w.out = append(w.out, 'r')
	case '\t':
		w.out = append(w.out, 't')
	default:
		w.out = append(w.out, 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}

// exact writes the rest of a string that may have lone surrogates.
func (w *writer) exact(v goja.String) {
	for _, r := range units.Runes(v) {
		switch {
		case utf16.IsSurrogate(r):
			w.out = append(w.out, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		case r < ' ' || r == '"' || r == '\\':
			w.escape(byte(r))
		default:
			w.out = utf8.AppendRune(w.out, r)
		}
	}
	w.out = append(w.out, '"')
}
