package library

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// regexpMethods puts a check before the methods that find all matches. goja has a fast way for them that is wrong for some
// expressions; these are answered here, as the standard says.
type regexpMethods struct {
	*library
	exec  *goja.Object    // RegExp.prototype.exec
	find  native          // the same
	class goja.Value      // RegExp
	risky map[string]bool // by flags and source
}

func installRegExpMethods(l *library) error {
	prototype, err := l.object("RegExp", "prototype")
	if err != nil {
		return err
	}
	m := &regexpMethods{library: l, class: prototype.Get("constructor"), risky: make(map[string]bool)}
	if m.exec, err = l.object("RegExp", "prototype", "exec"); err != nil {
		return err
	}
	if m.find, err = l.original("RegExp", "prototype", "exec"); err != nil {
		return err
	}
	for _, r := range []struct {
		symbol *goja.Symbol
		name   string
		length int
		answer func(o *goja.Object, s goja.String, argument goja.Value) goja.Value
	}{
		{goja.SymReplace, "[Symbol.replace]", 2, m.replace},
		{goja.SymMatch, "[Symbol.match]", 1, m.match},
		{goja.SymSplit, "[Symbol.split]", 2, m.split},
	} {
		original, ok := prototype.GetSymbol(r.symbol).(*goja.Object).Export().(native)
		if !ok {
			return fmt.Errorf("%s is not a native function", r.name)
		}
		f, err := l.function(method{r.name, r.length, func(call goja.FunctionCall) goja.Value {
			if o, ok := call.This.(*goja.Object); ok && isRegExp(o) && m.isRisky(o) {
				return r.answer(o, l.toString(call.Argument(0)), call.Argument(1))
			}
			return original(call)
		}})
		if err != nil {
			return err
		}
		if err := prototype.DefineDataPropertySymbol(r.symbol, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// isRisky tells whether goja's fast way is wrong for an expression: it leaves out an empty match right after another, does
// not keep to the place with the y flag, and goes on after the first match with the u flag.
func (m *regexpMethods) isRisky(o *goja.Object) bool {
	exec, ok := o.Get("exec").(*goja.Object)
	switch {
	case !ok:
		return false
	case isOurs(exec):
		return true
	case exec != m.exec:
		return false // it has an exec of the program, and with that goja does as the standard says
	}
	source, flags := o.Get("source").String(), o.Get("flags").String()
	key := flags + "/" + source
	risky, known := m.risky[key]
	if !known {
		risky = strings.ContainsAny(flags, "yv") || strings.Contains(flags, "u") && !strings.Contains(flags, "g") ||
			pattern.MatchesEmpty(source)
		if len(m.risky) < maxMade {
			m.risky[key] = risky
		}
	}
	return risky
}

// split is RegExp.prototype[Symbol.split] by way of a search for the next match, which ends where the standard's way of
// trying each place does.
func (m *regexpMethods) split(o *goja.Object, s goja.String, limit goja.Value) goja.Value {
	most := uint32(math.MaxUint32)
	if !goja.IsUndefined(limit) {
		most = uint32(limit.ToInteger())
	}
	flags := strings.ReplaceAll(o.Get("flags").String(), "y", "")
	if !strings.Contains(flags, "g") {
		flags += "g"
	}
	search, err := m.vm.New(m.class, o, m.vm.ToValue(flags))
	if err != nil {
		panic(err)
	}
	var parts []any
	add := func(v goja.Value) {
		if uint32(len(parts)) < most {
			parts = append(parts, v)
		}
	}
	start := 0
	for at := 0; uint32(len(parts)) < most && at <= s.Length(); {
		match, index, end := m.next(search, s, at)
		if match == nil || index < start || index >= s.Length() && s.Length() > 0 {
			break
		}
		if s.Length() == 0 {
			return m.vm.NewArray()
		}
		if end == start {
			at = m.advance(s, max(at, index), flags)
			continue
		}
		add(s.Substring(start, index))
		for i := 1; i < int(min(lengthOf(match), maxGroups)); i++ {
			add(match.Get(itoa(i)))
		}
		start = end
		if at = max(at, end); end == index {
			at = m.advance(s, at, flags)
		}
	}
	add(s.Substring(start, s.Length()))
	return m.vm.NewArray(parts...)
}

// next searches for a match from a place on.
func (m *regexpMethods) next(search *goja.Object, s goja.String, at int) (match *goja.Object, index, end int) {
	m.setLastIndex(search, at)
	if match = m.run(search, s); match == nil {
		return nil, 0, 0
	}
	f := m.found(match, s)
	return match, f.at, f.at + f.text.Length()
}

func (m *regexpMethods) setLastIndex(o *goja.Object, at int) {
	if err := o.Set("lastIndex", at); err != nil {
		panic(err)
	}
}

// run is exec; nil is no match.
func (m *regexpMethods) run(o *goja.Object, s goja.String) *goja.Object {
	find := m.find
	if exec, ok := o.Get("exec").(*goja.Object); ok && isOurs(exec) {
		if f, ok := exec.Export().(native); ok {
			find = f
		}
	}
	match, _ := find(goja.FunctionCall{This: o, Arguments: []goja.Value{s}}).(*goja.Object)
	return match
}

// isOurs tells whether an exec is one that [regexps.addExec] has made.
func isOurs(exec *goja.Object) bool {
	return exec.GetSymbol(ownExec) != nil
}

// matches are the first match, or all of them with the g flag.
func (m *regexpMethods) matches(o *goja.Object, s goja.String) []*goja.Object {
	flags := o.Get("flags").String()
	global := strings.Contains(flags, "g")
	if global {
		m.setLastIndex(o, 0)
	}
	var list []*goja.Object
	for match := m.run(o, s); match != nil; match = m.run(o, s) {
		list = append(list, match)
		if !global || len(list) > s.Length()+1 { // there cannot be more, unless the program has forged exec
			break
		}
		if m.found(match, s).text.Length() == 0 {
			m.setLastIndex(o, m.advance(s, int(o.Get("lastIndex").ToInteger()), flags))
		}
	}
	return list
}

// match is RegExp.prototype[Symbol.match].
func (m *regexpMethods) match(o *goja.Object, s goja.String, _ goja.Value) goja.Value {
	list := m.matches(o, s)
	switch {
	case len(list) == 0:
		return goja.Null()
	case !strings.Contains(o.Get("flags").String(), "g"):
		return list[0]
	}
	texts := make([]any, len(list))
	for i, match := range list {
		texts[i] = m.found(match, s).text
	}
	return m.vm.NewArray(texts...)
}

// advance is the place after a character.
func (m *regexpMethods) advance(s goja.String, at int, flags string) int {
	if strings.ContainsAny(flags, "uv") && at+1 < s.Length() && utf16.IsSurrogate(rune(s.CharAt(at))) &&
		utf16.DecodeRune(rune(s.CharAt(at)), rune(s.CharAt(at+1))) != utf8.RuneError {
		return at + 2
	}
	return at + 1
}
