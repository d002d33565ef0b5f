package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lines are what JavaScript takes for lines, as esbuild does: beside \n, they end with \r, \r\n, U+2028 and U+2029.

// lineEnd is the length of the line end at the start of a text; 0 if there is none. \r\n counts as one.
func lineEnd(text string) int {
	if text == "" {
		return 0
	}
	switch text[0] {
	case '\n':
		return 1
	case '\r':
		if strings.HasPrefix(text, "\r\n") {
			return 2
		}
		return 1
	case 0xE2:
		if strings.HasPrefix(text, "\u2028") || strings.HasPrefix(text, "\u2029") {
			return len("\u2028")
		}
	}
	return 0
}

// lineLength is the length of the first line of a text, without its end.
func lineLength(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n', '\r':
			return i
		case 0xE2:
			if lineEnd(text[i:]) > 0 {
				return i
			}
		}
	}
	return len(text)
}

// spaceLength is the length of the white space character, other than a line end, at the start of a text; 0 if there is none.
func spaceLength(text string) int {
	switch r, size := utf8.DecodeRuneInString(text); {
	case r == ' ', r == '\t', r == '\v', r == '\f', r == '\ufeff', r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r):
		return size
	}
	return 0
}

// splitLines gives the lines of a text, without their ends.
func splitLines(text string) []string {
	var lines []string
	for {
		n := lineLength(text)
		lines = append(lines, text[:n])
		end := lineEnd(text[n:])
		if end == 0 {
			return lines
		}
		text = text[n+end:]
	}
}

func lineOf(lines []string, n int) string {
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// place is the line and column of an offset, both from 1; columns count characters.
func place(text string, offset int) (line, column int) {
	lines := splitLines(text[:min(offset, len(text))])
	return len(lines), utf8.RuneCountInString(lines[len(lines)-1]) + 1
}

// problemAt is a problem at an offset of the program.
func problemAt(text string, offset int, message, hint string) *Problem {
	line, column := place(text, offset)
	return &Problem{
		Message: message, Hint: hint,
		Line: line, Column: column, Source: lineOf(splitLines(text), line),
	}
}
