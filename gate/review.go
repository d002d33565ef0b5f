package gate

import (
	"context"
	"errors"
	"fmt"

	"github.com/runcode-dev/runcode/registry"
)

// Reviews gives the reviews of results of a scope, in the order in which they run. Each is made safe: a panic or an error
// of it is logged and comes back as a [*registry.Error] that a model may read. The caller applies the changes.
func (g *Gate) Reviews(scope string) []Review {
	entries, _ := g.reviews.at(scope, 0)
	reviews := make([]Review, len(entries))
	for i, e := range entries {
		reviews[i] = g.safeReview(e.value, i+1)
	}
	return reviews
}

func (g *Gate) safeReview(review Review, n int) Review {
	return func(ctx context.Context, s Subject, r *registry.Result) (change *Change, err error) {
		err = protect(func() (err error) {
			change, err = review(ctx, s, r)
			return err
		})
		if err == nil {
			err = change.check(r)
		}
		if err == nil {
			return change, nil
		}
		return nil, g.fault(ctx, s, fmt.Sprintf("review %d", n), err).Err(s.Call.Tool)
	}
}

// check finds what a change may not ask for. A nil change asks for nothing.
func (c *Change) check(r *registry.Result) error {
	switch {
	case c == nil:
		return nil
	case c.Value != nil && c.Content != nil:
		return errors.New("a review cannot replace both value and content")
	case c.Value != nil && !r.OK():
		return errors.New("a review cannot replace the value of a failed call")
	}
	return nil
}
