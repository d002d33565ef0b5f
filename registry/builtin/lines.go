package builtin

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// lines reads a text line by line, of which it holds only a part at a time however long they are.
type lines struct {
	r      *bufio.Reader
	inside bool // part of a line has been read, and there is more of it
}

// newLines reads the text of a file of a size.
func newLines(r io.Reader, size int64) *lines {
	return &lines{r: bufio.NewReaderSize(r, int(min(size+1, 64<<10)))}
}

// part reads the next part of a line, with the line feed; ended says that the line ends with it. The error is io.EOF after
// the last line, which need not end in a line feed. The bytes are valid until the next call.
func (l *lines) part() (p []byte, ended bool, err error) {
	p, err = l.r.ReadSlice('\n')
	switch {
	case err == nil:
		l.inside = false
		return p, true, nil
	case errors.Is(err, bufio.ErrBufferFull):
		l.inside = true
		return p, false, nil
	case errors.Is(err, io.EOF) && (len(p) > 0 || l.inside):
		l.inside = false
		return p, true, nil
	default:
		return nil, false, err
	}
}

// skip passes over n lines, or all that are left if n is negative, and gives how many there were.
func (l *lines) skip(n int) (skipped int, err error) {
	for skipped != n {
		_, ended, err := l.part()
		if errors.Is(err, io.EOF) {
			return skipped, nil
		}
		if err != nil {
			return skipped, err
		}
		if ended {
			skipped++
		}
	}
	return skipped, nil
}

// chunk is a run of whole lines.
type chunk struct {
	text  string
	lines int  // in text
	read  int  // lines, counting one that did not fit
	more  bool // lines follow
	cut   bool // text is the start of one line that is too long
}

// take reads up to limit lines (0: all) of together at most size bytes. A first line longer than that is cut.
func (l *lines) take(limit, size int) (chunk, error) {
	var c chunk
	var b strings.Builder
	whole := 0 // bytes of whole lines in b
	for limit == 0 || c.lines < limit {
		p, ended, err := l.part()
		if errors.Is(err, io.EOF) {
			c.text = b.String()
			return c, nil
		}
		if err != nil {
			return c, err
		}
		if room := size - b.Len(); len(p) > room {
			b.Write(p[:room])
			return l.full(c, b.String(), whole, ended)
		}
		b.Write(p)
		if ended {
			c.lines, c.read, whole = c.lines+1, c.read+1, b.Len()
		}
	}
	c.text = b.String()
	_, err := l.r.Peek(1)
	c.more = err == nil
	return c, nil
}

// full ends a chunk whose next line does not fit: it is left out, or cut where it is the only one.
func (l *lines) full(c chunk, text string, whole int, ended bool) (chunk, error) {
	c.text, c.more = text[:whole], true
	c.read++
	var err error
	if !ended {
		_, err = l.skip(1)
	}
	if whole == 0 {
		c.text, c.lines, c.cut = cutRune(text), 1, true
		_, end := l.r.Peek(1)
		c.more = end == nil
	}
	return c, err
}

// cutRune leaves out a character at the end that a cut has split.
func cutRune(s string) string {
	for i := len(s) - 1; i >= 0 && i >= len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(s[i:]) {
				return s[:i]
			}
			break
		}
	}
	return s
}
