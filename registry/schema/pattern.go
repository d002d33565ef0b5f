package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// Bounds of patterns. A size is about the number of instructions that a pattern compiles to.
const (
	maxPattern   = 10_000      // bytes of one
	maxSize      = 50_000      // of one that matches in linear time; larger ones are left to backtracking
	maxSizes     = 500_000     // of all in one schema
	sizePerByte  = 10          // of one that needs backtracking
	matchTimeout = time.Second // of one match by backtracking; generous, for a busy machine
)

var (
	errPattern     = errors.New("is not a regular expression of JavaScript")
	errLongPattern = errors.New("is too long for a regular expression")
)

// pattern is a compiled regular expression. It matches in linear time where RE2 takes the expression, and by
// backtracking, with a time limit, where it needs what only JavaScript has.
type pattern struct {
	linear       *regexp.Regexp // nil: backtracking
	backtracking *regexp2.Regexp
	text         string
	size         int
}

func compilePattern(text string) (*pattern, error) {
	if len(text) > maxPattern {
		return nil, errLongPattern
	}
	if tree, err := syntax.Parse(text, syntax.Perl); err == nil {
		if size := sizeOf(tree); size <= maxSize {
			re, err := regexp.Compile(text)
			return &pattern{linear: re, text: text, size: size}, err
		}
	}
	re, err := compileBacktracking(text)
	if err != nil {
		return nil, errPattern
	}
	re.MatchTimeout = matchTimeout
	return &pattern{backtracking: re, text: text, size: sizePerByte * len(text)}, nil
}

// sizeOf estimates the size of a parsed expression, repetitions multiplied out; more than maxSize is not counted
// exactly. The parser bounds the depth of the tree.
func sizeOf(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		size += sizeOf(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(1, re.Min, re.Max)
	}
	return min(size, maxSize+1)
}

// compileBacktracking shields from panics of the expression parser.
func compileBacktracking(text string) (re *regexp2.Regexp, err error) {
	defer func() {
		if recover() != nil {
			err = errPattern
		}
	}()
	if re, err = regexp2.Compile(text, regexp2.ECMAScript|regexp2.Unicode); err != nil {
		re, err = regexp2.Compile(text, regexp2.ECMAScript)
	}
	return re, err
}
