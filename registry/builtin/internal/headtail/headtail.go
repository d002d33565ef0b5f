// Package headtail keeps the start and the end of a stream, however long it is.
package headtail

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

// Buffer keeps the start and the end of what is written to it, whatever is between: 60 % and 40 % of its size. Its memory
// grows with what is written, up to that size. One goroutine may use it at a time.
type Buffer struct {
	maxHead, maxTail int
	head             []byte
	tail             []byte // once it is full, a ring
	oldest           int    // where the ring begins
	total            int64  // bytes written
}

// New makes a buffer of a size in bytes.
func New(size int) *Buffer {
	head := size * 6 / 10
	return &Buffer{maxHead: head, maxTail: size - head}
}

// Write takes all of p and never fails.
func (h *Buffer) Write(p []byte) (int, error) {
	n := len(p)
	h.total += int64(n)
	k := min(len(p), h.maxHead-len(h.head))
	h.head = append(h.head, p[:k]...)
	p = p[k:]
	if len(p) > h.maxTail {
		p = p[len(p)-h.maxTail:]
	}
	k = min(len(p), h.maxTail-len(h.tail))
	h.tail = append(h.tail, p[:k]...)
	for p = p[k:]; len(p) > 0; p = p[k:] {
		k = copy(h.tail[h.oldest:], p)
		h.oldest = (h.oldest + k) % len(h.tail)
	}
	return n, nil
}

// Text gives what is kept, and how many bytes are left out; a line of its own tells where. The cuts are between lines, or
// between characters where a line is very long.
func (h *Buffer) Text() (text string, omitted int64) {
	tail := append(bytes.Clone(h.tail[h.oldest:]), h.tail[:h.oldest]...)
	if h.total == int64(len(h.head)+len(tail)) {
		return string(h.head) + string(tail), 0
	}
	head := cutEnd(h.head)
	tail = cutStart(tail)
	omitted = h.total - int64(len(head)+len(tail))
	var b bytes.Buffer
	b.Write(head)
	if len(head) > 0 && head[len(head)-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "[... %d bytes of output left out ...]\n", omitted)
	b.Write(tail)
	return b.String(), omitted
}

// maxLost is how many bytes may be given up so that a cut is between lines.
const maxLost = 4 << 10

func cutEnd(head []byte) []byte {
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 && len(head)-i-1 <= maxLost {
		return head[:i+1]
	}
	return []byte(textfile.CutRune(string(head)))
}

func cutStart(tail []byte) []byte {
	if i := bytes.IndexByte(tail, '\n'); i >= 0 && i < maxLost {
		return tail[i+1:]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return tail
}
