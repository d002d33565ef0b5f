package program

import (
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/secret"
)

// grammar says which options a program may have and still only read, and which of its words name files. The zero value
// allows operands that are files, and no option.
type grammar struct {
	// short lists the letters of one-letter options as getopt does: "a" has no value, "a:" has one that is text, "a@" one
	// that names a file, "a=" one that is text and only ever attached.
	short string

	// long lists the long options, separated by blanks, each followed by the same signs: "all width: exclude-from@ color=".
	// An option without a sign takes no value. No abbreviation is accepted.
	long string

	operands operands
	most     int  // greatest number of operands; 0: any, see none
	none     bool // no operand at all
	number   bool // "-5" is an option too
	globs    globs
	data     bool // words that are not known before it runs are no more than text for it, wherever they stand

	// check adds a condition, and returns why the command line does not only read; empty: it does.
	check func(*line) string
}

// operands says what the operands of a program are.
type operands uint8

const (
	files     operands = iota // names of files
	texts                     // never names of files: patterns, messages, numbers
	textFirst                 // one text, then files; all are files when an option -e or -f gave the text
)

// globs says where a word with * or ? may stand and the command still be read-only. A name that begins with a dash would
// be taken for an option, so behind "--" is the only place that is safe for every program.
type globs uint8

const (
	afterDashes globs = iota // behind "--" only
	contents                 // anywhere, for every option is harmless; prints what is in files, so no pattern may hit a secret
	names                    // anywhere, for every option is harmless; prints names and counts only
)

// line is a command line taken apart by a grammar.
type line struct {
	options  []option
	operands []Word
	paths    []string // words and values that name files
}

// option is one option as it was given, its value apart.
type option struct {
	name     string // "l" or "color"
	value    string
	sign     byte // as in the grammar
	attached bool // the value stood in the same word
}

// givesText reports whether an option holds the text that would else be the first operand.
func (l *line) givesText() bool {
	for _, o := range l.options {
		switch o.name {
		case "e", "f", "regexp", "file", "expression", "from-file":
			if o.sign != 0 {
				return true
			}
		}
	}
	return false
}

// has reports whether any of the options was given.
func (l *line) has(names ...string) bool {
	for _, o := range l.options {
		for _, n := range names {
			if o.name == n {
				return true
			}
		}
	}
	return false
}

// text returns operand i, empty where there is none.
func (l *line) text(i int) string {
	if i < len(l.operands) {
		return l.operands[i].Text
	}
	return ""
}

// parse takes the words behind the program's name apart. It returns why they do not only read; empty: they do. Without a
// line not every word found its place, so that any of them may name a file.
func (g *grammar) parse(args []Word) (l *line, why string) {
	l = &line{}
	dashes := false
	for i := 0; i < len(args); i++ {
		w := args[i]
		if why == "" {
			why = g.refuses(w, dashes)
		}
		switch {
		case dashes || w.Kind != Literal || len(w.Text) < 2 || w.Text[0] != '-':
			l.operands = append(l.operands, w)
		case w.Text == "--":
			dashes = true
		default:
			used, bad := g.option(l, args[i:])
			if bad != "" {
				return nil, bad
			}
			i += used
		}
	}
	if verdict := g.judge(l); why == "" {
		why = verdict
	}
	return l, why
}

// refuses returns why a word may not stand here, as far as that does not depend on what it says.
func (g *grammar) refuses(w Word, dashes bool) string {
	switch {
	case w.Kind == Data && g.data:
		return ""
	case w.Kind >= Data:
		return "the word " + quote(w.Text) + " is known only when it runs"
	case w.Kind == Pattern && !g.allowsGlob(w.Text, dashes):
		return "the pattern " + quote(w.Text) + " may stand for an option or a secret file"
	}
	return ""
}

// option takes the option at the head of args and tells how many words more than one it used.
func (g *grammar) option(l *line, args []Word) (used int, why string) {
	text := args[0].Text
	if name, ok := strings.CutPrefix(text, "--"); ok {
		return g.longOption(l, name, args[1:])
	}
	if g.number && digits(text[1:]) {
		l.add(option{name: text[1:]})
		return 0, ""
	}
	for i := 1; i < len(text); i++ {
		sign, ok := Letter(g.short, text[i])
		if !ok {
			return 0, unknownOption(text)
		}
		switch {
		case sign == 0:
			l.add(option{name: text[i : i+1]})
		case sign == '=' || i+1 < len(text):
			l.add(option{text[i : i+1], text[i+1:], sign, true})
			return 0, ""
		default:
			return l.addNext(text[i:i+1], sign, args[1:])
		}
	}
	return 0, ""
}

func (g *grammar) longOption(l *line, name string, rest []Word) (used int, why string) {
	name, value, attached := strings.Cut(name, "=")
	sign, ok := Long(g.long, name)
	switch {
	case !ok || attached && sign == 0:
		return 0, unknownOption("--" + name)
	case attached || sign == 0 || sign == '=':
		l.add(option{name, value, sign, attached})
		return 0, ""
	}
	return l.addNext(name, sign, rest)
}

func (l *line) add(o option) {
	l.options = append(l.options, o)
	if o.sign == '@' {
		l.paths = append(l.paths, o.value)
	}
}

// addNext takes the next word as the value of an option. A value that looks like an option is refused: should the program
// see it otherwise than the table does, nothing can hide in it.
func (l *line) addNext(name string, sign byte, rest []Word) (used int, why string) {
	switch {
	case len(rest) == 0:
		return 0, "the option " + quote(name) + " has no value"
	case rest[0].Kind != Literal:
		return 0, "the value of the option " + quote(name) + " is known only when it runs"
	case len(rest[0].Text) > 1 && rest[0].Text[0] == '-':
		return 0, "the value of the option " + quote(name) + " looks like an option"
	}
	l.add(option{name: name, value: rest[0].Text, sign: sign})
	return 1, ""
}

// judge applies what the grammar says of the whole line, and gathers the operands that are files.
func (g *grammar) judge(l *line) string {
	switch {
	case g.none && len(l.operands) > 0, g.most > 0 && len(l.operands) > g.most:
		return "the operand " + quote(l.operands[len(l.operands)-1].Text) + " may make it write"
	}
	from := 0
	switch {
	case g.operands == texts:
		from = len(l.operands)
	case g.operands == textFirst && !l.givesText():
		from = min(1, len(l.operands))
	}
	for _, w := range l.operands[from:] {
		l.paths = append(l.paths, w.Text)
	}
	if g.check == nil {
		return ""
	}
	return g.check(l)
}

// allowsGlob reports whether a pattern may stand here.
func (g *grammar) allowsGlob(pattern string, dashes bool) bool {
	if strings.Contains(pattern, "[") {
		return false // shells differ in what a bracket expression means
	}
	switch {
	case g.globs == names:
		return true
	case g.globs == contents, dashes:
		return missesSecrets(pattern)
	}
	return false
}

// missesSecrets reports whether no file that a pattern can stand for is a secret one: it begins with a plain component,
// no component can be a hidden name found by a wildcard, and it ends in a suffix that no secret has.
func missesSecrets(pattern string) bool {
	components := strings.Split(pattern, "/")
	for i, c := range components {
		wild := strings.ContainsAny(c, "*?")
		if wild && (c[0] == '.' || i == 0) {
			return false
		}
	}
	last := components[len(components)-1]
	suffix := last[strings.LastIndexAny(last, "*?")+1:]
	if suffix == last {
		return !secret.Path(last) // the wildcards are in directories above
	}
	return strings.HasPrefix(suffix, ".") && !secret.Path("x"+suffix) && !secret.Path("credentials"+suffix) &&
		!secret.Path("config"+suffix)
}

// Letter looks a one-letter option up in a list as getopt has it: "ab:c@d=". The sign is 0 for an option without a value,
// ':' for one with a value that is text, '@' for one that names a file, '=' for one that is only ever attached.
func Letter(spec string, letter byte) (sign byte, ok bool) {
	if strings.IndexByte(":@=-", letter) >= 0 {
		return 0, false
	}
	i := strings.IndexByte(spec, letter)
	if i < 0 {
		return 0, false
	}
	if i+1 < len(spec) && strings.IndexByte(":@=", spec[i+1]) >= 0 {
		return spec[i+1], true
	}
	return 0, true
}

// Long looks a long option up in a list of names, separated by blanks and each followed by its sign as in [Letter].
func Long(spec, name string) (sign byte, ok bool) {
	if name == "" || strings.ContainsAny(name, " :@=") {
		return 0, false
	}
	for from := 0; ; {
		i := strings.Index(spec[from:], name)
		if i < 0 {
			return 0, false
		}
		start, end := from+i, from+i+len(name)
		from = end
		if start > 0 && spec[start-1] != ' ' {
			continue // the end of a longer name
		}
		if end < len(spec) && strings.IndexByte(":@=", spec[end]) >= 0 {
			sign = spec[end]
			end++
		}
		if end == len(spec) || spec[end] == ' ' {
			return sign, true
		}
		sign = 0
	}
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func unknownOption(text string) string {
	return "the option " + quote(text) + " is not known to only read"
}
