package pattern

import "strings"

// MatchesEmpty tells whether a pattern may match without taking a character. It is true where that cannot be seen.
func MatchesEmpty(source string) bool {
	s := shortest{in: []rune(source)}
	n := s.alternatives(0)
	return n == 0 || s.at < len(s.in)
}

// shortest finds the length of the shortest text that a pattern can match, 0 where it is in doubt.
type shortest struct {
	in []rune
	at int
}

func (s *shortest) peek(n int) rune {
	if s.at+n < len(s.in) {
		return s.in[s.at+n]
	}
	return -1
}

// alternatives reads up to the bracket that closes the group, or to the end.
func (s *shortest) alternatives(depth int) int {
	if depth > MaxDepth {
		return 0
	}
	best, current := -1, 0
	for c := s.peek(0); c >= 0 && c != ')'; c = s.peek(0) {
		if c == '|' {
			s.at++
			best = least(best, current)
			current = 0
			continue
		}
		current += s.atom(depth) * s.times()
		current = min(current, MaxLength) // a huge number of repetitions stays a number
	}
	return least(best, current)
}

// least is the smaller of two lengths, of which a may be missing.
func least(a, b int) int {
	if a < 0 {
		return b
	}
	return min(a, b)
}

// atom reads one character, class, assertion or group.
func (s *shortest) atom(depth int) int {
	c := s.peek(0)
	s.at++
	switch c {
	case '^', '$':
		return 0
	case '[':
		s.class()
		return 1
	case '\\':
		return s.escape()
	case '(':
		return s.group(depth)
	}
	return 1
}

func (s *shortest) class() {
	for depth := 1; depth > 0 && s.at < len(s.in); s.at++ {
		switch s.in[s.at] {
		case '\\':
			s.at++
		case ']':
			depth--
		}
	}
}

// escape reads what follows a backslash.
func (s *shortest) escape() int {
	c := s.peek(0)
	s.at++
	switch {
	case c == 'b' || c == 'B' || '1' <= c && c <= '9':
		return 0
	case c == 'k' && s.peek(0) == '<':
		s.until('>')
		return 0
	case (c == 'u' || c == 'p' || c == 'P') && s.peek(0) == '{':
		s.until('}')
	case c == 'x':
		s.digits(2)
	case c == 'u':
		s.digits(4)
	case c == 'c':
		s.at++
	}
	return 1
}

func (s *shortest) until(end rune) {
	for s.at < len(s.in) && s.in[s.at] != end {
		s.at++
	}
	s.at++
}

func (s *shortest) digits(most int) {
	for ; most > 0 && strings.ContainsRune("0123456789abcdefABCDEF", s.peek(0)) && s.peek(0) > 0; most-- {
		s.at++
	}
}

// group reads a group; one that only looks ahead or behind takes nothing.
func (s *shortest) group(depth int) int {
	looks := false
	if s.peek(0) == '?' {
		switch c := s.peek(1); {
		case c == '=' || c == '!':
			looks = true
			s.at += 2
		case c == '<' && (s.peek(2) == '=' || s.peek(2) == '!'):
			looks = true
			s.at += 3
		case c == '<':
			s.until('>')
		default:
			s.until(':')
		}
	}
	n := s.alternatives(depth + 1)
	s.at++
	if looks {
		return 0
	}
	return n
}

// times reads a quantifier: how often, at least, what is before it occurs.
func (s *shortest) times() int {
	n := 1
	switch s.peek(0) {
	case '*', '?':
		n = 0
		s.at++
	case '+':
		s.at++
	case '{':
		if s.peek(1) < '0' || s.peek(1) > '9' {
			return 1
		}
		n = 0
		for s.at++; s.peek(0) >= '0' && s.peek(0) <= '9'; s.at++ {
			n = min(n*10+int(s.peek(0)-'0'), MaxLength)
		}
		s.until('}')
	default:
		return 1
	}
	if s.peek(0) == '?' {
		s.at++
	}
	return n
}
