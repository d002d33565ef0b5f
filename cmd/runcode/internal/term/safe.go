// Package term shows a run to a person at a terminal: a status line, output, and questions. Everything that comes from a
// program or a tool is hostile here, since a terminal obeys what it is sent.
package term

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	xterm "golang.org/x/term"

	"github.com/runcode-dev/runcode/gate"
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return xterm.IsTerminal(int(f.Fd())) }

// Safe makes text harmless for a terminal: control characters other than line feed and tab, and characters that are
// invisible or change the direction of text, become visible escapes such as \x1b or \u202e. What belongs to emoji stays.
func Safe(text string) string { return escaped(text, unsafe) }

// Exact is Safe for text that a person decides by: whatever is not seen as what it is becomes an escape too, such as the
// joiners and variants of emoji, letters without a shape, and blanks that only look like the common one.
func Exact(text string) string { return escaped(text, unsure) }

// SafeLine and ExactLine are Safe and Exact for text that must stay on one line.
func SafeLine(text string) string  { return oneLine(Safe(text)) }
func ExactLine(text string) string { return oneLine(Exact(text)) }

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", "⏎") }

func escaped(text string, which func(rune) bool) string {
	if !strings.ContainsFunc(text, which) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !which(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// SafeJSON makes a JSON text harmless for a terminal, by escapes that do not change what it says.
func SafeJSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, unsafe) && utf8.Valid(text) {
		return text
	}
	var safe []byte
	for _, r := range string(text) {
		if !unsafe(r) {
			safe = utf8.AppendRune(safe, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			safe = fmt.Appendf(safe, `\u%04x`, unit)
		}
	}
	return safe
}

func unsafe(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u200d': // joins emoji
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

func unsure(r rune) bool { return unsafe(r) || gate.Hidden(r) }
