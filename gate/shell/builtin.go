package shell

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// evaluates returns why a command of the shell itself makes the rest unknown: it runs text, evaluates what looks like
// data (a subscript in the name of a variable may hold a command), or changes how what follows is read. Programs and
// harmless builtins give an empty answer.
func evaluates(words []Word) string {
	words = behindBuiltin(words)
	if len(words) == 0 {
		return ""
	}
	name := words[0].Text
	switch name {
	case "eval", "source", ".", "trap", "bind", "complete", "compgen", "fc", "coproc":
		return quote(name) + " runs a text"
	case "set":
		if program.Classify(words).ReadOnly {
			return ""
		}
		return quote(name) + " changes what later commands mean"
	case "alias", "unalias", "hash", "enable", "shopt", "unset":
		return quote(name) + " changes what later commands mean"
	case "let", "mapfile", "readarray", "getopts", "nameref":
		return quote(name) + " evaluates its words"
	case "wait":
		if len(words) > 1 {
			return "wait with words evaluates the name of a variable"
		}
	case "printf":
		if hasFlag(words[:min(len(words), 2)], "-v") || hasFlag(knownOf(words), "-v") {
			return "printf -v evaluates the name of a variable"
		}
	case "test", "[":
		if asksOne(words) {
			return "" // whatever its operand is
		}
		if hasFlag(words, "-v") || hasFlag(words, "-R") {
			return "test -v evaluates the name of a variable"
		}
	case "read", "export", "readonly", "declare", "typeset", "local":
		return oddName(name, words[1:])
	}
	return ""
}

// behindBuiltin drops the words that only say that a builtin is meant.
func behindBuiltin(words []Word) []Word {
	for len(words) > 1 && (words[0].Is("builtin") || words[0].Is("command")) {
		words = words[1:]
		for len(words) > 0 && strings.HasPrefix(words[0].Text, "-") {
			words = words[1:]
		}
	}
	return words
}

// knownOf returns the words that are known before they run, the name of the command with them.
func knownOf(words []Word) []Word {
	return slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return w.Kind >= program.Data })
}

// asksOne reports whether a test has one operator in front of one operand, and so takes the operand for nothing else.
func asksOne(words []Word) bool {
	args := words[1:]
	if len(args) > 0 && args[len(args)-1].Is("]") {
		args = args[:len(args)-1]
	}
	return len(args) == 2 && program.AsksOne(args[0]) && args[1].Kind != program.Dynamic
}

// hasFlag reports whether a word is, or begins with, an option.
func hasFlag(words []Word, flag string) bool {
	for _, w := range words[1:] {
		if strings.HasPrefix(w.Text, flag) || w.Kind >= program.Data {
			return true
		}
	}
	return false
}

// oddName returns why the words of a command that sets variables may be evaluated: one is not a plain name, with or without
// a value, or is an option that makes names or values more than text.
func oddName(command string, words []Word) string {
	for _, w := range words {
		name, _, _ := strings.Cut(w.Text, "=")
		option := isCluster(w.Text) && strings.Trim(w.Text[1:], plainOptions(command)) == ""
		if w.Kind >= program.Data || !isName(name) && !option {
			return quote(command) + " evaluates " + quote(w.Text)
		}
	}
	return ""
}

// plainOptions lists the letters of the options of a command with which it still takes plain names.
func plainOptions(command string) string {
	switch command {
	case "read":
		return "rs"
	case "export":
		return "pn"
	}
	return "prxg"
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// setsVariables reports whether a builtin may set variables that later words use.
func setsVariables(words []Word) bool {
	words = behindBuiltin(words)
	if len(words) == 0 {
		return false
	}
	switch words[0].Text {
	case "cd", "pushd", "popd", "read", "unset", "export", "readonly", "declare", "typeset", "local", "getopts", "mapfile",
		"readarray", "printf", "let":
		return words[0].Text != "printf" || hasFlag(words, "-v")
	}
	return false
}

// declared returns the assignments among the words of a command that declares variables.
func declared(words []Word) []Assign {
	words = behindBuiltin(words)
	if len(words) == 0 {
		return nil
	}
	switch words[0].Text {
	case "export", "readonly", "declare", "typeset", "local":
		return assignments(words[1:])
	}
	return nil
}

// assignments returns the words of the form NAME=value.
func assignments(words []Word) []Assign {
	var list []Assign
	for _, w := range words {
		if name, value, ok := strings.Cut(w.Text, "="); ok && !strings.HasPrefix(name, "-") {
			list = append(list, Assign{Name: name, Value: Word{Text: value, Kind: w.Kind}})
		}
	}
	return list
}

// readsProgram returns why an interpreter runs what nobody can see here: it has neither a file nor a text to run, so it
// runs what its input says.
func readsProgram(words []Word) string {
	name := baseName(words[0].Text)
	if !isInterpreter(name) {
		return ""
	}
	for i := 1; i < len(words); i++ {
		switch t := words[i].Text; {
		case t == "-", isShell(name) && isCluster(t) && strings.Contains(t, "s"):
			return quote(name) + " runs what its input says"
		case !strings.HasPrefix(t, "-"), givesProgram(name, t):
			return ""
		case len(t) == 2 && strings.Contains("oOWXrI", t[1:]):
			i++ // its value
		}
	}
	return quote(name) + " runs what its input says"
}

// isCluster reports whether a word is made of one-letter options.
func isCluster(t string) bool { return len(t) > 1 && t[0] == '-' && t[1] != '-' }

// givesProgram reports whether an option of an interpreter gives it the text to run, or makes it run none.
func givesProgram(name, option string) bool {
	switch option {
	case "--version", "--help", "--eval", "--print", "--command":
		return true
	case "-v":
		return slices.Contains([]string{"node", "nodejs", "perl", "php"}, name) // others go on
	}
	letters := "ceEmVhpr"
	if isShell(name) {
		letters = "c"
	}
	return isCluster(option) && strings.ContainsAny(option, letters)
}

// isInterpreter reports whether a program runs programs of others, and what its input says where it is given none. A
// version may follow its name.
func isInterpreter(name string) bool {
	if isShell(name) {
		return true
	}
	switch withoutVersion(name) {
	case "pwsh", "tcsh", "csh", "python", "pypy", "node", "nodejs", "deno", "bun", "ruby", "perl", "php", "lua", "luajit", "tclsh",
		"osascript", "Rscript", "julia":
		return true
	}
	return false
}

// withoutVersion takes the digits and dots off the end of a name.
func withoutVersion(name string) string {
	for name != "" && (name[len(name)-1] == '.' || '0' <= name[len(name)-1] && name[len(name)-1] <= '9') {
		name = name[:len(name)-1]
	}
	return name
}

// isShell reports whether a program takes a text to run behind -c as a shell does.
func isShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "fish":
		return true
	}
	return false
}
