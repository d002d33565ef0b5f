package wildcard

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// posixClasses are the named classes, as the inside of a class of a regular expression. They are ASCII, as in git, and
// hold no slash.
var posixClasses = map[string]string{
	"alnum": `0-9A-Za-z`, "alpha": `A-Za-z`, "blank": `\t `, "cntrl": `\x00-\x1f\x7f`, "digit": `0-9`,
	"graph": `!-.0-~`, "lower": `a-z`, "print": ` -.0-~`, "punct": `!-.:-@\[-` + "`" + `{-~`,
	"space": `\t\n\v\f\r `, "upper": `A-Z`, "xdigit": `0-9A-Fa-f`,
}

var errClass = errors.New("[ without ]; write \\[ for the character itself")

// class translates a class such as [a-z_]; a slash is never in one.
func (t *translator) class() error {
	t.pos++ // [
	negated := false
	if t.pos < len(t.src) && strings.IndexByte("!^", t.src[t.pos]) >= 0 {
		negated = true
		t.pos++
	}
	var set strings.Builder
	for first := true; ; first = false {
		if t.pos >= len(t.src) {
			return errClass
		}
		if t.src[t.pos] == ']' && !first {
			t.pos++
			break
		}
		if err := t.classItem(&set); err != nil {
			return err
		}
	}
	switch {
	case negated:
		t.out.WriteString(`[^/` + set.String() + `]`)
	case set.Len() == 0:
		t.out.WriteString(`[^\x00-\x{10FFFF}]`) // nothing
	default:
		t.out.WriteString(`[` + set.String() + `]`)
	}
	return nil
}

// classItem translates one character, range or named class. A range that is upside down holds nothing, as in git.
func (t *translator) classItem(set *strings.Builder) error {
	if name, ok := t.posixName(); ok {
		expr, known := posixClasses[name]
		if !known {
			return fmt.Errorf("unknown class [:%s:]", name)
		}
		set.WriteString(expr)
		return nil
	}
	lo, err := t.classRune()
	if err != nil {
		return err
	}
	hi := lo
	if rest := t.src[t.pos:]; len(rest) >= 2 && rest[0] == '-' && rest[1] != ']' {
		t.pos++
		if hi, err = t.classRune(); err != nil {
			return err
		}
	}
	writeRange(set, lo, hi)
	return nil
}

// writeRange adds lo to hi, less the slash.
func writeRange(set *strings.Builder, lo, hi rune) {
	if lo <= '/' && '/' <= hi {
		writeRange(set, lo, '/'-1)
		lo = '/' + 1
	}
	if lo <= hi {
		fmt.Fprintf(set, `\x{%x}-\x{%x}`, lo, hi)
	}
}

func (t *translator) posixName() (string, bool) {
	rest, ok := strings.CutPrefix(t.src[t.pos:], "[:")
	if !ok {
		return "", false
	}
	name, _, ok := strings.Cut(rest, ":]")
	if !ok || strings.ContainsAny(name, "]") {
		return "", false
	}
	t.pos += len(name) + len("[::]")
	return name, true
}

func (t *translator) classRune() (rune, error) {
	if t.src[t.pos] == '\\' {
		t.pos++
	}
	if t.pos >= len(t.src) {
		return 0, errClass
	}
	r, size := utf8.DecodeRuneInString(t.src[t.pos:])
	t.pos += size
	return r, nil
}
