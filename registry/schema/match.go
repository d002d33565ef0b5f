package schema

import (
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// match is one attempt to fit a text. It gives up, unsure, when parts of the text are read too many times.
type match struct {
	jsontext.Scanner
	depth int
	steps int // left: one for each value, and one for each few bytes of a scalar
}

// fits reports whether doc is one JSON value that fits for sure.
func (m *matcher) fits(doc []byte) bool {
	s := match{Scanner: jsontext.Scanner{Data: doc}, steps: 1000 + 8*len(doc)}
	if !s.value(m) {
		return false
	}
	s.Space()
	return s.Pos == len(doc)
}

// value consumes one value and reports whether it fits m. After false the position means nothing.
func (s *match) value(m *matcher) bool {
	s.steps--
	if m.unsure || s.steps < 0 || s.depth >= jsontext.MaxDepth {
		return false
	}
	s.depth++
	ok := s.applied(m) && s.own(m)
	s.depth--
	return ok
}

// applied reports whether the next value fits the schemas that m applies to the same place. It consumes nothing.
func (s *match) applied(m *matcher) bool {
	start := s.Pos
	for _, x := range m.all {
		if !s.value(x) {
			return false
		}
		s.Pos = start
	}
	for _, branches := range m.any {
		if !s.one(branches) {
			return false
		}
	}
	return true
}

// one reports whether the next value fits at least one of the branches. It consumes nothing.
func (s *match) one(branches []*matcher) bool {
	start, depth := s.Pos, s.depth
	for _, x := range branches {
		ok := s.value(x)
		s.Pos, s.depth = start, depth
		if ok {
			return true
		}
	}
	return false
}

// own consumes a value and reports whether it fits what m itself says.
func (s *match) own(m *matcher) bool {
	switch c := s.Space(); c {
	case '{':
		return m.allows(jsontext.Object) && !m.listed && s.object(m)
	case '[':
		return m.allows(jsontext.Array) && !m.listed && s.array(m)
	case '"':
		t, ok := s.Quoted()
		if m.pattern != nil {
			s.charge(t, m.pattern.size)
		} else {
			s.charge(t, 0)
		}
		return ok && s.steps >= 0 && m.allows(jsontext.String) && m.allowsText(t)
	case 't':
		return s.literal(m, "true", jsontext.Boolean)
	case 'f':
		return s.literal(m, "false", jsontext.Boolean)
	case 'n':
		return s.literal(m, "null", jsontext.Null)
	default:
		t, ok := s.Number()
		s.charge(t, 0)
		if !ok || m.listed && !m.scalars[string(t.Raw)] {
			return false
		}
		return (m.allows(jsontext.Number) || t.Plain && m.allows(jsontext.Integer)) && m.admits(t)
	}
}

// charge takes the steps for reading a token, and as many more for each byte.
func (s *match) charge(t jsontext.Token, more int) {
	const unit = 64 // bytes that are read, or instructions of patterns that are tried, in about one step
	s.steps -= len(t.Raw) * (1 + more) / unit
}

func (m *matcher) allows(t jsontext.Types) bool { return m.types == 0 || m.types&t != 0 }

func (s *match) literal(m *matcher, word string, t jsontext.Types) bool {
	return s.Word(word) && m.allows(t) && (!m.listed || m.scalars[word])
}

func (m *matcher) allowsText(t jsontext.Token) bool {
	if !m.listed && m.minLength < 0 && m.maxLength < 0 && m.pattern == nil {
		return true
	}
	if !t.Plain {
		return false
	}
	content := t.Raw[1 : len(t.Raw)-1]
	if m.listed && !m.texts[string(content)] {
		return false
	}
	if m.minLength >= 0 || m.maxLength >= 0 {
		n := utf8.RuneCount(content)
		if n < m.minLength || m.maxLength >= 0 && n > m.maxLength {
			return false
		}
	}
	return m.pattern == nil || m.pattern.linear.Match(content)
}

func (s *match) array(m *matcher) bool {
	s.Pos++
	n := 0
	for first := true; ; first = false {
		if first && s.Take(']') {
			break
		}
		x := m.items
		if n < len(m.prefix) {
			x = m.prefix[n]
		}
		if !s.under(x) {
			return false
		}
		n++
		if s.Take(']') {
			break
		}
		if !s.Take(',') {
			return false
		}
	}
	return n >= m.minItems && (m.maxItems < 0 || n <= m.maxItems)
}

func (s *match) object(m *matcher) bool {
	s.Pos++
	if s.Take('}') {
		return m.required == 0
	}
	seen := uint64(0)
	for {
		if s.Space() != '"' {
			return false
		}
		name, ok := s.Quoted()
		if !ok || !name.Plain || !s.Take(':') {
			return false
		}
		p := m.find(name.Raw[1 : len(name.Raw)-1])
		x := m.extra
		switch {
		case p != nil:
			seen |= p.required
			x = p.schema
		case m.closed:
			return false
		}
		if !s.under(x) {
			return false
		}
		if s.Take('}') {
			return seen&m.required == m.required
		}
		if !s.Take(',') {
			return false
		}
	}
}

// under consumes a value inside an array or object. A nil matcher admits anything.
func (s *match) under(m *matcher) bool {
	if m != nil {
		return s.value(m)
	}
	start := s.Pos
	ok := s.skip(s.depth)
	s.charge(jsontext.Token{Raw: s.Data[start:s.Pos]}, 0)
	return ok
}

// skip consumes any value at a depth.
func (s *match) skip(depth int) bool {
	if depth >= jsontext.MaxDepth {
		return false
	}
	switch s.Space() {
	case '{':
		return s.skipObject(depth + 1)
	case '[':
		return s.skipArray(depth + 1)
	case '"':
		_, ok := s.Quoted()
		return ok
	case 't':
		return s.Word("true")
	case 'f':
		return s.Word("false")
	case 'n':
		return s.Word("null")
	}
	_, ok := s.Number()
	return ok
}

func (s *match) skipArray(depth int) bool {
	s.Pos++
	if s.Take(']') {
		return true
	}
	for s.skip(depth) {
		if s.Take(']') {
			return true
		}
		if !s.Take(',') {
			return false
		}
	}
	return false
}

func (s *match) skipObject(depth int) bool {
	s.Pos++
	if s.Take('}') {
		return true
	}
	for s.Space() == '"' {
		if _, ok := s.Quoted(); !ok || !s.Take(':') || !s.skip(depth) {
			return false
		}
		if s.Take('}') {
			return true
		}
		if !s.Take(',') {
			return false
		}
	}
	return false
}
