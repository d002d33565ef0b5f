package program

import (
	"regexp"
	"strings"
)

// awk is accepted as a filter only: it has a program and no operands, so it reads no file and its variables have no other
// values than the program gives them.
var awk = &grammar{short: "F:v:", operands: texts, check: checkAwk}

func checkAwk(l *line) string {
	if len(l.operands) != 1 || l.operands[0].Kind != Literal {
		return "awk is known to only read as a filter: give it what it works on by a pipe or with \"<\""
	}
	for _, o := range l.options {
		if name, _, _ := strings.Cut(o.value, "="); o.name == "v" && !PlainVariable(name) {
			return "the variable " + quote(name) + " of awk may have a meaning of its own"
		}
	}
	return awkProgram(l.text(0))
}

// awkRuns finds the words with which a program of awk runs others, reads and writes files and takes what is in the
// environment, and the signs for parts that are elsewhere. Where they stand is not looked at.
var awkRuns = regexp.MustCompile(`\b(system|getline|close|fflush|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND|BINMODE|while|do|extension|load|include)\b|@|>>|\\\n|\|&`)

// awkText matches a text in an awk program.
var awkText = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)

// awkProgram returns why a program of awk may do more than print. A single bar is a pipe, and ">" writes a file, except where
// it certainly compares: outside of all braces, or within parentheses.
func awkProgram(text string) string {
	if m := awkRuns.FindString(text); m != "" {
		return "the awk program has " + quote(m) + " in it"
	}
	if strings.Contains(strings.ReplaceAll(text, "||", ""), "|") {
		return "the awk program may pipe"
	}
	plain := strings.ReplaceAll(text, ">=", "")
	if !strings.Contains(plain, ">") {
		return ""
	}
	plain = awkText.ReplaceAllString(plain, "")
	braces, parentheses := 0, 0
	for _, c := range plain {
		switch c {
		case '/', '#', '"', '\\':
			return "the awk program may write" // where braces count is not known
		case '{':
			braces++
		case '}':
			braces--
		case '(':
			parentheses++
		case ')':
			parentheses--
		case '>':
			if braces > 0 && parentheses == 0 {
				return "the awk program may write"
			}
		}
		if braces < 0 || parentheses < 0 {
			return "the awk program is not understood"
		}
	}
	return ""
}
