package scheduler

import (
	"sync"
	"time"

	"github.com/runcode-dev/runcode/registry"
)

// observed passes finished calls to the observers of a lane, in order, on a goroutine that lives while there are any.
type observed struct {
	lane      *Lane
	observers []Observer

	mu      sync.Mutex
	pending []*flight
	busy    chan struct{} // closed when the goroutine ends; nil: there is none
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
	defer o.replace(done) // an observer may end the goroutine, by runtime.Goexit
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
		o.told()
	}
}

// told takes the first pending call off the list.
func (o *observed) told() {
	o.mu.Lock()
	full := len(o.pending) >= o.lane.s.opts.MaxParallel
	o.pending[0] = nil
	o.pending = o.pending[1:]
	o.mu.Unlock()
	if full {
		o.lane.wakeUp()
	}
}

// replace has another goroutine go on with the next call, if this one ends before its time.
func (o *observed) replace(done chan struct{}) {
	o.mu.Lock()
	ended := o.busy == done
	o.mu.Unlock()
	if !ended {
		return
	}
	o.told()
	o.mu.Lock()
	o.busy = make(chan struct{})
	go o.work(o.busy)
	o.mu.Unlock()
}

func (f *flight) tell(observe Observer) {
	var fault *registry.Error
	defer f.recovered("observer", registry.PolicyError, &fault)
	call := f.call // observers are foreign code too
	observe(Observation{
		Call: &call, Result: f.result, Decision: f.decision,
		Submitted: f.submitted, Started: f.started, Settled: f.ended,
	})
}

// close waits until the observers have seen everything, for as long as the drain bound.
func (o *observed) close() {
	bound := time.NewTimer(o.lane.s.opts.Drain)
	defer bound.Stop()
	for {
		o.mu.Lock()
		busy := o.busy
		o.mu.Unlock()
		if busy == nil {
			return
		}
		select {
		case <-busy:
		case <-bound.C:
			o.lane.s.opts.Log.Warn("observers did not finish in time", "root", o.lane.opts.Root, "drain", o.lane.s.opts.Drain)
			return
		}
	}
}
