package child

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// inlet takes the messages of the host. Handing each from a goroutine that reads to the one of the program would cost more
// than the message itself. So whoever waits for one reads it: the goroutine of the program, while it waits for calls alone,
// and otherwise one that is only for that. If the program computes for longer than a moment, the latter takes over, so that
// it can be cancelled.
type inlet struct {
	take   func(wire.Frame) (progress bool, err error)
	frames *wire.Reader // of the one who reads
	err    error        // why there are no more; of the one who reads

	reading sync.Mutex
	turn    chan struct{} // holds one token when the other goroutine may have to read
	moment  *time.Timer
	armed   atomic.Bool // moment is going to go off
}

// moment is how long nobody reads while a program computes.
const moment = 5 * time.Millisecond

func newInlet(frames *wire.Reader, take func(wire.Frame) (bool, error)) *inlet {
	i := &inlet{take: take, frames: frames, turn: make(chan struct{}, 1)}
	i.armed.Store(true) // before the timer can go off
	i.moment = time.AfterFunc(moment, func() {
		i.armed.Store(false)
		i.hand()
	})
	return i
}

// serve reads whenever nobody else does, until there are no more messages, and gives the reason.
func (i *inlet) serve() error {
	for {
		if !i.reading.TryLock() {
			<-i.turn
			continue
		}
		i.read()
		err := i.err
		i.release()
		if err != nil {
			return err
		}
		<-i.turn
	}
}

// pump reads until the program has got something, unless it has already, or the other goroutine is reading, which will do
// the same.
func (i *inlet) pump(got func() bool) {
	if !i.reading.TryLock() {
		return
	}
	if !got() {
		i.read()
	}
	failed := i.err != nil
	i.release()
	if failed {
		i.hand()
	}
}

// read takes messages until one of them makes the program go on, and those that came with it.
func (i *inlet) read() {
	progress := false
	for i.err == nil && (!progress || i.frames.Buffered()) {
		frame, err := i.frames.Next()
		if err == nil {
			var got bool
			got, err = i.take(frame)
			progress = progress || got
		}
		i.err = err
	}
}

// release lets others read, and sees to it that somebody does.
func (i *inlet) release() {
	i.reading.Unlock()
	if !i.armed.Swap(true) {
		i.moment.Reset(moment)
	}
}

// hand tells the other goroutine to read, if nobody does.
func (i *inlet) hand() {
	select {
	case i.turn <- struct{}{}:
	default:
	}
}
