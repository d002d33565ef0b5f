package shell

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// seen is what was found by looking through launchers.
type seen struct {
	forms   [][]Word // command lines that may run: as written, and inside of it
	texts   []string // texts that a shell would read
	assigns []Assign // what launchers set for their commands
	hidden  bool     // a text is not known before it runs

	launches bool              // a launcher was looked through that is not proven to change nothing
	spread   map[*Word]bool    // the last words of lines of which every end is among the forms
	met      map[span]struct{} // the lines among the forms
}

// span is a part of a list of words: where it begins, and how long it is.
type span struct {
	first *Word
	n     int
}

// look finds every command line inside of one: behind launchers however deep, and behind the options of find and git. It
// finds rather too many than too few. All forms but a few are ends of the line or reach to the next semicolon in it, so there
// are about as many as it has words.
func look(words []Word) seen {
	s := seen{}
	s.add(words)
	for i := 0; i < len(s.forms); i++ {
		s.through(s.forms[i])
	}
	return s
}

func (s *seen) add(words []Word) {
	if len(words) == 0 || s.spread[&words[len(words)-1]] {
		return
	}
	at := span{&words[0], len(words)}
	if _, ok := s.met[at]; ok {
		return
	}
	if s.met == nil {
		s.met = map[span]struct{}{}
	}
	s.met[at] = struct{}{}
	s.forms = append(s.forms, words)
}

// through looks through one command line.
func (s *seen) through(words []Word) {
	name := baseName(words[0].Text)
	switch {
	case name == "find", name == "fd", name == "fdfind":
		s.throughFind(words)
	case name == "git":
		s.throughGit(words)
	case name == "npm", name == "pnpm", name == "yarn":
		s.add(withoutGlobals(words))
	case name == "trap" && len(words) > 1:
		s.text(words[1:2])
	case isShell(name):
		s.throughShell(words)
	}
	if only, ok := launchesSomewhere(name); ok {
		s.launches = s.launches || only
		s.suffixes(words)
	}
	l, ok := launchers[name]
	if !ok || isLookup(words) {
		return
	}
	if name == "env" {
		s.split(words)
	}
	command, assigns, proven, ok := l.launched(words)
	s.assigns = append(s.assigns, assigns...)
	s.launches = s.launches || !proven
	switch {
	case !ok:
		s.suffixes(words)
	case l.text:
		s.text(command)
	default:
		s.add(command)
	}
}

// text notes the text that a shell makes of words by joining them.
func (s *seen) text(words []Word) {
	for _, w := range words {
		if w.Kind != program.Literal {
			s.hidden = true
		}
	}
	if len(words) > 0 {
		s.launches = true
		s.texts = append(s.texts, strings.Join(program.Texts(words), " "))
	}
}

// throughShell notes the text behind -c.
func (s *seen) throughShell(words []Word) {
	for i, w := range words[1:] {
		if strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--") && strings.Contains(w.Text, "c") {
			rest := words[i+2:]
			for len(rest) > 0 && strings.HasPrefix(rest[0].Text, "-") {
				rest = rest[1:]
			}
			if len(rest) > 0 {
				s.text(rest[:1])
			}
			return
		}
	}
}

// throughFind adds the command behind each action that runs one.
func (s *seen) throughFind(words []Word) {
	for i, w := range words {
		switch w.Text {
		case "-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch":
			end := i + 1
			for end < len(words) && words[end].Text != ";" && words[end].Text != "+" {
				end++
			}
			s.launches = true
			s.add(words[i+1 : end])
		}
	}
}

// throughGit adds the command without its global options, and notes the texts that git hands to a shell: an alias, and the
// commands of rebase, bisect and submodule.
func (s *seen) throughGit(words []Word) {
	s.add(withoutGlobals(words))
	for i, w := range words {
		if _, alias, ok := strings.Cut(w.Text, "=!"); ok && strings.HasPrefix(strings.TrimPrefix(w.Text, "-c"), "alias.") {
			s.text([]Word{{Text: alias, Kind: w.Kind}})
		}
		rest := words[i+1:]
		switch {
		case len(rest) == 0:
		case w.Text == "foreach" || w.Text == "run" && i > 0 && words[i-1].Text == "bisect":
			for len(rest) > 0 && strings.HasPrefix(rest[0].Text, "-") {
				rest = rest[1:]
			}
			s.text(rest)
		case w.Text == "--exec" || w.Text == "-x":
			s.text(rest[:1])
		}
	}
}

// suffixes adds every command line that could begin behind the first word.
func (s *seen) suffixes(words []Word) {
	last := &words[len(words)-1]
	if s.spread[last] {
		return // they are there already
	}
	for i := 1; i < len(words); i++ {
		if !strings.HasPrefix(words[i].Text, "-") {
			s.add(words[i:])
			s.spaced(words[i])
		}
	}
	if s.spread == nil {
		s.spread = map[*Word]bool{}
	}
	s.spread[last] = true
}

// spaced notes a word with blanks as a text: launchers hand such a word to a shell.
func (s *seen) spaced(w Word) {
	if strings.Contains(w.Text, " ") {
		s.text([]Word{w})
	}
}

// split adds the command that env cuts out of the value of -S.
func (s *seen) split(words []Word) {
	for i, w := range words[1:] {
		value := ""
		switch {
		case w.Text == "-S", w.Text == "--split-string":
			if i+2 < len(words) {
				value = words[i+2].Text
			}
		case strings.HasPrefix(w.Text, "-S"):
			value = w.Text[2:]
		case strings.HasPrefix(w.Text, "--split-string="):
			value = w.Text[len("--split-string="):]
		}
		if fields := strings.Fields(value); len(fields) > 0 {
			s.add(append(program.Literals("env"), program.Literals(fields...)...))
		}
	}
}

// withoutGlobals drops the options between git, or a package manager, and its subcommand.
func withoutGlobals(words []Word) []Word {
	i := 1
	for i < len(words) && strings.HasPrefix(words[i].Text, "-") {
		switch words[i].Text {
		case "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix", "--exec-path", "--attr-source",
			"--prefix", "--dir", "--cwd", "-w", "--workspace":
			i++
		}
		i++
	}
	if i == 1 || i >= len(words) {
		return nil
	}
	return append([]Word{words[0]}, words[i:]...)
}

// prove looks through the launchers that change nothing and whose every option is known to. It returns the command line
// that may be judged in place of the whole, and the assignments made on the way.
func prove(words []Word) (command []Word, assigns []Assign) {
	for {
		name, ok := nameOf(words)
		if !ok {
			return words, assigns
		}
		l := launchers[name]
		if l == nil || !l.proven || isLookup(words) {
			return words, assigns
		}
		inner, set, proven, ok := l.launched(words)
		if !ok || !proven {
			return words, assigns
		}
		words, assigns = inner, append(assigns, set...)
	}
}

func nameOf(words []Word) (string, bool) {
	if len(words) == 0 {
		return "", false
	}
	return program.Name(words[0])
}

// isLookup reports whether a command line is "command -v NAME…" or "command -V NAME…", which run nothing.
func isLookup(words []Word) bool {
	return len(words) > 2 && words[0].Is("command") && (words[1].Is("-v") || words[1].Is("-V")) &&
		!slices.ContainsFunc(words, func(w Word) bool { return w.Kind != program.Literal })
}
