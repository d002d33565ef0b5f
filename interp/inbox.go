package interp

import (
	"encoding/json"
	"sync"
)

// inbox takes settled calls from any goroutine to the one that owns the virtual machine. However many arrive together,
// that goroutine is woken once.
type inbox struct {
	wake chan struct{} // holds one token while settled may be non-empty

	mu      sync.Mutex
	settled []settled
	closed  bool

	taken []settled // belongs to the owner
}

// settled is a call that has ended.
type settled struct {
	call  *hostCall
	value json.RawMessage
	err   error
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{}, 1)} }

// put adds a settled call; after close it does nothing.
func (b *inbox) put(s settled) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.settled = append(b.settled, s)
	first := len(b.settled) == 1
	b.mu.Unlock()
	if first {
		b.signal()
	}
}

// signal wakes the owner without a settled call.
func (b *inbox) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// take gives what has arrived since the last time, in order. The slice is valid until the next call, which uses its room
// for what arrives then.
func (b *inbox) take() []settled {
	clear(b.taken)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken, b.settled = b.settled, b.taken[:0]
	return b.taken
}

func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.settled = nil
}
