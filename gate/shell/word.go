package shell

import (
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// decoder makes the word a program gets of a word of the tree, as a shell does: it removes quotes and backslashes, and
// finds what only the run can tell.
type decoder struct {
	opts *Options
	vars map[string]Word // values of variables of loops
	text strings.Builder
	bare strings.Builder // the characters without quotes, in which braces and patterns have their meaning
	kind program.Kind

	bound   []string // names of those that the word has in it
	prefix  int      // length of the value of a variable that the word begins with
	used    bool     // it does
	partial bool     // only a path may follow that value
}

// decode decodes a word, where variables of loops have values.
func decode(word *syntax.Word, opts *Options, vars map[string]Word) (Word, *decoder) {
	if word == nil {
		return Word{}, &decoder{}
	}
	if len(word.Parts) == 1 {
		if l, ok := word.Parts[0].(*syntax.Lit); ok && plain(l.Value) {
			return Word{Text: l.Value}, &decoder{}
		}
	}
	d := &decoder{opts: opts, vars: vars}
	for i, part := range word.Parts {
		d.part(part, i == 0, len(word.Parts) == 1)
	}
	d.finish()
	return Word{Text: d.text.String(), Kind: d.kind}, d
}

// plain reports whether a literal is its own value.
func plain(s string) bool { return !strings.ContainsAny(s, `\*?[{~`) }

// part takes a part of the word that is not in double quotes. first says that the word begins with it, only that it is
// the whole.
func (d *decoder) part(part syntax.WordPart, first, only bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		text := p.Value
		if first && strings.HasPrefix(text, "~") {
			text = d.tilde(text, only)
		}
		d.unquoted(text)
	case *syntax.SglQuoted:
		if p.Dollar {
			d.dollarQuoted(p)
			return
		}
		d.text.WriteString(p.Value)
	case *syntax.DblQuoted:
		if p.Dollar {
			d.kind = program.Dynamic
		}
		for i, inner := range p.Parts {
			d.quoted(inner, first && i == 0)
		}
	case *syntax.ParamExp:
		if w, ok := d.vars[plainParameter(p)]; ok && w.Kind == program.Literal && unsplit(w.Text) {
			d.bind(p, w)
			return
		}
		d.kind = program.Dynamic
	default:
		d.kind = program.Dynamic
	}
}

// unquoted takes a literal without quotes, in which a backslash takes the meaning of what follows it.
func (d *decoder) unquoted(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] != '\n' {
				d.text.WriteByte(s[i])
			}
			continue
		}
		d.text.WriteByte(s[i])
		d.bare.WriteByte(s[i])
	}
}

// tilde replaces the home directory of the user at the head of a word and returns the rest. Other forms hang on the
// state of the shell, or on quotes in what looks like a name.
func (d *decoder) tilde(s string, only bool) (rest string) {
	if (s == "~" && only || strings.HasPrefix(s, "~/")) && d.opts.Home != "" {
		d.text.WriteString(d.opts.Home)
		d.prefix, d.used = len(d.opts.Home), true
		return s[1:]
	}
	d.kind = program.Dynamic
	return s
}

// dollarQuoted takes $'…'. A shell that does not know it reads another text, which makes the command unknown.
func (d *decoder) dollarQuoted(q *syntax.SglQuoted) {
	text, _, err := expand.Format(nil, strings.ReplaceAll(q.Value, "%", "%%"), nil)
	if err != nil {
		d.kind = program.Dynamic
	}
	d.text.WriteString(text)
}

// quoted takes a part of a word in double quotes, in which a backslash only counts before a few characters.
func (d *decoder) quoted(part syntax.WordPart, first bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		for i := 0; i < len(p.Value); i++ {
			if p.Value[i] == '\\' && i+1 < len(p.Value) && strings.IndexByte("$`\"\\\n", p.Value[i+1]) >= 0 {
				if i++; p.Value[i] == '\n' {
					continue
				}
			}
			d.text.WriteByte(p.Value[i])
		}
	case *syntax.ParamExp:
		if w, ok := d.vars[plainParameter(p)]; ok {
			d.bind(p, w)
			return
		}
		switch plainParameter(p) {
		case "?", "#", "$":
			d.kind = max(d.kind, program.Data) // a number
			return
		}
		value := d.value(p)
		if value == "" || !first {
			d.kind = program.Dynamic
			return
		}
		d.text.WriteString(value)
		d.prefix, d.used, d.partial = len(value), true, true
	default:
		d.kind = program.Dynamic
	}
}

// bind puts the value of a variable of a loop into the word, unless that becomes longer than a command may be.
func (d *decoder) bind(p *syntax.ParamExp, w Word) {
	if d.text.Len()+len(w.Text) > MaxLength {
		d.kind = program.Dynamic
		return
	}
	d.text.WriteString(w.Text)
	d.kind = max(d.kind, w.Kind)
	d.bound = append(d.bound, p.Param.Value)
}

// unsplit reports whether a value without quotes stays one word as it is: it has no blank, no pattern and nothing else that
// could mean anything.
func unsplit(s string) bool { return s != "" && plainValue(s) }

// plainParameter returns the name in $name or ${name}; empty: it is another expansion.
func plainParameter(p *syntax.ParamExp) string {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.IsSet || p.Index != nil || p.Slice != nil || p.Repl != nil ||
		p.Names != 0 || p.Exp != nil || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 {
		return ""
	}
	return p.Param.Value
}

// value returns the value of a variable that is known before the command runs; empty: it is not.
func (d *decoder) value(p *syntax.ParamExp) string {
	switch plainParameter(p) {
	case "HOME":
		return d.opts.Home
	case "PWD":
		return d.opts.Dir
	}
	return ""
}

// finish looks at the word as a whole: a variable is accepted only as the directory that a path begins with, braces make
// several words, and patterns stand for the names of files.
func (d *decoder) finish() {
	text, bare := d.text.String(), d.bare.String()
	switch {
	case d.partial && !strings.HasPrefix(text[d.prefix:], "/"):
		d.kind = program.Dynamic
	case d.kind == program.Dynamic:
	case strings.Contains(bare, "=~"), strings.Contains(bare, ":~"):
		d.kind = program.Dynamic // some shells expand the tilde
	case strings.Contains(bare, "{") && (strings.Contains(bare, ",") || strings.Contains(bare, "..")):
		d.kind = program.Dynamic
	case strings.ContainsAny(bare, "*?"), strings.Contains(bare, "[") && strings.Contains(bare, "]") && bare != "[" && bare != "]":
		if d.kind == program.Data {
			d.kind = program.Dynamic
			return
		}
		d.kind = program.Pattern
	}
}
