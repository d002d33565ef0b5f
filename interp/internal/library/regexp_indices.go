package library

import (
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// ownExec marks, on the function, an exec that the library has given to an expression.
var ownExec = goja.NewSymbol("exec")

// addExec gives an expression an exec of its own. With the d flag it tells where the groups matched; with the u flag it
// tells what the named groups are, which goja forgets in texts that are not ASCII.
func (r *regexps) addExec(o *goja.Object, source, flags string) {
	var compiled *regexp2.Regexp
	var names []string
	exec, err := r.function(method{"exec", 1, func(call goja.FunctionCall) goja.Value {
		input := r.toString(call.Argument(0))
		result, ok := r.exec(goja.FunctionCall{This: call.This, Arguments: []goja.Value{input}}).(*goja.Object)
		if !ok {
			return goja.Null()
		}
		if names == nil {
			compiled, names = r.compile(source, flags)
		}
		r.nameGroups(result, names)
		if compiled != nil {
			at := r.found(result, input).at
			_ = result.Set("indices", r.indices(compiled, names, newSubject(input, strings.ContainsAny(flags, "uv")), at))
		}
		return result
	}})
	if err == nil {
		err = exec.DefineDataPropertySymbol(ownExec, r.vm.ToValue(true), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	if err == nil {
		err = hidden(o, "exec", exec)
	}
	if err != nil {
		panic(err)
	}
}

// nameGroups sets the groups of a match where they are missing.
func (r *regexps) nameGroups(match *goja.Object, names []string) {
	if !nullish(match.Get("groups")) {
		return
	}
	groups := r.vm.CreateObject(nil)
	named := false
	for i, name := range names {
		if name == "" {
			continue
		}
		named = true
		if v := match.Get(itoa(i)); !nullish(v) || nullish(groups.Get(name)) {
			_ = groups.Set(name, v)
		}
	}
	if named {
		_ = match.Set("groups", groups)
	}
}

// compile finds the names of the groups of an expression that the machine has accepted. With the d flag it compiles it for
// the engine that can start in the middle of a text.
func (r *regexps) compile(source, flags string) (*regexp2.Regexp, []string) {
	p, err := pattern.Rewrite(source, flags)
	if err != nil {
		panic(r.vm.NewTypeError("%s", err))
	}
	if !strings.Contains(flags, "d") {
		return nil, p.Names
	}
	options := regexp2.ECMAScript
	for flag, option := range map[string]regexp2.RegexOptions{"i": regexp2.IgnoreCase, "m": regexp2.Multiline, "s": regexp2.Singleline, "u": regexp2.Unicode} {
		if strings.Contains(p.Flags, flag) {
			options |= option
		}
	}
	compiled, err := regexp2.Compile(p.Plain, options)
	if err != nil {
		r.throw("SyntaxError", "Invalid regular expression: /%s/%s: the d flag cannot be used with it", source, flags)
	}
	return compiled, p.Names
}

// indices is the array that the d flag asks for.
func (r *regexps) indices(compiled *regexp2.Regexp, names []string, input subject, at int) *goja.Object {
	match, err := compiled.FindRunesMatchStartingAt(input.runes, input.index(at))
	if err != nil || match == nil {
		r.throw("RangeError", "the regular expression takes too long to match with the d flag")
	}
	list := make([]any, len(names))
	groups := r.vm.CreateObject(nil)
	named := false
	for i, g := range match.Groups() {
		if i >= len(list) {
			break
		}
		list[i] = goja.Undefined()
		if len(g.Captures) > 0 {
			list[i] = r.vm.NewArray(input.offset(g.RuneIndex), input.offset(g.RuneIndex+g.RuneLength))
		}
		if names[i] != "" {
			named = true
			_ = groups.Set(names[i], list[i])
		}
	}
	array := r.vm.NewArray(list...)
	value := goja.Undefined()
	if named {
		value = groups
	}
	_ = array.Set("groups", value)
	return array
}

// subject is a string as the engine sees it, and the way between its characters and those of the program.
type subject struct {
	runes   []rune
	offsets []int // of each character and of the end, in UTF-16 units
}

func newSubject(s goja.String, unicode bool) subject {
	u := subject{offsets: []int{0}}
	if unicode {
		at := 0
		for _, c := range s.String() {
			u.runes = append(u.runes, c)
			if at++; c > 0xffff {
				at++
			}
			u.offsets = append(u.offsets, at)
		}
		return u
	}
	for i := range s.Length() {
		u.runes = append(u.runes, rune(s.CharAt(i)))
		u.offsets = append(u.offsets, i+1)
	}
	return u
}

func (s subject) offset(index int) int { return s.offsets[min(index, len(s.offsets)-1)] }

func (s subject) index(offset int) int {
	for i, o := range s.offsets {
		if o >= offset {
			return i
		}
	}
	return len(s.runes)
}
