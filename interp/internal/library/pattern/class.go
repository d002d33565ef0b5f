package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// class rewrites a class. One that goja understands is copied.
func (t *translator) class() error {
	if end := t.endOfClass(); !t.sets && !(t.modified && t.mode.ignoreCase) && end > 0 && !t.hasProperty(end) {
		if !t.mode.ignoreCase || !t.splitClass(end) {
			t.copyClass(end)
		}
		return nil
	}
	members, alternatives, err := t.members()
	if err != nil {
		return err
	}
	if t.modified && t.mode.ignoreCase {
		members = members.fold()
	}
	if len(alternatives) == 0 {
		t.write(members.text(t.unicode))
		return nil
	}
	// Longer strings come first, so that the longest matches.
	slices.SortStableFunc(alternatives, func(a, b string) int { return len([]rune(b)) - len([]rune(a)) })
	t.write("(?:")
	for _, a := range alternatives {
		for _, r := range a {
			t.write((set{{r, r}}).text(true))
		}
		t.write("|")
	}
	t.write(members.text(t.unicode) + ")")
	return nil
}

// copyClass copies a class that goja understands but for [: in it, which it takes for the start of a POSIX class.
func (t *translator) copyClass(end int) {
	for i := t.at + 1; i < end; i++ {
		switch {
		case t.in[i] == '\\':
			i++
		case t.in[i] == '[' && t.in[i+1] == ':': // a bracket is never the last character
			t.copy(i - t.at)
			t.write(`\`)
		}
	}
	t.copy(end - t.at)
}

// endOfClass is the index after a class without the set notation; 0 where it does not end.
func (t *translator) endOfClass() int {
	for i := t.at + 1; i < len(t.in); i++ {
		switch t.in[i] {
		case '\\':
			i++
		case ']':
			return i + 1
		}
	}
	return 0
}

// splitClass writes a class that has \D, \S or \W in it as alternatives. One of goja's engines folds the case of all that is
// in a class, and so takes s and k for members of \W, which has a long s and the sign of Kelvin in it; and folding takes it
// tens of milliseconds.
func (t *translator) splitClass(end int) bool {
	in := t.in[t.at+1 : end-1]
	negated := len(in) > 0 && in[0] == '^'
	if negated {
		in = in[1:]
	}
	var rest []rune
	var complements []string // of what the escapes stand for
	for i := 0; i < len(in); i++ {
		switch {
		case in[i] != '\\' || i+1 == len(in):
			rest = append(rest, in[i])
			continue
		case !strings.ContainsRune("DSW", in[i+1]):
			rest = append(rest, in[i], in[i+1])
			i++
			continue
		}
		i++
		complements = append(complements, `\`+string(unicode.ToLower(in[i])))
		if n := len(rest); n > 0 && rest[n-1] == '-' && (n == 1 || rest[n-2] != '\\') {
			rest = append(rest[:n-1], '\\', '-') // it stands for itself beside such an escape
		}
		if i+1 < len(in) && in[i+1] == '-' {
			rest = append(rest, '\\', '-')
			i++
		}
	}
	if len(complements) == 0 {
		return false
	}
	members := `[` + string(rest) + `]` // one without members matches nothing
	if negated {
		t.write(`(?:(?!` + members + `)(?=` + strings.Join(complements, `)(?=`) + `)[^])`)
	} else {
		t.write(`(?:[^` + strings.Join(complements, `]|[^`) + `]|` + members + `)`)
	}
	t.at = end
	return true
}

func (t *translator) hasProperty(end int) bool {
	for i := t.at; t.unicode && i+1 < end; i++ {
		if t.in[i] == '\\' {
			if t.in[i+1] == 'p' || t.in[i+1] == 'P' {
				return true
			}
			i++
		}
	}
	return false
}

// members reads a class: its characters, and with the v flag the strings that it has too.
func (t *translator) members() (set, []string, error) {
	t.at++ // [
	negate := t.peek(0) == '^'
	if negate {
		t.at++
	}
	var all set
	var strs []string
	for first := true; t.peek(0) != ']'; first = false {
		if t.peek(0) < 0 {
			return nil, nil, problem("Unterminated character class")
		}
		if t.sets && !first && t.peek(0) == t.peek(1) && (t.peek(0) == '-' || t.peek(0) == '&') {
			operator := t.peek(0)
			t.at += 2
			s, more, err := t.operand()
			if err != nil {
				return nil, nil, err
			}
			if operator == '-' {
				all, strs = all.subtract(s), without(strs, more, false)
			} else {
				all, strs = all.intersect(s), without(strs, more, true)
			}
			continue
		}
		s, more, err := t.spanOrOperand()
		if err != nil {
			return nil, nil, err
		}
		all, strs = all.union(s), append(strs, more...)
	}
	t.at++
	if !negate {
		return all, strs, nil
	}
	if len(strs) > 0 {
		return nil, nil, problem("Negated character class may contain strings")
	}
	if t.mode.ignoreCase {
		all = all.fold()
	}
	return all.complement(), nil, nil
}

// without keeps the strings that are in list, or those that are not.
func without(strs, list []string, in bool) []string {
	return slices.DeleteFunc(strs, func(s string) bool { return slices.Contains(list, s) != in })
}

// spanOrOperand reads a-b or a single member.
func (t *translator) spanOrOperand() (set, []string, error) {
	start := t.at
	low, strs, err := t.operand()
	if err != nil || t.peek(0) != '-' || t.peek(1) == ']' || t.sets && t.peek(1) == '-' {
		return low, strs, err
	}
	single := func(s set) bool { return len(s) == 1 && s[0].low == s[0].high }
	if !single(low) || t.in[start] == '[' {
		if t.unicode {
			return nil, nil, errClass
		}
		return low, nil, nil // the hyphen stands for itself
	}
	t.at++
	high, _, err := t.operand()
	switch {
	case err != nil:
		return nil, nil, err
	case !single(high) && t.unicode:
		return nil, nil, errClass
	case !single(high):
		return low.union(high).union(set{{'-', '-'}}), nil, nil
	case high[0].low < low[0].low:
		return nil, nil, problem("Range out of order in character class")
	}
	return set{{low[0].low, high[0].low}}, nil, nil
}

// operand reads one member of a class.
func (t *translator) operand() (set, []string, error) {
	c := t.peek(0)
	switch {
	case c < 0:
		return nil, nil, problem("Unterminated character class")
	case c == '[' && t.sets:
		if t.classes++; t.classes > MaxDepth {
			return nil, nil, errTooLarge
		}
		s, strs, err := t.members()
		t.classes--
		return s, strs, err
	case t.sets && strings.ContainsRune("()[]{}/-|", c):
		return nil, nil, problem("Invalid character in character class")
	case c != '\\':
		t.at++
		return set{{c, c}}, nil, nil
	}
	if t.sets && t.peek(1) == 'q' && t.peek(2) == '{' {
		return t.literalStrings()
	}
	s, err := t.classEscape()
	return s, nil, err
}

// literalStrings reads \q{abc|d}.
func (t *translator) literalStrings() (set, []string, error) {
	t.at += 3
	var s set
	var strs []string
	var word []rune
	for {
		c := t.peek(0)
		switch c {
		case -1:
			return nil, nil, errEscape
		case '|', '}':
			if len(word) == 1 {
				s = s.union(set{{word[0], word[0]}})
			} else {
				strs = append(strs, string(word))
			}
			word = nil
			t.at++
			if c == '}' {
				return s, strs, nil
			}
		case '\\':
			r, err := t.character()
			if err != nil {
				return nil, nil, err
			}
			word = append(word, r)
		default:
			word = append(word, c)
			t.at++
		}
	}
}

// classEscape reads an escape inside a class.
func (t *translator) classEscape() (set, error) {
	c := t.peek(1)
	var s set
	switch unicode.ToLower(c) {
	case 'd':
		s = set{{'0', '9'}}
	case 'w':
		s = newSet(span{'0', '9'}, span{'A', 'Z'}, span{'_', '_'}, span{'a', 'z'})
		if t.unicode && t.mode.ignoreCase {
			s = s.fold()
		}
	case 's':
		s = newSet(span{'\t', '\r'}, span{' ', ' '}, span{0xa0, 0xa0}, span{0x1680, 0x1680}, span{0x2000, 0x200a},
			span{0x2028, 0x2029}, span{0x202f, 0x202f}, span{0x205f, 0x205f}, span{0x3000, 0x3000}, span{0xfeff, 0xfeff})
	case 'p':
		if t.unicode {
			return t.property()
		}
	}
	if s == nil {
		r, err := t.character()
		return set{{r, r}}, err
	}
	t.at += 2
	if unicode.IsUpper(c) {
		return s.complement(), nil
	}
	return s, nil
}

// character reads an escape that stands for one character.
func (t *translator) character() (rune, error) {
	c := t.peek(1)
	t.at += 2
	if i := strings.IndexRune("tnvfrb0", c); i >= 0 && c >= 0 {
		return rune("\t\n\v\f\r\b\x00"[i]), nil
	}
	switch c {
	case -1:
		return 0, errEscape
	case 'c':
		r := t.peek(0)
		t.at++
		return r & 31, nil
	case 'x':
		return t.hex(2)
	case 'u':
		if t.unicode && t.peek(0) == '{' {
			t.at++
			n := 0
			for t.peek(n) != '}' && t.peek(n) >= 0 {
				n++
			}
			r, err := t.hex(n)
			t.at++
			return r, err
		}
		return t.surrogates()
	}
	return c, nil
}

// surrogates reads the digits of \uXXXX, or of two of them that are one character together.
func (t *translator) surrogates() (rune, error) {
	high, err := t.hex(4)
	if err != nil || !t.unicode || high < 0xd800 || high > 0xdbff || t.peek(0) != '\\' || t.peek(1) != 'u' {
		return high, err
	}
	back := t.at
	t.at += 2
	if low, err := t.hex(4); err == nil && 0xdc00 <= low && low <= 0xdfff {
		return (high-0xd800)<<10 + low - 0xdc00 + 0x10000, nil
	}
	t.at = back
	return high, nil
}

func (t *translator) hex(digits int) (rune, error) {
	if t.at+digits > len(t.in) {
		return 0, errEscape
	}
	n, err := strconv.ParseUint(string(t.in[t.at:t.at+digits]), 16, 32)
	if err != nil || n > maxRune {
		return 0, errEscape
	}
	t.at += digits
	return rune(n), nil
}
