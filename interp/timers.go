package interp

import (
	"container/heap"
	"time"
)

// timers are the waiting timers of a run, ordered by the program's clock.
type timers struct {
	queue  timerQueue
	byID   map[int64]*timer
	lastID int64
}

type timer struct {
	id    int64
	due   time.Time // by the program's clock
	wait  time.Time // by the machine's
	fire  func() error
	index int // in the queue
}

func (t *timers) add(now time.Time, delay time.Duration, fire func() error) int64 {
	if t.byID == nil {
		t.byID = make(map[int64]*timer)
	}
	t.lastID++
	n := &timer{id: t.lastID, due: now.Add(delay), wait: time.Now().Add(delay), fire: fire}
	t.byID[n.id] = n
	heap.Push(&t.queue, n)
	return n.id
}

func (t *timers) cancel(id int64) {
	n := t.byID[id]
	if n == nil {
		return
	}
	delete(t.byID, id)
	heap.Remove(&t.queue, n.index)
}

// next is the timer that fires first; nil: none waits.
func (t *timers) next() *timer {
	if len(t.queue) == 0 {
		return nil
	}
	return t.queue[0]
}

type timerQueue []*timer

func (q timerQueue) Len() int { return len(q) }

func (q timerQueue) Less(i, j int) bool {
	if c := q[i].due.Compare(q[j].due); c != 0 {
		return c < 0
	}
	return q[i].id < q[j].id
}

func (q timerQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push implements [heap.Interface].
func (q *timerQueue) Push(x any) {
	n := x.(*timer)
	n.index = len(*q)
	*q = append(*q, n)
}

// Pop implements [heap.Interface].
func (q *timerQueue) Pop() any {
	old := *q
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return n
}
