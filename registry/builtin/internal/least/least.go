// Package least keeps the least of many values in bounded memory.
package least

import "slices"

// slack is how many values there must be at the least beyond those wanted before they are sorted out.
const slack = 1000

// List keeps the least of the values that are added to it. One goroutine at a time may use it.
type List[T any] struct {
	most    int
	compare func(a, b T) int
	kept    []T // if there are bounds, the first of them are the least of what had been added when they were sorted out
	bounded bool
	total   int
}

// New makes a list that gives at most the given number of values, 0 or more. It never holds many more than twice as many.
func New[T any](most int, compare func(a, b T) int) *List[T] {
	return &List[T]{most: most, compare: compare}
}

// Add adds a value.
func (l *List[T]) Add(v T) {
	l.total++
	if l.bounded && (l.most == 0 || l.compare(v, l.kept[l.most-1]) > 0) {
		return
	}
	l.kept = append(l.kept, v)
	if (len(l.kept)-slack)/2 > l.most { // so written, no number of values wanted is too large
		l.sortOut()
	}
}

func (l *List[T]) sortOut() {
	slices.SortFunc(l.kept, l.compare)
	if len(l.kept) > l.most {
		l.kept, l.bounded = slices.Delete(l.kept, l.most, len(l.kept)), true
	}
}

// Sorted gives the least of the values, in order. The list may be added to afterwards, and the slice is then no longer
// valid.
func (l *List[T]) Sorted() []T {
	l.sortOut()
	return l.kept
}

// Total is how many values have been added.
func (l *List[T]) Total() int { return l.total }
