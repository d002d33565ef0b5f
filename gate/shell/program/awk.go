package program

import (
	"regexp"
	"strings"
	"sync"
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

// awkRefused are what a program of awk runs others with, reads and writes files, takes what is in the environment, and goes on
// for ever. They are refused wherever they stand, in a longer word and in a text too: where a word begins is for awk to say,
// which reads "1system" as two.
var awkRefused = []string{
	"system", "getline", "close", "fflush", "ENVIRON", "PROCINFO", "SYMTAB", "FUNCTAB", "ARG", "BINMODE", "while", "extension",
	"@", ">>", "\\\n", "\\\r", "\x00",
}

// awkText matches a text in an awk program.
var awkText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`) })

// awkProgram returns why a program of awk may do more than print. A single bar is a pipe, and ">" writes a file, except where
// it certainly compares: outside of all braces, or within parentheses, which have no statement in them but behind "for".
func awkProgram(text string) string {
	for _, refused := range awkRefused {
		if strings.Contains(text, refused) {
			return "the awk program has " + quote(refused) + " in it"
		}
	}
	if strings.Contains(strings.ReplaceAll(text, "||", ""), "|") {
		return "the awk program may pipe"
	}
	plain := strings.ReplaceAll(text, ">=", "")
	if !strings.Contains(plain, ">") {
		return ""
	}
	plain = awkText().ReplaceAllString(plain, "")
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
			if braces > 0 && (parentheses == 0 || strings.Contains(text, "for")) {
				return "the awk program may write"
			}
		}
		if braces < 0 || parentheses < 0 {
			return "the awk program is not understood"
		}
	}
	return ""
}
