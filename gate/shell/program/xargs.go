package program

import (
	"strconv"
	"strings"
)

// Xargs is a command line of xargs taken apart, of those forms that are known in full.
type Xargs struct {
	Command   []string // that is run, with the words that come in behind it; never empty
	Replace   string   // each word of the command that has this in it gets a line that comes in; empty: see Command
	Delimiter string   // that the input is cut at, one byte; empty: blanks, with quotes as xargs has them
	Most      int      // words that come in for each time it is run; 0: any
	SkipEmpty bool     // it is not run without any
}

// ParseXargs takes the words of a command line of xargs apart; nil: it has another form.
func ParseXargs(words []Word) *Xargs {
	if len(words) == 0 || !words[0].Is("xargs") {
		return nil
	}
	for _, w := range words {
		if w.Kind != Literal {
			return nil
		}
	}
	x := &Xargs{}
	args := Texts(words[1:])
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		used := x.option(args)
		if used == 0 {
			return nil
		}
		args = args[used:]
	}
	if x.Command = args; len(args) == 0 {
		x.Command = []string{"echo"}
	}
	if x.Replace != "" && x.Most > 0 {
		return nil // which of them counts differs
	}
	return x
}

// option takes the option at the head of args, and tells how many words it has; 0: it is not known.
func (x *Xargs) option(args []string) (used int) {
	switch args[0] {
	case "-0", "--null":
		x.Delimiter = "\x00"
		return 1
	case "-r", "--no-run-if-empty":
		x.SkipEmpty = true
		return 1
	}
	name, value := args[0][:2], args[0][2:]
	used = 1
	if value == "" && len(args) > 1 {
		value, used = args[1], 2
	}
	n, err := strconv.Atoi(value)
	switch {
	case name == "-I" && value != "":
		x.Replace = value
	case name == "-n" && err == nil && n > 0:
		x.Most = n
	case name == "-P" && err == nil && n >= 0: // one at a time will do
	case name == "-d" && value == `\n`:
		x.Delimiter = "\n"
	case name == "-d" && len(value) == 1:
		x.Delimiter = value
	default:
		return 0
	}
	return used
}

// ClassifyXargs judges a command line of xargs whose every run is judged once more, with the words that have come in. ok is
// false when it is none, or has a form that is not known.
func ClassifyXargs(words []Word) (c Class, ok bool) {
	x := ParseXargs(words)
	if x == nil {
		return Class{}, false
	}
	command := Literals(x.Command...)
	name, _ := Name(command[0])
	if _, inTable := lookup(name); !inTable && name != "echo" {
		return Class{}, false
	}
	c = Classify(command)
	return c, !c.Filter
}
