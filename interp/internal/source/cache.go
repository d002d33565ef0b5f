package source

import (
	"container/list"
	"sync"
)

// Cache keeps the programs that were compiled last. Its zero value is not usable; see [NewCache]. Any goroutine may use it.
type Cache struct {
	maxBytes int

	mu      sync.Mutex
	entries map[string]*list.Element // by text
	order   *list.List               // of *cached, the last used first
	bytes   int
}

type cached struct {
	text    string
	program *Program
}

// NewCache makes a cache of programs whose texts have together at most maxBytes bytes.
func NewCache(maxBytes int) *Cache {
	return &Cache{maxBytes: maxBytes, entries: make(map[string]*list.Element), order: list.New()}
}

// Compile is [Compile], remembered.
func (c *Cache) Compile(text string, maxBytes int) (*Program, *Problem) {
	if maxBytes <= 0 || len(text) <= maxBytes {
		if p := c.get(text); p != nil {
			return p, nil
		}
	}
	p, problem := Compile(text, maxBytes)
	if problem == nil {
		c.put(text, p)
	}
	return p, problem
}

func (c *Cache) get(text string) *Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[text]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).program
}

func (c *Cache) put(text string, p *Program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[text] != nil || len(text) > c.maxBytes {
		return
	}
	c.entries[text] = c.order.PushFront(&cached{text, p})
	c.bytes += len(text)
	for c.bytes > c.maxBytes {
		last := c.order.Back()
		old := c.order.Remove(last).(*cached)
		delete(c.entries, old.text)
		c.bytes -= len(old.text)
	}
}
