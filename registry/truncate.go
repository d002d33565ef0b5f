package registry

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DefaultMaxResult is how many characters of a result's content a model is shown, unless the tool or the run says
// otherwise.
const DefaultMaxResult = 50_000

// headShare is the part of a cut text that comes from its beginning, in percent; the rest comes from its end, where tests
// and compilers put what matters.
const headShare = 60

// Truncate makes text fit into max characters, as [Cutter.Cut] does.
func Truncate(text string, max int) (cut string, omitted int) { return Cutter{Max: max}.Cut(text) }

// Cutter makes text fit for a model.
type Cutter struct {
	Max  int    // the greatest number of characters that may come out, markers included; 0 and less: none
	Rest string // where the whole can be read, such as "read_file out/1.txt"; told to the model. Empty: nowhere
}

// Cut gives text unchanged if it has at most Max characters. If not, it gives the beginning and the end of it, in the
// ratio of 60 to 40, cut between lines where that costs little and always between characters, and in between a marker on
// a line of its own that says how much is left out. omitted is that number; 0 means that the text is whole.
//
// A marker is set in more brackets than anything like it in the text, so text that was cut before, or that pretends to
// be, cannot be mistaken for it. Long stretches of base64, which no model can read, are left out first. Text that was
// JSON is headed by a line which says that it no longer is, and cannot be parsed by accident. Where Max has no room for
// that much, the marker shrinks down to "…".
//
// Characters are Unicode code points; each byte that is not UTF-8 counts as one, and stays.
func (c Cutter) Cut(text string) (cut string, omitted int) {
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
	f := fenceFor(text)
	if isBinary(text) {
		return c.smallest(f, "all "+count(total, "character")+", which are binary data"+c.where()), total
	}
	label := c.label(f, text, total)
	body, blobs := f.withoutBlobs(text)
	room := c.Max - len(label)
	if utf8.RuneCountInString(body) <= room {
		return label + body, blobs
	}
	body, middle := c.cutMiddle(f, body, room, total)
	return label + body, blobs + middle
}

// label is the line that heads cut JSON; empty for other text, and where it would take up too much of the room.
func (c Cutter) label(f fence, text string, total int) string {
	if !isJSON(text) {
		return ""
	}
	label := f.around("only parts of a JSON text of "+count(total, "character")+" follow, which do not parse") + "\n"
	if len(label) > c.Max/3 {
		return ""
	}
	return label
}

// cutMiddle cuts text, which is longer than room, down to room characters. total is the length of the text before anything
// was left out.
func (c Cutter) cutMiddle(f fence, text string, room, total int) (cut string, omitted int) {
	marker := c.marker(f, total, total, room)
	data := room - utf8.RuneCountInString(marker)
	if marker == ellipsis && isJSON(text) { // "…" may stand within a JSON string
		data = 0
	}
	headRoom := data * headShare / 100
	head, tail := head(text, headRoom), tail(text, data-headRoom)
	omitted = utf8.RuneCountInString(text) - utf8.RuneCountInString(head) - utf8.RuneCountInString(tail)
	if marker != ellipsis {
		marker = c.marker(f, omitted, total, room)
	}
	if strings.HasSuffix(head, "\n") {
		marker = strings.TrimPrefix(marker, "\n")
	}
	return head + marker + tail, omitted
}

// ellipsis is the marker where there is no room for another.
const ellipsis = "…"

// marker gives the most telling marker that takes up no more than half of the room. Its length does not grow when omitted
// gets less.
func (c Cutter) marker(f fence, omitted, total, room int) string {
	full := count(omitted, "character") + " left out here, of " + number(total) + " in all"
	for _, text := range []string{full + c.where(), full} {
		if marker := "\n" + f.around(text) + "\n"; utf8.RuneCountInString(marker) <= room/2 {
			return marker
		}
	}
	if marker := "\n" + f.bare() + "\n"; len(marker) <= room/2 {
		return marker
	}
	return ellipsis
}

// smallest gives a marker that stands alone.
func (c Cutter) smallest(f fence, text string) string {
	for _, marker := range []string{f.around(text), f.bare()} {
		if utf8.RuneCountInString(marker) <= c.Max {
			return marker
		}
	}
	return ellipsis
}

func (c Cutter) where() string {
	if c.Rest == "" {
		return ""
	}
	return "; the whole can be read with " + c.Rest
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
