package worker

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

// relay decides which goroutine reads what the worker sends. At first that is the one of [Engine.Run]. From the first call
// on it is a helper, which also works on the calls where the caller lets it (see [interp.Request]): switching between
// goroutines takes longer than most calls. While the helper has been busy with one for a moment, the goroutine of Run
// reads, for the worker must be heard in any case, and calls may overlap.
type relay struct {
	turn   chan struct{} // holds a token while nobody reads
	late   chan struct{} // holds a token when nobody has read for a moment
	over   chan struct{} // closed by the last one that had the turn, which nobody gets any more
	moment *time.Timer   // of the helper; nil: there was none
	helped atomic.Bool   // there is a helper
}

// moment is how long nobody reads while the helper works on calls.
const moment = time.Millisecond

func newRelay() *relay {
	return &relay{turn: make(chan struct{}, 1), late: make(chan struct{}, 1), over: make(chan struct{})}
}

// receive reads until the run is over, on the goroutine of Run, which has the turn at first.
func (s *session) receive() {
	for mine := true; mine; mine = s.relay.take() {
		runtime.Gosched() // to the calls, which would wait for another thread otherwise
		s.read()
		s.act()
	}
}

// take waits for the turn until the helper neither wants it nor has it; false: the run is over.
func (r *relay) take() bool {
	for {
		select {
		case <-r.turn:
			return true
		default:
		}
		select {
		case <-r.late:
		case <-r.over:
			return false
		}
	}
}

// help starts the helper, unless there is one. It ends when the run is over, or with the call that it works on.
func (s *session) help() {
	r := s.relay
	if s.req.Serve == nil || r.helped.Swap(true) {
		return
	}
	if r.moment == nil {
		r.moment = time.AfterFunc(moment, r.missed)
	}
	go func() {
		defer r.helped.Store(false) // a call may end the goroutine, by runtime.Goexit
		s.req.Serve(s.next)
	}()
}

// missed tells the goroutine of Run that nobody has read for a moment.
func (r *relay) missed() {
	select {
	case r.late <- struct{}{}:
	default:
	}
}

// next waits for the turn and a message, and gives the function that acts on it; nil: the run is over.
func (s *session) next() (act func()) {
	select {
	case <-s.relay.turn:
	case <-s.relay.over:
		return nil
	}
	s.relay.moment.Stop()
	s.read()
	return s.actAsHelper
}

// actAsHelper acts, and has the goroutine of Run look after the worker if the calls take long.
func (s *session) actAsHelper() {
	s.act()
	s.relay.moment.Reset(moment)
}

// read reads a message.
func (s *session) read() {
	frame, err := s.process.in.Next()
	if err == nil {
		err = s.message.Decode(frame.Head)
	}
	s.body, s.broken = frame.Body, err
}

// errEndedGoroutine is code of the host that did not return, by runtime.Goexit.
var errEndedGoroutine = errors.New("the host of the program ended the goroutine that it was called on")

// act acts on the message that was read and on those that came with it, and passes the turn on, unless they end the run. A
// panic of the host's code ends it too.
func (s *session) act() {
	fault := errEndedGoroutine // unless this comes to its end
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Errorf("the host of the program broke down: %v", p)
		}
		s.fault = fault
		if s.fault != nil || s.broken != nil || s.result != nil {
			close(s.relay.over)
		} else {
			s.relay.turn <- struct{}{}
		}
	}()
	for s.broken == nil {
		s.broken = s.take(&s.message, s.body)
		if s.broken != nil || s.result != nil || !s.process.in.Buffered() {
			break
		}
		s.read()
	}
	fault = nil
}
