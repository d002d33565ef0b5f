package builtin

import (
	"strconv"
	"strings"
	"unicode"
)

// pathText is a path in a text for a model. One with characters that could pass for something else, such as a line feed, is
// quoted there; in a value it is what it is.
type pathText string

// String implements [fmt.Stringer].
func (s pathText) String() string {
	odd := func(r rune) bool { return !strconv.IsPrint(r) && !unicode.IsMark(r) }
	if strings.ContainsFunc(string(s), odd) {
		return strconv.Quote(string(s))
	}
	return string(s)
}

// diffName is a path at the head of a diff.
func diffName(prefix, path string) string { return pathText(prefix + path).String() }

// listed is paths, one a line.
func listed(paths []string) string {
	var b strings.Builder
	for _, p := range paths {
		b.WriteString(pathText(p).String() + "\n")
	}
	return b.String()
}
