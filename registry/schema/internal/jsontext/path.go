package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ShownRunes is how much of one value is shown in a message.
const ShownRunes = 60

// MemberStep is the piece of a path that leads to a member, in JavaScript notation: .name or ["odd name"].
func MemberStep(name string) string {
	if isIdentifier(name) {
		return "." + name
	}
	return "[" + Cut(Quote(name)) + "]"
}

// IndexStep is the piece of a path that leads to an element.
func IndexStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

func isIdentifier(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != "" && len(name) <= ShownRunes
}

// Path joins the steps of a path. Of more than anybody would read, the middle is left out, and the text says so.
func Path(steps []string) string {
	const most = 24
	if len(steps) <= most {
		return strings.Join(steps, "")
	}
	omitted := fmt.Sprintf("…(%d more steps)…", len(steps)-most)
	return strings.Join(steps[:most/2], "") + omitted + strings.Join(steps[len(steps)-most/2:], "")
}

// Quote is s as a JSON string.
func Quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return strconv.Quote(s) // not reached: a string can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Cut shortens s for a message, and says so.
func Cut(s string) string {
	n := utf8.RuneCountInString(s)
	if n <= ShownRunes {
		return s
	}
	end := 0
	for range ShownRunes {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return fmt.Sprintf("%s… (%d characters)", s[:end], n)
}
