package schema

import "unicode/utf8"

// match is one attempt to fit a text. It gives up, unsure, when parts of the text are read too many times.
type match struct {
	scanner
	depth int
	steps int // left: one for each value, and one for each few bytes of a scalar
}

// fits reports whether doc is one JSON value that fits for sure.
func (m *matcher) fits(doc []byte) bool {
	s := match{scanner: scanner{data: doc}, steps: 1000 + 8*len(doc)}
	if !s.value(m) {
		return false
	}
	s.space()
	return s.pos == len(doc)
}

// value consumes one value and reports whether it fits m. After false the position means nothing.
func (s *match) value(m *matcher) bool {
	s.steps--
	if m.unsure || s.steps < 0 || s.depth >= maxDepth {
		return false
	}
	s.depth++
	ok := s.applied(m) && s.own(m)
	s.depth--
	return ok
}

// applied reports whether the next value fits the schemas that m applies to the same place. It consumes nothing.
func (s *match) applied(m *matcher) bool {
	start := s.pos
	for _, x := range m.all {
		if !s.value(x) {
			return false
		}
		s.pos = start
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
	start, depth := s.pos, s.depth
	for _, x := range branches {
		ok := s.value(x)
		s.pos, s.depth = start, depth
		if ok {
			return true
		}
	}
	return false
}

// own consumes a value and reports whether it fits what m itself says.
func (s *match) own(m *matcher) bool {
	switch c := s.space(); c {
	case '{':
		return m.allows(objectType) && !m.listed && s.object(m)
	case '[':
		return m.allows(arrayType) && !m.listed && s.array(m)
	case '"':
		t, ok := s.str()
		s.charge(t, m.pattern != nil)
		return ok && m.allows(stringType) && m.allowsText(t)
	case 't':
		return s.literal(m, "true", booleanType)
	case 'f':
		return s.literal(m, "false", booleanType)
	case 'n':
		return s.literal(m, "null", nullType)
	default:
		t, ok := s.number()
		s.charge(t, m.ranged)
		if !ok || m.listed && !m.scalars[string(t.raw)] {
			return false
		}
		return (m.allows(numberType) || t.plain && m.allows(integerType)) && m.admits(t)
	}
}

// charge takes the steps for reading a token; more if it is more than read.
func (s *match) charge(t token, more bool) {
	const unit = 16 // bytes read in about one step
	if more {
		s.steps -= len(t.raw)
	} else {
		s.steps -= len(t.raw) / unit
	}
}

func (m *matcher) allows(t types) bool { return m.types == 0 || m.types&t != 0 }

func (s *match) literal(m *matcher, word string, t types) bool {
	return s.word(word) && m.allows(t) && (!m.listed || m.scalars[word])
}

func (m *matcher) allowsText(t token) bool {
	if !m.listed && m.minLength < 0 && m.maxLength < 0 && m.pattern == nil {
		return true
	}
	if !t.plain {
		return false
	}
	content := t.raw[1 : len(t.raw)-1]
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
	s.pos++
	n := 0
	for first := true; ; first = false {
		if first && s.take(']') {
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
		if s.take(']') {
			break
		}
		if !s.take(',') {
			return false
		}
	}
	return n >= m.minItems && (m.maxItems < 0 || n <= m.maxItems)
}

func (s *match) object(m *matcher) bool {
	s.pos++
	if s.take('}') {
		return m.required == 0
	}
	seen := uint64(0)
	for {
		if s.space() != '"' {
			return false
		}
		name, ok := s.str()
		if !ok || !name.plain || !s.take(':') {
			return false
		}
		p := m.find(name.raw[1 : len(name.raw)-1])
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
		if s.take('}') {
			return seen&m.required == m.required
		}
		if !s.take(',') {
			return false
		}
	}
}

// under consumes a value inside an array or object. A nil matcher admits anything.
func (s *match) under(m *matcher) bool {
	if m != nil {
		return s.value(m)
	}
	start := s.pos
	ok := s.skip(s.depth)
	s.charge(token{raw: s.data[start:s.pos]}, false)
	return ok
}

// skip consumes any value at a depth.
func (s *match) skip(depth int) bool {
	if depth >= maxDepth {
		return false
	}
	switch s.space() {
	case '{':
		return s.skipObject(depth + 1)
	case '[':
		return s.skipArray(depth + 1)
	case '"':
		_, ok := s.str()
		return ok
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	_, ok := s.number()
	return ok
}

func (s *match) skipArray(depth int) bool {
	s.pos++
	if s.take(']') {
		return true
	}
	for s.skip(depth) {
		if s.take(']') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
	return false
}

func (s *match) skipObject(depth int) bool {
	s.pos++
	if s.take('}') {
		return true
	}
	for s.space() == '"' {
		if _, ok := s.str(); !ok || !s.take(':') || !s.skip(depth) {
			return false
		}
		if s.take('}') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
	return false
}
