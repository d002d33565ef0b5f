// Package source turns a program as a model wrote it into code that the virtual machine runs, and positions in that code
// back into positions of the program as it was written.
//
// The steps are: take the program out of what surrounds it (a fence, prose, `export default`), without moving anything;
// check its size and nesting before any parser that calls itself sees it; wrap it as the body of an async function, so
// that `return` and `await` work; have esbuild erase the types and lower what the machine lacks; make its last expression
// its value where it returns nothing by itself; compile.
package source

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/library"
)

// The wrapper stands on the first and after the last line of a program, so that lines keep their numbers.
const (
	prefix = "(async () => {"
	suffix = "\n})()"
)

// Program is a compiled program. It does not change and may be run by several machines at once.
type Program struct {
	Code *goja.Program // running it gives the promise of the program's value
	Name string        // what positions call it
	Text string        // the compiled text

	Needs library.Features // what it uses of the library

	// Sources are what the regular expressions of the program were that the compiler has rewritten, by what they are now.
	Sources map[string]string

	// Accumulates says that the code calls the global function [NewText].
	Accumulates bool

	// Throws says that the code calls the global function [Thrown].
	Throws bool

	// Catches says that the code calls the global function [Caught].
	Catches bool

	// Copies says that the code calls the global functions [Copy] and [Append].
	Copies bool

	Notes []string // what the author is to know before anything runs
	Slips []Slip   // the first ones, in order; they matter only where their paths are those of functions of the host

	lines []string
}

// Kind says at which step a program was refused.
type Kind int

// The kinds of problems.
const (
	Syntax Kind = iota // it is not a program
	Limit              // it is larger or more deeply nested than allowed
)

// Problem is why a program cannot be compiled, in terms of the program as it was written.
type Problem struct {
	Kind          Kind
	Message, Hint string
	Line, Column  int // from 1; 0: no one place
	Source        string
	Limit         string // the setting that raises the limit, where there is one
}

// Lines is the number of lines of the program as it was written.
func (p *Program) Lines() int { return len(p.lines) }

// Line gives the text of a line, counted from 1; empty where there is no such line.
func (p *Program) Line(n int) string { return lineOf(p.lines, n) }

// Only finds the one place in the program at which a piece of text stands; ok is false if there are none or several.
func (p *Program) Only(text string) (line, column int, ok bool) {
	for i, l := range p.lines {
		switch strings.Count(l, text) {
		case 0:
			continue
		case 1:
			if !ok {
				line, column, ok = i+1, utf8.RuneCountInString(l[:strings.Index(l, text)])+1, true
				continue
			}
		}
		return 0, 0, false
	}
	return line, column, ok
}

// Position turns a position that the machine reports into one of the program as it was written. ok is false for places
// that no text of the program stands at.
func (p *Program) Position(at file.Position) (line, column int, ok bool) {
	return at.Line, at.Column, at.Filename == p.Name && 1 <= at.Line && at.Line <= len(p.lines)
}

// IsVariable reports whether a program can have a variable of that name.
func IsVariable(name string) bool { return variableName().MatchString(name) && !reserved[name] }

var variableName = lazy.Regexp(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// reserved are the words of the language. It is a constant table.
var reserved = set("await break case catch class const continue debugger default delete do else enum export extends false " +
	"finally for function if implements import in instanceof interface let new null package private protected public " +
	"return static super switch this throw true try typeof var void while with yield arguments eval")
