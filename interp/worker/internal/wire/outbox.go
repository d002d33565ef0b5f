package wire

import (
	"errors"
	"fmt"
	"math"
	"sync"
)

// Pipe is the writing end of a pipe.
type Pipe interface {
	// TryWrite writes what can be written at once; fewer bytes than given without an error: the pipe is full.
	TryWrite(b []byte) (int, error)
	// Write writes everything, and waits where it must.
	Write(b []byte) (int, error)
	Close() error
}

// Outbox sends frames in the order in which they are given, without keeping the sender waiting: it writes at once what the
// pipe takes, and leaves the rest to a goroutine. What is sent while somebody is writing goes along with the next write.
// Any goroutine may use it.
type Outbox struct {
	pipe Pipe

	mu      sync.Mutex
	changed sync.Cond // an end of writing, or less waiting
	queue   [][]byte  // small frames are gathered in the last element
	waiting int       // bytes in the queue
	writing bool      // somebody is writing
	err     error     // why no more is sent
}

// NewOutbox makes an outbox. [Outbox.Close] closes the pipe.
func NewOutbox(p Pipe) *Outbox {
	o := &Outbox{pipe: p}
	o.changed.L = &o.mu
	return o
}

// ErrClosed is the error of sending after Close.
var ErrClosed = errors.New("the pipe is closed")

// smallBody is the largest body that is copied; larger ones are written from where they are.
const smallBody = 16 << 10

// Send sends a frame, after those that were posted. The body must not change any more. An error says that the pipe is broken.
func (o *Outbox) Send(head, body []byte) error {
	if _, err := o.post(head, body); err != nil {
		return err
	}
	return o.Flush()
}

// Post sends a frame with the next one, or with [Outbox.Flush]: many small frames that the other end can as well have
// together. The body must not change any more. An error says that the pipe is broken.
func (o *Outbox) Post(head, body []byte) error {
	waiting, err := o.post(head, body)
	if err == nil && waiting > smallBody {
		return o.Flush()
	}
	return err
}

// post puts a frame into the queue.
func (o *Outbox) post(head, body []byte) (waiting int, err error) {
	if len(head) > MaxHead || len(body) > math.MaxUint32 {
		return 0, fmt.Errorf("%w: %d and %d bytes", ErrTooLarge, len(head), len(body))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	o.appendLocked(head, body)
	return o.waiting, nil
}

// Flush sends what was posted. An error says that the pipe is broken.
func (o *Outbox) Flush() error {
	o.mu.Lock()
	if o.writing || len(o.queue) == 0 {
		defer o.mu.Unlock()
		return o.err
	}
	o.writing = true
	o.mu.Unlock()
	return o.write()
}

// appendLocked puts a frame into the queue.
func (o *Outbox) appendLocked(head, body []byte) {
	o.waiting += prefix + len(head) + len(body)
	if len(o.queue) == 0 {
		o.queue = append(o.queue, nil)
	}
	last := &o.queue[len(o.queue)-1]
	*last = append(appendPrefix(*last, len(head), len(body)), head...)
	if len(body) <= smallBody {
		*last = append(*last, body...)
		return
	}
	o.queue = append(o.queue, body, nil)
}

// takeLocked takes the queue; nil: it is empty, and nobody writes any more.
func (o *Outbox) takeLocked() [][]byte {
	taken := o.queue
	if o.err != nil || len(taken) == 0 {
		o.queue, o.waiting, o.writing = nil, 0, false
		o.changed.Broadcast()
		return nil
	}
	o.queue = nil
	return taken
}

// write writes what the pipe takes at once.
func (o *Outbox) write() error {
	for {
		o.mu.Lock()
		taken := o.takeLocked()
		err := o.err
		o.mu.Unlock()
		if taken == nil {
			return err
		}
		for i, b := range taken {
			n, err := o.pipe.TryWrite(b)
			o.wrote(n, err)
			if err == nil && n < len(b) {
				taken[i] = b[n:]
				go o.writeRest(taken[i:])
				return nil
			}
		}
	}
}

// writeRest writes the rest of a queue, and what comes after it, however long that takes.
func (o *Outbox) writeRest(taken [][]byte) {
	for taken != nil {
		for _, b := range taken {
			n, err := o.pipe.Write(b)
			o.wrote(n, err)
		}
		o.mu.Lock()
		taken = o.takeLocked()
		o.mu.Unlock()
	}
}

// wrote counts what has been written.
func (o *Outbox) wrote(n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting -= n
	if err != nil && o.err == nil {
		o.err = err
	}
	o.changed.Broadcast()
}

// Wait waits until fewer than n bytes are left to be written, or nothing can be sent any more.
func (o *Outbox) Wait(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.waiting >= n && o.err == nil {
		o.changed.Wait()
	}
}

// Close sends no more, and closes the pipe when nobody is writing to it. It waits for that: the other end must be closed,
// or be read from.
func (o *Outbox) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if errors.Is(o.err, ErrClosed) {
		return nil
	}
	o.err = ErrClosed
	for o.writing {
		o.changed.Wait()
	}
	return o.pipe.Close()
}
