package schema

import (
	"encoding/json"
	"errors"
	"fmt"
)

// types is a set of JSON types. The empty set, where it restricts something, means any type.
type types uint8

// The JSON types, in the order in which they are named in messages. Every integer is also a number.
const (
	stringType types = 1 << iota
	integerType
	numberType
	booleanType
	arrayType
	objectType
	nullType
)

// typeNames are the names of the bits of a set, from the lowest.
var typeNames = [...]string{"string", "integer", "number", "boolean", "array", "object", "null"}

// typeNamed is the set of the one type called name; 0 if there is none.
func typeNamed(name string) types {
	for i, n := range typeNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// names lists the types of the set.
func (t types) names() []string {
	var names []string
	for i, name := range typeNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// value is a parsed JSON value that remembers how and where it was written.
type value struct {
	kind    types  // exactly one bit; numberType for every number
	raw     []byte // the value as it was written
	offset  int    // of raw in the text
	depth   int    // levels of arrays and objects in it
	text    string // of a string
	elems   []*value
	members []member
}

type member struct {
	name  string
	value *value
}

// get is the value of a member of an object; nil if v is no object or has no such member.
func (v *value) get(name string) *value {
	for i := range v.members {
		if v.members[i].name == name {
			return v.members[i].value
		}
	}
	return nil
}

// isTrue reports whether v is the literal true.
func (v *value) isTrue() bool { return v.kind == booleanType && v.raw[0] == 't' }

// plain is the value in the types that the validator takes. Numbers stay as they were written.
func (v *value) plain() any {
	switch v.kind {
	case objectType:
		m := make(map[string]any, len(v.members))
		for _, x := range v.members {
			m[x.name] = x.value.plain()
		}
		return m
	case arrayType:
		a := make([]any, len(v.elems))
		for i, x := range v.elems {
			a[i] = x.plain()
		}
		return a
	case stringType:
		return v.text
	case numberType:
		return json.Number(v.raw)
	case booleanType:
		return v.isTrue()
	}
	return nil
}

// each calls visit for v and everything in it.
func (v *value) each(visit func(*value)) {
	visit(v)
	for _, x := range v.elems {
		x.each(visit)
	}
	for _, x := range v.members {
		x.value.each(visit)
	}
}

// repeat is a member that an object holds more than once.
type repeat struct {
	path   string // of the object
	name   string
	offset int // of the last value
}

// Errors of parse. Their texts are read by models.
var (
	errEmpty    = errors.New("is empty, not a JSON value")
	errTooDeep  = fmt.Errorf("is nested deeper than %d levels", maxDepth)
	errTrailing = errors.New("holds something after its JSON value")
)

// parser builds values. Of a repeated member the last value wins, in the place of the first.
type parser struct {
	scanner
	root    string
	names   []string // the path to the value at hand; empty for an element of an array
	indexes []int    // the same; -1 for a member
	repeats []repeat
}

// parse reads data, which must be exactly one JSON value. Paths in repeats begin with root.
func parse(data []byte, root string) (*value, []repeat, error) {
	p := &parser{scanner: scanner{data: data}, root: root}
	if p.space(); p.pos >= len(data) {
		return nil, nil, errEmpty
	}
	v, err := p.value()
	if err != nil {
		return nil, nil, err
	}
	if p.space(); p.pos < len(data) {
		return nil, nil, errTrailing
	}
	return v, p.repeats, nil
}

func (p *parser) syntaxError() error {
	if p.pos >= len(p.data) {
		return errors.New("is not valid JSON: it ends too early")
	}
	return fmt.Errorf("is not valid JSON at byte %d", p.pos)
}

func (p *parser) value() (*value, error) {
	v := &value{}
	c := p.space()
	if (c == '{' || c == '[') && len(p.names) >= maxDepth {
		return nil, errTooDeep
	}
	v.offset = p.pos
	ok := true
	var err error
	switch c {
	case '{':
		err = p.object(v)
	case '[':
		err = p.array(v)
	case '"':
		v.kind = stringType
		var t token
		if t, ok = p.str(); ok {
			v.text = t.text()
		}
	case 't':
		v.kind, ok = booleanType, p.word("true")
	case 'f':
		v.kind, ok = booleanType, p.word("false")
	case 'n':
		v.kind, ok = nullType, p.word("null")
	default:
		v.kind = numberType
		_, ok = p.number()
	}
	if err == nil && !ok {
		err = p.syntaxError()
	}
	v.raw = p.data[v.offset:min(p.pos, len(p.data))]
	return v, err
}

func (p *parser) array(v *value) error {
	v.kind, v.depth = arrayType, 1
	p.pos++
	if p.take(']') {
		return nil
	}
	for {
		x, err := p.under("", len(v.elems), v)
		if err != nil {
			return err
		}
		v.elems = append(v.elems, x)
		if p.take(']') {
			return nil
		}
		if !p.take(',') {
			return p.syntaxError()
		}
	}
}

func (p *parser) object(v *value) error {
	v.kind, v.depth = objectType, 1
	p.pos++
	if p.take('}') {
		return nil
	}
	var index map[string]int // of members, once there are many
	for {
		if p.space() != '"' {
			return p.syntaxError()
		}
		t, ok := p.str()
		if !ok || !p.take(':') {
			return p.syntaxError()
		}
		name := t.text()
		x, err := p.under(name, -1, v)
		if err != nil {
			return err
		}
		index = p.add(v, name, x, index)
		if p.take('}') {
			return nil
		}
		if !p.take(',') {
			return p.syntaxError()
		}
	}
}

// under parses a value one step below v.
func (p *parser) under(name string, index int, v *value) (*value, error) {
	p.names, p.indexes = append(p.names, name), append(p.indexes, index)
	x, err := p.value()
	p.names, p.indexes = p.names[:len(p.names)-1], p.indexes[:len(p.indexes)-1]
	v.depth = max(v.depth, x.depthBelow())
	return x, err
}

// path is the path to the value at hand.
func (p *parser) path() string {
	steps := []string{p.root}
	for i, name := range p.names {
		if p.indexes[i] < 0 {
			steps = append(steps, memberStep(name))
		} else {
			steps = append(steps, indexStep(p.indexes[i]))
		}
	}
	return shortPath(steps)
}

func (v *value) depthBelow() int {
	if v == nil {
		return 0
	}
	return v.depth + 1
}

// add puts a member into an object. index is the object's, made when it pays.
func (p *parser) add(v *value, name string, x *value, index map[string]int) map[string]int {
	const few = 16
	at := -1
	if index != nil {
		if i, ok := index[name]; ok {
			at = i
		}
	} else {
		for i := range v.members {
			if v.members[i].name == name {
				at = i
			}
		}
	}
	if at >= 0 {
		v.members[at].value = x
		p.repeats = append(p.repeats, repeat{path: p.path(), name: name, offset: x.offset})
		return index
	}
	v.members = append(v.members, member{name, x})
	switch {
	case index != nil:
		index[name] = len(v.members) - 1
	case len(v.members) == few:
		index = make(map[string]int, 2*few)
		for i, m := range v.members {
			index[m.name] = i
		}
	}
	return index
}
