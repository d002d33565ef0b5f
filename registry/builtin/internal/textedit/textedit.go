// Package textedit replaces exact pieces of a text: all of several replacements or none, nothing by guess, and every byte
// outside them as it was. It knows nothing of files.
package textedit

import (
	"fmt"
	"strings"
)

// Edit is one replacement.
type Edit struct {
	Old string // must not be empty, and must occur exactly once unless All is set
	New string // taken literally
	All bool   // replace every occurrence, from left to right
}

// Error is why an edit cannot be made.
type Error struct {
	Index   int    // of the edit
	Field   string // "old_string" or "new_string"
	Message string
	Hint    string
}

func (e *Error) Error() string { return e.Message }

// Apply makes the edits in order, each in the text that those before it have left, and gives the number of replacements.
//
// Line ends and composed accents need not be written as the text has them: if Old does not occur as it is, it is looked for
// with LF for CR LF, then in normal form C as well. What replaces it gets the line ends of its place. The text may have up
// to 2 GiB, and the work takes some ten times its memory.
func Apply(text string, edits []Edit) (result string, replaced int, err *Error) {
	before := text
	for i, e := range edits {
		next, n, err := apply(text, e)
		if err != nil {
			err.Index = i
			if i > 0 && len(find(text, e.Old).spans) == 0 && len(find(before, e.Old).spans) > 0 {
				err.Message = "is in the file, but not any more in what the edits before it have left"
				err.Hint = "edits are made in order, each in the result of those before it; make one edit of those that overlap"
			}
			return "", 0, err
		}
		text, replaced = next, replaced+n
	}
	return text, replaced, nil
}

func apply(text string, e Edit) (string, int, *Error) {
	if e.Old == "" {
		return "", 0, &Error{Field: "old_string", Message: "is empty", Hint: "give the text to replace"}
	}
	if e.Old == e.New {
		return "", 0, &Error{Field: "new_string", Message: "is the same as old_string, so that nothing would change"}
	}
	found := find(text, e.Old)
	switch {
	case len(found.spans) == 0:
		return "", 0, notFound(text, e)
	case len(found.spans) > 1 && !e.All:
		return "", 0, ambiguous(text, found.spans)
	}
	return found.replace(text, e)
}

// span is a piece of the text, by bytes.
type span struct{ start, end int }

// matches are the places where an old text occurs.
type matches struct {
	spans  []span // in order; they may overlap
	asIs   bool   // byte for byte
	folded bool   // with line ends taken for equal
}

func find(text, old string) matches {
	if spans := occurrences(text, old); len(spans) > 0 {
		return matches{spans: spans, asIs: true}
	}
	folded := foldLineEnds(text)
	plain := strings.ReplaceAll(old, "\r\n", "\n")
	if spans := folded.find(plain); len(spans) > 0 {
		return matches{spans: spans, folded: true}
	}
	return matches{spans: compose(folded).find(composed(plain)), folded: true}
}

// occurrences finds all places, overlapping ones too.
func occurrences(text, old string) []span {
	var spans []span
	for at := 0; ; {
		i := strings.Index(text[at:], old)
		if i < 0 {
			return spans
		}
		spans = append(spans, span{at + i, at + i + len(old)})
		at += i + 1
	}
}

func (m matches) replace(text string, e Edit) (string, int, *Error) {
	var b strings.Builder
	end, n := 0, 0
	for _, s := range m.spans {
		if s.start < end { // overlaps the one before
			continue
		}
		b.WriteString(text[end:s.start])
		b.WriteString(m.newText(text, s, e))
		end = s.end
		n++
	}
	b.WriteString(text[end:])
	if b.String() == text {
		return "", 0, &Error{Field: "new_string", Message: "is what the file has already, so that nothing would change"}
	}
	return b.String(), n, nil
}

// newText gives the new text with the line ends of its place. An edit that writes out line ends as the text has them means
// them as it says.
func (m matches) newText(text string, s span, e Edit) string {
	if m.asIs && (strings.Contains(e.Old, "\r") || strings.Contains(e.New, "\r")) {
		return e.New
	}
	end := lineEnd(text, s.start)
	if end == "" {
		return e.New
	}
	plain := strings.ReplaceAll(e.New, "\r\n", "\n")
	return strings.ReplaceAll(plain, "\n", end)
}

// lineEnd is how the line at an offset ends, or the one before it where it is the last; empty: there is no line end.
func lineEnd(text string, at int) string {
	i := strings.IndexByte(text[at:], '\n')
	if i >= 0 {
		i += at
	} else if i = strings.LastIndexByte(text[:at], '\n'); i < 0 {
		return ""
	}
	if i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// maxPlaces is how many places of an ambiguous text are named.
const maxPlaces = 10

func ambiguous(text string, spans []span) *Error {
	var places []string
	for _, s := range spans[:min(len(spans), maxPlaces)] {
		places = append(places, fmt.Sprint(lineOf(text, s.start)))
	}
	if len(spans) > maxPlaces {
		places = append(places, "...")
	}
	return &Error{
		Field:   "old_string",
		Message: fmt.Sprintf("has %d matches, at lines %s", len(spans), strings.Join(places, ", ")),
		Hint:    "take in more of the lines around the one that is meant, or set replace_all",
	}
}

func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }
