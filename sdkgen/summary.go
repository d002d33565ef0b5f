package sdkgen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
)

// maxSummary bounds a summary, in characters.
const maxSummary = 300

// SummaryOf is what a list of tools shows of one, in one line of at most 300 characters: its summary, or the first
// sentence of its description; empty if it has neither. It may hold whatever their authors wrote, also characters that
// control a terminal.
func SummaryOf(t *registry.Tool) string {
	text := t.Summary
	if strings.TrimSpace(text) == "" {
		text = firstSentence(firstParagraph(t.Description))
	}
	return shorten(oneLine(text), maxSummary)
}

// firstParagraph gives the lines before the first empty one, without what marks a heading.
func firstParagraph(text string) string {
	text = strings.TrimLeft(strings.TrimSpace(text), "# ")
	for i, rest := 0, text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		if strings.TrimSpace(line) == "" {
			return text[:i]
		}
		i += len(line) + 1
		rest = after
	}
	return text
}

// firstSentence gives a text up to the first full stop, question mark or exclamation mark that ends a sentence: a space
// and no small letter follow it, and it does not belong to an abbreviation.
func firstSentence(text string) string {
	for i, r := range text {
		switch r {
		case '。':
			return text[:i+utf8.RuneLen(r)]
		case '.', '?', '!':
			rest := text[i+1:]
			next, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
			spaced := rest == "" || unicode.IsSpace(rune(rest[0]))
			if spaced && !unicode.IsLower(next) && !abbreviated(text[:i]) {
				return text[:i+1]
			}
		}
	}
	return text
}

// abbreviated reports whether a full stop after the text belongs to its last word, as in "e.g." and "1.".
func abbreviated(text string) bool {
	word := strings.TrimLeft(text[strings.LastIndexAny(text, " \n\t")+1:], "([\"'")
	switch strings.ToLower(word) {
	case "e.g", "i.e", "eg", "ie", "vs", "cf", "incl", "approx":
		return true
	}
	return strings.Trim(word, "0123456789") == "" // the number of a step
}
