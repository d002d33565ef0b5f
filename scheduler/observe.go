package scheduler

import (
	"slices"
	"sync"
	"time"
)

// observed passes finished calls to the observers of a lane, in order: on a worker that has nothing else to do, or else on
// a goroutine of its own.
type observed struct {
	lane      *Lane
	observers []Observer

	mu      sync.Mutex
	pending []*flight
	telling bool          // somebody is at it
	over    bool          // no more calls will come
	done    chan struct{} // closed when all have been told, once over
}

// add records one finished call, and queues it for the observers. Only who drives the lane calls it.
func (o *observed) add(f *flight) {
	if f.silent {
		return
	}
	if record := o.lane.opts.Record; record != nil {
		f.showTo(record, f.observation())
	}
	if len(o.observers) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, f)
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

// begin makes the caller the one who tells the observers, if there is anything to tell and nobody does already.
func (o *observed) begin() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.telling || len(o.pending) == 0 {
		return false
	}
	o.telling = true
	return true
}

// tell tells the observers of one call after another. A call counts as pending until all of them have returned.
func (o *observed) tell() {
	finished := false
	defer func() {
		if !finished { // an observer has ended the goroutine, by runtime.Goexit
			o.told()
			go o.tell()
		}
	}()
	for {
		f := o.next()
		if f == nil {
			finished = true
			return
		}
		f.show(o.observers)
		o.told()
	}
}

// next gives the call that the observers are to be told of. Without one the telling ends.
func (o *observed) next() *flight {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending) > 0 {
		return o.pending[0]
	}
	o.telling = false
	if o.over {
		close(o.done)
	}
	return nil
}

// told takes the first pending call off the list.
func (o *observed) told() {
	o.mu.Lock()
	full := len(o.pending) >= o.lane.s.opts.MaxParallel
	o.pending = slices.Delete(o.pending, 0, 1)
	o.mu.Unlock()
	if full {
		o.lane.wakeUp()
	}
}

// show shows a finished call to each observer.
func (f *flight) show(observers []Observer) {
	for _, observe := range observers {
		f.showTo(observe, f.observation())
	}
}

func (f *flight) observation() Observation {
	return Observation{
		Call: &f.call, Result: f.result, Decision: f.decision,
		Submitted: f.submitted, Started: f.started, Settled: f.ended,
	}
}

func (f *flight) showTo(observe Observer, o Observation) {
	defer func() {
		if v := recover(); v != nil {
			f.logPanic("observer", v)
		}
	}()
	observe(o)
}

// close waits until the observers have seen everything, for as long as the drain bound.
func (o *observed) close() {
	if o.begin() {
		go o.tell()
	}
	o.mu.Lock()
	o.over = true
	telling := o.telling
	o.mu.Unlock()
	if !telling {
		return
	}
	bound := time.NewTimer(o.lane.s.opts.Drain)
	defer bound.Stop()
	select {
	case <-o.done:
	case <-bound.C:
		o.lane.s.opts.Log.Warn("observers did not finish in time", "root", o.lane.opts.Root, "drain", o.lane.s.opts.Drain)
	}
}
