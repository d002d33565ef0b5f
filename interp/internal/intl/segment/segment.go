// Package segment is Intl.Segmenter: the characters, words and sentences of a text as a reader counts them, by the rules
// of Unicode (UAX #29).
//
// Words of scripts that are written without spaces are not looked up in a dictionary, as ICU does for Chinese, Japanese,
// Thai, Lao, Khmer and Burmese, and does not part Korean from letters beside it: there the parts are those of the rules,
// which for Han are single characters.
package segment

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/sentences"
	"github.com/clipperhouse/uax29/v2/words"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// Segmenter is an Intl.Segmenter. It is immutable, and any goroutine may use it.
type Segmenter struct {
	locale      intl.Locale
	granularity string // "grapheme", "word" or "sentence"
}

// Segment is one part of a text.
type Segment struct {
	Text  string
	Index int  // where it begins, in UTF-16 code units as JavaScript counts
	Word  bool // JavaScript's isWordLike, which only segments of words have
}

// Options lists the options that [New] reads.
func Options() []intl.Option {
	return []intl.Option{
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "granularity", Values: []string{"grapheme", "word", "sentence"}},
	}
}

// New makes a segmenter. The error is a RangeError about an option.
func New(locale intl.Locale, o intl.Options) (*Segmenter, error) {
	if err := intl.Check("Intl.Segmenter", Options(), o); err != nil {
		return nil, err
	}
	return &Segmenter{locale, o.String("granularity", "grapheme")}, nil
}

// Granularity returns "grapheme", "word" or "sentence".
func (s *Segmenter) Granularity() string { return s.granularity }

// Segments yields the segments of a text in order. Joined they are the text; bytes that are not UTF-8 count as one code
// unit each.
func (s *Segmenter) Segments(text string) iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		index := 0
		for part := range s.parts(text) {
			segment := Segment{Text: part, Index: index, Word: s.granularity == "word" && isWord(part)}
			if !yield(segment) {
				return
			}
			index += units(part)
		}
	}
}

// parts yields the texts of the segments.
func (s *Segmenter) parts(text string) iter.Seq[string] {
	type iterator interface {
		Next() bool
		Value() string
	}
	var all iterator
	switch s.granularity {
	case "word":
		all = words.FromString(text)
	case "sentence":
		all = sentences.FromString(text)
	default:
		g := graphemes.FromString(text)
		all = g
	}
	return func(yield func(string) bool) {
		for all.Next() {
			if !yield(all.Value()) {
				return
			}
		}
	}
}

// isWord says whether a part has a letter or a digit.
func isWord(part string) bool {
	for _, r := range part {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// units is the length of a text in UTF-16 code units.
func units(text string) (n int) {
	for _, r := range text {
		n++
		if r >= 0x10000 && r != utf8.RuneError {
			n++
		}
	}
	return n
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (s *Segmenter) ResolvedOptions() []intl.Property {
	return []intl.Property{{Name: "locale", Value: s.locale.Name}, {Name: "granularity", Value: s.granularity}}
}
