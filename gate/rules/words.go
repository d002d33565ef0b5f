package rules

import (
	"strings"

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
	}
	return shell.Rule{Words: words, Prefix: prefix}, nil
}

// Characters that mean something to a shell when they are not quoted: anywhere, and at the start of a word.
const (
	shellSpecial = "*?[]{}()$`|&;<>\n\t"
	startSpecial = "#!~"
)

// splitWords splits a text at blanks and takes the quotes off. open says that the text ends inside quotes.
func splitWords(text string) (words []string, open bool, err *syntaxError) {
	var word strings.Builder
	var quote rune
	started, escaped := false, false
	for i, c := range text {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", c) {
				word.WriteRune('\\') // as in a shell: between double quotes it escapes only these
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, started = true, true
		case c == quote:
			quote = 0
		case quote != 0:
			if quote == '"' && (c == '$' || c == '`') {
				return nil, false, wrong(i, "%q expands between double quotes; use single quotes", string(c))
			}
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ':
			if started {
				words = append(words, word.String())
				word.Reset()
			}
			started = false
		case strings.ContainsRune(shellSpecial, c), !started && strings.ContainsRune(startSpecial, c):
			return nil, false, special(i, c)
		default:
			word.WriteRune(c)
			started = true
		}
	}
	if started {
		words = append(words, word.String())
	}
	return words, quote != 0 || escaped, nil
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
