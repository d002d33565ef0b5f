package intl

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// DefaultLocale is the locale of a program that names none.
const DefaultLocale = "en-US"

// Locale is a locale that formatters exist for. The zero Locale is not one: use [Resolve].
type Locale struct {
	Name string // such as "en-US" or "de", without extensions

	tag tag // as requested
}

// Resolve returns the locale of a constructor: the first of the requested ones, or [DefaultLocale] when there is none.
// An invalid tag among them is a RangeError; so is a first one that nothing exists for, since JavaScript would go on in
// a language that was not asked for.
func Resolve(requested []string) (Locale, error) {
	first, err := parseTag(DefaultLocale)
	if err != nil {
		return Locale{}, err
	}
	for i, text := range requested {
		t, err := parseTag(text)
		if err != nil {
			return Locale{}, err
		}
		if i == 0 {
			first = t
		}
	}
	name := first.plain()
	if dataName(name) == "" {
		return Locale{}, Rangef(`locale "%s" is not supported here; use "en-US", "en-GB", "en-CA", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR" or "sv-SE"`, first)
	}
	return Locale{Name: name, tag: first}, nil
}

// Supported returns those of the requested locales, in canonical form, that formatters exist for, as
// supportedLocalesOf does. An invalid tag is a RangeError.
func Supported(requested []string) ([]string, error) {
	canonical, err := CanonicalizeAll(requested)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(canonical, func(text string) bool {
		t, err := parseTag(text)
		return err != nil || dataName(t.plain()) == ""
	}), nil
}

// CanonicalizeAll returns the canonical forms of the tags without repetitions, as Intl.getCanonicalLocales does.
func CanonicalizeAll(tags []string) ([]string, error) {
	all := []string{}
	for _, text := range tags {
		c, err := Canonicalize(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all, nil
}

// plain returns the tag without its extensions.
func (t tag) plain() string {
	t.extensions = nil
	return t.String()
}

// dataName returns the name of the table behind a locale, and "" for a locale that has none.
func dataName(locale string) string {
	switch locale {
	case "en", "en-US":
		return "en"
	case "en-GB":
		return "en-GB"
	case "en-CA":
		return "en-CA"
	case "de", "de-DE":
		return "de"
	case "fr", "fr-FR":
		return "fr"
	case "es", "es-ES":
		return "es"
	case "ja", "ja-JP":
		return "ja"
	case "pt", "pt-BR":
		return "pt"
	case "sv", "sv-SE":
		return "sv"
	}
	return ""
}

// Table returns the names and patterns of the locale.
func (l Locale) Table() cldr.Table { return cldr.Locale(dataName(l.Name)) }

// Language returns the language of the locale, such as "en".
func (l Locale) Language() string { return l.Name[:2] }

// Keyword returns the value of a key in the -u- extension of the tag that was requested, such as "h23" of hc in
// "en-US-u-hc-h23". It is "" when the key is absent and "true" when it stands alone.
func (l Locale) Keyword(key string) string { return l.tag.keyword(key) }

// With returns the name of the locale with the keywords that a service uses, as resolvedOptions shows it. Keywords come
// in pairs of key and value; those without a value, and those that do not stand in the requested tag, are left out.
func (l Locale) With(keywords ...string) string {
	var extension strings.Builder
	for i := 0; i+1 < len(keywords); i += 2 {
		key, value := keywords[i], keywords[i+1]
		if value == "" || l.Keyword(key) != value {
			continue
		}
		extension.WriteString("-" + key)
		if value != "true" {
			extension.WriteString("-" + value)
		}
	}
	if extension.Len() == 0 {
		return l.Name
	}
	return l.Name + "-u" + extension.String()
}

// Latin checks that the digits a formatter is asked for, by its option or in the locale, are those it has.
func (l Locale) Latin(options Options) error {
	system := options.String("numberingSystem", l.Keyword("nu"))
	switch {
	case system == "" || system == "latn":
		return nil
	case options.Has("numberingSystem") && !isType(system):
		return Rangef("Invalid numberingSystem : %s", system)
	}
	return Rangef(`numberingSystem "%s" is not supported here; use "latn"`, system)
}

// isType says whether a text has the form of a value in a -u- extension.
func isType(text string) bool {
	for s := range strings.SplitSeq(strings.ToLower(text), "-") {
		if len(s) < 3 || len(s) > 8 || !isAlphanumeric(s) {
			return false
		}
	}
	return true
}
