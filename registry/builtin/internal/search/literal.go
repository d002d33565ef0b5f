package search

import (
	"bytes"
	"regexp/syntax"
	"strings"
)

// literal is text that occurs in each match. Looking for it first is much faster than the expression.
type literal struct {
	text []byte // in lower case if fold is set
	fold bool   // in either case; then it is ASCII
	rare int    // of the bytes of text, the one least often seen in files
}

const (
	minLiteral  = 2 // bytes; a shorter one is in too many lines to help
	maxLiterals = 8 // alternatives
)

// required finds literals of which at least one is in each match; none if there are none that help.
func required(re *syntax.Regexp) []literal {
	switch re.Op {
	case syntax.OpLiteral:
		l := newLiteral(string(re.Rune), re.Flags&syntax.FoldCase != 0)
		if len(l.text) < minLiteral {
			return nil
		}
		return []literal{l}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []literal
		for _, sub := range re.Sub {
			if ls := required(sub); shortest(ls) > shortest(best) {
				best = ls
			}
		}
		return best
	case syntax.OpAlternate:
		var all []literal
		for _, sub := range re.Sub {
			ls := required(sub)
			if ls == nil || len(all)+len(ls) > maxLiterals {
				return nil
			}
			all = append(all, ls...)
		}
		return all
	}
	return nil
}

func shortest(ls []literal) int {
	if len(ls) == 0 {
		return 0
	}
	n := len(ls[0].text)
	for _, l := range ls[1:] {
		n = min(n, len(l.text))
	}
	return n
}

// newLiteral makes a literal of text, or of the longest part of it whose other case is plain: k and s have a third form.
func newLiteral(text string, fold bool) literal {
	if fold {
		best := ""
		text = strings.ToLower(text)
		for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || r == 'k' || r == 's' }) {
			if len(part) > len(best) {
				best = part
			}
		}
		text = best
	}
	l := literal{text: []byte(text), fold: fold}
	for i, c := range l.text {
		if rank(c) < rank(l.text[l.rare]) {
			l.rare = i
		}
	}
	return l
}

// frequent holds the bytes that are most often seen in source text, the commonest first.
const frequent = " etaoinsrlcdupmfhg_.()bvyk=,\"x-/w:;0{}1'TSAEICjRPNLq*z"

func rank(c byte) int {
	if i := strings.IndexByte(frequent, c); i >= 0 {
		return len(frequent) - i
	}
	return 0
}

// index finds the first occurrence, -1 if there is none.
func (l literal) index(data []byte) int {
	if !l.fold {
		return bytes.Index(data, l.text)
	}
	c := l.text[l.rare]
	if c < 'a' || c > 'z' {
		return l.indexFold(data, c, c)
	}
	return l.indexFold(data, c, c-'a'+'A')
}

// indexFold looks for the rare byte in either case, and compares around it.
func (l literal) indexFold(data []byte, lower, upper byte) int {
	next := func(c byte, from int) int {
		if i := bytes.IndexByte(data[from:], c); i >= 0 {
			return from + i
		}
		return len(data)
	}
	a, b := next(lower, 0), next(upper, 0)
	for {
		at := min(a, b)
		if at == len(data) {
			return -1
		}
		if start := at - l.rare; start >= 0 && equalFold(data[start:], l.text) {
			return start
		}
		if a == at {
			a = next(lower, at+1)
		}
		if b == at {
			b = next(upper, at+1)
		}
	}
}

// equalFold reports whether data begins with text, which is in lower case.
func equalFold(data, text []byte) bool {
	if len(data) < len(text) {
		return false
	}
	for i, want := range text {
		c := data[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != want {
			return false
		}
	}
	return true
}

// finder finds the next of several literals in one window, looking for each at most once from each place.
type finder struct {
	literals []literal
	next     []int // where each is next, or the end of the window; -1: not looked for yet
}

func newFinder(ls []literal) *finder { return &finder{literals: ls, next: make([]int, len(ls))} }

// reset begins a new window.
func (f *finder) reset() {
	for i := range f.next {
		f.next[i] = -1
	}
}

// find gives where the first literal at or after pos begins, -1 if there is none.
func (f *finder) find(data []byte, pos int) int {
	first := len(data)
	for i, l := range f.literals {
		if f.next[i] < pos {
			f.next[i] = len(data)
			if k := l.index(data[pos:]); k >= 0 {
				f.next[i] = pos + k
			}
		}
		first = min(first, f.next[i])
	}
	if first == len(data) {
		return -1
	}
	return first
}
