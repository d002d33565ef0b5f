// Package intl holds what the formatters behind JavaScript's Intl object share: locales and their tags, the options that
// a constructor reads, the parts that a formatter returns, and errors with V8's wording.
//
// The services themselves are the packages below it: number (NumberFormat, PluralRules), datetime (DateTimeFormat),
// collation (Collator), phrase (ListFormat, RelativeTimeFormat, DisplayNames) and segment (Segmenter). Each has a list of
// the options it reads, a New that takes a locale and those options, and an immutable value that any goroutine may use:
//
//	locale, err := intl.Resolve(tags)             // the argument locales, as a list of strings
//	for _, option := range number.Options() {     // read and convert in this order, leave out what is undefined
//		bag[option.Name] = …                      // a string, bool or float64, see [Type]
//	}
//	format, err := number.New(locale, bag)        // every error is an *[Error]: the class and text to throw
//	text := format.Format(number.Float(1234.5))
//
// None of them knows an interpreter, the clock, or the time zone of the host. What they print is what Node 20 prints with
// ICU 78; the golden files in testdata are node's answers. Making a formatter costs far more than using it, so a caller
// keeps the formatters of toLocaleString and its like by their locale and options.
package intl

import "fmt"

// Part is one piece of a formatted value, as formatToParts returns it.
type Part struct {
	Type  string // such as "integer", "literal" or "month"
	Value string

	// Source says which end of a range the piece belongs to: "startRange", "endRange" or "shared". It is "" outside
	// ranges, where JavaScript has no such member.
	Source string

	// Unit is the unit of a piece that belongs to the number of a relative time, and "" for all others.
	Unit string
}

// JoinLast adds a literal piece to the last one of parts, if that is a literal too, and reports whether it has. Pieces of
// different sources become a shared one.
func (p Part) JoinLast(parts []Part) bool {
	if p.Type != "literal" || len(parts) == 0 || parts[len(parts)-1].Type != "literal" {
		return false
	}
	last := &parts[len(parts)-1]
	last.Value += p.Value
	if last.Source != p.Source {
		last.Source = "shared"
	}
	return true
}

// Property is one member of the object that resolvedOptions returns. Its value is a string, a bool, an int or a []string.
type Property struct {
	Name  string
	Value any
}

// Text joins the values of parts.
func Text(parts []Part) string {
	var text []byte
	for _, p := range parts {
		text = append(text, p.Value...)
	}
	return string(text)
}

// Kind is the class of the JavaScript error that an [Error] becomes.
type Kind string

// The classes of errors that Intl throws.
const (
	RangeError Kind = "RangeError"
	TypeError  Kind = "TypeError"
)

// Error is an error that a program sees: every error of this package and its neighbours is one.
type Error struct {
	Kind    Kind
	Message string // V8's text where V8 has one
}

func (e *Error) Error() string { return string(e.Kind) + ": " + e.Message }

// Rangef returns a RangeError.
func Rangef(format string, args ...any) *Error {
	return &Error{RangeError, fmt.Sprintf(format, args...)}
}

// Typef returns a TypeError.
func Typef(format string, args ...any) *Error {
	return &Error{TypeError, fmt.Sprintf(format, args...)}
}
