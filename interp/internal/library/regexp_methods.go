package library

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// regexpMethods puts a check before the methods that find all matches. goja has a fast way for them that is wrong for some
// expressions, and a slow one that does as the standard says; an expression that has an exec of its own takes the slow one.
type regexpMethods struct {
	*library
	exec  goja.Value
	class goja.Value      // RegExp
	risky map[string]bool // by flags and source
}

func installRegExpMethods(l *library) error {
	prototype, err := l.object("RegExp", "prototype")
	if err != nil {
		return err
	}
	m := &regexpMethods{library: l, exec: prototype.Get("exec"), class: prototype.Get("constructor"), risky: make(map[string]bool)}
	for _, symbol := range []struct {
		symbol *goja.Symbol
		name   string
		length int
	}{{goja.SymReplace, "[Symbol.replace]", 2}, {goja.SymMatch, "[Symbol.match]", 1}, {goja.SymSplit, "[Symbol.split]", 2}} {
		original, ok := prototype.GetSymbol(symbol.symbol).(*goja.Object).Export().(native)
		if !ok {
			continue
		}
		f, err := l.function(method{symbol.name, symbol.length, func(call goja.FunctionCall) goja.Value {
			o, ok := call.This.(*goja.Object)
			if !ok || !isRegExp(o) || !m.isRisky(o) {
				return original(call)
			}
			if symbol.symbol == goja.SymSplit {
				return m.split(o, l.toString(call.Argument(0)), call.Argument(1))
			}
			defer m.slowly(o)()
			return original(call)
		}})
		if err != nil {
			return err
		}
		if err := prototype.DefineDataPropertySymbol(symbol.symbol, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// slowly gives an expression an exec of its own, and returns what takes it away again.
func (m *regexpMethods) slowly(o *goja.Object) func() {
	if err := hidden(o, "exec", m.exec); err != nil {
		return func() {} // it is frozen
	}
	return func() { _ = o.Delete("exec") }
}

// isRisky tells whether goja's fast way is wrong for an expression: it leaves out an empty match right after another, does
// not keep to the place with the y flag, and goes on after the first match with the u flag.
func (m *regexpMethods) isRisky(o *goja.Object) bool {
	if _, own := o.Get("exec").(*goja.Object); !own || o.Get("exec") != m.exec {
		return false // the program's own exec takes the slow way anyhow
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
	for at := 0; uint32(len(parts)) < most; {
		match, index, end := m.next(search, s, at)
		if match == nil || index >= s.Length() && s.Length() > 0 {
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
		for i := 1; i < int(match.Get("length").ToInteger()); i++ {
			add(match.Get(itoa(i)))
		}
		start = end
		at = end
		if end == index {
			at = m.advance(s, end, flags)
		}
	}
	add(s.Substring(start, s.Length()))
	return m.vm.NewArray(parts...)
}

// next searches for a match from a place on.
func (m *regexpMethods) next(search *goja.Object, s goja.String, at int) (match *goja.Object, index, end int) {
	if err := search.Set("lastIndex", at); err != nil {
		panic(err)
	}
	exec := m.exec.(*goja.Object).Export().(native)
	match, ok := exec(goja.FunctionCall{This: search, Arguments: []goja.Value{s}}).(*goja.Object)
	if !ok {
		return nil, 0, 0
	}
	index = int(match.Get("index").ToInteger())
	return match, index, index + match.Get("0").(goja.String).Length()
}

// advance is the place after a character.
func (m *regexpMethods) advance(s goja.String, at int, flags string) int {
	if strings.ContainsAny(flags, "uv") && at+1 < s.Length() && utf16.IsSurrogate(rune(s.CharAt(at))) &&
		utf16.DecodeRune(rune(s.CharAt(at)), rune(s.CharAt(at+1))) != utf8.RuneError {
		return at + 2
	}
	return at + 1
}
