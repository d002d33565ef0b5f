package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// For makes the schema of the JSON that encoding/json reads into a T and writes from it. Names and optionality come from
// json tags, descriptions from jsonschema tags, the order of properties from the order of the fields:
//
//	type args struct {
//		Path  string `json:"path" jsonschema:"file to read, relative to the working directory"`
//		Limit int    `json:"limit,omitempty" jsonschema:"lines at most; all if left out"`
//	}
//
// Structs take no other properties. Fields without omitempty or omitzero are required. Pointers, slices and any admit
// null, and so do maps inside other types. []byte is a string, [time.Time] one of format date-time. A type that writes its JSON itself ([json.Marshaler],
// [json.RawMessage]) may be any JSON, and one that writes text ([encoding.TextMarshaler]) is a string.
//
// The error is for the author of T: a recursive type, or one that JSON cannot hold (functions, channels, complex
// numbers, maps with keys that are no text).
func For[T any]() (*Schema, error) {
	return forType(reflect.TypeFor[T]())
}

func forType(t reflect.Type) (*Schema, error) {
	options := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[[]byte]():      {Types: []string{"null", "string"}},
		reflect.TypeFor[json.Number](): {Type: "number"},
		reflect.TypeFor[time.Time]():   {Type: "string", Format: "date-time"},
	}}
	addWriters(t, options.TypeSchemas, make(map[reflect.Type]bool))
	inferred, err := jsonschema.ForType(t, options)
	if err != nil {
		return nil, fmt.Errorf("schema of a Go type: %w", err)
	}
	admitNilMaps(inferred)
	raw, err := json.Marshal(inferred)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	return Parse(raw)
}

// admitNilMaps lets null be where a map is inside another type: that is how a nil map is written. A map has a schema for
// its values, and no properties.
func admitNilMaps(s *jsonschema.Schema) {
	inner := []*jsonschema.Schema{s.Items, s.AdditionalProperties}
	for _, p := range s.Properties {
		inner = append(inner, p)
	}
	for _, x := range inner {
		if x == nil {
			continue
		}
		closed := x.AdditionalProperties != nil && x.AdditionalProperties.Not != nil // a struct
		if x.Type == "object" && x.AdditionalProperties != nil && !closed {
			x.Type, x.Types = "", []string{"null", "object"}
		}
		admitNilMaps(x)
	}
}

// addWriters adds schemas of the types in t that write their JSON, or a text, themselves.
func addWriters(t reflect.Type, schemas map[reflect.Type]*jsonschema.Schema, seen map[reflect.Type]bool) {
	if seen[t] || schemas[t] != nil {
		return
	}
	seen[t] = true
	switch {
	case t.Kind() == reflect.Interface:
	case writes[json.Marshaler](t):
		// Every type, not {}: a pointer to it would then admit null alone.
		schemas[t] = &jsonschema.Schema{Types: []string{"null", "boolean", "number", "string", "array", "object"}}
	case writes[encoding.TextMarshaler](t):
		schemas[t] = &jsonschema.Schema{Type: "string"}
	case t.Kind() == reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() || f.Anonymous {
				addWriters(f.Type, schemas, seen)
			}
		}
	case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Array, t.Kind() == reflect.Map:
		addWriters(t.Elem(), schemas, seen)
	}
}

// writes reports whether values of type t, which is no pointer, have the methods of M when they are written.
func writes[M any](t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(reflect.TypeFor[M]())
}
