package builtin

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

const (
	shownChars = 45_000 // of a file in one result; below registry.DefaultMaxResult, so that the cut is made here
	shownLine  = 2000   // characters of one line
)

// showReadFile shows the lines with their numbers, as many as a result holds, and says what there is beside them.
func showReadFile(in readFileIn, out readFileOut) []string {
	var b strings.Builder
	chars, shown := 0, 0
	for line := range strings.Lines(out.Content) {
		text, length := shownText(line)
		if !in.Raw {
			text = fmt.Sprintf("%6d\t%s", out.StartLine+shown, text)
			length += 7
		}
		if chars+length > shownChars && shown > 0 {
			break
		}
		b.WriteString(text)
		b.WriteByte('\n')
		chars += length + 1
		shown++
	}
	var blocks []string
	if b.Len() > 0 {
		blocks = append(blocks, strings.TrimSuffix(b.String(), "\n"))
	}
	if note := readNote(out, shown); note != "" {
		blocks = append(blocks, note)
	}
	return blocks
}

// shownText gives a line without its end, cut if it is very long, and its length in characters.
func shownText(line string) (text string, chars int) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if len(line) <= shownLine {
		return line, utf8.RuneCountInString(line)
	}
	all := utf8.RuneCountInString(line)
	if all <= shownLine {
		return line, all
	}
	end := 0
	for range shownLine {
		_, size := utf8.DecodeRuneInString(line[end:])
		end += size
	}
	text = fmt.Sprintf("%s [%d more characters in this line]", line[:end], all-shownLine)
	return text, utf8.RuneCountInString(text)
}

// readNote says what the lines do not: which they are where they are not all, and how the file is written.
func readNote(out readFileOut, shown int) string {
	var notes []string
	total, all := "more", "fewer lines"
	if out.TotalLines != nil {
		total, all = fmt.Sprint(*out.TotalLines), plural(*out.TotalLines, "line")
	}
	last := out.StartLine + shown - 1
	switch {
	case out.Size == 0:
		notes = append(notes, "the file is empty")
	case shown == 0:
		notes = append(notes, fmt.Sprintf("offset %d is past the end: the file has %s", out.StartLine, all))
	case shown < out.Lines || out.NextOffset > 0:
		notes = append(notes, fmt.Sprintf("lines %d-%d of %s; read on with offset %d", out.StartLine, last, total, last+1))
	case out.StartLine > 1:
		notes = append(notes, fmt.Sprintf("lines %d-%d of %s", out.StartLine, last, total))
	}
	if out.LineCut {
		notes = append(notes, fmt.Sprintf("line %d is too long to be given whole", last))
	}
	if out.BadBytes {
		notes = append(notes, "bytes that are no UTF-8 are shown as U+FFFD")
	}
	if out.Encoding != textfile.UTF8 && out.Encoding != "" {
		notes = append(notes, "written as "+string(out.Encoding))
	}
	if strings.Contains(out.Content, "\r\n") {
		notes = append(notes, "lines end in CR LF")
	}
	if len(notes) == 0 {
		return ""
	}
	return "[" + pathText(out.Path).String() + ": " + strings.Join(notes, "; ") + "]"
}
