// Package cldr holds what the formatters of package intl's neighbours know about languages: symbols, patterns and names
// from the Unicode CLDR, one table of sorted text lines for each locale. It knows no formatting.
//
// The tables are written by generate.js and embedded as they are; a lookup is a binary search in the text, so nothing is
// parsed, built or kept when a program never formats anything.
package cldr

import (
	_ "embed" // the tables
	"iter"
	"sort"
	"strings"
)

//go:embed tables/en.txt
var english Table

//go:embed tables/en-GB.txt
var british Table

//go:embed tables/en-CA.txt
var canadian Table

//go:embed tables/de.txt
var german Table

//go:embed tables/fr.txt
var french Table

//go:embed tables/es.txt
var spanish Table

//go:embed tables/ja.txt
var japanese Table

//go:embed tables/pt.txt
var portuguese Table

//go:embed tables/sv.txt
var swedish Table

//go:embed tables/world.txt
var world Table

// Table is the text of one table: lines of key, tab and value, sorted by bytes. It is immutable, and any goroutine may
// use it.
type Table string

// Locale returns the table of a locale by the name of its data: en, en-GB, en-CA, de, fr, es, ja, pt or sv. Any other name gets the
// empty table, in which nothing is found.
func Locale(name string) Table {
	switch name {
	case "en":
		return english
	case "en-GB":
		return british
	case "en-CA":
		return canadian
	case "de":
		return german
	case "fr":
		return french
	case "es":
		return spanish
	case "ja":
		return japanese
	case "pt":
		return portuguese
	case "sv":
		return swedish
	}
	return ""
}

// World returns what depends on no language: the digits of currencies, and the names, countries and metazones of time
// zones.
func World() Table { return world }

// Find returns the value of a key, and whether the table has it.
func (t Table) Find(key string) (value string, ok bool) {
	line := t.line(t.search(key + "\t"))
	k, v, tab := strings.Cut(line, "\t")
	if !tab || k != key {
		return "", false
	}
	return v, true
}

// Get returns the value of a key; a key that the table lacks has the value "".
func (t Table) Get(key string) string {
	v, _ := t.Find(key)
	return v
}

// Under yields the lines whose keys begin with prefix, in the order of their keys, each as the rest of its key and its
// value.
func (t Table) Under(prefix string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for at := t.search(prefix); at < len(t); {
			line := t.line(at)
			rest, ok := strings.CutPrefix(line, prefix)
			if !ok {
				return
			}
			k, v, _ := strings.Cut(rest, "\t")
			if !yield(k, v) {
				return
			}
			at += len(line) + 1
		}
	}
}

// search returns the offset of the first line that is not less than want.
func (t Table) search(want string) int {
	return t.start(sort.Search(len(t), func(i int) bool { return t.line(t.start(i)) >= want }))
}

// start returns the offset of the line that holds the byte at offset i, and len(t) for an offset past the end.
func (t Table) start(i int) int {
	if i >= len(t) {
		return len(t)
	}
	return strings.LastIndexByte(string(t[:i]), '\n') + 1
}

// line returns the line that begins at offset at, without its line feed.
func (t Table) line(at int) string {
	line, _, _ := strings.Cut(string(t[at:]), "\n")
	return line
}
