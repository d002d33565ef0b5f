package interp

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/source"
)

// reword puts a message of the virtual machine into the words that programmers know from V8, with the expression that
// stands at the place of the error, and adds what to do about it. native says that the error comes from inside a built-in
// function, so that the expression there is not what is wrong.
func (r *run) reword(f *Failure, native bool) {
	if words, ok := plainWords[f.Message]; ok && machineErrors[f.Name] {
		f.Message = words
		return
	}
	switch f.Name {
	case "TypeError":
		r.rewordType(f, native)
	case "ReferenceError":
		if f.Message == "Cannot access a variable before initialization" {
			_, after := around(f)
			if name := chainAfter().FindStringSubmatch(after); name != nil {
				first, _, _ := strings.Cut(name[2], ".")
				f.Message = "Cannot access '" + first + "' before initialization"
			}
		}
		r.adviseName(f)
	}
}

// machineErrors are the classes of errors that the machine throws with a message. It is a constant table.
var machineErrors = map[string]bool{"TypeError": true, "ReferenceError": true, "RangeError": true, "URIError": true}

// plainWords are what V8 says for messages that are always the same. It is a constant table.
var plainWords = map[string]string{
	"No initial value":                                    "Reduce of empty array with no initial value",
	"Malformed URI":                                       "URI malformed",
	"Constructor Promise requires 'new'":                  "Promise constructor cannot be invoked without 'new'",
	"RegExp doesn't have global flag set":                 "String.prototype.matchAll called with a non-global RegExp argument",
	"toFixed() precision must be between 0 and 100":       "toFixed() digits argument must be between 0 and 100",
	"toExponential() precision must be between 0 and 100": "toExponential() argument must be between 0 and 100",
	"toPrecision() precision must be between 1 and 100":   "toPrecision() argument must be between 1 and 100",
	"Must call super constructor in derived class before returning from derived constructor": "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
}

var (
	noMember    = lazy.Regexp(`^Object has no member '(.*)'$`)
	cannotRead  = lazy.Regexp(`^Cannot read property '(.*)' of undefined(?: or null)?$`)
	notAnObject = lazy.Regexp(`^(?:Value is not an object|Not a function): (.*)$`)
	readOnly    = lazy.Regexp(`^Cannot assign to read only property '(.*)'$`)
	notCallable = lazy.Regexp(`^Value is not callable: (.*)$`)
	// What the machine says of objects that are not converted shows its own memory.
	notConverted = lazy.Regexp(`^Could not convert (?s:.*) to primitive$`)
	// A chain of names, calls without arguments and plain indexes, at the end and at the start of a text.
	chainBefore = lazy.Regexp(`[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\(\)|\[[\w$."']*\])*$`)
	chainAfter  = lazy.Regexp(`^(new\s+)?([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)`)
	chainCalled = lazy.Regexp(`^(new\s+)?([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*(?:\?\.)?[(` + "`" + `;]`)
)

func (r *run) rewordType(f *Failure, native bool) {
	before, after := around(f)
	switch m := f.Message; {
	case m == "Object has no member 'Symbol.iterator'":
		f.Message = "The value is not iterable"
	case noMember().MatchString(m):
		name := noMember().FindStringSubmatch(m)[1]
		f.Message = dotted(receiver(before), name) + " is not a function"
		r.adviseAwait(f, receiver(before))
	case cannotRead().MatchString(m):
		name := cannotRead().FindStringSubmatch(m)[1]
		f.Message = "Cannot read properties of undefined or null (reading '" + name + "')"
		if object := readFrom(before, after, name); object != "" && !native {
			f.Hint = isNothing(object)
			r.adviseAwait(f, object)
		}
	case notCallable().MatchString(m):
		f.Message = notCallable().FindStringSubmatch(m)[1] + " is not a function"
	case notAnObject().MatchString(m) && native:
		f.Message = notAnObject().FindStringSubmatch(m)[1] + " is not an object or a function"
	case notAnObject().MatchString(m):
		r.rewordCall(f, notAnObject().FindStringSubmatch(m)[1], before, after)
	case readOnly().MatchString(m) && r.isHostObject(readOnly().FindStringSubmatch(m)[1]):
		f.Message = readOnly().FindStringSubmatch(m)[1] + " is read-only"
		f.Hint = "give the variable another name"
	case m == "Value is not a constructor", m == "proxy target is not a function":
		if called := chainCalled().FindStringSubmatch(after); called != nil {
			f.Message = dotted(receiver(before), called[2]) + " is not a " + strings.TrimPrefix(m[strings.LastIndex(m, " "):], " ")
		}
	case m == "object is not iterable" && !native:
		r.rewordIteration(f, before, after)
	case m == "Value is not object coercible":
		f.Message = "Cannot destructure a value that is undefined or null"
	case notConverted().MatchString(m):
		f.Message = "Cannot convert object to primitive value"
	case m == "":
		f.Message = "Cannot change a value that is frozen or read-only"
	case m == "Cannot convert undefined or null to object" && !native:
		if set := assigned().FindStringSubmatch(after); set != nil && strings.HasSuffix(before, ".") {
			f.Message = "Cannot set properties of undefined or null (setting '" + set[1] + "')"
			if object := receiver(before); object != "" {
				f.Hint = isNothing(object)
			}
		}
	}
}

// rewordCall words the error of an expression that needs an object or a function and got another value.
func (r *run) rewordCall(f *Failure, got, before, after string) {
	called := chainCalled().FindStringSubmatch(after)
	in, instance := strings.Contains(after, " in "), strings.Contains(after, " instanceof ")
	switch {
	case called != nil && !in && !instance && source.IsVariable(strings.TrimRight(strings.SplitN(called[2], ".", 2)[0], "?")):
		switch name := dotted(receiver(before), called[2]); {
		case called[1] == "":
			f.Message = name + " is not a function"
		case r.isFunction(name):
			f.Message = "new " + name + " needs an object or a function, and got " + got
		default: // name itself may be what is wrong, or what it is given
			f.Message = "new " + name + " got " + got + " where an object or a function is needed"
		}
	case instance && called == nil && !in:
		f.Message = "The right-hand side of instanceof is not a function"
	case in && called == nil && !instance:
		f.Message = "Cannot use the operator in to look into " + got + ", which is not an object"
		f.Hint = "for a text or an array, write x.includes(…)"
	case strings.HasPrefix(after, "new ") && called == nil && !in && !instance:
		f.Message = got + " is not a constructor"
	default:
		f.Message = got + " is not an object or a function"
	}
}

// isFunction reports whether a global variable is a function.
func (r *run) isFunction(name string) bool {
	_, ok := goja.AssertFunction(r.vm.GlobalObject().Get(name))
	return ok
}

func (r *run) rewordIteration(f *Failure, before, after string) {
	if call := r.plainCall(f.Source); call != "" {
		f.Message = call + "(…) is not iterable"
		f.Hint = "a call gives a Promise: write await " + call + "(…)"
		return
	}
	if iterated := iterated(before, after); iterated != "" {
		f.Message = iterated + " is not iterable"
		f.Hint = "look at what it is: console.log(" + iterated + "); the list may be a member of it"
		r.adviseAwait(f, iterated)
	}
}

func isNothing(object string) string {
	if object == "null" || object == "undefined" {
		return ""
	}
	return object + " is undefined or null here"
}

// assigned is a property that is written to, at the start of a text.
var assigned = lazy.Regexp(`^([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^?<>]{1,3})?=(?:[^=>]|$)`)

// The expressions that a loop or a declaration iterates over, at the start of a text.
var (
	loopOver    = lazy.Regexp(`^for\s*(?:await\s*)?\([^()]*\bof\s+([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*\)`)
	takenApart  = lazy.Regexp(`^(?:const|let|var)\s*\[[^\]]*\]\s*=\s*(?:await\s+)?([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*(?:;|$)`)
	spreadApart = lazy.Regexp(`^([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*(?:[\],);]|$)`)
)

// iterated is the expression that turned out not to be iterable; empty if it is not a simple one.
func iterated(before, after string) string {
	for _, form := range []func() *regexp.Regexp{loopOver, takenApart, spreadApart} {
		if m := form().FindStringSubmatch(after); m != nil {
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
	object = strings.TrimSuffix(object, "?")
	chain := chainBefore().FindString(object)
	if strings.HasSuffix(strings.TrimSuffix(object, chain), ".") {
		return "" // the end of a longer one
	}
	return chain
}

// readFrom is the expression of which a property was read; empty if there is no simple one. The machine's place is the
// property, or one before it.
func readFrom(before, after, name string) string {
	chain := chainAfter().FindStringSubmatch(after)
	if chain == nil {
		return receiver(before)
	}
	names := strings.Split(chain[2], ".")
	for i := range names {
		if strings.TrimSuffix(names[i], "?") != name {
			continue
		}
		if i == 0 {
			return receiver(before)
		}
		if first := receiver(before); first != "" || !strings.HasSuffix(before, ".") {
			return dotted(first, strings.TrimSuffix(strings.Join(names[:i], "."), "?"))
		}
		return ""
	}
	return receiver(before)
}

func dotted(object, name string) string {
	if object == "" {
		return name
	}
	return object + "." + name
}
