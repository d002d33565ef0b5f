// Package search finds the lines of files that match a pattern: regular expressions in time linear in the text, and plain
// text. It knows nothing of where files are.
package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// MaxPattern is the longest pattern, in bytes.
const MaxPattern = 64 << 10

// Query says what to look for.
type Query struct {
	Pattern    string
	Fixed      bool // the pattern is text, not an expression
	IgnoreCase bool
}

// Matcher is a compiled query. Any goroutine may use it.
type Matcher struct {
	re       *regexp.Regexp // never matches a line feed
	literals []literal      // one of them is in each line that matches; empty: nothing is known
	exact    bool           // and where the one literal is, the pattern matches
	tools    sync.Pool      // of *tools
}

// PatternError is what is wrong with a pattern, and what to do about it.
type PatternError struct{ Message, Hint string }

func (e *PatternError) Error() string { return e.Message }

// Compile prepares a query. The error is a [*PatternError].
func Compile(q Query) (*Matcher, error) {
	switch {
	case q.Pattern == "":
		return nil, &PatternError{"is empty", "to find files by name, use glob"}
	case len(q.Pattern) > MaxPattern:
		return nil, &PatternError{fmt.Sprintf("has %d bytes; the longest that is allowed has %d", len(q.Pattern), MaxPattern), "search for less at once"}
	}
	tree, err := parse(q)
	if err != nil {
		return nil, err
	}
	if !withinLine(tree) {
		return nil, &PatternError{"contains a line feed, but lines are searched one by one", "search for a part that is on one line"}
	}
	re, cerr := regexp.Compile(tree.String())
	if cerr != nil {
		return nil, &PatternError{"is too complex", "search for less at once"}
	}
	prog, cerr := syntax.Compile(tree.Simplify())
	if cerr != nil {
		return nil, &PatternError{"is too complex", "search for less at once"}
	}
	m := &Matcher{re: re, literals: required(tree)}
	m.exact = tree.Op == syntax.OpLiteral && len(m.literals) == 1 && !m.literals[0].fold
	m.tools.New = func() any {
		t := &tools{buf: make([]byte, windowSize), finder: newFinder(m.literals)}
		if !m.exact {
			t.dfa = newDFA(prog)
		}
		return t
	}
	return m, nil
}

func parse(q Query) (*syntax.Regexp, error) {
	pattern := q.Pattern
	if q.Fixed {
		pattern = regexp.QuoteMeta(pattern)
	} else if openRange.MatchString(pattern) {
		return nil, &PatternError{"{,n} is no repetition here", "write {0,n}, or \\{ for the character itself"}
	}
	flags := syntax.Perl &^ syntax.OneLine // ^ and $ are those of lines
	if q.IgnoreCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return nil, explain(pattern, err)
	}
	return tree, nil
}

var (
	openRange  = regexp.MustCompile(`(?:^|[^\\])\{,\d+\}`)
	lookAround = regexp.MustCompile(`\(\?<?[=!]`)
	backRef    = regexp.MustCompile(`^\\[1-9k]`)
)

// explain puts an error of the parser into words.
func explain(pattern string, err error) *PatternError {
	const fixed = "set fixed: true to search for the text as it is"
	wrong, ok := errors.AsType[*syntax.Error](err)
	switch {
	case !ok:
		return &PatternError{"is no valid regular expression", fixed}
	case lookAround.MatchString(pattern):
		return &PatternError{"look-ahead and look-behind are not supported (the dialect is RE2)", "match more and filter the lines found, or " + fixed}
	case wrong.Code == syntax.ErrInvalidEscape && backRef.MatchString(wrong.Expr):
		return &PatternError{"back-references are not supported (the dialect is RE2)", "match more and filter the lines found, or " + fixed}
	default:
		return &PatternError{fmt.Sprintf("is no valid regular expression: %s: `%s`", wrong.Code, wrong.Expr), fixed}
	}
}

// withinLine rewrites an expression so that it never matches a line feed, and $ before CR LF as well as before LF. It
// reports whether anything can still match.
func withinLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return !strings.ContainsRune(string(re.Rune), '\n')
	case syntax.OpCharClass:
		re.Rune = without(re.Rune, '\n')
		return len(re.Rune) > 0
	case syntax.OpAnyChar:
		re.Op = syntax.OpAnyCharNotNL
	case syntax.OpBeginText:
		re.Op = syntax.OpBeginLine
	case syntax.OpEndText, syntax.OpEndLine:
		cr := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{'\r'}}
		maybe := &syntax.Regexp{Op: syntax.OpQuest, Sub: []*syntax.Regexp{cr}}
		*re = syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{maybe, {Op: syntax.OpEndLine}}}
		return true
	}
	for _, sub := range re.Sub {
		if !withinLine(sub) {
			return false
		}
	}
	return true
}

// without takes a rune out of the ranges of a class.
func without(ranges []rune, r rune) []rune {
	var out []rune
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if lo <= r && r <= hi {
			if lo < r {
				out = append(out, lo, r-1)
			}
			lo = r + 1
		}
		if lo <= hi {
			out = append(out, lo, hi)
		}
	}
	return out
}
