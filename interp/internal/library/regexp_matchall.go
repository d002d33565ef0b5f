package library

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// manyMatches is how long a text is for which all matches are found at once.
const manyMatches = 1 << 12

// installMatchAll finds all matches of a long text at once. The machine searches for one after the other, and each time
// looks through a text that is not ASCII to see whether it is still the same.
func installMatchAll(l *library) error {
	prototype, err := l.object("RegExp", "prototype")
	if err != nil {
		return err
	}
	exec := prototype.Get("exec")
	original, ok := prototype.GetSymbol(goja.SymMatchAll).(*goja.Object).Export().(native)
	if !ok {
		return errors.New("the method Symbol.matchAll of RegExp is not a native function")
	}
	replace, ok := prototype.GetSymbol(goja.SymReplace).(*goja.Object).Export().(native)
	if !ok {
		return errors.New("the method Symbol.replace of RegExp is not a native function")
	}
	f, err := l.function(method{"[Symbol.matchAll]", 1, func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok || !isRegExp(o) || o.Prototype() != prototype || o.Get("exec") != exec {
			return original(call)
		}
		s := l.toString(call.Argument(0))
		if s.Length() < manyMatches || len(s.String()) == s.Length() || !findsAll(o) {
			return original(call)
		}
		return l.allMatches(replace, o, s)
	}})
	if err != nil {
		return err
	}
	return prototype.DefineDataPropertySymbol(goja.SymMatchAll, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// findsAll tells whether the way in which the machine finds all matches is right for an expression, from the start of the
// text.
func findsAll(o *goja.Object) bool {
	flags := o.Get("flags").String()
	return strings.Contains(flags, "g") && !strings.ContainsAny(flags, "duvy") && o.Get("lastIndex").ToInteger() == 0 &&
		!pattern.MatchesEmpty(o.Get("source").String())
}

// allMatches gathers the matches by replacing each with itself.
func (l *library) allMatches(replace native, o *goja.Object, s goja.String) goja.Value {
	var matches []any
	gather := func(call goja.FunctionCall) goja.Value {
		args := call.Arguments // the match, the groups, where it is, the text, and the named groups if there are any
		named := goja.Undefined()
		if last, ok := args[len(args)-1].(*goja.Object); ok {
			named, args = last, args[:len(args)-1]
		}
		end := len(args) - 2
		parts := make([]any, end)
		for i, part := range args[:end] {
			parts[i] = part
		}
		match := l.vm.NewArray(parts...)
		_ = match.Set("index", args[end])
		_ = match.Set("input", s)
		_ = match.Set("groups", named)
		matches = append(matches, match)
		return args[0]
	}
	replace(goja.FunctionCall{This: o, Arguments: []goja.Value{s, l.vm.ToValue(gather)}})
	list := l.vm.NewArray(matches...)
	values, ok := goja.AssertFunction(list.GetSymbol(goja.SymIterator))
	if !ok {
		panic(l.vm.NewTypeError("arrays have no iterator"))
	}
	iterator, err := values(list)
	if err != nil {
		panic(err)
	}
	return iterator
}
