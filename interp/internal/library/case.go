package library

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// Turkish and Azeri have an i with a dot and one without, in both cases.
var (
	turkishLower = strings.NewReplacer("I\u0307", "i", "İ", "i", "I", "ı")
	turkishUpper = strings.NewReplacer("i", "İ")
)

// installLocaleCase lets the letters of a text be written in the other case as its language does. goja takes each for
// English. Of the languages that have rules of their own, only those with the two kinds of i are known.
func installLocaleCase(l *library) error {
	for _, m := range []struct {
		name, plain string
		turkish     *strings.Replacer
		refused     string // languages
	}{
		{"toLocaleLowerCase", "toLowerCase", turkishLower, "lt"},
		{"toLocaleUpperCase", "toUpperCase", turkishUpper, "lt el hy"},
	} {
		prototype, err := l.object("String", "prototype")
		if err != nil {
			return err
		}
		original, err := l.original("String", "prototype", m.plain)
		if err != nil {
			return err
		}
		err = l.define(prototype, method{m.name, 0, func(call goja.FunctionCall) goja.Value {
			locale, language := l.language(call.Argument(0))
			switch {
			case strings.Contains(m.refused, language) && language != "":
				l.throw("RangeError", "%s does not know the rules of %s here", m.name, locale)
			case nullish(call.This):
				l.throw("TypeError", "String.prototype.%s called on null or undefined", m.name)
			case language == "tr" || language == "az":
				call.This = l.vm.ToValue(m.turkish.Replace(l.toString(call.This).String()))
			}
			return original(goja.FunctionCall{This: call.This})
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// language is the first of the locales that a program has named, and its language; empty: none.
func (l *library) language(v goja.Value) (locale, language string) {
	if goja.IsUndefined(v) {
		return "", ""
	}
	tags, err := intl.CanonicalizeAll(l.locales(v))
	if err != nil {
		l.intlError(err)
	}
	if len(tags) == 0 {
		return "", ""
	}
	language, _, _ = strings.Cut(tags[0], "-")
	return tags[0], language
}
