// Package schema holds JSON Schemas as tools declare them: the bytes as they were given, with the order of properties,
// and a compiled validator that reports every violation in words that a model can act on.
//
// There are two levels of strictness. [Parse] is for schemas written here: every keyword in them is enforced, or it is an
// error. [ParseForeign] is for schemas written by others: what is unknown or malformed in them restricts nothing, and is
// told in a warning. Both read drafts 4, 6, 7, 2019-09 and 2020-12, by "$schema", the last if there is none. Formats are
// asserted. References are resolved inside the schema; nothing is ever read from a file or the network.
//
// A value is first held against a compact matcher, which scans its bytes and knows the common keywords. Only what that is
// not sure about goes to the full validator, which is compiled when it is first needed. Numbers are never rounded.
//
// The package knows nothing of tools, programs or types of languages.
package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// Schema is a compiled JSON Schema. It is immutable, and any goroutine may use it. A nil *Schema admits every value.
type Schema struct {
	raw  json.RawMessage
	fast *matcher
	full func() (*validator, error) // compiles when first called
	root func() *Node               // the same for the view

	noObjects bool // see RefusesObjects

	later func() *Schema // of [Lazy], instead of all that
}

// Violation is one way in which a value does not fit.
type Violation struct {
	Path    string // from the root's name, in JavaScript notation: args.filter[0].op
	Message string // must be one of "eq", "ne"
}

// String is the line that a model reads: "args.filter[0].op: must be one of "eq", "ne"".
func (v Violation) String() string { return v.Path + ": " + v.Message }

// Parse compiles a schema written here. Every keyword in it must be one that is enforced, apart from annotations such as
// description. The error is an [*Error] that lists every fault with its path: an unknown keyword, one that does nothing
// where it stands, a value of the wrong shape, a reference to nothing, a default that does not fit, an enum that holds a
// value twice, a required property that is not declared.
//
// A required property must be declared in "properties" (or match "patternProperties") of the same schema if that has a
// type, properties or additionalProperties. A schema that only requires, as branches of anyOf do, or that is combined
// with others by $ref, allOf, anyOf, oneOf or if, may name what they declare.
func Parse(raw json.RawMessage) (*Schema, error) {
	raw = bytes.Clone(raw)
	b, root, err := read(raw, true)
	if err != nil {
		return nil, err
	}
	if err := b.problems.err(); err != nil {
		return nil, err
	}
	return newSchema(raw, root, true), nil
}

// ParseForeign compiles a schema written by others. What it holds beyond the standard is passed over; each such thing is
// named once in warnings, and so is what had to be guessed. The error is an [*Error] and means that the bytes are no
// schema at all: no JSON, neither an object nor a boolean, or too large to check anything against.
func ParseForeign(raw json.RawMessage) (s *Schema, warnings []string, err error) {
	raw = bytes.Clone(raw)
	b, root, err := read(raw, false)
	if err != nil {
		return nil, nil, err
	}
	return newSchema(raw, root, false), b.problems.warnings(), nil
}

// read parses a schema and makes its graph.
func read(raw json.RawMessage, strict bool) (*builder, *Node, error) {
	v, err := jsontext.Parse(raw)
	if err != nil {
		return nil, nil, &Error{Violations: []Violation{{Path: rootName, Message: err.Error()}}}
	}
	return build(v, strict)
}

// newSchema keeps the matcher and lets go of the graph, which is many times larger and rarely needed again.
func newSchema(raw json.RawMessage, root *Node, strict bool) *Schema {
	view := sync.OnceValue(func() *Node {
		_, n, err := read(raw, strict)
		if err != nil {
			return nothing() // not reached: it was read before
		}
		return n
	})
	types := root.Types()
	return &Schema{
		raw:       raw,
		noObjects: root.Never() || types != nil && !slices.Contains(types, "object"),
		fast:      newMatcher(root),
		root:      view,
		full:      sync.OnceValues(func() (*validator, error) { return newValidator(view()) }),
	}
}

// Lazy is a schema that is made when something is first asked of it: for those of tools that a process may never use. make
// must not fail, which is for tests to see to: the schema then admits nothing.
func Lazy(make func() (*Schema, error)) *Schema {
	return &Schema{later: sync.OnceValue(func() *Schema {
		s, err := make()
		if err != nil {
			return &Schema{full: func() (*validator, error) { return nil, err }}
		}
		return s
	})}
}

// made is the schema itself, which for one of [Lazy] is made now.
func (s *Schema) made() *Schema {
	if s == nil || s.later == nil {
		return s
	}
	return s.later().made()
}

// RefusesObjects reports whether the schema plainly admits no object, by its type or as the schema false. One of [Lazy] is not
// made for that.
func (s *Schema) RefusesObjects() bool { return s != nil && s.noObjects }

// JSON is the schema as it was given; {} for a nil *Schema. The caller must not change it.
func (s *Schema) JSON() json.RawMessage {
	if s = s.made(); s == nil {
		return json.RawMessage("{}")
	}
	return s.raw
}

// Root is a view of the schema for generators of documentation and types. It is made when first asked for, and is the
// same each time. Of a nil *Schema it is the schema true.
func (s *Schema) Root() *Node {
	if s = s.made(); s == nil {
		return &Node{step: rootName, source: &jsontext.Value{Kind: jsontext.Boolean, Raw: []byte("true")}}
	}
	if s.root == nil {
		return nothing()
	}
	return s.root()
}

// nothing is the node of the schema false.
func nothing() *Node {
	return &Node{step: rootName, source: &jsontext.Value{Kind: jsontext.Boolean, Raw: []byte("false")}, never: true}
}

// Validate reports every violation of the schema by the JSON value in doc, in the order of the document; none if it
// fits. Paths begin with root ("args", "value"). Of more than 20 violations the first are listed, and a last one tells
// how many more there are.
//
// Bytes that are not one JSON value are one violation. So is a value that does not plainly fit and cannot be checked within
// bounds: numbers of more than 1,000 digits, more than two million schemas to apply, patterns that take longer than two
// seconds. A value that is nested deeper than 1,000 levels or very large may be refused without telling where it is wrong.
func (s *Schema) Validate(doc json.RawMessage, root string) []Violation {
	fast := anything()
	if s = s.made(); s != nil {
		fast = s.fast
	}
	if fast != nil && fast.fits(doc) {
		return nil
	}
	v, err := jsontext.Parse(doc)
	if err != nil {
		return []Violation{{Path: root, Message: err.Error()}}
	}
	if s == nil {
		return nil
	}
	if s.full == nil {
		return unchecked(root, "it has no schema")
	}
	full, err := s.full()
	if err != nil {
		return unchecked(root, "its schema cannot be applied")
	}
	fits, invalid, err := full.validate(v)
	switch {
	case err != nil:
		return unchecked(root, err.Error())
	case fits:
		return nil
	case invalid == nil:
		return []Violation{{Path: root, Message: "does not fit the schema, and is too large or too deep to say where"}}
	}
	e := explainer{doc: v, root: root, validator: full}
	return e.explain(invalid)
}

// unchecked is the violation of a value that could not be checked.
func unchecked(root, reason string) []Violation {
	return []Violation{{Path: root, Message: "cannot be checked against the schema: " + reason}}
}
