package schema

import (
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
// Structs take no other properties. Fields without omitempty or omitzero are required. Pointers, slices and the types
// that hold any JSON (any, [json.RawMessage]) admit null. []byte is a string, [time.Time] one of format date-time. Types
// with methods of their own to write JSON are taken by their Go form, so they need a schema written by hand.
//
// The error is for the author of T: a recursive type, or one that JSON cannot hold (functions, channels, complex
// numbers, maps with keys that are no text).
func For[T any]() (*Schema, error) {
	return forType(reflect.TypeFor[T]())
}

func forType(t reflect.Type) (*Schema, error) {
	every := []string{"null", "boolean", "number", "string", "array", "object"}
	options := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[[]byte]():          {Types: []string{"null", "string"}},
		reflect.TypeFor[json.RawMessage](): {Types: every}, // not {}: a pointer to it would then admit null alone
		reflect.TypeFor[json.Number]():     {Type: "number"},
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
	}}
	inferred, err := jsonschema.ForType(t, options)
	if err != nil {
		return nil, fmt.Errorf("schema of a Go type: %w", err)
	}
	raw, err := json.Marshal(inferred)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	return Parse(raw)
}
