package interp

import (
	"fmt"
	"unicode/utf8"
)

// Logs keeps the output of a program: its first lines and its last ones, each with half of the room. What falls between
// is counted and dropped. A line costs one byte more than its text. One goroutine at a time may use it.
type Logs struct {
	half int // bytes

	head     []Log
	headRoom int
	full     bool // a line did not fit into head
	tail     []Log
	tailRoom int
	dropped  int
}

// NewLogs makes a keeper of at most limit bytes.
func NewLogs(limit int) *Logs {
	return &Logs{half: limit / 2, headRoom: limit / 2, tailRoom: limit / 2}
}

// Add adds a line, and gives it as it is kept, unless it is dropped later.
func (l *Logs) Add(line Log) Log {
	l.dropped += line.Dropped // by who had it before
	if cost := len(line.Text) + 1; !l.full && line.Dropped == 0 && cost <= l.headRoom {
		l.head = append(l.head, line)
		l.headRoom -= cost
		return line
	}
	l.full = true
	if line.Dropped == 0 {
		line.Text, line.Dropped = cut(line.Text, l.half-1) // has room if it is alone
		l.dropped += line.Dropped
	}
	l.tail = append(l.tail, line)
	l.tailRoom -= len(line.Text) + 1
	for l.tailRoom < 0 && len(l.tail) > 1 {
		cost := len(l.tail[0].Text) + 1
		l.tail = l.tail[1:]
		l.tailRoom += cost
		l.dropped += cost
	}
	return line
}

// cut takes the middle out of a text that has more than most bytes, and gives the number of bytes left out.
func cut(text string, most int) (short string, left int) {
	if len(text) <= most {
		return text, 0
	}
	const mark = 40 // bytes that the remark about the gap takes
	keep := max(0, most-mark) / 2
	head, tail := keep, len(text)-keep
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + fmt.Sprintf(" … (%d bytes left out) … ", tail-head) + text[tail:], tail - head
}

// All gives what was kept, in order.
func (l *Logs) All() []Log { return append(l.head[:len(l.head):len(l.head)], l.tail...) }

// Dropped is how many bytes were not kept.
func (l *Logs) Dropped() int { return l.dropped }
