package scheduler

import (
	"slices"
	"sync"
	"time"
)

// observed passes finished calls to the observers of a lane, in order, on a goroutine that begins with the first call and
// ends with the lane.
type observed struct {
	lane      *Lane
	observers []Observer
	wake      chan struct{} // one slot

	mu      sync.Mutex
	pending []*flight
	running bool          // there is a goroutine
	over    bool          // no more calls will come
	done    chan struct{} // closed when all have been told, once over
}

// add queues one finished call. Only who drives the lane calls it.
func (o *observed) add(f *flight) {
	if len(o.observers) == 0 || f.silent {
		return
	}
	o.mu.Lock()
	o.pending = append(o.pending, f)
	if !o.running {
		o.running = true
		go o.work()
	}
	o.mu.Unlock()
	o.wakeUp()
}

func (o *observed) wakeUp() {
	select {
	case o.wake <- struct{}{}:
	default:
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

// work tells the observers of one call after another. A call counts as pending until all of them have returned.
func (o *observed) work() {
	over := false
	defer func() {
		if !over { // an observer has ended the goroutine, by runtime.Goexit
			o.told()
			go o.work()
		}
	}()
	for {
		f, end := o.next()
		switch {
		case f != nil:
			f.tell(o.observers)
			o.told()
		case end:
			over = true
			close(o.done)
			return
		default:
			<-o.wake
		}
	}
}

// next gives the call that the observers are to be told of; without one, end says that none will come.
func (o *observed) next() (f *flight, end bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending) > 0 {
		return o.pending[0], false
	}
	return nil, o.over
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

// tell shows a finished call to each observer. They get a copy of the call, for they are foreign code.
func (f *flight) tell(observers []Observer) {
	f.shown = f.call
	o := Observation{
		Call: &f.shown, Result: f.result, Decision: f.decision,
		Submitted: f.submitted, Started: f.started, Settled: f.ended,
	}
	for _, observe := range observers {
		f.tellOne(observe, o)
	}
}

func (f *flight) tellOne(observe Observer, o Observation) {
	defer func() {
		if v := recover(); v != nil {
			f.logPanic("observer", v)
		}
	}()
	observe(o)
}

// close waits until the observers have seen everything, for as long as the drain bound.
func (o *observed) close() {
	o.mu.Lock()
	o.over = true
	running := o.running
	o.mu.Unlock()
	if !running {
		return
	}
	o.wakeUp()
	bound := time.NewTimer(o.lane.s.opts.Drain)
	defer bound.Stop()
	select {
	case <-o.done:
	case <-bound.C:
		o.lane.s.opts.Log.Warn("observers did not finish in time", "root", o.lane.opts.Root, "drain", o.lane.s.opts.Drain)
	}
}
