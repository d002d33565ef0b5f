package scheduler

import (
	"sync"

	"github.com/runcode-dev/runcode/registry"
)

// observed passes finished calls to the observers of a lane, in order, on a goroutine that lives while there are any.
type observed struct {
	lane      *Lane
	observers []Observer

	mu      sync.Mutex
	pending []*flight
	busy    chan struct{} // closed when the goroutine ends; nil: there is none
	left    bool          // do not wait for it
	gaveUp  chan struct{} // closed when left becomes true while close waits
}

// add queues one finished call. Only who drives the lane calls it.
func (o *observed) add(f *flight) {
	if len(o.observers) == 0 || f.silent {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, f)
	if o.busy == nil {
		o.busy = make(chan struct{})
		go o.work(o.busy)
	}
}

// full reports whether so many results wait for the observers that nothing new may start.
func (o *observed) full() bool {
	if len(o.observers) == 0 {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.pending) >= o.lane.s.opts.MaxParallel
}

// work tells the observers until nothing is pending. A call counts as pending until all of them have returned.
func (o *observed) work(done chan struct{}) {
	defer close(done)
	for {
		o.mu.Lock()
		if len(o.pending) == 0 {
			o.busy = nil
			o.mu.Unlock()
			return
		}
		f := o.pending[0]
		o.mu.Unlock()
		for _, observe := range o.observers {
			f.tell(observe)
		}
		o.mu.Lock()
		wasFull := len(o.pending) >= o.lane.s.opts.MaxParallel
		o.pending[0] = nil
		o.pending = o.pending[1:]
		o.mu.Unlock()
		if wasFull {
			o.lane.wakeUp()
		}
	}
}

func (f *flight) tell(observe Observer) {
	var fault *registry.Error
	defer f.recovered("observer", registry.PolicyError, &fault)
	observe(Observation{
		Call: &f.call, Result: f.result, Decision: f.decision,
		Submitted: f.submitted, Started: f.started, Settled: f.ended,
	})
}

// close waits until the observers have seen everything, or giveUp is called.
func (o *observed) close() {
	o.mu.Lock()
	busy, left := o.busy, o.left
	gaveUp := make(chan struct{})
	o.gaveUp = gaveUp
	o.mu.Unlock()
	if busy == nil || left {
		return
	}
	select {
	case <-busy:
	case <-gaveUp:
		o.lane.s.opts.Log.Warn("observers did not finish in time", "root", o.lane.opts.Root, "drain", o.lane.s.opts.Drain)
	}
}

func (o *observed) giveUp() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.left && o.gaveUp != nil {
		close(o.gaveUp)
	}
	o.left = true
}
