package wildcard

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// dialect says in what globs and git's patterns differ.
type dialect struct {
	braces     bool // {a,b} are alternatives
	selfAndAll bool // dir/** matches dir as well as all that is in it
}

var (
	globDialect = dialect{braces: true, selfAndAll: true}
	gitDialect  = dialect{}
)

// translator rewrites a pattern as a regular expression.
type translator struct {
	dialect
	src   string
	pos   int
	depth int // of open braces
	out   strings.Builder
}

func (t *translator) translate() (string, error) {
	t.out.WriteString(`\A(?s:`)
	for t.pos < len(t.src) {
		if err := t.next(); err != nil {
			return "", err
		}
	}
	if t.depth > 0 {
		return "", errors.New("{ without }; write \\{ for the character itself")
	}
	t.out.WriteString(`)\z`)
	return t.out.String(), nil
}

// next translates what begins at pos.
func (t *translator) next() error {
	switch c := t.src[t.pos]; {
	case c == '*':
		t.stars()
	case c == '/' && t.selfAndAll && t.lastStars(t.pos+1) > 0:
		t.pos += 1 + t.lastStars(t.pos+1)
		t.out.WriteString(`(?:/.*)?`)
	case c == '?':
		t.emit(`[^/]`)
	case c == '[':
		return t.class()
	case c == '\\':
		if t.pos+1 == len(t.src) {
			return errors.New(`\ at the end of the pattern`)
		}
		t.pos++
		t.character()
	case c == '{' && t.braces:
		t.depth++
		t.emit(`(?:`)
	case c == ',' && t.depth > 0:
		t.emit(`|`)
	case c == '}' && t.depth > 0:
		t.depth--
		t.emit(`)`)
	default:
		t.character()
	}
	return nil
}

// emit writes the translation of one byte of the source.
func (t *translator) emit(expr string) {
	t.out.WriteString(expr)
	t.pos++
}

// character writes the character at pos as itself.
func (t *translator) character() {
	_, size := utf8.DecodeRuneInString(t.src[t.pos:])
	t.out.WriteString(regexp.QuoteMeta(t.src[t.pos : t.pos+size]))
	t.pos += size
}

// stars translates a run of stars. Two or more that fill a component stand for any number of directories.
func (t *translator) stars() {
	n := t.starsAt(t.pos)
	whole := n >= 2 && t.startsComponent(t.pos)
	first := t.pos == 0
	t.pos += n
	switch {
	case whole && t.pos < len(t.src) && t.src[t.pos] == '/':
		t.emit(`(?:[^/]+/)*`)
	case whole && t.endsAlternative(t.pos) && (first || t.selfAndAll):
		t.out.WriteString(`.*`)
	case whole && t.endsAlternative(t.pos):
		t.out.WriteString(`.+`)
	default:
		t.out.WriteString(`[^/]*`)
	}
}

// lastStars is the length of the components of stars alone, such as **/**, that begin at pos if they are the last ones.
func (t *translator) lastStars(pos int) int {
	for at := pos; ; at++ {
		n := t.starsAt(at)
		at += n
		switch {
		case n < 2:
			return 0
		case t.endsAlternative(at):
			return at - pos
		case t.src[at] != '/':
			return 0
		}
	}
}

func (t *translator) starsAt(pos int) int {
	return len(t.src[pos:]) - len(strings.TrimLeft(t.src[pos:], "*"))
}

func (t *translator) startsComponent(pos int) bool {
	return pos == 0 || t.src[pos-1] == '/' || t.depth > 0 && strings.IndexByte("{,", t.src[pos-1]) >= 0
}

func (t *translator) endsAlternative(pos int) bool {
	return pos == len(t.src) || t.depth > 0 && strings.IndexByte(",}", t.src[pos]) >= 0
}
