package inspect

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/dop251/goja"
	"golang.org/x/text/width"
)

// quote shows characters as a literal, in the quotes that need the fewest escapes.
func quote(runes []rune) string {
	mark := '\''
	if has(runes, '\'') {
		switch {
		case !has(runes, '"'):
			mark = '"'
		case !has(runes, '`') && !strings.Contains(string(runes), "${"):
			mark = '`'
		}
	}
	var b strings.Builder
	b.WriteRune(mark)
	for _, r := range runes {
		switch {
		case r == mark || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || 0x7f <= r && r <= 0x9f:
			b.WriteString(control(r))
		case utf16.IsSurrogate(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteRune(mark)
	return b.String()
}

func has(runes []rune, r rune) bool {
	for _, c := range runes {
		if c == r {
			return true
		}
	}
	return false
}

func control(r rune) string {
	switch r {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\n':
		return `\n`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return fmt.Sprintf(`\x%02X`, r)
}

// length is the number of UTF-16 units of s.
func length(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// columns is the number of columns that s takes on a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x20 || 0x7f <= r && r < 0xa0 || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r > 0xff && wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

func number(v goja.Value) string {
	if f := v.ToFloat(); f == 0 && math.Signbit(f) {
		return "-0"
	}
	return v.String()
}

func symbol(s *goja.Symbol) string {
	return "Symbol(" + s.String() + ")"
}

// count is "1 more item", "2 more items".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// stringValue makes a string of the machine.
func stringValue(s string) goja.String {
	return goja.StringFromUTF16(utf16.Encode([]rune(s)))
}
