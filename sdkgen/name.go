package sdkgen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// key is the name of a member of an object type, as a program must write it too. "new" is a name like any other only in
// quotes, and "__proto__" in an object literal only in brackets.
func key(name string) string {
	switch {
	case name == "__proto__":
		return "[" + quote(name) + "]"
	case bare(name) && name != "new":
		return name
	}
	return quote(name)
}

// bare reports whether a name needs no quotes. Others than of ASCII do: which of them are identifiers depends on the
// version of Unicode.
func bare(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// quote is a string literal that stands for exactly the text, with what cannot be seen in it spelled out.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < utf8.RuneSelf && r >= ' ' && r != 0x7f:
			b.WriteRune(r)
		case r > 0xffff && hidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// pascal makes PascalCase of the ASCII letters and digits of a text, at most maxHint of them.
func pascal(text string) string {
	var b strings.Builder
	upper := true
	for _, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case !letter && (r < '0' || r > '9'):
			upper = true
			continue
		case upper && r >= 'a':
			r -= 'a' - 'A'
		}
		b.WriteRune(r)
		upper = false
		if b.Len() == maxHint {
			break
		}
	}
	return b.String()
}

// maxHint bounds the parts of which names of types are made.
const maxHint = 60

// typeNames gives names to types, each only once. Names have an underscore between the tool and the part of its schema
// that they are made of, so that none is a name that TypeScript or JavaScript knows (Promise, Record).
type typeNames map[string]int // how often each was asked for

// take gives a name made of that of a tool and a hint.
func (n typeNames) take(tool, hint string) string {
	tool, hint = pascal(tool), pascal(hint)
	if tool == "" || tool[0] <= '9' {
		tool = "Tool" + tool
	}
	if hint == "" {
		hint = "Type"
	}
	base := tool + "_" + hint
	name := base
	for n[name] > 0 {
		n[base]++
		name = base + strconv.Itoa(n[base])
	}
	n[name]++
	return name
}
