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
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return xterm.IsTerminal(int(f.Fd())) }

// Safe makes text harmless for a terminal: control characters other than line feed and tab, and characters that are
// invisible or change the direction of text, become visible escapes such as \x1b or \u202e.
func Safe(text string) string {
	if !strings.ContainsFunc(text, unsafe) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !unsafe(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
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
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// SafeLine is Safe for text that must stay on one line.
func SafeLine(text string) string { return strings.ReplaceAll(Safe(text), "\n", "⏎") }
