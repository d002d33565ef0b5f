package program

import (
	"path"
	"strconv"
	"strings"
)

// Class is what is known of one command line.
type Class struct {
	ReadOnly bool     // it changes nothing, whatever is in the files it reads
	Why      string   // why it is not read-only; empty when it is
	Filter   bool     // it works on its input and on nothing else
	Paths    []string // the words, and values of options, that can name a file; of a program not in the tables all words
}

// Classify looks a command line up in the tables. The first word is the program: its bare name, or its path in one of the
// system's directories; by any other path it is another program. No words are not read-only. It is safe for concurrent use.
func Classify(words []Word) Class {
	if len(words) == 0 {
		return Class{Why: "there is no command"}
	}
	args := words[1:]
	name, ok := Name(words[0])
	if !ok {
		return Class{Why: "the program is not one of the system's", Paths: Texts(words)}
	}
	if find, ok := special(name); ok {
		paths, why := find(args)
		return class(paths, why)
	}
	g, ok := lookup(name)
	if !ok {
		return Class{Why: quote(name) + " is not known to only read", Paths: Texts(args)}
	}
	return g.classify(name, args)
}

func (g *grammar) classify(name string, args []Word) Class {
	l, why := g.parse(args)
	if l == nil {
		return class(Texts(args), why)
	}
	c := class(l.paths, why)
	c.Filter = name == "tr" || strings.HasSuffix(name, "awk")
	return c
}

// ClassifyJudged is Classify for a command that is judged once more when its words are final: words of which more is known
// only then may stand where operands do. Programs that have a grammar of their own are the same as for Classify.
func ClassifyJudged(words []Word) Class {
	if len(words) > 0 {
		name, known := Name(words[0])
		if g, ok := lookup(name); ok && known {
			judged := *g
			judged.data = true
			return judged.classify(name, words[1:])
		}
	}
	return Classify(words)
}

func class(paths []string, why string) Class {
	return Class{ReadOnly: why == "", Why: why, Paths: paths}
}

// special returns the function that judges the command lines of a program with a grammar of its own. It returns the words
// that name files, and why the line does not only read.
func special(name string) (func(args []Word) (paths []string, why string), bool) {
	switch name {
	case "find":
		return classifyFind, true
	case "git":
		return classifyGit, true
	case "npm":
		return classifyNPM, true
	case "ps":
		return classifyPS, true
	case "test", "[":
		return classifyTest, true
	case "[[":
		return classifyDoubleBracket, true
	case "read":
		return classifyRead, true
	case "set":
		return classifySet, true
	case "echo":
		return classifyEcho, true
	}
	return nil, false
}

// lookup finds the grammar of a program in the tables of all families.
func lookup(name string) (*grammar, bool) {
	for _, family := range []map[string]*grammar{textTable, filesTable, searchTable, systemTable, languageTable} {
		if g, ok := family[name]; ok {
			return g, true
		}
	}
	return nil, false
}

// Name returns the bare name of a program that is given by its name alone, or by its path in a directory of the system
// that only root can write. ok is false for everything else: "./ls" and "/tmp/ls" are other programs than "ls".
func Name(w Word) (name string, ok bool) {
	if w.Kind != Literal || w.Text == "" {
		return "", false
	}
	dir, base := path.Split(w.Text)
	if base == "" {
		return "", false
	}
	if dir == "" {
		return base, true
	}
	for _, d := range Directories() {
		if dir == d+"/" {
			return base, true
		}
	}
	return "", false
}

// Directories lists the directories in which programs are looked for, first to last. Programs elsewhere are not trusted to
// be what their name says.
func Directories() []string {
	return []string{"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"}
}

// classifyEcho judges echo, which prints whatever it is given. The names a pattern stands for are no more than names.
func classifyEcho(args []Word) (paths []string, why string) {
	g := grammar{globs: names, data: true}
	for _, w := range args {
		if why := g.refuses(w, false); why != "" {
			return nil, why
		}
	}
	return nil, ""
}

func quote(s string) string { return strconv.Quote(s) }
