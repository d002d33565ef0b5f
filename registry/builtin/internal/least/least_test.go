package least_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/runcode-dev/runcode/registry/builtin/internal/least"
)

func TestList(t *testing.T) {
	for _, test := range []struct{ most, added int }{
		{0, 0}, {0, 5000}, {1, 1}, {1, 5000}, {10, 9}, {10, 11}, {1000, 50_000}, {math.MaxInt, 5000},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		l := least.New(test.most, cmp.Compare[int])
		var all []int
		for i := range test.added {
			v := random.IntN(2000)
			all = append(all, v)
			l.Add(v)
			if i == test.added/2 { // looking at it in between changes nothing
				l.Sorted()
			}
		}
		slices.Sort(all)
		if got, want := l.Sorted(), all[:min(test.most, len(all))]; !slices.Equal(got, want) || l.Total() != test.added {
			t.Errorf("the least %d of %d: got %v of %d, want %v", test.most, test.added, got, l.Total(), want)
		}
	}
}

// Values beyond the wanted ones are not kept.
func TestListIsBounded(t *testing.T) {
	l := least.New(10, cmp.Compare[int])
	for i := range 100_000 {
		l.Add(-i)
	}
	if n := cap(l.Sorted()); n > 5000 {
		t.Errorf("a list of 10 has room for %d values", n)
	}
}
