package schema

import (
	"math/big"
	"strconv"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// matcher is the common part of JSON Schema, compiled to be held against JSON bytes without building values. It answers
// "fits for sure" or "not sure"; what it is not sure of goes to the full validator. It must never be sure of a value that
// the validator refuses.
type matcher struct {
	unsure bool           // holds a keyword that only the validator knows
	types  jsontext.Types // 0: any
	ranged bool           // numbers are restricted by low and high
	low    bound
	high   bound

	texts   map[string]bool // nil: strings are not restricted; by enum or const, with quotes
	scalars map[string]bool // the same for numbers, true, false and null, as written
	listed  bool            // enum or const restricts the value to texts and scalars

	minLength, maxLength int // in code points; -1: none
	pattern              *pattern

	minItems, maxItems int // -1: none
	prefix             []*matcher
	items              *matcher // nil: anything

	properties []propertyMatcher
	index      map[string]int // of properties, once there are many
	required   uint64         // bits of properties that must be there
	extra      *matcher       // other properties; nil: anything
	closed     bool           // no other properties

	all []*matcher   // $ref and allOf
	any [][]*matcher // each anyOf
}

type propertyMatcher struct {
	name     string
	required uint64 // its bit; 0: optional
	schema   *matcher
}

// bound is a limit of numbers that can be compared fast: a whole number.
type bound struct {
	given     bool
	exclusive bool
	value     int64
}

// anything is a matcher without restrictions.
func anything() *matcher {
	return &matcher{minLength: -1, maxLength: -1, minItems: -1, maxItems: -1}
}

// newMatcher compiles a graph of nodes, from a queue since graphs may be deep and cyclic.
func newMatcher(root *Node) *matcher {
	c := &matcherCompiler{made: make(map[*Node]*matcher)}
	m := c.matcher(root)
	for len(c.queue) > 0 {
		n := c.queue[0]
		c.queue = c.queue[1:]
		c.fill(c.made[n], n)
	}
	return m
}

type matcherCompiler struct {
	made  map[*Node]*matcher
	queue []*Node
}

// matcher is the one of a node, to be filled in later if it is new.
func (c *matcherCompiler) matcher(n *Node) *matcher {
	n = n.alias()
	m, ok := c.made[n]
	if !ok {
		m = anything()
		c.made[n] = m
		c.queue = append(c.queue, n)
	}
	return m
}

// matchers are those of several nodes, each once.
func (c *matcherCompiler) matchers(nodes []*Node) []*matcher {
	var list []*matcher
	seen := make(map[*matcher]bool)
	for _, n := range nodes {
		if m := c.matcher(n); !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	return list
}

func (c *matcherCompiler) fill(m *matcher, n *Node) {
	m.unsure = n.never
	for i := range n.keywords {
		k := &n.keywords[i]
		switch k.name {
		case "type":
			m.types = k.types
		case "minLength":
			m.minLength = k.count
		case "maxLength":
			m.maxLength = k.count
		case "minItems":
			m.minItems = k.count
		case "maxItems":
			m.maxItems = k.count
		case "items":
			m.items = c.matcher(k.node)
		case "prefixItems":
			for _, x := range k.list {
				m.prefix = append(m.prefix, c.matcher(x))
			}
		case "$ref":
			m.all = append(m.all, c.matcher(k.node))
		case "allOf":
			m.all = append(m.all, c.matchers(k.list)...)
		case "anyOf":
			m.any = append(m.any, c.matchers(k.list))
		case "properties", "required", "additionalProperties": // together, below
		default:
			if !m.fillScalar(k) {
				m.unsure = true
			}
		}
	}
	c.fillProperties(m, n)
}

// fillScalar takes over a restriction of scalars, and reports whether it could.
func (m *matcher) fillScalar(k *keyword) bool {
	switch k.name {
	case "enum":
		return m.fillEnum(k.value.Elems)
	case "const":
		return m.fillEnum([]*jsontext.Value{k.value})
	case "pattern":
		p, err := compilePattern(k.value.Text)
		m.pattern = p
		return err == nil && p.linear != nil
	case "minimum", "exclusiveMinimum":
		return m.fillBound(&m.low, k)
	case "maximum", "exclusiveMaximum":
		return m.fillBound(&m.high, k)
	}
	return false
}

// fillEnum takes over the scalars of a list of values; the rest of the list makes no value fit for sure.
func (m *matcher) fillEnum(values []*jsontext.Value) bool {
	if m.listed {
		return false // both enum and const
	}
	m.listed = true
	m.texts, m.scalars = make(map[string]bool), make(map[string]bool)
	for _, v := range values {
		switch v.Kind {
		case jsontext.String:
			m.texts[v.Text] = true
		case jsontext.Array, jsontext.Object:
		default:
			m.scalars[string(v.Raw)] = true
		}
	}
	return true
}

func (m *matcher) fillBound(b *bound, k *keyword) bool {
	x, ok := jsontext.Rational(k.value.Raw)
	if b.given || !ok || !x.IsInt() || !x.Num().IsInt64() {
		return false
	}
	*b = bound{given: true, exclusive: k.name[0] == 'e', value: x.Num().Int64()}
	m.ranged = true
	return true
}

// fillProperties compiles what is said about the members of objects.
func (c *matcherCompiler) fillProperties(m *matcher, n *Node) {
	if extra := n.Sub("additionalProperties"); extra != nil {
		m.closed = extra.never
		if !m.closed {
			m.extra = c.matcher(extra)
		}
	}
	for _, p := range n.Properties() {
		m.properties = append(m.properties, propertyMatcher{name: p.Name, schema: c.matcher(p.Schema)})
	}
	const few = 8
	position := make(map[string]int, len(m.properties))
	for i, p := range m.properties {
		position[p.name] = i
	}
	bit := uint64(1)
	for _, name := range n.Required() {
		i, declared := position[name]
		if !declared {
			i = len(m.properties)
			position[name] = i
			m.properties = append(m.properties, propertyMatcher{name: name, schema: m.undeclared()})
		}
		if m.properties[i].required != 0 {
			continue // named twice
		}
		if bit == 0 {
			m.unsure = true // more than 64
			return
		}
		m.properties[i].required = bit
		m.required |= bit
		bit <<= 1
	}
	if len(m.properties) > few {
		m.index = position
	}
}

// undeclared is the matcher of a property that is required without being declared.
func (m *matcher) undeclared() *matcher {
	switch {
	case m.closed:
		return &matcher{unsure: true}
	case m.extra != nil:
		return m.extra
	}
	return anything()
}

// find is the property called name; nil if it is not declared.
func (m *matcher) find(name []byte) *propertyMatcher {
	if m.index != nil {
		if i, ok := m.index[string(name)]; ok {
			return &m.properties[i]
		}
		return nil
	}
	for i := range m.properties {
		if m.properties[i].name == string(name) {
			return &m.properties[i]
		}
	}
	return nil
}

// admits reports whether a number lies within the bounds for sure.
func (m *matcher) admits(t jsontext.Token) bool {
	if !m.ranged {
		return true
	}
	const longest = 18 // digits that always fit into an int64
	if !t.Plain || len(t.Raw) > longest {
		return m.admitsExactly(t.Raw)
	}
	x, err := strconv.ParseInt(string(t.Raw), 10, 64)
	if err != nil {
		return false
	}
	return (!m.low.given || x > m.low.value || x == m.low.value && !m.low.exclusive) &&
		(!m.high.given || x < m.high.value || x == m.high.value && !m.high.exclusive)
}

// admitsExactly is admits for numbers with a fraction, an exponent or many digits.
func (m *matcher) admitsExactly(raw []byte) bool {
	x, ok := jsontext.Rational(raw)
	if !ok {
		return false
	}
	inside := func(b bound, sign int) bool {
		if !b.given {
			return true
		}
		c := x.Cmp(new(big.Rat).SetInt64(b.value)) * sign
		return c > 0 || c == 0 && !b.exclusive
	}
	return inside(m.low, 1) && inside(m.high, -1)
}
