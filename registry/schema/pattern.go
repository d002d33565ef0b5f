package schema

import (
	"errors"
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// Bounds of patterns.
const (
	maxPattern   = 10_000                 // bytes
	matchTimeout = 250 * time.Millisecond // of one match by backtracking
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
}

func compilePattern(text string) (*pattern, error) {
	if len(text) > maxPattern {
		return nil, errLongPattern
	}
	if re, err := regexp.Compile(text); err == nil {
		return &pattern{linear: re, text: text}, nil
	}
	re, err := compileBacktracking(text)
	if err != nil {
		return nil, errPattern
	}
	re.MatchTimeout = matchTimeout
	return &pattern{backtracking: re, text: text}, nil
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

// match reports whether the expression matches somewhere in s. An error means that this takes too long to tell.
func (p *pattern) match(s string) (bool, error) {
	if p.linear != nil {
		return p.linear.MatchString(s), nil
	}
	return p.backtracking.MatchString(s)
}
