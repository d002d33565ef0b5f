package textedit

import (
	"fmt"
	"strings"
	"unicode"
)

// fold is a difference that models and editors make without noticing.
type fold struct {
	name string
	rune func(r rune) (as string, folds bool) // what a character counts as
}

var folds = []fold{
	{"quotes", foldQuotes},
	{"dashes", foldDashes},
	{"invisible characters", foldInvisible},
	{"white space", foldSpace},
	{"upper and lower case", func(r rune) (string, bool) { return string(unicode.ToLower(r)), true }},
}

func foldQuotes(r rune) (string, bool) {
	switch r {
	case '‘', '’', '‚', '‛', '′', '`', '´', '\'':
		return "'", true
	case '“', '”', '„', '‟', '″', '«', '»', '"':
		return `"`, true
	}
	return "", false
}

func foldDashes(r rune) (string, bool) {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '-':
		return "-", true
	case '…':
		return "...", true
	}
	return "", false
}

func foldInvisible(r rune) (string, bool) {
	switch r {
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad':
		return "", true
	}
	return "", false
}

// foldSpace makes every white space but a line feed one that [alike] then folds further.
func foldSpace(r rune) (string, bool) { return " ", r != '\n' && unicode.IsSpace(r) }

// alike gives a view in which the differences that some folds name are gone. White space counts only between words.
func alike(text string, with []fold) view {
	spaces := false
	for _, f := range with {
		spaces = spaces || f.name == "white space"
	}
	var b builder
	pending := -1 // the offset of white space that counts if a word follows on the line
	for i, r := range text {
		as := foldWith(r, text[i:], with)
		if spaces && as == " " {
			if pending < 0 {
				pending = i
			}
			continue
		}
		if pending >= 0 && as != "\n" && len(b.at) > 0 && !b.endsLine() {
			b.add(" ", pending)
		}
		pending = -1
		b.add(as, i)
	}
	return b.view(len(text))
}

func foldWith(r rune, rest string, with []fold) string {
	for _, f := range with {
		if as, ok := f.rune(r); ok {
			return as
		}
	}
	if r == unicode.ReplacementChar { // perhaps a byte that is no UTF-8: itself, whatever it is
		return rest[:1]
	}
	return string(r)
}

// notFound says what the text has instead: the same but for white space and the like, or the same first line, or nothing.
// It is only told; nothing is changed by a guess.
func notFound(text string, e Edit) *Error {
	if len(text) > maxAlike {
		return &Error{Field: "old_string", Message: "is not in the file", Hint: "find it with grep and copy the text from the file"}
	}
	if places := alike(text, folds).find(alikeText(e.Old, folds)); len(places) > 0 {
		return nearMiss(text, e.Old, places)
	}
	if at, ok := sameFirstLine(text, e.Old); ok {
		return at
	}
	if i := strings.Index(text, e.New); e.New != "" && i >= 0 {
		return &Error{
			Field: "old_string", Message: fmt.Sprintf("is not in the file, but new_string is, at line %d", lineOf(text, i)),
			Hint: "the edit seems to have been made already",
		}
	}
	return &Error{Field: "old_string", Message: "is not in the file", Hint: "read the file again and copy the text from it"}
}

// maxAlike is the longest text, in bytes, that is looked through for something like the old text.
const maxAlike = 4 << 20

func alikeText(s string, with []fold) string { return alike(s, with).text }

func nearMiss(text, old string, places []span) *Error {
	s := places[0]
	file, yours, lines := firstDifference(lineAround(text, s), old)
	return &Error{
		Field: "old_string",
		Message: fmt.Sprintf("is not in the file; line %d differs only in %s: the file has %q, old_string has %q",
			lineOf(text, s.start)+lines, strings.Join(differences(text[s.start:s.end], old), " and "), file, yours),
		Hint: "copy the text exactly as the file has it",
	}
}

// differences names the folds without which the texts are not alike.
func differences(file, old string) []string {
	var names []string
	for i, f := range folds {
		others := append(append([]fold{}, folds[:i]...), folds[i+1:]...)
		if alikeText(file, others) != alikeText(old, others) {
			names = append(names, f.name)
		}
	}
	if len(names) == 0 { // the place leaves out white space at its edges
		return []string{"white space"}
	}
	return names
}

// lineAround widens a place to whole lines.
func lineAround(text string, s span) string {
	start := strings.LastIndexByte(text[:s.start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[s.end:], '\n'); i >= 0 {
		end = s.end + i
	}
	return text[start:end]
}

// firstDifference gives the first lines that are not the same, and how many come before them.
func firstDifference(file, old string) (fileLine, oldLine string, before int) {
	a, b := strings.Split(file, "\n"), strings.Split(old, "\n")
	for i := range min(len(a), len(b)) {
		if !strings.Contains(a[i], strings.TrimSuffix(b[i], "\r")) {
			return shorten(a[i]), shorten(b[i]), i
		}
	}
	return shorten(a[0]), shorten(b[0]), 0
}

// maxShown is how many bytes of a line an error shows.
const maxShown = 200

func shorten(line string) string {
	if len(line) <= maxShown {
		return line
	}
	return strings.ToValidUTF8(line[:maxShown], "") + "..."
}

// sameFirstLine looks for the one place where an old text of several lines begins, and says where it goes on differently.
func sameFirstLine(text, old string) (*Error, bool) {
	want := significant(old)
	if len(want) < 2 {
		return nil, false
	}
	have := strings.Split(text, "\n")
	first := -1
	for i, line := range have {
		if alikeText(line, folds) == want[0].alike {
			if first >= 0 {
				return nil, false
			}
			first = i
		}
	}
	if first < 0 {
		return nil, false
	}
	for k, w := range want {
		i := first + w.line - want[0].line
		if i >= len(have) {
			return nil, false
		}
		if alikeText(have[i], folds) != w.alike {
			return differsAt(first, i, have[i], want[k].text), true
		}
	}
	return nil, false
}

func differsAt(first, line int, file, old string) *Error {
	return &Error{
		Field: "old_string",
		Message: fmt.Sprintf("is not in the file; it begins like line %d, but line %d of the file is %q where old_string has %q",
			first+1, line+1, shorten(file), shorten(old)),
		Hint: "read the file again and copy the text from it",
	}
}

type oldLine struct {
	line        int
	text, alike string
}

// significant gives the lines that are not blank.
func significant(old string) []oldLine {
	var lines []oldLine
	for i, text := range strings.Split(old, "\n") {
		if a := alikeText(text, folds); a != "" {
			lines = append(lines, oldLine{i, text, a})
		}
	}
	return lines
}
