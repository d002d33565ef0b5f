package child

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// heap is the limit on memory that the worker keeps itself: while a program runs, it looks at the size of the heap now and
// then. Beneath it lies the limit of the system, which ends the process.
type heap struct {
	limit int64  // of what a program may add
	base  uint64 // what was there before the first one
}

// samplePeriod is how often the size of the heap is looked at.
const samplePeriod = 2 * time.Millisecond

// ceiling is what the process may take from the system for a limit: it must leave room for a string that is being doubled,
// for what has not been collected yet, and for the runtime, which takes 64 MiB at a time.
func ceiling(limit int64) int64 {
	const room = 128 << 20
	if limit > math.MaxInt64/4 {
		return math.MaxInt64 / 2
	}
	return limit + limit/2 + room
}

// bound sets the limit, and makes the collector work harder when the heap comes near it.
func (h *heap) bound(limit int64) {
	h.limit, h.base = limit, size()
	const runtimeRoom = 16 << 20
	debug.SetMemoryLimit(limit + limit/8 + runtimeRoom)
}

// size is how many bytes the objects of the heap take, with those that have not been collected yet.
func size() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// over reports whether the heap is larger than the limit, after a collection if it seems to be.
func (h *heap) over() bool {
	if h.within() {
		return false
	}
	runtime.GC()
	return !h.within()
}

func (h *heap) within() bool {
	used := size()
	return used <= h.base || used-h.base <= uint64(h.limit)
}

// watch looks at the heap now and then, until the function that it gives is called. Each time it calls tick, and once, when
// the heap is too large, over.
func (h *heap) watch(tick, over func()) (stop func()) {
	var mu sync.Mutex
	var timer *time.Timer
	stopped := false
	again := func(period time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		if !stopped {
			timer.Reset(period)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(samplePeriod, func() {
		tick()
		begin := time.Now()
		if h.over() {
			over()
			return
		}
		again(max(samplePeriod, 4*time.Since(begin))) // collecting takes at most a fifth of the time
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		timer.Stop()
	}
}

// failure is the failure of a program that reached the limit.
func (h *heap) failure() *interp.Failure { return MemoryFailure(h.limit) }
