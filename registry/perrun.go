package registry

import "sync"

// maxRuns is how many runs are remembered at once.
const maxRuns = 1024

// perRun remembers something for each run. The registry does not learn when a run ends, so the oldest are forgotten once
// there are too many.
type perRun[T any] struct {
	mu   sync.Mutex
	runs map[string]*T
	age  []string // the runs, the oldest first
}

func newPerRun[T any]() *perRun[T] { return &perRun[T]{runs: make(map[string]*T)} }

// of gives what is remembered for a run, a zero T at first.
func (p *perRun[T]) of(root string) *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v := p.runs[root]; v != nil {
		return v
	}
	if len(p.age) == maxRuns {
		delete(p.runs, p.age[0])
		p.age = p.age[1:]
	}
	v := new(T)
	p.runs[root] = v
	p.age = append(p.age, root)
	return v
}
