package shell

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// Rule names command lines, word by word.
type Rule struct {
	Words  []string // exact words; none, with Prefix, names every command
	Prefix bool     // more words may follow
}

// MatchLoose reports whether a deny or ask rule hits a part: any command line in it begins with the words, whatever the
// directory of its program, its launchers and its assignments. The letter case of the program does not count, since some
// file systems have none.
func (r Rule) MatchLoose(p *Part) bool {
	if len(r.Words) == 0 {
		return r.Prefix
	}
	for _, f := range p.forms {
		if r.hits(f) {
			return true
		}
	}
	return false
}

func (r Rule) hits(line []Word) bool {
	if len(line) < len(r.Words) || !r.Prefix && len(line) != len(r.Words) {
		return false
	}
	for i, w := range r.Words {
		switch text := line[i].Text; {
		case line[i].Kind >= program.Data:
			return false
		case i == 0 && !strings.EqualFold(baseName(text), baseName(w)), i > 0 && text != w:
			return false
		}
	}
	return true
}

// MatchProven reports whether an allow rule covers a part: what is proven of it is, or begins with, exactly the words. A
// prefix that itself only reads covers only what only reads: "find" does not cover "find -delete", but a rule that names
// what writes ("git push") covers it with all its options. No prefix covers a launcher with a command of its own behind it.
// A program of the system is the same by its name and by its path. Behind a change of directory only what reads is covered,
// for the same words may run something else there; a rule for every command covers it. No prefix covers what may change a
// protected file, nor what opens files that nobody looks at (see [Options.System]). Whether the redirections may be allowed
// is not asked here.
func (r Rule) MatchProven(p *Part) bool {
	line := p.proven
	if len(r.Words) == 0 {
		return r.Prefix && len(line) > 0
	}
	if len(line) == 0 || len(line) < len(r.Words) || !r.Prefix && len(line) != len(r.Words) {
		return false
	}
	for i, w := range r.Words {
		if !line[i].Is(w) && (i > 0 || !sameProgram(line[i], w)) {
			return false
		}
	}
	switch {
	case p.moved && !p.pure:
		return false
	case !r.Prefix:
		return true
	}
	if p.reaches || p.launches || p.unseen || slices.ContainsFunc(line, func(w Word) bool { return w.Kind >= program.Data }) {
		return false
	}
	return p.pure || !readsOnly(r.Words)
}

// sameProgram reports whether a word and the first word of a rule name one of the system's programs, one by its path.
func sameProgram(w Word, rule string) bool {
	name, ok := program.Name(w)
	other, known := program.Name(Word{Text: rule})
	return ok && known && name == other
}

// readsOnly reports whether a command line only reads, wherever it runs.
func readsOnly(words []string) bool {
	return program.Classify(program.Literals(words...)).ReadOnly
}

// Propose gives the rules that would allow the command from now on, one for each part: for a part that only reads the
// program with its subcommand, which covers whatever else of it only reads; for every other exactly its words. nil: there
// are none to offer, since the command is not understood in full, is refused by the floor, writes by redirection, takes
// what it does from its input, or a rule would not cover exactly what it seems to. Every rule that is given covers its part.
func Propose(a *Analysis) []Rule {
	if a.Unknown != "" || a.Floor != "" {
		return nil
	}
	var rules []Rule
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Nested {
			continue // covered with the part that it is nested in
		}
		r, ok := propose(p)
		if !ok {
			return nil
		}
		if !slices.ContainsFunc(rules, func(q Rule) bool { return q.Prefix == r.Prefix && slices.Equal(q.Words, r.Words) }) {
			rules = append(rules, r)
		}
	}
	return rules
}

func propose(p *Part) (Rule, bool) {
	if p.writes() || p.takesCommands() {
		return Rule{}, false
	}
	if r, ok := prefix(p); ok {
		return r, r.MatchProven(p)
	}
	r := Rule{Words: program.Texts(p.proven)}
	return r, r.MatchProven(p)
}

// prefix makes the prefix rule of a part that only reads, where the prefix says so by itself.
func prefix(p *Part) (Rule, bool) {
	if !p.pure || len(p.proven) == 0 || p.proven[0].Text == "find" {
		return Rule{}, false
	}
	n := 1
	if hasSubcommands(p.proven[0].Text) {
		n = 2
	}
	if len(p.proven) < n {
		return Rule{}, false
	}
	r := Rule{Words: program.Texts(p.proven[:n]), Prefix: true}
	return r, readsOnly(r.Words)
}

// takesCommands reports whether the input of the part says what its commands work on. A rule for it would cover whatever
// comes in.
func (p *Part) takesCommands() bool {
	return slices.ContainsFunc(p.forms, func(form []Word) bool {
		name := baseName(form[0].Text)
		return name == "xargs" || name == "parallel" || name == "entr"
	})
}

func hasSubcommands(name string) bool { return name == "git" || name == "npm" }

// writes reports whether a redirection of the part writes.
func (p *Part) writes() bool {
	return slices.ContainsFunc(p.Redirects, func(r Redirect) bool { return r.Write })
}
