package sdkgen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// harmless makes a foreign text fit for a comment. What would end the comment gets a backslash, as in "src/**\/*.go", so
// that it means the same when it is copied into a string. What cannot be seen (controls, marks of direction, characters of
// no width) is spelled out, so that a person and a model read the same. Line ends stay.
func harmless(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range strings.ReplaceAll(text, "\r\n", "\n") {
		switch {
		case r >= ' ' && r < utf8.RuneSelf-1, r == '\n':
			b.WriteRune(r)
		case strings.ContainsRune("\r\v\f\u0085\u2028\u2029", r):
			b.WriteByte('\n')
		case r == '\t', unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case r == emojiStyle:
		case hidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "*/", `*\/`)
}

// emojiStyle asks for a colourful form of the character before it; nothing is lost without it.
const emojiStyle = '\ufe0f'

// hidden reports whether a character shows nothing, or changes how others are shown.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) ||
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// prose is a text of several lines as paragraphs read: no space at the ends of lines, no two empty lines in a row.
func prose(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// shorten cuts a text to a number of characters, at the end of a word if one is near, and marks the cut.
func shorten(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	end := 0
	for range limit - 1 {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	cut := text[:end]
	if next, _ := utf8.DecodeRuneInString(text[end:]); unicode.IsSpace(next) {
		return strings.TrimRightFunc(cut, unicode.IsSpace) + "…"
	}
	if space := strings.LastIndexAny(cut, " \n"); space > end*2/3 {
		cut = cut[:space]
	}
	return strings.TrimRightFunc(cut, unicode.IsSpace) + "…"
}

// remark is a comment of one line inside an expression; empty for an empty text.
func remark(text string) string {
	if text == "" {
		return ""
	}
	return "/* " + oneLine(harmless(text)) + " */"
}

// oneLine makes a single space of every stretch of spaces and line ends.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// indent moves all lines but the first to the right by one level.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }
