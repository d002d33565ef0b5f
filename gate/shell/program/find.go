package program

import (
	"slices"
	"strings"
)

// findTable lists the words of a find expression that only look or print, with the sign of their value as in a grammar.
// Those that write (-fprint…), delete and run are not in it, and neither is what a later version may add.
var findTable = map[string]byte{
	"-H": 0, "-L": 0, "-P": 0, "-O0": 0, "-O1": 0, "-O2": 0, "-O3": 0,

	"-a": 0, "-and": 0, "-o": 0, "-or": 0, "-not": 0, "!": 0, "(": 0, ")": 0, ",": 0,

	"-daystart": 0, "-depth": 0, "-d": 0, "-follow": 0, "-ignore_readdir_race": 0, "-noignore_readdir_race": 0, "-noleaf": 0,
	"-nowarn": 0, "-warn": 0, "-mount": 0, "-xdev": 0, "-maxdepth": ':', "-mindepth": ':', "-regextype": ':',

	"-amin": ':', "-atime": ':', "-cmin": ':', "-ctime": ':', "-mmin": ':', "-mtime": ':', "-used": ':',
	"-empty": 0, "-executable": 0, "-readable": 0, "-writable": 0, "-false": 0, "-true": 0, "-nogroup": 0, "-nouser": 0,
	"-fstype": ':', "-gid": ':', "-group": ':', "-uid": ':', "-user": ':', "-perm": ':', "-size": ':', "-type": ':', "-xtype": ':',
	"-inum": ':', "-links": ':', "-samefile": '@', "-anewer": '@', "-cnewer": '@', "-newer": '@', "-newermt": ':', "-newerct": ':',
	"-name": ':', "-iname": ':', "-path": ':', "-ipath": ':', "-wholename": ':', "-iwholename": ':', "-regex": ':', "-iregex": ':',
	"-lname": ':', "-ilname": ':',

	"-print": 0, "-print0": 0, "-printf": ':', "-ls": 0, "-prune": 0, "-quit": 0,
}

// findLine is a find command taken apart.
type findLine struct {
	roots  []string // where it starts
	paths  []string // all words that name files
	names  []string // patterns that a file's name must match, where only further conditions stand beside them
	reads  bool     // it has a command print what is in the files
	follow bool     // it goes through symbolic links
}

// classifyFind judges find.
func classifyFind(args []Word) (paths []string, why string) {
	f, why := parseFind(args)
	return f.paths, why
}

// parseFind takes the words behind find apart. The words before the expression are the directories where it starts; of what
// is not in the table, every word may name a file. It returns why the command does not only read.
func parseFind(args []Word) (f findLine, why string) {
	plain, negated, started := true, false, false
	for i := 0; i < len(args); i++ {
		w := args[i]
		sign, ok := findTable[w.Text]
		rest := func(why string) (findLine, string) {
			f.paths = append(f.paths, Texts(args[i:])...)
			return f, why
		}
		switch {
		case w.Is("-exec"):
			used, why := findExec(args[i+1:])
			if why != "" {
				return rest(why)
			}
			f.exec(args[i+1 : i+used])
			i += used
		case w.Kind != Literal:
			return rest("the word " + quote(w.Text) + " is known only when it runs, and may be an action")
		case ok && sign == 0:
			plain = plain && !joins(w.Text)
			f.follow = f.follow || w.Text == "-L" || w.Text == "-follow"
		case ok && i+1 < len(args) && args[i+1].Kind == Literal:
			i++
			f.condition(w.Text, args[i].Text, sign, negated)
		case ok || strings.HasPrefix(w.Text, "-"):
			return rest("the word " + quote(w.Text) + " is not known to only read")
		default:
			f.paths = append(f.paths, w.Text)
			if !started {
				f.roots = append(f.roots, w.Text)
			}
		}
		negated = w.Text == "!" || w.Text == "-not"
		started = started || ok && w.Text != "-H" && w.Text != "-L" && w.Text != "-P"
	}
	if !plain {
		f.names = nil
	}
	return f, ""
}

// joins reports whether an operator makes more of conditions than that all must hold.
func joins(operator string) bool {
	switch operator {
	case "-o", "-or", "(", ")", ",", "-prune":
		return true
	}
	return false
}

// condition notes a condition with a value.
func (f *findLine) condition(name, value string, sign byte, negated bool) {
	if sign == '@' {
		f.paths = append(f.paths, value)
	}
	if name == "-name" && !negated && !f.reads {
		f.names = append(f.names, value)
	}
}

// exec notes a command that is run for files.
func (f *findLine) exec(command []Word) {
	f.paths = append(f.paths, Texts(command)...)
	name, _ := Name(command[0])
	f.reads = f.reads || !NamesOnly(name) && name != "echo"
}

// findExec judges the command behind -exec, and tells how many words it has with its end. It must only read what find gives
// it the name of, as a word of its own. That never begins with a dash, so it is no option.
func findExec(args []Word) (used int, why string) {
	for i, w := range args {
		switch {
		case w.Kind != Literal || strings.Contains(w.Text, "{}") && w.Text != "{}":
			return 0, "the word " + quote(w.Text) + " is known only when it runs"
		case w.Text == ";":
			return i + 1, execsOnlyReader(args[:i])
		case w.Text == "+" && i > 0 && args[i-1].Text == "{}":
			return i + 1, execsOnlyReader(append(slices.Clone(args[:i]), Literals("{}", "{}")...)) // as many as no bound allows
		}
	}
	return 0, "the command behind -exec has no end"
}

func execsOnlyReader(command []Word) string {
	c := Classify(command)
	if c.Why != "" {
		return c.Why
	}
	name, _ := Name(command[0])
	if name == "echo" || name == "test" {
		return ""
	}
	if _, ok := lookup(name); !ok || c.Filter || name == "strings" { // which opens more for names with @
		return quote(name) + " is not known to only read where find runs it"
	}
	namesOnly := NamesOnly(name) || name == "printf" // a name is all that they could print
	if !namesOnly && count(Texts(command), "{}") != count(c.Paths, "{}") {
		return "the name of a file would be more than a file to " + quote(name) // a pattern, or a program of jq
	}
	return ""
}

func count(words []string, word string) (n int) {
	for _, w := range words {
		if w == word {
			n++
		}
	}
	return n
}

// walkFind takes the files that a command behind -exec is run for as read; nil: none is.
func walkFind(args []Word) *Walk {
	f, why := parseFind(args)
	if why != "" || !f.reads {
		return nil
	}
	w := &Walk{Roots: f.roots, Follow: f.follow, Opens: true}
	if len(w.Roots) == 0 {
		w.Roots = []string{"."}
	}
	for _, pattern := range f.names {
		w.filters = append(w.filters, filter{pattern: pattern, keep: true})
	}
	return w
}
