package source

import (
	"container/list"
	"sync"
)

// Cache keeps the programs that were compiled last. Its zero value is not usable; see [NewCache]. Any goroutine may use it.
type Cache struct {
	maxBytes int

	mu      sync.Mutex
	entries map[key]*list.Element
	order   *list.List // of *cached, the last used first
	bytes   int
}

type key struct{ name, text string }

type cached struct {
	key     key
	program *Program
}

// perProgram is what a compiled program takes beside its text, very roughly. It bounds how many small ones are kept.
const perProgram = 4 << 10

func (k key) size() int { return perProgram + len(k.name) + len(k.text) }

// NewCache makes a cache of programs that take together about maxBytes bytes; 0: it keeps none.
func NewCache(maxBytes int) *Cache {
	return &Cache{maxBytes: maxBytes, entries: make(map[key]*list.Element), order: list.New()}
}

// Compile is [Compile], remembered.
func (c *Cache) Compile(name, text string, maxBytes int) (*Program, *Problem) {
	k := key{name, text}
	if maxBytes <= 0 || len(text) <= maxBytes {
		if p := c.get(k); p != nil {
			return p, nil
		}
	}
	p, problem := Compile(name, text, maxBytes)
	if problem != nil {
		return nil, problem
	}
	c.put(k, p)
	return p, nil
}

func (c *Cache) get(k key) *Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[k]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).program
}

func (c *Cache) put(k key, p *Program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[k] != nil || k.size() > c.maxBytes {
		return
	}
	c.entries[k] = c.order.PushFront(&cached{k, p})
	c.bytes += k.size()
	for c.bytes > c.maxBytes {
		old := c.order.Remove(c.order.Back()).(*cached)
		delete(c.entries, old.key)
		c.bytes -= old.key.size()
	}
}
