package registry

import (
	"fmt"
	"slices"
	"sync/atomic"
)

type subscriber struct {
	tell      func(version uint64)
	cancelled atomic.Bool
}

// Subscribe calls f once for every change that follows, with its number. The calls come one after another and in order,
// never with a lock held, on the goroutine of whoever made this or an earlier change; f must return soon, and may change
// the registry itself. A panic of f is logged, and neither undoes the change nor reaches other subscribers.
//
// After cancel has returned, f is not called any more; a call that has begun may still be running.
func (r *Registry) Subscribe(f func(version uint64)) (cancel func()) {
	s := &subscriber{tell: f}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.subscribers = append(r.subscribers, s)
	return func() {
		s.cancelled.Store(true)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.subscribers = slices.DeleteFunc(r.subscribers, func(o *subscriber) bool { return o == s })
	}
}

// deliver tells the subscribers of the changes that are due, unless another goroutine does so already: then that one
// tells of these changes as well.
func (r *Registry) deliver() {
	if !r.beginDelivery() {
		return
	}
	finished := false
	defer func() {
		if !finished { // a subscriber has ended the goroutine
			r.abandonDelivery()
		}
	}()
	for {
		version, subscribers, ok := r.nextDelivery()
		if !ok {
			finished = true
			return
		}
		for _, s := range subscribers {
			r.tell(s, version)
		}
	}
}

func (r *Registry) beginDelivery() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.delivering || len(r.due) == 0 {
		return false
	}
	r.delivering = true
	return true
}

func (r *Registry) abandonDelivery() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.delivering = false
}

// nextDelivery takes the next change that is due. Where there is none it ends the delivery in the same breath, so that no
// change falls between the two.
func (r *Registry) nextDelivery() (version uint64, subscribers []*subscriber, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.due) == 0 {
		r.delivering = false
		return 0, nil, false
	}
	version, r.due = r.due[0], r.due[1:]
	return version, slices.Clone(r.subscribers), true
}

func (r *Registry) tell(s *subscriber, version uint64) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("a subscriber of the registry panicked", "version", version, "panic", fmt.Sprint(p))
		}
	}()
	if !s.cancelled.Load() {
		s.tell(version)
	}
}
