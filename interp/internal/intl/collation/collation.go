// Package collation is Intl.Collator: the order of words in a dictionary. It is also behind
// String.prototype.localeCompare.
//
// It is ICU's order for Latin text in full. Elsewhere it differs in that Japanese locales do not put kana and kanji
// before Greek and Cyrillic, and that numeric order takes fractions such as ½ for numbers.
package collation

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/runcode-dev/runcode/interp/internal/intl"
)

// Collator is an Intl.Collator. It is immutable, and any goroutine may use it. Making one takes some 10 µs.
type Collator struct {
	locale      intl.Locale
	usage       string
	sensitivity string // "base", "accent", "case" or "variant"
	ignore      bool   // ignorePunctuation
	collation   string
	numeric     bool
	caseFirst   string // "upper", "lower" or "false"

	full *pool // compares all that the sensitivity says; nil: no more than bare and case
	bare *pool // compares without case; nil unless case is compared on its own
}

// pool keeps comparers of one kind, each of which only one goroutine may use at a time.
type pool struct{ sync.Pool }

func newPool(tag language.Tag, options ...collate.Option) *pool {
	p := &pool{}
	p.New = func() any { return collate.New(tag, options...) }
	return p
}

func (p *pool) compare(a, b string) int {
	c := p.Get().(*collate.Collator) // New makes nothing else
	defer p.Put(c)
	return c.CompareString(a, b)
}

// Options lists the options that [New] reads.
func Options() []intl.Option {
	return []intl.Option{
		{Name: "usage", Values: []string{"sort", "search"}},
		{Name: "localeMatcher", Values: []string{"lookup", "best fit"}},
		{Name: "collation"},
		{Name: "numeric", Type: intl.Boolean},
		{Name: "caseFirst", Values: []string{"upper", "lower", "false"}},
		{Name: "sensitivity", Values: []string{"base", "accent", "case", "variant"}},
		{Name: "ignorePunctuation", Type: intl.Boolean},
	}
}

// New makes a collator. The error is a RangeError about an option.
func New(locale intl.Locale, o intl.Options) (*Collator, error) {
	if err := intl.Check("Intl.Collator", Options(), o); err != nil {
		return nil, err
	}
	c := &Collator{
		locale:      locale,
		usage:       o.String("usage", "sort"),
		sensitivity: o.String("sensitivity", "variant"),
		ignore:      o.Bool("ignorePunctuation", false),
		numeric:     o.Bool("numeric", locale.Keyword("kn") == "true"),
		caseFirst:   o.String("caseFirst", locale.Keyword("kf")),
		collation:   "default",
	}
	if c.caseFirst != "upper" && c.caseFirst != "lower" {
		c.caseFirst = "false"
	}
	c.comparers(c.tag(o.String("collation", locale.Keyword("co"))))
	return c, nil
}

// tag returns the order that the comparers have. In German a search finds ä at ae, as the order of telephone books has
// it; other orders than the usual one do not exist in the locales here.
func (c *Collator) tag(collation string) language.Tag {
	name := c.locale.Name
	if c.locale.Language() == "de" && c.usage == "sort" && collation == "phonebk" {
		c.collation = collation
	}
	if c.locale.Language() == "de" && (c.usage == "search" || c.collation == "phonebk") {
		name += "-u-co-phonebk"
	}
	return language.Make(name)
}

// comparers chooses what the levels of the comparison are compared with.
func (c *Collator) comparers(tag language.Tag) {
	var options []collate.Option
	if c.numeric {
		options = append(options, collate.Numeric)
	}
	if c.sensitivity == "base" || c.sensitivity == "case" {
		options = append(options, collate.IgnoreDiacritics)
	}
	withoutCase := append(options[:len(options):len(options)], collate.IgnoreCase)
	switch {
	case c.sensitivity == "case":
		c.bare = newPool(tag, withoutCase...)
	case c.sensitivity == "base" || c.sensitivity == "accent":
		c.full = newPool(tag, withoutCase...)
	default:
		c.full = newPool(tag, options...)
		if c.caseFirst != "false" {
			c.bare = newPool(tag, withoutCase...)
		}
	}
}

// Compare returns -1 if a comes before b, 1 if after, and 0 if the collator sees no difference.
func (c *Collator) Compare(a, b string) int {
	if a == b {
		return 0
	}
	if c.ignore {
		a, b = withoutPunctuation(a), withoutPunctuation(b)
	}
	if c.bare != nil {
		if order := c.bare.compare(a, b); order != 0 {
			return order
		}
		order := compareCase(a, b)
		if c.caseFirst == "upper" {
			order = -order
		}
		if order != 0 || c.full == nil {
			return order
		}
	}
	return c.full.compare(a, b)
}

// withoutPunctuation puts a character that counts for nothing in the place of punctuation and white space, so that the
// digits on both sides remain two numbers.
func withoutPunctuation(text string) string {
	const joiner = '\u034f'
	return strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) || unicode.IsSpace(r) {
			return joiner
		}
		return r
	}, text)
}

// compareCase compares two texts that differ in case and marks at most, small letters first.
func compareCase(a, b string) int {
	others := strings.NewReader(b)
	for _, r := range a {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		other, err := nextLetter(others)
		if err != nil {
			return 0 // b is shorter: the rest of a counts for nothing, or the texts would differ
		}
		switch upper := unicode.IsUpper(r); {
		case upper == unicode.IsUpper(other):
		case upper:
			return 1
		default:
			return -1
		}
	}
	return 0
}

// nextLetter returns the next rune that is not a mark on another.
func nextLetter(text *strings.Reader) (rune, error) {
	for {
		r, _, err := text.ReadRune()
		if err != nil || !unicode.Is(unicode.Mn, r) {
			return r, err
		}
	}
}

// ResolvedOptions lists the options in force, in the order of resolvedOptions.
func (c *Collator) ResolvedOptions() []intl.Property {
	numeric := ""
	if c.numeric {
		numeric = "true"
	}
	shown := c.locale
	if shown.Name != intl.DefaultLocale {
		shown.Name = shown.Language() // countries have no order of their own
	}
	return []intl.Property{
		{Name: "locale", Value: shown.With("co", c.collation, "kf", c.caseFirst, "kn", numeric)},
		{Name: "usage", Value: c.usage}, {Name: "sensitivity", Value: c.sensitivity}, {Name: "ignorePunctuation", Value: c.ignore},
		{Name: "collation", Value: c.collation}, {Name: "numeric", Value: c.numeric}, {Name: "caseFirst", Value: c.caseFirst},
	}
}
