package program

import "strings"

// Walk is what a command reads that goes through directories by itself.
type Walk struct {
	Roots   []string // where it starts, as given: files or directories
	Follow  bool     // it also goes through symbolic links that it finds
	Opens   bool     // it reads what such links lead to, where those are files
	Shallow bool     // it reads the files of the directories themselves only, not of those below

	InputInstead bool // it reads its input instead, where there is one

	filters   []filter
	unignored []filter // that bring names back which are left out for the dot in front
	hidden    bool     // it leaves names with a dot in front out, unless a pattern brings them back
}

// IgnoreFiles lists the files, from where it starts, from the directories above and from those it goes through, whose lines
// with "!" in front have the command read what it else leaves out.
func (w *Walk) IgnoreFiles() []string {
	if !w.hidden {
		return nil
	}
	return []string{".ignore", ".rgignore", ".gitignore", ".git/info/exclude"}
}

// Unignore notes a line of such a file, with the "!". Where it counts is not looked at.
func (w *Walk) Unignore(line string) {
	pattern := strings.TrimSuffix(strings.TrimPrefix(line, "!"), "/")
	pattern = pattern[strings.LastIndexByte(pattern, '/')+1:]
	w.unignored = append(w.unignored, filter{pattern: pattern, keep: true})
}

// Walks says where a command line goes through directories and prints what is in the files there; nil: it does not. A
// command line that is not known to only read gives nil. It is safe for concurrent use.
func Walks(words []Word) *Walk {
	if len(words) == 0 {
		return nil
	}
	name, _ := Name(words[0])
	switch name {
	case "git":
		return walkGit(words[1:])
	case "find":
		return walkFind(words[1:])
	}
	g, ok := lookup(name)
	if !ok {
		return nil
	}
	l, why := g.parse(words[1:])
	if l == nil || why != "" {
		return nil
	}
	switch name {
	case "grep", "egrep", "fgrep":
		return walkGrep(l)
	case "rg":
		return walkRipgrep(l)
	case "diff":
		return walkDiff(l)
	}
	return nil
}

// NamesOnly reports whether a program prints no more of the files it is given than what is known about them.
func NamesOnly(name string) bool {
	switch name {
	case "ls", "dir", "stat", "du", "df", "tree", "basename", "dirname", "realpath", "readlink", "cd", "pwd", "find", "test", "[":
		return true
	}
	return false
}

func walkGrep(l *line) *Walk {
	w := &Walk{Roots: searched(l), Follow: l.has("R", "dereference-recursive")}
	recursive := w.Follow || l.has("r", "recursive")
	for _, o := range l.options {
		switch o.name {
		case "d", "directories":
			recursive = recursive || o.value != "read" && o.value != "skip"
		case "include", "exclude":
			w.filters = append(w.filters, filter{pattern: o.value, keep: o.name == "include"})
		case "exclude-from":
			w.filters = append(w.filters, filter{unknown: true})
		case "exclude-dir":
			w.filters = append(w.filters, filter{pattern: strings.TrimRight(o.value, "/"), directories: true})
		}
	}
	if !recursive {
		return nil
	}
	return w
}

// walkRipgrep does not know which files the repository ignores, so it counts them as read.
func walkRipgrep(l *line) *Walk {
	if l.has("files", "version", "help") {
		return nil // it prints names
	}
	w := &Walk{Roots: searched(l), Follow: l.has("L", "follow"), hidden: !l.has(".", "hidden")}
	w.InputInstead = len(l.operands) == 0 || len(l.operands) == 1 && !l.givesText()
	w.hidden = w.hidden && !l.has("ignore-file")
	unrestricted := 0
	for _, o := range l.options {
		switch o.name {
		case "u", "unrestricted":
			unrestricted++
		case "g", "glob":
			pattern, drop := strings.CutPrefix(o.value, "!")
			w.filters = append(w.filters, filter{pattern: pattern, keep: !drop, unknown: l.has("glob-case-insensitive")})
		case "iglob":
			w.filters = append(w.filters, filter{keep: !strings.HasPrefix(o.value, "!"), unknown: true})
		}
	}
	w.hidden = w.hidden && unrestricted < 2
	return w
}

// walkDiff takes all operands as directories: without -r diff still compares the files in two of them.
func walkDiff(l *line) *Walk {
	w := &Walk{Roots: Texts(l.operands), Follow: !l.has("no-dereference"), Shallow: !l.has("r", "recursive")}
	for _, o := range l.options {
		switch o.name {
		case "from-file", "to-file":
			w.Roots = append(w.Roots, o.value)
		case "x", "exclude":
			w.filters = append(w.filters, filter{pattern: o.value}, filter{pattern: o.value, directories: true})
		}
	}
	return w
}

// walkGit knows that "git diff" compares two paths like diff where one is in no repository.
func walkGit(args []Word) *Walk {
	args = BehindGitGlobals(args)
	if len(args) == 0 || !args[0].Is("diff") {
		return nil
	}
	l, why := gitTable["diff"].parse(args[1:])
	if why != "" || len(l.operands) != 2 {
		return nil
	}
	return &Walk{Roots: Texts(l.operands)}
}

// searched returns the operands of a search that are files, and the working directory where there are none.
func searched(l *line) []string {
	operands := Texts(l.operands)
	if !l.givesText() && len(operands) > 0 {
		operands = operands[1:]
	}
	if len(operands) == 0 {
		return []string{"."}
	}
	return operands
}
