package library

import (
	"strconv"

	"github.com/dop251/goja"
)

// replace is RegExp.prototype[Symbol.replace].
func (m *regexpMethods) replace(o *goja.Object, s goja.String, replacement goja.Value) goja.Value {
	f, functional := goja.AssertFunction(replacement)
	var template goja.String
	if !functional {
		template = m.toString(replacement)
	}
	var b goja.StringBuilder
	done := 0
	for _, match := range m.matches(o, s) {
		r := m.found(match, s)
		if r.at < done {
			continue // only an exec that the program has forged goes back
		}
		b.WriteString(s.Substring(done, r.at))
		if functional {
			v, err := f(goja.Undefined(), r.arguments(m.vm)...)
			if err != nil {
				panic(err)
			}
			b.WriteString(m.toString(v))
		} else {
			m.expand(&b, template, r)
		}
		done = r.at + r.text.Length()
	}
	b.WriteString(s.Substring(done, s.Length()))
	return b.String()
}

// found is one match, as its replacement sees it.
type found struct {
	match   *goja.Object
	subject goja.String
	text    goja.String
	at      int
}

// found reads a match. It trusts nothing in it, since a program can forge one.
func (l *library) found(match *goja.Object, s goja.String) found {
	f := found{match: match, subject: s, text: l.vm.ToValue("").(goja.String)}
	if v := match.Get("0"); v != nil {
		f.text = l.toString(v)
	}
	if v := match.Get("index"); v != nil {
		f.at = int(min(max(v.ToInteger(), 0), int64(s.Length())))
	}
	if most := s.Length() - f.at; f.text.Length() > most {
		f.text = f.text.Substring(0, most)
	}
	return f
}

// groups is the number of groups.
func (r found) groups() int { return int(min(lengthOf(r.match), maxGroups)) - 1 }

// maxGroups is the number of groups of a match that are read.
const maxGroups = 100_000

// arguments are those of a replacement function.
func (r found) arguments(vm *goja.Runtime) []goja.Value {
	args := []goja.Value{r.text}
	for i := range r.groups() {
		args = append(args, r.match.Get(itoa(i+1)))
	}
	args = append(args, vm.ToValue(r.at), r.subject)
	if named := r.match.Get("groups"); !nullish(named) {
		args = append(args, named)
	}
	return args
}

// expand writes a template with what its dollar signs stand for.
func (m *regexpMethods) expand(b *goja.StringBuilder, template goja.String, r found) {
	end := template.Length()
	for i := 0; i < end; i++ {
		c := template.CharAt(i)
		if c != '$' || i+1 == end {
			b.WriteString(template.Substring(i, i+1))
			continue
		}
		switch next := template.CharAt(i + 1); {
		case next == '$':
			b.WriteString(template.Substring(i, i+1))
		case next == '&':
			b.WriteString(r.text)
		case next == '`':
			b.WriteString(r.subject.Substring(0, r.at))
		case next == '\'':
			b.WriteString(r.subject.Substring(r.at+r.text.Length(), r.subject.Length()))
		case next == '<' && !nullish(r.match.Get("groups")):
			i = m.expandName(b, template, i, r) - 1
		default:
			i += m.expandNumber(b, template.Substring(i, min(i+3, end)), r) - 1
			continue
		}
		i++
	}
}

// expandName writes the group named after a dollar sign at i, and returns the index before which the name ends. A name
// that does not end stands for itself.
func (m *regexpMethods) expandName(b *goja.StringBuilder, template goja.String, i int, r found) int {
	for end := i + 2; end < template.Length(); end++ {
		if template.CharAt(end) == '>' {
			if v := r.match.Get("groups").ToObject(m.vm).Get(template.Substring(i+2, end).String()); !nullish(v) {
				b.WriteString(m.toString(v))
			}
			return end
		}
	}
	b.WriteString(template.Substring(i, i+2))
	return i + 1
}

// expandNumber writes the group with the one or two digits after a dollar sign, and returns how many units it has read. A
// number that no group has stands for itself.
func (m *regexpMethods) expandNumber(b *goja.StringBuilder, reference goja.String, r found) int {
	for digits := 2; digits > 0; digits-- {
		if reference.Length() <= digits {
			continue
		}
		n, err := strconv.ParseUint(reference.Substring(1, 1+digits).String(), 10, 8)
		if err != nil || n == 0 || int(n) > r.groups() {
			continue
		}
		if v := r.match.Get(itoa(int(n))); !nullish(v) {
			b.WriteString(m.toString(v))
		}
		return 1 + digits
	}
	b.WriteString(reference.Substring(0, 1))
	return 1
}
