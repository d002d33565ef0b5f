package search

import (
	"bytes"
	"errors"
	"io"
)

const (
	windowSize = 256 << 10 // bytes of a file looked at together, unless a line is longer
	maxLine    = 8 << 20   // bytes of a line; a longer one is searched in pieces of so many
	sniffSize  = 8 << 10   // bytes at the start of a file in which a NUL makes it binary
)

// ErrBinary says that a file is no text.
var ErrBinary = errors.New("binary file")

// Line is a line that matches, or one near it.
type Line struct {
	Number     int    // from 1
	Text       []byte // without its end; valid until the visit returns
	Match      bool   // false: it is context
	Start, End int    // of the first match in Text
}

// Context is how many lines around a match are given too.
type Context struct{ Before, After int }

// Scan reads a text to its end and visits the lines that match, in order, each with its context; a line is visited once.
// Memory is bounded by the longest line, and that by 8 MiB: of a longer one each piece counts as a line of the same
// number. An error of visit ends the scan and is returned. A file with a NUL near its start is ErrBinary.
func (m *Matcher) Scan(r io.Reader, c Context, visit func(Line) error) error {
	t := m.tools.Get().(*tools)
	s := scan{m: m, context: c, visit: visit, tools: t, number: 1}
	err := s.run(r)
	if len(t.buf) <= 4*windowSize {
		m.tools.Put(t)
	}
	return err
}

// tools are what a scan needs and can be used again for another file.
type tools struct {
	buf    []byte
	finder *finder
	dfa    *dfa // nil: the expression is too large for one
}

// scan is the state of one Scan. The window is buf[:end], which begins with a line.
type scan struct {
	*tools
	m       *Matcher
	context Context
	visit   func(Line) error

	pos             int // what is before it has been searched
	shown           int // lines before it have been visited, or must not be
	after           int // lines still wanted after the last match
	counted, number int // number is the line at offset counted
}

func (s *scan) run(r io.Reader) error {
	end, first := 0, true
	for {
		n, err := io.ReadFull(r, s.buf[end:])
		end += n
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return err
		}
		last := err != nil
		if first && bytes.IndexByte(s.buf[:min(end, sniffSize)], 0) >= 0 {
			return ErrBinary
		}
		first = false
		whole := end
		if !last {
			whole = bytes.LastIndexByte(s.buf[s.pos:end], '\n') + 1 + s.pos
			if whole == s.pos && end < maxLine { // no line ends here: a larger window
				s.buf = append(s.buf, make([]byte, len(s.buf))...)
				continue
			}
			if whole == s.pos {
				whole = end
			}
		}
		if err := s.window(s.buf[:whole]); err != nil || last {
			return err
		}
		end = s.slide(whole, end)
	}
}

// slide moves what is still needed to the start: the lines that may be context, and what has not been searched.
func (s *scan) slide(whole, end int) int {
	keep := whole
	for range s.context.Before {
		if keep <= s.shown {
			break
		}
		keep = bytes.LastIndexByte(s.buf[s.shown:keep-1], '\n') + 1 + s.shown
	}
	s.number += bytes.Count(s.buf[s.counted:keep], newline)
	s.counted = 0
	copy(s.buf, s.buf[keep:end])
	s.pos, s.shown = whole-keep, max(0, s.shown-keep)
	return end - keep
}

var newline = []byte{'\n'}

// window searches whole lines.
func (s *scan) window(data []byte) error {
	s.finder.reset()
	for s.pos < len(data) {
		start, end, ok := s.find(data)
		if !ok {
			break
		}
		lineStart := bytes.LastIndexByte(data[s.pos:start], '\n') + 1 + s.pos
		lineEnd := nextLine(data, start)
		if err := s.around(data, lineStart); err != nil {
			return err
		}
		if err := s.line(data, lineStart, lineEnd, start, end); err != nil {
			return err
		}
		s.pos, s.shown, s.after = lineEnd, lineEnd, s.context.After
	}
	s.pos = len(data)
	return s.following(data, len(data))
}

// find gives the next match at or after pos, which begins a line.
func (s *scan) find(data []byte) (start, end int, ok bool) {
	for pos := s.pos; pos < len(data); {
		at := s.candidate(data, pos)
		if at < 0 {
			return 0, 0, false
		}
		if s.m.exact {
			return at, at + len(s.m.literals[0].text), true
		}
		lineStart := bytes.LastIndexByte(data[pos:at], '\n') + 1 + pos
		lineEnd := nextLine(data, at)
		line := bytes.TrimSuffix(data[lineStart:lineEnd], newline)
		if len(s.m.literals) == 0 || s.dfa == nil || s.dfa.find(line, 0) >= 0 {
			if loc := s.m.re.FindIndex(line); loc != nil {
				return lineStart + loc[0], lineStart + loc[1], true
			}
		}
		pos = lineEnd
	}
	return 0, 0, false
}

// candidate gives an offset in the next line that may match.
func (s *scan) candidate(data []byte, pos int) int {
	switch {
	case len(s.m.literals) > 0:
		return s.finder.find(data, pos)
	case s.dfa != nil:
		return s.dfa.find(data, pos)
	}
	loc := s.m.re.FindIndex(data[pos:])
	if loc == nil || pos+loc[0] == len(data) { // nothing, or the empty line after the last line feed
		return -1
	}
	return pos + loc[0]
}

// nextLine gives where the line after the one at an offset begins.
func nextLine(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(data)
}

func trimEnd(line []byte) []byte {
	line = bytes.TrimSuffix(line, newline)
	return bytes.TrimSuffix(line, []byte{'\r'})
}

// around visits the context between the last match and the next one, whose line begins at an offset.
func (s *scan) around(data []byte, lineStart int) error {
	if err := s.following(data, lineStart); err != nil {
		return err
	}
	from := lineStart
	for range s.context.Before {
		if from <= s.shown {
			break
		}
		from = bytes.LastIndexByte(data[s.shown:from-1], '\n') + 1 + s.shown
	}
	for from < lineStart {
		next := nextLine(data, from)
		if err := s.line(data, from, next, -1, -1); err != nil {
			return err
		}
		from = next
	}
	return nil
}

// following visits the context after the last match, as far as an offset.
func (s *scan) following(data []byte, limit int) error {
	for s.after > 0 && s.shown < limit {
		next := nextLine(data, s.shown)
		if err := s.line(data, s.shown, next, -1, -1); err != nil {
			return err
		}
		s.shown = next
		s.after--
	}
	return nil
}

// line visits one line; start is negative if it does not match.
func (s *scan) line(data []byte, lineStart, lineEnd, start, end int) error {
	s.number += bytes.Count(data[s.counted:lineStart], newline)
	s.counted = lineStart
	l := Line{Number: s.number, Text: trimEnd(data[lineStart:lineEnd])}
	if start >= 0 {
		l.Match = true
		l.Start = min(start-lineStart, len(l.Text))
		l.End = min(end-lineStart, len(l.Text))
	}
	return s.visit(l)
}
