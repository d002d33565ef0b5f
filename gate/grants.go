package gate

import (
	"context"
	"sync"
)

// grants are the keys that a person has allowed for the session, and the queues of those who ask for the same key. The
// zero value is ready for use. The empty key is never granted and has no queue.
type grants struct {
	mu      sync.Mutex
	granted map[string]bool
	turns   map[string]*turn
}

// turn is the right to ask about one key.
type turn struct {
	token chan struct{} // holds one value while nobody asks
	users int           // that ask or wait; at 0 the turn is dropped
}

func (g *grants) has(key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.granted[key]
}

func (g *grants) add(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.granted == nil {
		g.granted = make(map[string]bool)
	}
	g.granted[key] = true
}

// turn waits until nobody else asks about the key, so that one answer can serve all who wait. waited says whether
// somebody did; release must be called when err is nil, which else is that of ctx.
func (g *grants) turn(ctx context.Context, key string) (waited bool, release func(), err error) {
	if key == "" {
		return false, func() {}, nil
	}
	t, waited := g.join(key)
	select {
	case <-t.token:
		return waited, func() { t.token <- struct{}{}; g.leave(key, t) }, nil
	case <-ctx.Done():
		g.leave(key, t)
		return waited, nil, ctx.Err()
	}
}

func (g *grants) join(key string) (t *turn, behind bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t = g.turns[key]
	if t == nil {
		t = &turn{token: make(chan struct{}, 1)}
		t.token <- struct{}{}
		if g.turns == nil {
			g.turns = make(map[string]*turn)
		}
		g.turns[key] = t
	}
	t.users++
	return t, t.users > 1
}

func (g *grants) leave(key string, t *turn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.users--
	if t.users == 0 {
		delete(g.turns, key)
	}
}
