package phrase

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// DisplayNames is an Intl.DisplayNames for regions, languages, scripts and currencies. It is immutable, and any goroutine
// may use it.
type DisplayNames struct {
	locale                         intl.Locale
	table                          cldr.Table
	kind, style, fallback, dialect string
}

// DisplayNamesOptions lists the options that [NewDisplayNames] reads.
func DisplayNamesOptions() []intl.Option {
	return []intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "style", Values: []string{"narrow", "short", "long"}},
		{Name: "type", Values: []string{"language", "region", "script", "currency", "calendar", "dateTimeField"}},
		{Name: "fallback", Values: []string{"code", "none"}},
		{Name: "languageDisplay", Values: []string{"dialect", "standard"}},
	}
}

// NewDisplayNames makes a dictionary of names. The error is a RangeError or TypeError about an option.
func NewDisplayNames(locale intl.Locale, o intl.Options) (*DisplayNames, error) {
	if err := intl.Check("Intl.DisplayNames", DisplayNamesOptions(), o); err != nil {
		return nil, err
	}
	d := &DisplayNames{
		locale: locale, table: locale.Table(), kind: o.String("type", ""), style: o.String("style", "long"),
		fallback: o.String("fallback", "code"), dialect: o.String("languageDisplay", "dialect"),
	}
	switch d.kind {
	case "":
		return nil, intl.Typef("invalid_argument")
	case "calendar", "dateTimeField":
		return nil, intl.Rangef(`type "%s" is not supported here; use "language", "region", "script" or "currency"`, d.kind)
	}
	return d, nil
}

// Of returns the name of a code. For a code without a name it is the code itself or, with the fallback "none", not ok:
// JavaScript's undefined. A text that is no code is a RangeError.
func (d *DisplayNames) Of(code string) (name string, ok bool, err error) {
	switch d.kind {
	case "region":
		name, err = d.plain(code, code, len(code) == 2 && letters(code) || len(code) == 3 && digits(code))
	case "script":
		name, err = d.plain(code, code, len(code) == 4 && letters(code))
	case "currency":
		name, err = d.plain(code, strings.ToUpper(code), len(code) == 3 && letters(code))
	default:
		name, err = d.language(code)
	}
	switch {
	case err != nil:
		return "", false, err
	case name != "":
		return name, true, nil
	}
	return code, d.fallback == "code", nil
}

// plain looks up a code that is one word.
func (d *DisplayNames) plain(code, key string, valid bool) (string, error) {
	if !valid {
		return "", intl.Rangef("invalid_argument")
	}
	switch {
	case d.kind == "currency":
		return d.table.Get("currency/" + key + "/name"), nil
	case d.kind == "script":
		return d.table.Get("script/" + code), nil
	}
	return d.region(code), nil
}

// language names a language, with its script and region: by a name of its own, such as "American English", or in
// brackets.
func (d *DisplayNames) language(code string) (string, error) {
	canonical, err := intl.Canonicalize(code)
	if err != nil {
		return "", intl.Rangef("invalid_argument")
	}
	var names []string
	parts := strings.Split(canonical, "-")
	end := 1
	for end < len(parts) && (len(parts[end]) == 4 || len(parts[end]) == 2 || len(parts[end]) == 3) {
		end++
	}
	parts = parts[:end]
	if whole := "language/" + strings.Join(parts, "-"); d.dialect == "dialect" || len(parts) == 1 {
		if name, ok := d.named(whole); ok {
			return name, nil
		}
	}
	base, ok := d.named("language/" + parts[0])
	if !ok {
		return "", nil
	}
	for _, part := range parts[1:] {
		name := d.region(part)
		if len(part) == 4 {
			name = d.table.Get("script/" + part)
		}
		if name == "" {
			name = part
		}
		names = append(names, name)
	}
	if names == nil {
		return base, nil
	}
	separator := ", "
	if d.locale.Language() == "ja" {
		separator = "、"
	}
	return base + " (" + strings.Join(names, separator) + ")", nil
}

// region returns the name of a region in the style that is asked for, and "" when it has none.
func (d *DisplayNames) region(code string) string {
	if d.style != "long" {
		return find(d.table, "region-short/"+code, "region/"+code)
	}
	return d.table.Get("region/" + code)
}

// named returns the name of a language in the style that is asked for.
func (d *DisplayNames) named(key string) (string, bool) {
	if d.style != "long" {
		if name, ok := d.table.Find(strings.Replace(key, "language/", "language-short/", 1)); ok {
			return name, true
		}
	}
	return d.table.Find(key)
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (d *DisplayNames) ResolvedOptions() []intl.Property {
	all := []intl.Property{
		{Name: "locale", Value: d.locale.Name}, {Name: "style", Value: d.style},
		{Name: "type", Value: d.kind}, {Name: "fallback", Value: d.fallback},
	}
	if d.kind == "language" {
		all = append(all, intl.Property{Name: "languageDisplay", Value: d.dialect})
	}
	return all
}

func letters(s string) bool {
	return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }
