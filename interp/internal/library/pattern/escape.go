package pattern

import (
	"fmt"
	"strings"
	"unicode"
)

// Escape is RegExp.escape: a pattern that matches exactly s, wherever it is put into another.
func Escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case i == 0 && r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			fmt.Fprintf(&b, `\x%02x`, r)
		case strings.ContainsRune(`^$\.*+?()[]{}|/`, r):
			b.WriteString(`\` + string(r))
		case strings.ContainsRune("\t\n\v\f\r", r):
			b.WriteString(`\` + string("tnvfr"[r-'\t']))
		case strings.ContainsRune(",-=<>#&!%:;@~'`\" ", r) || r == 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Source is what the source property of an expression says: s, with the characters escaped that a literal cannot hold.
func Source(s string) string {
	var b strings.Builder
	class, escaped := false, false
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(strings.TrimPrefix(`\n`, slash(escaped)))
		case r == '\r':
			b.WriteString(strings.TrimPrefix(`\r`, slash(escaped)))
		case r == '/' && !class && !escaped:
			b.WriteString(`\/`)
		default:
			b.WriteRune(r)
		}
		switch {
		case escaped:
		case r == '[':
			class = true
		case r == ']':
			class = false
		}
		escaped = r == '\\' && !escaped
	}
	return b.String()
}

// slash is the backslash that is there already.
func slash(escaped bool) string {
	if escaped {
		return `\`
	}
	return ""
}
