package rules

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/gate"
)

// Rule is one entry of a list of permissions, as it is written: the name of a tool, and in parentheses which of its calls
// are meant.
//
//	read_file                 every call of one tool
//	github.*                  every tool of one namespace
//	"my tool"                 a name with odd characters, as a JSON string; it stands for itself alone
//	edit_file(src/**)         the calls that touch only such files
//	bash(npm run test)        the command of exactly these words
//	bash(git status:*)        the commands that begin with these words
type Rule struct {
	Tool      string // the full name; of a rule about a namespace, the namespace
	Namespace bool   // the rule is about every tool of the namespace
	Patterned bool   // there are parentheses
	Pattern   string // what stands in them
}

// syntaxError is a mistake in the text of a rule.
type syntaxError struct {
	at   int // offset in bytes
	text string
}

func (e *syntaxError) Error() string { return e.text }

func wrong(at int, format string, args ...any) *syntaxError {
	return &syntaxError{at: at, text: fmt.Sprintf(format, args...)}
}

// Parse reads the text of a rule. It says nothing about whether there is such a tool, or what its pattern means.
func Parse(text string) (Rule, error) {
	r, err := parseRule(text)
	if err != nil {
		return Rule{}, fmt.Errorf("rule %q: %w", text, err)
	}
	return r, nil
}

func parseRule(text string) (Rule, *syntaxError) {
	if text == "" {
		return Rule{}, wrong(0, "the rule is empty; write the name of a tool")
	}
	if i := strings.IndexFunc(text, isHidden); i >= 0 {
		c, _ := utf8.DecodeRuneInString(text[i:])
		return Rule{}, wrong(i, "the character %U cannot be in a rule, for nobody would see it", c)
	}
	r, rest, err := parseName(text)
	if err != nil || rest == "" {
		return r, err
	}
	at := len(text) - len(rest)
	switch {
	case rest[0] != '(':
		return Rule{}, wrong(at, `%q cannot follow the name of a tool; write the rule as "name" or "name(pattern)"`, firstRune(rest))
	case !strings.HasSuffix(rest, ")"):
		return Rule{}, wrong(len(text), `")" is missing at the end`)
	case r.Namespace:
		return Rule{}, wrong(at, "a rule about a whole namespace takes no pattern")
	}
	r.Patterned, r.Pattern = true, rest[1:len(rest)-1]
	if strings.TrimSpace(r.Pattern) == "" {
		return Rule{}, wrong(at+1, "the pattern is empty; leave the parentheses out to mean every call of %s", r.Tool)
	}
	return r, nil
}

// parseName reads the name at the start of a rule, and gives what follows it.
func parseName(text string) (r Rule, rest string, err *syntaxError) {
	if text[0] == '"' {
		return parseQuoted(text)
	}
	end := strings.IndexFunc(text, func(c rune) bool { return !isBare(c) })
	if end < 0 {
		end = len(text)
	}
	name, rest := text[:end], text[end:]
	if namespace, ok := strings.CutSuffix(name, "."); ok && namespace != "" && strings.HasPrefix(rest, "*") {
		return Rule{Tool: namespace, Namespace: true}, rest[1:], nil
	}
	switch {
	case strings.HasPrefix(rest, "*"):
		return Rule{}, "", wrong(end, `"*" can only stand for all tools of one namespace, as in "github.*"`)
	case name == "":
		return Rule{}, "", wrong(0, "%q cannot begin the name of a tool; quote a name with odd characters", firstRune(text))
	}
	return Rule{Tool: name}, rest, nil
}

// parseQuoted reads a name that is written as a JSON string.
func parseQuoted(text string) (r Rule, rest string, err *syntaxError) {
	dec := json.NewDecoder(strings.NewReader(text))
	var name string
	if dec.Decode(&name) != nil {
		return Rule{}, "", wrong(0, "the quoted name is not a JSON string")
	}
	if name == "" || strings.ContainsFunc(name, isHidden) {
		return Rule{}, "", wrong(0, "the quoted name is empty or holds characters that nobody would see")
	}
	rest = text[dec.InputOffset():]
	if after, ok := strings.CutPrefix(rest, ".*"); ok {
		return Rule{Tool: name, Namespace: true}, after, nil
	}
	return Rule{Tool: name}, rest, nil
}

// isHidden reports whether a character would not be seen by who reads a rule, or is not one at all.
func isHidden(c rune) bool {
	return c == utf8.RuneError || unicode.IsControl(c) || gate.Hidden(c)
}

// isBare reports whether a character can be in a name that is not quoted.
func isBare(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || strings.ContainsRune("_-./:@$#+~%&=", c)
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// String writes the rule so that [Parse] reads the same again.
func (r Rule) String() string {
	name := r.Tool
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return !isBare(c) }) {
		name = quoteName(name)
	}
	switch {
	case r.Namespace:
		return name + ".*"
	case r.Patterned:
		return name + "(" + r.Pattern + ")"
	}
	return name
}

func quoteName(name string) string {
	quoted, _ := json.Marshal(name) // a string always has a JSON text
	return string(quoted)
}
