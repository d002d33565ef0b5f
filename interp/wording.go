package interp

import (
	"regexp"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/library"
	"github.com/runcode-dev/runcode/interp/internal/source"
)

// reword puts a message of the virtual machine into the words that programmers know from V8, with the expression that
// stands at the place of the error, and adds what to do about it. native says that the error comes from inside a built-in
// function, so that the expression there is not what is wrong.
func (r *run) reword(f *Failure, native bool) {
	switch f.Name {
	case "TypeError":
		r.rewordType(f, native)
	case "ReferenceError":
		if f.Message == "Cannot access a variable before initialization" {
			_, after := around(f)
			if name := chainAfter.FindStringSubmatch(after); name != nil {
				first, _, _ := strings.Cut(name[2], ".")
				f.Message = "Cannot access '" + first + "' before initialization"
			}
		}
		r.adviseName(f)
	}
}

var (
	noMember    = regexp.MustCompile(`^Object has no member '(.*)'$`)
	cannotRead  = regexp.MustCompile(`^Cannot read property '(.*)' of undefined(?: or null)?$`)
	notAnObject = regexp.MustCompile(`^Value is not an object: (.*)$`)
	// A chain of names, calls without arguments and plain indexes, at the end and at the start of a text.
	chainBefore = regexp.MustCompile(`[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\(\)|\[[\w$."']*\])*$`)
	chainAfter  = regexp.MustCompile(`^(new\s+)?([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)`)
)

func (r *run) rewordType(f *Failure, native bool) {
	before, after := around(f)
	switch m := f.Message; {
	case noMember.MatchString(m):
		name := noMember.FindStringSubmatch(m)[1]
		f.Message = dotted(receiver(before), name) + " is not a function"
	case cannotRead.MatchString(m):
		name := cannotRead.FindStringSubmatch(m)[1]
		f.Message = "Cannot read properties of undefined or null (reading '" + name + "')"
		if object := receiver(before); object != "" && !native {
			f.Hint = object + " is undefined or null here"
		}
	case notAnObject.MatchString(m) && !native:
		called := chainAfter.FindStringSubmatch(after)
		switch {
		case called == nil || called[2] == "new":
			f.Message = notAnObject.FindStringSubmatch(m)[1] + " is not a function"
		case called[1] != "":
			f.Message = called[2] + " is not a constructor"
		default:
			f.Message = dotted(receiver(before), called[2]) + " is not a function"
		}
	case m == "object is not iterable" && !native:
		if iterated := iterated(before, after); iterated != "" {
			f.Message = iterated + " is not iterable"
			f.Hint = "look at what it is: console.log(" + iterated + "); the list may be a member of it"
		}
	case m == "Value is not object coercible":
		f.Message = "Cannot destructure a value that is undefined or null"
	case m == "Cannot convert undefined or null to object" && !native:
		if set := assigned.FindStringSubmatch(after); set != nil && strings.HasSuffix(before, ".") {
			f.Message = "Cannot set properties of undefined or null (setting '" + set[1] + "')"
			if object := receiver(before); object != "" {
				f.Hint = object + " is undefined or null here"
			}
		}
	}
}

// assigned is a property that is written to, at the start of a text.
var assigned = regexp.MustCompile(`^([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^?<>]{1,3})?=(?:[^=>]|$)`)

// The expressions that a loop or a declaration iterates over, at the start of a text.
var (
	loopOver    = regexp.MustCompile(`^for\s*(?:await\s*)?\([^()]*\bof\s+([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*\)`)
	takenApart  = regexp.MustCompile(`^(?:const|let|var)\s*\[[^\]]*\]\s*=\s*(?:await\s+)?([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*(?:;|$)`)
	spreadApart = regexp.MustCompile(`^([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*(?:[\],);]|$)`)
)

// iterated is the expression that turned out not to be iterable; empty if it is not a simple one.
func iterated(before, after string) string {
	for _, form := range []*regexp.Regexp{loopOver, takenApart, spreadApart} {
		if m := form.FindStringSubmatch(after); m != nil {
			return dotted(receiver(before), m[1])
		}
	}
	return ""
}

// around is the text of the line before and from the place of a failure.
func around(f *Failure) (before, after string) {
	line := []rune(f.Source)
	if f.Column < 1 || f.Column > len(line) {
		return "", ""
	}
	return string(line[:f.Column-1]), string(line[f.Column-1:])
}

// receiver is the expression before the dot at the end of a text; empty if there is no simple one.
func receiver(before string) string {
	object, ok := strings.CutSuffix(before, ".")
	if !ok {
		return ""
	}
	return chainBefore.FindString(strings.TrimSuffix(object, "?"))
}

func dotted(object, name string) string {
	if object == "" {
		return name
	}
	return object + "." + name
}

var notDefined = regexp.MustCompile(`^(\S+) is not defined$`)

// adviseName says what a program can use instead of a variable that does not exist.
func (r *run) adviseName(f *Failure) {
	m := notDefined.FindStringSubmatch(f.Message)
	if m == nil || f.Hint != "" {
		return
	}
	name := m[1]
	if source.LooksLikeShell(r.req.Program) {
		f.Hint = "this looks like a shell command; call a tool that runs commands"
		return
	}
	for _, o := range r.req.Objects {
		for _, path := range o.Functions.Names() {
			if path[len(path)-1] == name || path[0] == name {
				f.Hint = "write " + o.Name + "." + name
				if len(path) == 2 && path[1] == name {
					f.Hint = "write " + o.Name + "." + strings.Join(path, ".")
				}
				return
			}
		}
	}
	if advice := library.Advice(name); advice != "" {
		f.Hint = advice
		return
	}
	names := []string{"console", "input"}
	for _, o := range r.req.Objects {
		names = append(names, o.Name)
	}
	f.Hint = "declare it; beside the language, a program has the globals " + strings.Join(names, ", ")
}
