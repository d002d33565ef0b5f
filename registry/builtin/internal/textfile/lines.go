package textfile

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Lines reads a text line by line, of which it holds only a part at a time however long they are.
type Lines struct {
	r      *bufio.Reader
	inside bool // part of a line has been read, and there is more of it
}

// NewLines reads the text of a file of a size.
func NewLines(r io.Reader, size int64) *Lines {
	return &Lines{r: bufio.NewReaderSize(r, int(min(size+1, 64<<10)))}
}

// part reads the next part of a line, with the line feed; ended says that the line ends with it. The error is io.EOF after
// the last line, which need not end in a line feed. The bytes are valid until the next call.
func (l *Lines) part() (p []byte, ended bool, err error) {
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

// Skip passes over n lines, or all that are left if n is negative, and gives how many there were.
func (l *Lines) Skip(n int) (skipped int, err error) {
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

// Chunk is a run of whole lines.
type Chunk struct {
	Text  string
	Lines int  // in Text
	Read  int  // lines, counting one that did not fit
	More  bool // lines follow
	Cut   bool // Text is the start of one line that is too long
}

// Take reads up to limit lines (0: all) of together at most size bytes. A first line longer than that is cut.
func (l *Lines) Take(limit, size int) (Chunk, error) {
	var c Chunk
	var b strings.Builder
	whole := 0 // bytes of whole lines in b
	for limit == 0 || c.Lines < limit {
		p, ended, err := l.part()
		if errors.Is(err, io.EOF) {
			c.Text = b.String()
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
			c.Lines, c.Read, whole = c.Lines+1, c.Read+1, b.Len()
		}
	}
	c.Text = b.String()
	_, err := l.r.Peek(1)
	c.More = err == nil
	return c, nil
}

// full ends a chunk whose next line does not fit: it is left out, or cut where it is the only one.
func (l *Lines) full(c Chunk, text string, whole int, ended bool) (Chunk, error) {
	c.Text, c.More = text[:whole], true
	c.Read++
	var err error
	if !ended {
		_, err = l.Skip(1)
	}
	if whole == 0 {
		c.Text, c.Lines, c.Cut = CutRune(text), 1, true
		_, end := l.r.Peek(1)
		c.More = end == nil
	}
	return c, err
}

// CutRune leaves out a character at the end that a cut has split.
func CutRune(s string) string {
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
