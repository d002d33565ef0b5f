// Package wire is the protocol between a host and its workers: frames on two pipes, and the messages in them.
//
// A frame is two lengths (four bytes each, big endian), a head and a body. The head is a JSON object whose first member
// says what kind of message it is; the body is what a message carries through unread, mostly one JSON value. The messages
// of calls, which come by the ten thousand, are written and read by hand; all others by encoding/json.
//
// The host does not trust what a worker sends: every length is bounded before anything is allocated for it, and a frame or
// a message that is not exactly as it must be is an error.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Version is the version of the protocol. A host and a worker must have the same one.
const Version = 1

// prefix is the size of the two lengths.
const prefix = 8

// MaxHead is how many bytes the head of a frame may have.
const MaxHead = 16 << 20

// Frame is one frame as it was read.
type Frame struct {
	Head []byte // valid until the next frame is read
	Body []byte // belongs to the caller; nil: empty
}

// ErrTooLarge is a frame that is larger than the reader admits. The errors of [Reader.Next] wrap it.
var ErrTooLarge = errors.New("frame too large")

// Reader reads frames from a pipe. One goroutine at a time may use it.
type Reader struct {
	MaxBody int // bytes that the body of a frame may have

	from       io.Reader
	buf        []byte
	start, end int // what has been read and not yet been taken
}

// readSize is how much is asked of the pipe at a time, and the largest frame that is read without a buffer of its own.
const readSize = 64 << 10

// NewReader makes a reader whose frames have bodies of at most maxBody bytes.
func NewReader(from io.Reader, maxBody int) *Reader {
	return &Reader{MaxBody: maxBody, from: from, buf: make([]byte, readSize)}
}

// Next reads a frame. At the end of the pipe between two frames the error is io.EOF, within one io.ErrUnexpectedEOF.
func (r *Reader) Next() (Frame, error) {
	if err := r.fill(prefix); err != nil {
		return Frame{}, err
	}
	head, body := r.lengths()
	if head > MaxHead || body > r.MaxBody {
		return Frame{}, fmt.Errorf("%w: %d and %d bytes; at most %d and %d are allowed", ErrTooLarge, head, body, MaxHead, r.MaxBody)
	}
	r.start += prefix
	if head+body <= len(r.buf) {
		return r.small(head, body)
	}
	return r.large(head, body)
}

// small reads a frame that fits into the buffer.
func (r *Reader) small(head, body int) (Frame, error) {
	if err := r.fill(head + body); err != nil {
		return Frame{}, within(err)
	}
	whole := r.buf[r.start : r.start+head+body]
	r.start += head + body
	f := Frame{Head: whole[:head]}
	if body > 0 {
		f.Body = append(make([]byte, 0, body), whole[head:]...)
	}
	return f, nil
}

// large reads a frame that does not.
func (r *Reader) large(head, body int) (Frame, error) {
	var f Frame
	var err error
	if f.Head, err = r.take(head); err == nil {
		f.Body, err = r.take(body)
	}
	return f, within(err)
}

// take reads n bytes. The room for them grows as they come, so that a length alone costs nothing.
func (r *Reader) take(n int) ([]byte, error) {
	const step = 1 << 20
	b := append(make([]byte, 0, min(n, step)), r.buf[r.start:min(r.end, r.start+n)]...)
	r.start += len(b)
	for len(b) < n {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(n, 4*cap(b))), b...)
		}
		got, err := r.from.Read(b[len(b):cap(b)])
		b = b[:len(b)+got]
		if err != nil && len(b) < n {
			return nil, err
		}
	}
	return b, nil
}

// fill reads until n bytes are in the buffer, which must have room for them.
func (r *Reader) fill(n int) error {
	if r.end-r.start >= n {
		return nil
	}
	if r.start == r.end {
		r.start, r.end = 0, 0
	} else if r.start+n > len(r.buf) {
		r.end = copy(r.buf, r.buf[r.start:r.end])
		r.start = 0
	}
	for r.end-r.start < n {
		got, err := r.from.Read(r.buf[r.end:])
		r.end += got
		if err != nil && r.end-r.start < n {
			if r.end > r.start {
				return within(err)
			}
			return err
		}
	}
	return nil
}

// Buffered reports whether the next frame has arrived, so that reading it will not wait.
func (r *Reader) Buffered() bool {
	there := r.end - r.start - prefix
	if there < 0 {
		return false
	}
	head, body := r.lengths()
	return head+body <= there
}

// lengths reads the prefix of the next frame, which must have arrived.
func (r *Reader) lengths() (head, body int) {
	return int(binary.BigEndian.Uint32(r.buf[r.start:])), int(binary.BigEndian.Uint32(r.buf[r.start+4:]))
}

// within turns the end of the pipe into an unexpected one.
func within(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// appendPrefix starts a frame.
func appendPrefix(b []byte, head, body int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(head))
	return binary.BigEndian.AppendUint32(b, uint32(body))
}
