package truncate

import "strings"

// markerWord is the first word of every marker, after its brackets.
const markerWord = "cut"

// maxFence is the greatest number of brackets that text can force upon a marker.
const maxFence = 9

// fence is how many brackets stand around the markers in a text.
type fence int

// fenceFor gives a fence of one bracket more than stand anywhere in text before the word of a marker.
func fenceFor(text string) fence {
	longest := 0
	for rest := text; ; {
		i := strings.Index(rest, "["+markerWord)
		if i < 0 {
			return fence(min(longest+1, maxFence))
		}
		run := 1
		for run <= i && rest[i-run] == '[' {
			run++
		}
		longest = max(longest, run)
		rest = rest[i+1:]
	}
}

// around makes a marker: "[cut: text]".
func (f fence) around(text string) string {
	return strings.Repeat("[", int(f)) + markerWord + ": " + text + strings.Repeat("]", int(f))
}

// bare makes a marker that says nothing more.
func (f fence) bare() string {
	return strings.Repeat("[", int(f)) + markerWord + strings.Repeat("]", int(f))
}

// minBlob is the shortest stretch of base64, in bytes, that is worth a marker of its own; hashes and tokens are shorter.
const minBlob = 1024

// withoutBlobs puts a marker in place of each long stretch of base64 or hexadecimal digits. omitted is the number of
// characters left out, and where is the end of the markers.
func (f fence) withoutBlobs(text, where string) (short string, omitted int) {
	var b strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		if !isBase64(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && isBase64(text[i]) {
			i++
		}
		if i-start < minBlob || !looksEncoded(text[start:i]) {
			continue
		}
		b.WriteString(text[copied:start])
		b.WriteString(f.around(count(i-start, "character") + " of base64 or the like" + where))
		copied = i
		omitted += i - start
	}
	if omitted == 0 {
		return text, 0
	}
	b.WriteString(text[copied:])
	return b.String(), omitted
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '+' || c == '/' || c == '-' || c == '_' || c == '='
}

// looksEncoded tells data from a long word: it has digits, and nearly as many different characters as hexadecimal at
// least.
func looksEncoded(s string) bool {
	var seen [256]bool
	distinct, digits := 0, 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			distinct++
		}
		if '0' <= s[i] && s[i] <= '9' {
			digits++
		}
	}
	return distinct >= 12 && digits > len(s)/32
}
