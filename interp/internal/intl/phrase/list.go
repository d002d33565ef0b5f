// Package phrase is Intl.ListFormat, Intl.RelativeTimeFormat and Intl.DisplayNames: the small phrases of a language.
package phrase

import (
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// ListFormat is an Intl.ListFormat, which writes "a, b, and c". It is immutable, and any goroutine may use it.
type ListFormat struct {
	locale      intl.Locale
	kind, style string

	pair, start, middle, end string // patterns of two elements, {0} and {1}
}

// ListOptions lists the options that [NewListFormat] reads.
func ListOptions() []intl.Option {
	return []intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "type", Values: []string{"conjunction", "disjunction", "unit"}},
		{Name: "style", Values: []string{"long", "short", "narrow"}},
	}
}

// NewListFormat makes a formatter of lists. The error is a RangeError about an option.
func NewListFormat(locale intl.Locale, o intl.Options) (*ListFormat, error) {
	if err := intl.Check("Intl.ListFormat", ListOptions(), o); err != nil {
		return nil, err
	}
	f := &ListFormat{locale: locale, kind: o.String("type", "conjunction"), style: o.String("style", "long")}
	t := locale.Table()
	prefix := "list/" + map[string]string{"conjunction": "standard", "disjunction": "or", "unit": "unit"}[f.kind]
	if f.style != "long" {
		prefix += "-" + f.style
	}
	f.pair, f.start, f.middle, f.end = t.Get(prefix+"/2"), t.Get(prefix+"/start"), t.Get(prefix+"/middle"), t.Get(prefix+"/end")
	return f, nil
}

// Format returns the text of a list.
func (f *ListFormat) Format(elements []string) string { return intl.Text(f.FormatToParts(elements)) }

// FormatToParts returns the pieces of the text of a list.
func (f *ListFormat) FormatToParts(elements []string) []intl.Part {
	if len(elements) == 0 {
		return []intl.Part{}
	}
	var before, after string // of the whole list
	parts := []intl.Part{{Type: "element", Value: elements[0]}}
	for i, element := range elements[1:] {
		front, between, back := f.split(i+1, len(elements), element)
		before, after = front+before, after+back
		if between != "" {
			parts = append(parts, intl.Part{Type: "literal", Value: between})
		}
		parts = append(parts, intl.Part{Type: "element", Value: element})
	}
	if before != "" {
		parts = append([]intl.Part{{Type: "literal", Value: before}}, parts...)
	}
	if after != "" {
		parts = append(parts, intl.Part{Type: "literal", Value: after})
	}
	return parts
}

// split returns the texts around element i of n and what goes before it.
func (f *ListFormat) split(i, n int, element string) (before, between, after string) {
	pattern := f.middle
	switch {
	case n == 2:
		pattern = f.pair
	case i == n-1:
		pattern = f.end
	case i == 1:
		pattern = f.start
	}
	before, rest, _ := strings.Cut(pattern, "{0}")
	between, after, _ = strings.Cut(rest, "{1}")
	if f.locale.Language() == "es" {
		between = spanish(between, element)
	}
	return before, between, after
}

// spanish says "e" for "y" before the sound of i, and "u" for "o" before that of o.
func spanish(between, next string) string {
	word := strings.ToLower(next)
	switch between {
	case " y ":
		hi := strings.HasPrefix(word, "hi") && !strings.HasPrefix(word, "hia") && !strings.HasPrefix(word, "hie")
		if hi || strings.HasPrefix(word, "i") {
			return " e "
		}
	case " o ":
		eleven := word == "11" || strings.HasPrefix(word, "11 ")
		if eleven || strings.HasPrefix(word, "o") || strings.HasPrefix(word, "ho") || strings.HasPrefix(word, "8") {
			return " u "
		}
	}
	return between
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (f *ListFormat) ResolvedOptions() []intl.Property {
	return []intl.Property{{Name: "locale", Value: f.locale.Name}, {Name: "type", Value: f.kind}, {Name: "style", Value: f.style}}
}

// find returns the first of the keys that a table has, and "" for none.
func find(t cldr.Table, keys ...string) string {
	for _, key := range keys {
		if value, ok := t.Find(key); ok {
			return value
		}
	}
	return ""
}
