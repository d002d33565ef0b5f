// Package ignore decides by the rules of .gitignore files which paths are left out of a walk. Lists are made of the
// files' text; finding and reading the files is the caller's.
package ignore

import (
	"bytes"
	"strings"

	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
)

// List is the rules of one ignore file. It is immutable, and any goroutine may use it.
type List struct {
	rules []rule
}

type rule struct {
	pattern *wildcard.Pattern
	negated bool // a match is kept
	dirOnly bool // only directories match
	name    bool // the last component alone is matched, at any depth
}

// Parse reads the text of an ignore file. Lines that git would never match are passed over, as git does.
func Parse(text []byte) *List {
	l := &List{}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if r, ok := parseRule(line); ok {
			l.rules = append(l.rules, r)
		}
	}
	return l
}

func parseRule(line string) (rule, bool) {
	if strings.HasPrefix(line, "#") {
		return rule{}, false
	}
	line = trimTrailingSpaces(line)
	var r rule
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	r.name = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule{}, false
	}
	p, err := wildcard.Ignore(line)
	r.pattern = p
	return r, err == nil
}

// trimTrailingSpaces removes the spaces at the end that no backslash protects.
func trimTrailingSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// match gives the verdict of the last rule that matches, and whether there is one.
func (l *List) match(path, name string, dir bool) (ignored, found bool) {
	for i := len(l.rules) - 1; i >= 0; i-- {
		r := &l.rules[i]
		if r.dirOnly && !dir {
			continue
		}
		subject := path
		if r.name {
			subject = name
		}
		if r.pattern.Match(subject) {
			return !r.negated, true
		}
	}
	return false, false
}

// Stack is the lists that hold in one directory, the nearest first. A nil *Stack ignores nothing. It is immutable.
type Stack struct {
	list  *List
	dir   string // of the list's file, relative to the walk's top, with a slash at the end; empty: the top, or above it
	above string // way down from the directory of the file to the walk's top, with a slash at the end; empty: none
	up    *Stack
}

// Push gives the stack that holds in dir, whose own ignore file is list. The walk's top is ".".
func (s *Stack) Push(dir string, list *List) *Stack {
	if len(list.rules) == 0 {
		return s
	}
	return &Stack{list: list, dir: prefix(dir), up: s}
}

// PushAbove gives the stack with the list of a directory above the walk's top; way leads from that directory down to the
// top, and is "." for a list that holds for the top as its own.
func (s *Stack) PushAbove(way string, list *List) *Stack {
	if len(list.rules) == 0 {
		return s
	}
	return &Stack{list: list, above: prefix(way), up: s}
}

func prefix(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}

// Ignored reports whether a path is left out, by the nearest list that says anything about it. Paths are relative to the
// walk's top, with slashes. Directories above the path are not looked at: a walk does not enter one that is ignored.
func (s *Stack) Ignored(path string, dir bool) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; s != nil; s = s.up {
		rel := s.above + strings.TrimPrefix(path, s.dir)
		if ignored, found := s.list.match(rel, name, dir); found {
			return ignored
		}
	}
	return false
}
