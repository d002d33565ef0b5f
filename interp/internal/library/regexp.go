package library

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/pattern"
)

// regexps is the RegExp constructor that a program sees. It rewrites what goja would get wrong, and keeps what it made,
// because the compiler turns a literal into a call of the constructor, which may stand in a loop.
type regexps struct {
	*library
	construct goja.Constructor
	prototype *goja.Object
	exec      native
	made      map[string]*goja.Object
}

// maxMade bounds the number of compiled expressions that are kept.
const maxMade = 256

func installRegExp(l *library) error {
	exec, err := l.original("RegExp", "prototype", "exec")
	if err != nil {
		return err
	}
	r := &regexps{library: l, exec: exec, made: make(map[string]*goja.Object)}
	if r.prototype, err = l.object("RegExp", "prototype"); err != nil {
		return err
	}
	err = l.replaceClass("RegExp", func(construct goja.Constructor, call goja.ConstructorCall) *goja.Object {
		r.construct = construct
		return r.new(call)
	})
	if err != nil {
		return err
	}
	if err := l.keepSources(); err != nil {
		return err
	}
	class, err := l.object("RegExp")
	if err != nil {
		return err
	}
	for _, name := range []string{"hasIndices", "unicodeSets"} {
		if err := hidden(r.prototype, name, l.vm.ToValue(false)); err != nil {
			return err
		}
	}
	return l.define(class, method{"escape", 1, l.escapeRegExp})
}

// new is RegExp(pattern, flags), with or without new: the machine does not say which, so a call copies an expression too.
func (r *regexps) new(call goja.ConstructorCall) *goja.Object {
	source, flags := r.argument(call.Argument(0), "source", "(?:)"), ""
	switch f := call.Argument(1); {
	case !goja.IsUndefined(f):
		flags = r.toString(f).String()
	case isRegExp(call.Argument(0)):
		flags = call.Argument(0).(*goja.Object).Get("flags").String()
	}
	plain := call.NewTarget == nil || call.NewTarget.Get("prototype") == goja.Value(r.prototype)
	key := flags + "/" + source.String()
	if known, ok := r.made[key]; ok && plain {
		return r.finish(r.must(known), source, flags)
	}
	o := r.compiled(call.NewTarget, plain, source, flags)
	if plain && len(r.made) < maxMade {
		r.made[key] = o
		o = r.must(o)
	}
	return r.finish(o, source, flags)
}

// compiled makes an expression from its source. A plain one is no instance of a subclass.
func (r *regexps) compiled(target *goja.Object, plain bool, source goja.String, flags string) *goja.Object {
	p, err := pattern.Rewrite(source.String(), flags)
	if err != nil {
		r.refuse(source, flags, err)
	}
	text := r.vm.ToValue(p.Source)
	if p.Source == source.String() {
		text = source // with its lone surrogates
	}
	if plain {
		target = nil
	}
	o, err := r.construct(target, text, r.vm.ToValue(p.Flags))
	if err != nil {
		r.refuse(source, flags, err)
	}
	return o
}

// must makes a copy of a compiled expression, which is cheap.
func (r *regexps) must(known *goja.Object) *goja.Object {
	o, err := r.construct(nil, known)
	if err != nil {
		panic(err)
	}
	return o
}

// argument is the pattern as a string.
func (r *regexps) argument(v goja.Value, property, empty string) goja.String {
	if isRegExp(v) {
		v = v.(*goja.Object).Get(property)
	}
	if goja.IsUndefined(v) {
		return r.vm.ToValue(empty).(goja.String)
	}
	s := r.toString(v)
	if s.Length() == 0 {
		return r.vm.ToValue(empty).(goja.String)
	}
	return s
}

func isRegExp(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "RegExp"
}

// finish puts right what the object says of itself, where it was made of a rewritten source.
func (r *regexps) finish(o *goja.Object, source goja.String, flags string) *goja.Object {
	own := func(name string, v any) {
		// It cannot fail: the object is new.
		_ = o.DefineDataProperty(name, r.vm.ToValue(v), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	if text := pattern.Source(source.String()); o.Get("source").String() != text {
		r.sources[sourceKey(o.Get("source"))] = text
	}
	if sorted := sortFlags(flags); o.Get("flags").String() != sorted {
		own("flags", sorted)
	}
	for name, flag := range map[string]string{"ignoreCase": "i", "multiline": "m", "dotAll": "s"} {
		if has := strings.Contains(flags, flag); o.Get(name).ToBoolean() != has {
			own(name, has)
		}
	}
	if strings.Contains(flags, "v") {
		own("unicodeSets", true)
		own("unicode", false)
	}
	if strings.Contains(flags, "d") {
		own("hasIndices", true)
	}
	if strings.Contains(flags, "d") || strings.ContainsAny(flags, "uv") && strings.Contains(source.String(), "(?<") {
		r.addExec(o, source.String(), flags)
	}
	return o
}

func sortFlags(flags string) string {
	var b strings.Builder
	for _, f := range "dgimsuvy" {
		if strings.ContainsRune(flags, f) {
			b.WriteRune(f)
		}
	}
	return b.String()
}

// refuse throws what is wrong with an expression, in the words of V8.
func (r *regexps) refuse(source goja.String, flags string, err error) {
	message := err.Error()
	if thrown, ok := errors.AsType[*goja.Exception](err); ok {
		message = thrown.Value().ToObject(r.vm).Get("message").String() // without its place
	}
	if strings.HasPrefix(message, "Invalid flags") || strings.Contains(message, "Invalid flags supplied") {
		r.throw("SyntaxError", "Invalid flags supplied to RegExp constructor '%s'", flags)
	}
	r.throw("SyntaxError", "Invalid regular expression: /%s/%s: %s", source, flags, plainProblem(message))
}

// plainProblem is what is wrong with an expression, without the names of the machine's engines and of its places.
func plainProblem(message string) string {
	_, found, ok := strings.Cut(message, "error parsing regexp: ")
	switch {
	case !ok:
		return message
	case strings.Contains(found, "repetition operator"):
		return "Nothing to repeat"
	case strings.Contains(found, "class range"), strings.Contains(found, "reverse order"):
		return "Range out of order in character class"
	case strings.Contains(found, "repeat"):
		return "the numbers in {} are out of order or too large"
	case strings.Contains(found, "named capture"), strings.Contains(found, "group name"):
		return "Invalid capture group name"
	}
	return "this runtime cannot read it"
}

// escapeRegExp is RegExp.escape.
func (l *library) escapeRegExp(call goja.FunctionCall) goja.Value {
	s, ok := call.Argument(0).(goja.String)
	if !ok {
		panic(l.vm.NewTypeError("RegExp.escape: the argument must be a string"))
	}
	return l.vm.ToValue(pattern.Escape(s.String()))
}
