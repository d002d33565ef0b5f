package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"

	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// talk is this process's side of the talk with a helper.
type talk struct {
	judged      decide
	orders      *os.File
	notes       *os.File
	ctx         context.Context // for the answers
	stop        func()          // nobody waits for answers any more
	followsCall func() bool     // ends that ctx is done with the call's

	mu      sync.Mutex // held for what is below
	encoder *json.Encoder
	stopped error // what the judge has ended the command with

	over  chan struct{} // closed when there is an outcome, or will be none; then it is in last
	last  note
	idle  bool          // nothing goes on in the helper itself; to be read once gone
	alone chan struct{} // closed when nothing is left of the command but the helper
	gone  chan struct{} // closed when the helper has gone and everything is closed
}

// newTalk makes a talk, and the ends of it that the helper finds as files 3 and 4.
func newTalk() (t *talk, ends []*os.File, err error) {
	hisOrders, orders, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	notes, hisNotes, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, hisOrders.Close(), orders.Close())
	}
	t = &talk{
		orders: orders, notes: notes, encoder: json.NewEncoder(orders), over: make(chan struct{}), alone: make(chan struct{}),
		gone: make(chan struct{}),
	}
	return t, []*os.File{hisOrders, hisNotes}, nil
}

// begin gives the helper its order, and from then on answers its questions.
func (t *talk) begin(ctx context.Context, first order, judged decide) {
	t.judged = judged
	t.ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx)) // what is kept running goes on when the call is over
	t.followsCall = context.AfterFunc(ctx, t.stop)
	go t.listen()
	t.send(first)
}

// close lets go of the helper, which ends for want of orders.
func (t *talk) close() {
	if t.ctx != nil {
		t.followsCall()
		t.stop()
	}
	t.orders.Close()
	t.notes.Close()
}

// leave waits for the helper to go, unless the command is kept running: then the helper's questions are answered until it
// goes.
func (t *talk) leave(kept bool) {
	t.followsCall()
	if !kept {
		t.stop()
		<-t.gone
	}
}

func (t *talk) send(message any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.encoder.Encode(message) // a helper that is gone is noticed by the end of its notes
}

// maxAsked bounds the questions that are being answered at once. More wait in the helper.
const maxAsked = 64

// listen answers questions until the helper has gone.
func (t *talk) listen() {
	defer close(t.gone)
	defer t.close()
	var answering sync.WaitGroup
	defer answering.Wait()
	free := make(chan struct{}, maxAsked)
	decoder := json.NewDecoder(t.notes)
	for {
		var n note
		if err := decoder.Decode(&n); err != nil {
			t.end(note{})
			return
		}
		switch n.Kind {
		case outcome:
			t.end(n)
		case idle:
			t.idle = true
		case lonely:
			close(t.alone)
		case question:
			free <- struct{}{}
			answering.Go(func() {
				defer func() { <-free }()
				t.answer(n)
			})
		}
	}
}

// end notes the outcome, the first one.
func (t *talk) end(n note) {
	select {
	case <-t.over:
	default:
		t.last = n
		close(t.over)
	}
}

func (t *talk) answer(n note) {
	d, err := t.judged(t.ctx, string(n.Dir), toStrings(n.Words))
	if err != nil && t.ctx.Err() == nil {
		t.mu.Lock()
		t.stopped = err
		t.mu.Unlock()
	}
	t.send(answer{ID: n.ID, Decision: d, Stop: err != nil})
}

// outcome makes of what was said, and of how the helper ended, what Run returns.
func (t *talk) outcome(exit process.Exit) (process.Exit, error) {
	t.mu.Lock()
	stopped := t.stopped
	t.mu.Unlock()
	said := t.last.Kind == outcome
	switch {
	case exit.Stopped:
		exit.Code, exit.Signal = -1, ""
		return exit, nil
	case stopped != nil:
		return exit, stopped
	case !said && exit.Code == outOfMemory:
		return exit, ErrMemory
	case !said && exit.Signal != "": // the command has ended its shell, as with kill -9 $$
		return exit, nil
	case !said:
		return exit, ErrHelper
	case t.last.Failed != "":
		return exit, Error(t.last.Failed)
	}
	exit.Code, exit.Signal = t.last.Status, t.last.Signal
	if exit.Signal != "" {
		exit.Code = -1
	}
	if exit.Kept == nil && !t.idle && exit.Signal == "" && exit.Ended == 0 {
		exit.Ended = 1 // a loop or group in the background, which the helper itself ran
	}
	return exit, nil
}
