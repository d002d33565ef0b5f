package rules

import (
	"regexp"
	"strings"
	"sync"

	"github.com/runcode-dev/runcode/gate/shell"
)

// prefixMark ends the pattern of a prefix.
const prefixMark = ":*"

// parseCommand reads the pattern of a rule about commands: the words of one simple command, or those that it begins with.
// They are quoted as in a shell, and stand for themselves: nothing in a pattern expands.
func parseCommand(pattern string) (shell.Rule, *syntaxError) {
	body, prefix := strings.CutSuffix(pattern, prefixMark)
	words, open, err := splitWords(body)
	if open && prefix { // the mark was inside quotes
		prefix = false
		words, open, err = splitWords(pattern)
	}
	switch {
	case err != nil:
		return shell.Rule{}, err
	case open:
		return shell.Rule{}, wrong(len(pattern), "a quote is not closed")
	case prefix && len(words) == 0:
		return shell.Rule{}, wrong(0, `the prefix is empty; leave the parentheses out to mean every command`)
	case prefix && strings.TrimRight(body, " ") != body:
		return shell.Rule{}, wrong(len(body), `":*" must follow the last word without a blank`)
	case assignment().MatchString(body):
		return shell.Rule{}, wrong(0, "a rule begins with the name of a program, and matches no command that sets a variable")
	}
	return shell.Rule{Words: words, Prefix: prefix}, nil
}

var assignment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *[A-Za-z_][A-Za-z_0-9]*\+?=`) })

// Characters that mean something to a shell when they are not quoted: anywhere, and at the start of a word.
const (
	shellSpecial = "*?[]{}()$`|&;<>\n\t"
	startSpecial = "#!~"
)

// splitWords splits a text at blanks and takes the quotes off. open says that the text ends inside quotes.
func splitWords(text string) (words []string, open bool, err *syntaxError) {
	var s splitter
	for i, c := range text {
		if err := s.next(i, c); err != nil {
			return nil, false, err
		}
	}
	s.end()
	return s.words, s.quote != 0 || s.escaped, nil
}

// splitter splits a text into words, one character after the other.
type splitter struct {
	words   []string
	word    strings.Builder // the one that is being read
	started bool            // there is one, empty or not
	quote   rune            // the quote that is open; 0: none
	escaped bool            // after a backslash
}

func (s *splitter) next(at int, c rune) *syntaxError {
	switch {
	case s.escaped:
		s.escape(c)
	case c == '\\' && s.quote != '\'':
		s.escaped, s.started = true, true
	case c == s.quote:
		s.quote = 0
	case s.quote == '"' && (c == '$' || c == '`'):
		return wrong(at, "%q expands between double quotes; use single quotes", string(c))
	case s.quote != 0:
		s.word.WriteRune(c)
	case c == '\'' || c == '"':
		s.quote, s.started = c, true
	case c == ' ':
		s.end()
	case strings.ContainsRune(shellSpecial, c), !s.started && strings.ContainsRune(startSpecial, c):
		return special(at, c)
	default:
		s.word.WriteRune(c)
		s.started = true
	}
	return nil
}

// escape takes the character after a backslash, which between double quotes escapes only some.
func (s *splitter) escape(c rune) {
	if s.quote == '"' && !strings.ContainsRune("\"\\$`", c) {
		s.word.WriteByte('\\')
	}
	s.word.WriteRune(c)
	s.escaped = false
}

func (s *splitter) end() {
	if s.started {
		s.words = append(s.words, s.word.String())
		s.word.Reset()
	}
	s.started = false
}

func special(at int, c rune) *syntaxError {
	switch c {
	case '*':
		return wrong(at, `"*" matches nothing here; end the pattern with ":*" to mean a prefix, or quote it`)
	case '|', '&', ';', '<', '>', '(', ')':
		return wrong(at, "%q: a rule is about one simple command; write a rule for each part, or quote it", string(c))
	}
	return wrong(at, "%q must be quoted: words of a rule stand for themselves", string(c))
}

// commandPattern writes a pattern so that parseCommand reads the same again.
func commandPattern(r shell.Rule) string {
	words := make([]string, len(r.Words))
	for i, w := range r.Words {
		words[i] = quoteWord(w)
	}
	pattern := strings.Join(words, " ")
	if r.Prefix {
		pattern += prefixMark
	}
	return pattern
}

func quoteWord(w string) string {
	if w != "" && !strings.ContainsAny(w, shellSpecial+" '\"\\") && !strings.ContainsAny(w[:1], startSpecial) {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
