package jsontext

import (
	"errors"
	"fmt"
)

// Errors of [Parse]. Their texts continue a sentence about the value, and are read by models.
var (
	errEmpty    = errors.New("is empty, not a JSON value")
	errTooDeep  = fmt.Errorf("is nested deeper than %d levels", MaxDepth)
	errTrailing = errors.New("holds something after its JSON value")
)

// parser builds values.
type parser struct {
	Scanner
	depth int // arrays and objects around the value at hand
}

// Parse reads data, which must be exactly one JSON value. The value refers to data. The text of the error continues a
// sentence about the value: "is not valid JSON at byte 7".
func Parse(data []byte) (*Value, error) {
	p := &parser{Scanner: Scanner{Data: data}}
	if p.Space(); p.Pos >= len(data) {
		return nil, errEmpty
	}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if p.Space(); p.Pos < len(data) {
		return nil, errTrailing
	}
	return v, nil
}

func (p *parser) syntaxError() error {
	if p.Pos >= len(p.Data) {
		return errors.New("is not valid JSON: it ends too early")
	}
	return fmt.Errorf("is not valid JSON at byte %d", p.Pos)
}

func (p *parser) value() (*Value, error) {
	v := &Value{}
	c := p.Space()
	if (c == '{' || c == '[') && p.depth >= MaxDepth {
		return nil, errTooDeep
	}
	v.Offset = p.Pos
	ok := true
	var err error
	switch c {
	case '{':
		err = p.object(v)
	case '[':
		err = p.array(v)
	case '"':
		v.Kind = String
		var t Token
		if t, ok = p.Quoted(); ok {
			v.Text = t.text()
		}
	case 't':
		v.Kind, ok = Boolean, p.Word("true")
	case 'f':
		v.Kind, ok = Boolean, p.Word("false")
	case 'n':
		v.Kind, ok = Null, p.Word("null")
	default:
		v.Kind = Number
		_, ok = p.Number()
	}
	if err == nil && !ok {
		err = p.syntaxError()
	}
	v.Raw = p.Data[v.Offset:min(p.Pos, len(p.Data))]
	return v, err
}

func (p *parser) array(v *Value) error {
	v.Kind, v.Depth = Array, 1
	p.Pos++
	if p.Take(']') {
		return nil
	}
	for {
		x, err := p.under(v)
		if err != nil {
			return err
		}
		v.Elems = append(v.Elems, x)
		if p.Take(']') {
			return nil
		}
		if !p.Take(',') {
			return p.syntaxError()
		}
	}
}

func (p *parser) object(v *Value) error {
	v.Kind, v.Depth = Object, 1
	p.Pos++
	if p.Take('}') {
		return nil
	}
	for {
		if p.Space() != '"' {
			return p.syntaxError()
		}
		t, ok := p.Quoted()
		if !ok || !p.Take(':') {
			return p.syntaxError()
		}
		name := t.text()
		x, err := p.under(v)
		if err != nil {
			return err
		}
		v.add(name, x)
		if p.Take('}') {
			return nil
		}
		if !p.Take(',') {
			return p.syntaxError()
		}
	}
}

// under parses a value one level below v.
func (p *parser) under(v *Value) (*Value, error) {
	p.depth++
	x, err := p.value()
	p.depth--
	if err != nil {
		return nil, err
	}
	v.Depth = max(v.Depth, x.Depth+1)
	return x, nil
}
