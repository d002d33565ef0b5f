package textedit

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// view is a text rewritten so that what counts as equal is equal, with the way back to the original.
type view struct {
	text string
	at   []int32 // for each byte of text and for its end: the offset in the original, or -1 within what was rewritten as one
}

// find gives the places of the original that read as old.
func (v view) find(old string) []span {
	if old == "" {
		return nil
	}
	var spans []span
	for _, s := range occurrences(v.text, old) {
		if start, end := v.at[s.start], v.at[s.end]; start >= 0 && end >= 0 {
			spans = append(spans, span{int(start), int(end)})
		}
	}
	return spans
}

// builder makes a view.
type builder struct {
	text strings.Builder
	at   []int32
}

// add puts in s for what begins at an offset of the original.
func (b *builder) add(s string, at int) {
	for i := range len(s) {
		if i > 0 {
			at = -1
		}
		b.at = append(b.at, int32(at))
	}
	b.text.WriteString(s)
}

func (b *builder) endsLine() bool {
	s := b.text.String()
	return strings.HasSuffix(s, "\n")
}

func (b *builder) view(end int) view {
	return view{text: b.text.String(), at: append(b.at, int32(end))}
}

// foldLineEnds writes LF for each CR LF.
func foldLineEnds(text string) view {
	var b builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			b.add("\n", i)
			i++
			continue
		}
		b.add(text[i:i+1], i)
	}
	return b.view(len(text))
}

func composed(s string) string { return norm.NFC.String(s) }

// compose writes a view in normal form C. A character of several parts is one: a match takes in all of it or nothing.
func compose(v view) view {
	if norm.NFC.IsNormalString(v.text) {
		return v
	}
	var b builder
	var it norm.Iter
	it.InitString(norm.NFC, v.text)
	for !it.Done() {
		at := int(v.at[it.Pos()])
		b.add(string(it.Next()), at)
	}
	return b.view(int(v.at[len(v.text)]))
}
