// Package truncate cuts texts to what a model is shown: the beginning and the end stay, and a marker that cannot be forged
// says how much is left out in between. It knows nothing of tools and results.
package truncate

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// headShare is the part of a cut text that comes from its beginning, in percent; the rest comes from its end, where tests
// and compilers put what matters.
const headShare = 60

// Text makes text fit into max characters, as [Cutter.Text] does.
func Text(text string, max int) (cut string, omitted int) { return Cutter{Max: max}.Text(text) }

// Cutter makes text fit for a model. Any goroutine may use it, as far as Keep allows.
type Cutter struct {
	Max int // the greatest number of characters that may come out, markers included; 0 and less: none

	// Keep stores a text of which only a part will be shown, and says in a few words how a model can read the whole, such
	// as "read_file out/1.txt". An empty answer: it cannot. nil: nothing is kept.
	Keep func(whole string) (where string)
}

// Text gives text unchanged if it has at most Max characters. If not, it gives the beginning and the end of it, in the
// ratio of 60 to 40, cut between lines where that costs little and always between characters, and in between a marker on
// a line of its own that says how much is left out. omitted is that number; 0 means that the text is whole.
//
// A marker is set in more brackets than anything like it in the text, up to nine, so text that was cut before, or that
// pretends to be, cannot be mistaken for it. Long stretches of base64, which no model can read, are left out first, and
// binary data are left out altogether. Text that was JSON is headed by a line which says that it no longer is, and cannot
// be parsed by accident. Where Max has no room for that much, the marker shrinks down to "…".
//
// Characters are Unicode code points; each byte that is not UTF-8 counts as one, and stays.
func (c Cutter) Text(text string) (cut string, omitted int) {
	if len(text) <= c.Max { // there are not more characters than bytes
		return text, 0
	}
	total := utf8.RuneCountInString(text)
	switch {
	case total <= c.Max:
		return text, 0
	case c.Max <= 0:
		return "", total
	}
	t := cutting{max: c.Max, fence: fenceFor(text), total: total, json: isJSON(text), where: c.keep(text)}
	if isBinary(text) {
		return t.standalone("all " + count(total, "character") + ", which are binary data" + t.where), total
	}
	return t.cut(text)
}

// cutting is the cutting of one text, which is too long.
type cutting struct {
	fence
	max   int
	total int    // characters of the text
	json  bool   // the text is JSON
	where string // how to read the whole, as the end of a marker
}

func (t cutting) cut(text string) (cut string, omitted int) {
	label := t.label()
	body, blobs := text, 0
	if !t.json || label != "" { // JSON without blobs parses, so it needs the label
		body, blobs = t.withoutBlobs(text, t.where)
	}
	room := t.max - len(label)
	if utf8.RuneCountInString(body) <= room {
		return label + body, blobs
	}
	body, middle := t.cutMiddle(body, room)
	return label + body, blobs + middle
}

// label is the line that heads cut JSON; empty for other text, and where it would take up too much of the room.
func (t cutting) label() string {
	if !t.json {
		return ""
	}
	label := t.around("only parts of a JSON text of "+count(t.total, "character")+" follow; do not parse them") + "\n"
	if len(label) > t.max/3 {
		return ""
	}
	return label
}

// cutMiddle cuts text, which is longer than room, down to room characters.
func (t cutting) cutMiddle(text string, room int) (cut string, omitted int) {
	marker := t.marker(room)
	longest := marker(t.total)
	data := room - utf8.RuneCountInString(longest)
	if longest == ellipsis && t.json { // "…" may stand within a JSON string
		data = 0
	}
	headRoom := data * headShare / 100
	head, tail := head(text, headRoom), tail(text, data-headRoom)
	omitted = utf8.RuneCountInString(text) - utf8.RuneCountInString(head) - utf8.RuneCountInString(tail)
	between := marker(omitted)
	if strings.HasSuffix(head, "\n") {
		between = strings.TrimPrefix(between, "\n")
	}
	return head + between + tail, omitted
}

// ellipsis is the marker where there is no room for another.
const ellipsis = "…"

// marker gives the most telling form of marker that takes up no more than half of the room, as a function of the number of
// characters left out. None is longer than that for all of them.
func (t cutting) marker(room int) func(omitted int) string {
	line := func(marker string) string { return "\n" + marker + "\n" }
	amount := func(omitted int) string {
		return number(omitted) + " of " + count(t.total, "character") + " left out here"
	}
	for _, form := range []func(omitted int) string{
		func(omitted int) string { return line(t.around(amount(omitted) + t.where)) },
		func(omitted int) string { return line(t.around(amount(omitted))) },
		func(int) string { return line(t.bare()) },
	} {
		if utf8.RuneCountInString(form(t.total)) <= room/2 {
			return form
		}
	}
	return func(int) string { return ellipsis }
}

// standalone gives a marker in place of all the text.
func (t cutting) standalone(why string) string {
	for _, marker := range []string{t.around(why), t.bare()} {
		if utf8.RuneCountInString(marker) <= t.max {
			return marker
		}
	}
	return ellipsis
}

// keep stores a text if it can, and gives the end of the marker that says so.
func (c Cutter) keep(whole string) string {
	if c.Keep == nil {
		return ""
	}
	where := c.Keep(whole)
	if where == "" {
		return ""
	}
	return "; read the whole with " + where
}

// head gives at most n characters from the beginning of text, up to the end of a line if that keeps at least half.
func head(text string, n int) string {
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if line := strings.LastIndexByte(text[:end], '\n') + 1; line > end/2 {
		end = line
	}
	return text[:end]
}

// tail gives at most n characters from the end of text, from the beginning of a line if that keeps at least half.
func tail(text string, n int) string {
	start := len(text)
	for range n {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	if start > 0 && text[start-1] == '\n' {
		return text[start:]
	}
	if line := start + strings.IndexByte(text[start:], '\n') + 1; line-start < (len(text)-start)/2 {
		start = line
	}
	return text[start:]
}

// isJSON reports whether text is a JSON object, array or string.
func isJSON(text string) bool {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	return trimmed != "" && strings.IndexByte(`{["`, trimmed[0]) >= 0 && json.Valid([]byte(text))
}

func isBinary(text string) bool { return strings.IndexByte(text, 0) >= 0 }

// count gives a number with what is counted: "1 character", "12,345 characters".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return number(n) + " " + what + "s"
}

// number writes n with a comma before each three digits.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
