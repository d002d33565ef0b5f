// Package pattern rewrites regular expressions of JavaScript into ones that goja's engine understands: properties of
// characters (\p{…}), the set notation of the v flag, and modifiers such as (?i:…). What cannot be written is an error;
// nothing is left to match something else in silence.
package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Limits of one regular expression. Beyond them goja's parsers would use up the stack.
const (
	MaxLength = 100_000
	MaxDepth  = 200
)

// Pattern is a rewritten regular expression.
type Pattern struct {
	Source string // as goja understands it
	Flags  string // of g i m s u y only
	Names  []string
	Plain  string // Source with groups that have no names: what Names lists by number
}

// problem is what is wrong with a pattern, in the words of V8 where it has them.
type problem string

func (p problem) Error() string { return string(p) }

const (
	errProperty = problem("Invalid property name")
	errClass    = problem("Invalid character class")
	errEscape   = problem("Invalid escape")
	errGroup    = problem("Invalid group")
	errTooLarge = problem("Regular expression too large")
	errFlags    = problem("Invalid flags")
)

// Rewrite rewrites a source. An error is for the program's author; it has no prefix.
func Rewrite(source, flags string) (Pattern, error) {
	t, err := newTranslator(source, flags)
	if err != nil {
		return Pattern{}, err
	}
	for t.at < len(t.in) {
		if err := t.term(); err != nil {
			return Pattern{}, err
		}
	}
	if len(t.groups) > 0 {
		return Pattern{}, problem("Unterminated group")
	}
	return Pattern{Source: t.out.String(), Flags: t.flags(flags), Names: t.names, Plain: t.plain.String()}, nil
}

// mode is what the flags say at one place of a pattern.
type mode struct{ ignoreCase, multiline, dotAll bool }

type translator struct {
	in       []rune
	at       int
	out      strings.Builder
	plain    strings.Builder
	unicode  bool // the u or v flag
	sets     bool // the v flag
	modified bool // there are modifiers, so that the flags i, m and s are written out
	mode     mode
	groups   []mode // what the mode is again after each open group
	classes  int    // open classes
	names    []string
}

func newTranslator(source, flags string) (*translator, error) {
	t := &translator{in: []rune(source), names: []string{""}}
	if len(source) > MaxLength {
		return nil, errTooLarge
	}
	for i, f := range flags {
		if !strings.ContainsRune("dgimsuvy", f) || strings.ContainsRune(flags[:i], f) {
			return nil, errFlags
		}
	}
	has := func(f string) bool { return strings.Contains(flags, f) }
	if has("u") && has("v") {
		return nil, errFlags
	}
	t.sets = has("v")
	t.unicode = has("u") || t.sets
	t.mode = mode{ignoreCase: has("i"), multiline: has("m"), dotAll: has("s")}
	t.modified = hasModifiers(t.in)
	return t, nil
}

// hasModifiers looks for a group that starts with (?i: or the like, outside of classes.
func hasModifiers(in []rune) bool {
	class := false
	for i := 0; i < len(in); i++ {
		switch in[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if !class && i+2 < len(in) && in[i+1] == '?' && strings.ContainsRune("ims-", in[i+2]) {
				return true
			}
		}
	}
	return false
}

// flags are those of the original that goja knows and that are not written out.
func (t *translator) flags(flags string) string {
	return strings.Map(func(f rune) rune {
		switch {
		case f == 'd', t.modified && strings.ContainsRune("ims", f):
			return -1
		case f == 'v':
			return 'u'
		}
		return f
	}, flags)
}

func (t *translator) write(s string) {
	t.out.WriteString(s)
	t.plain.WriteString(s)
}

func (t *translator) peek(n int) rune {
	if t.at+n < len(t.in) {
		return t.in[t.at+n]
	}
	return -1
}

// term rewrites one character, escape, class or bracket.
func (t *translator) term() error {
	switch c := t.peek(0); c {
	case '\\':
		return t.escape()
	case '[':
		return t.class()
	case '(':
		return t.open()
	case ')':
		if len(t.groups) == 0 {
			return problem("Unmatched ')'")
		}
		t.mode = t.groups[len(t.groups)-1]
		t.groups = t.groups[:len(t.groups)-1]
		t.at++
		t.write(")")
	case '.', '^', '$':
		t.at++
		t.assertion(c)
	default:
		t.at++
		t.literal(c)
	}
	return nil
}

// assertion writes . ^ and $, in full where flags hold for a part of the pattern only. Of the ends of lines goja knows only
// \n; and it takes tens of milliseconds to fold the case of what is not the end of a line.
func (t *translator) assertion(c rune) {
	const ends = `\n\r\u2028\u2029`
	switch {
	case c == '.' && t.modified && t.mode.dotAll:
		t.write(`[^]`)
	case c == '.' && t.mode.ignoreCase && !t.mode.dotAll:
		t.write(`[^` + ends + `]`)
	case c == '^' && t.mode.multiline:
		t.write(`(?:^|(?<=[` + ends + `]))`)
	case c == '$' && t.mode.multiline:
		t.write(`(?:$|(?=[` + ends + `]))`)
	default:
		t.write(string(c))
	}
}

// literal writes a character that stands for itself, in both cases where only a part of the pattern ignores case.
func (t *translator) literal(c rune) {
	if t.modified && t.mode.ignoreCase {
		if s := (set{{c, c}}).fold(); len(s) > 1 {
			t.write(s.text(t.unicode))
			return
		}
	}
	t.write(string(c))
}

// open writes the start of a group.
func (t *translator) open() error {
	if len(t.groups) == MaxDepth {
		return errTooLarge
	}
	t.groups = append(t.groups, t.mode)
	if t.peek(1) != '?' {
		t.names = append(t.names, "")
		t.at++
		t.write("(")
		return nil
	}
	switch c := t.peek(2); {
	case c == ':' || c == '=' || c == '!':
		t.copy(3)
		return nil
	case c == '<' && (t.peek(3) == '=' || t.peek(3) == '!'):
		t.copy(4)
		return nil
	case c == '<':
		return t.named()
	}
	return t.modifiers()
}

func (t *translator) copy(n int) {
	t.write(string(t.in[t.at : t.at+n]))
	t.at += n
}

func (t *translator) named() error {
	end := t.at + 3
	for end < len(t.in) && t.in[end] != '>' {
		end++
	}
	if end == len(t.in) {
		return problem("Invalid capture group name")
	}
	name := string(t.in[t.at+3 : end])
	if slices.Contains(t.names, name) {
		return problem("Duplicate capture group name")
	}
	t.names = append(t.names, name)
	t.out.WriteString(string(t.in[t.at : end+1]))
	t.plain.WriteByte('(')
	t.at = end + 1
	return nil
}

// modifiers reads (?ims-ims: and sets the mode of the group.
func (t *translator) modifiers() error {
	on, seen := true, ""
	t.at += 2
	for ; t.peek(0) != ':'; t.at++ {
		c := t.peek(0)
		if c == '-' && on {
			on = false
			continue
		}
		if c < 0 || strings.ContainsRune(seen, c) {
			return errGroup
		}
		seen += string(c)
		switch c {
		case 'i':
			t.mode.ignoreCase = on
		case 'm':
			t.mode.multiline = on
		case 's':
			t.mode.dotAll = on
		default:
			return errGroup
		}
	}
	if seen == "" {
		return errGroup
	}
	t.at++
	t.write("(?:")
	return nil
}

// escape rewrites an escape outside of a class.
func (t *translator) escape() error {
	c := t.peek(1)
	switch {
	case c < 0:
		return problem("\\ at end of pattern")
	case t.unicode && (c == 'p' || c == 'P'):
		s, err := t.property()
		if err != nil {
			return err
		}
		t.write(s.text(true))
		return nil
	case c == 'k':
		return t.reference()
	case c == 'b' || c == 'B':
		return t.boundary()
	case t.mode.ignoreCase && (c == 'D' || c == 'S' || c == 'W'):
		t.write(`[^\` + string(unicode.ToLower(c)) + `]`) // for the same reason as a dot
		t.at += 2
		return nil
	case '1' <= c && c <= '9' && t.modified && t.mode.ignoreCase:
		return problem("a back reference inside (?i:…) is not supported here")
	case t.modified && t.mode.ignoreCase && strings.ContainsRune("xuc", c):
		if r, err := t.character(); err == nil {
			t.literal(r)
			return nil
		}
	}
	if c == 'u' && t.peek(2) == '{' && t.unicode {
		for n := 3; t.peek(n) >= 0; n++ {
			if t.peek(n) == '}' {
				t.copy(n + 1)
				return nil
			}
		}
		return problem("Invalid Unicode escape")
	}
	t.copy(2)
	return nil
}

// reference copies \k<name>, with its number in the plain form.
func (t *translator) reference() error {
	if t.peek(2) != '<' {
		t.copy(2)
		return nil
	}
	end := t.at + 3
	for end < len(t.in) && t.in[end] != '>' {
		end++
	}
	if end == len(t.in) {
		return problem("Invalid named reference")
	}
	name := string(t.in[t.at+3 : end])
	t.out.WriteString(string(t.in[t.at : end+1]))
	t.at = end + 1
	for number, n := range t.names {
		if n == name {
			t.plain.WriteString(`(?:\` + strconv.Itoa(number) + `)`)
			return nil
		}
	}
	return nil // a reference to a group that comes later matches nothing
}

// property reads \p{…} or \P{…}.
func (t *translator) property() (set, error) {
	negate := t.peek(1) == 'P'
	if t.peek(2) != '{' {
		return nil, errProperty
	}
	end := t.at + 3
	for end < len(t.in) && t.in[end] != '}' {
		end++
	}
	if end == len(t.in) {
		return nil, errProperty
	}
	s, err := property(string(t.in[t.at+3 : end]))
	if err != nil {
		return nil, err
	}
	t.at = end + 1
	if negate {
		return s.complement(), nil
	}
	return s, nil
}
