// Package value carries values between JSON text and the virtual machine, both ways, without a tree in between.
//
// Into the machine everything arrives as sent: the order of keys, keys such as "__proto__", the sign of -0, lone
// surrogates. An integer that a JavaScript number cannot hold exactly arrives as the string of its digits, with a warning.
//
// Out of the machine there are two rules. Arguments of calls are carried whole or refused, with the path of what cannot
// be carried. The value that a program returns is never a reason to lose the run: it is shown as well as possible, with
// a warning for what was changed.
package value

import (
	"strconv"
	"strings"
)

// MaxDepth is how deeply values may be nested.
const MaxDepth = 8000

// Error is why a value cannot be carried. Its text starts with the path of the place.
type Error struct{ Path, Message string }

func (e *Error) Error() string { return e.Path + ": " + e.Message }

// path is where a walk is, as the keys and indexes from the root.
type path struct {
	root  string
	steps []step
}

type step struct {
	key   string
	index int // used where key is empty and array is true
	array bool
}

// String is the path as a program would write it: args.items[3].when.
func (p *path) String() string {
	var b strings.Builder
	b.WriteString(p.root)
	steps := p.steps
	const most = 40
	if len(steps) > most {
		steps = steps[:most]
	}
	for _, s := range steps {
		switch {
		case s.array:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case isIdentifier(s.key):
			b.WriteString("." + s.key)
		default:
			b.WriteString("[" + strconv.Quote(s.key) + "]")
		}
	}
	if len(p.steps) > most {
		b.WriteString("…")
	}
	return b.String()
}

// exact is a text for the path that no other path has.
func (p *path) exact() string {
	var b strings.Builder
	for _, s := range p.steps {
		if s.array {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		} else {
			b.WriteString(strconv.Quote(s.key))
		}
	}
	return b.String()
}

// last is the last step as JSON.stringify hands it to toJSON.
func (p *path) last() string {
	if len(p.steps) == 0 {
		return ""
	}
	s := p.steps[len(p.steps)-1]
	if s.array {
		return strconv.Itoa(s.index)
	}
	return s.key
}

func isIdentifier(s string) bool {
	for i, c := range s {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
