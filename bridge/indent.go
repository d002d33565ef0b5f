package bridge

import (
	"bytes"
	"encoding/json"
	"strings"
)

// expandedLevels is how many levels of JSON are laid out with a line for each member; deeper ones stay on one line.
const expandedLevels = 5

// indent lays JSON out with two spaces for each of the outer levels. Numbers, strings and the order of members stay as
// they are. It does not recurse, so depth costs nothing.
func indent(value json.RawMessage) string {
	var compact bytes.Buffer
	if err := json.Compact(&compact, value); err != nil {
		return string(value)
	}
	text := compact.Bytes()
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	depth, inString := 0, false
	newline := func(d int) {
		b.WriteByte('\n')
		for range d {
			b.WriteString("  ")
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if inString {
			b.WriteByte(c)
			switch c {
			case '\\':
				i++
				b.WriteByte(text[i])
			case '"':
				inString = false
			}
			continue
		}
		switch c {
		case '"':
			inString = true
			b.WriteByte(c)
		case '{', '[':
			depth++
			b.WriteByte(c)
			if depth <= expandedLevels && text[i+1] != c+2 {
				newline(depth)
			}
		case '}', ']':
			if depth <= expandedLevels && text[i-1] != c-2 {
				newline(depth - 1)
			}
			depth--
			b.WriteByte(c)
		case ',':
			b.WriteByte(c)
			if depth <= expandedLevels {
				newline(depth)
			} else {
				b.WriteByte(' ')
			}
		case ':':
			b.WriteString(": ")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
