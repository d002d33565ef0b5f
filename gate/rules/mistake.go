package rules

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Mistake is one thing that is wrong in a settings file.
type Mistake struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1; 0: the file as a whole
	Column int    `json:"column"` // from 1, in characters
	Text   string `json:"text"`
}

// String is "file:line:column: text".
func (m Mistake) String() string {
	if m.Line == 0 {
		return m.File + ": " + m.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Column, m.Text)
}

// Mistakes are all that is wrong in the settings, as an error. They hold paths of the host, and are for the person who
// wrote the settings, never for a model.
type Mistakes []Mistake

// Error is one mistake a line.
func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i, mistake := range m {
		lines[i] = mistake.String()
	}
	return strings.Join(lines, "\n")
}

// position gives the line and column, from 1, of an offset in a text.
func position(src []byte, offset int) (line, column int) {
	before := src[:min(offset, len(src))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// rawOffset finds the place in a JSON string literal, quotes included, that stands for an offset in the text it means.
func rawOffset(literal []byte, offset int) int {
	at := 1
	for decoded := 0; decoded < offset && at < len(literal)-1; {
		n, width := escape(literal[at:])
		at += n
		decoded += width
	}
	return at
}

// escape gives the length of the first character of a literal as it is written, and of what it means.
func escape(literal []byte) (n, width int) {
	if literal[0] != '\\' {
		_, n = utf8.DecodeRune(literal)
		return n, n
	}
	if len(literal) < 6 || literal[1] != 'u' {
		return 2, 1
	}
	c, err := strconv.ParseUint(string(literal[2:6]), 16, 16)
	if width = utf8.RuneLen(rune(c)); err != nil || width < 0 {
		width = 2 // half of a character that is written in two
	}
	return 6, width
}
