package builtin

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

// tuned is an input or output type that adds to the schema inferred from it what Go types cannot say.
type tuned interface{ tune(s *jsonschema.Schema) }

// define completes a tool with schemas inferred from its types, a typed handler, and how a model sees its values.
func define[In, Out any](
	t registry.Tool, run func(context.Context, *registry.Call, In) (Out, error), show func(In, Out) []string,
) (registry.Tool, error) {
	t.Input, t.Output = schema.Lazy(schemaOf[In]), schema.Lazy(schemaOf[Out])
	t.Render = func(args, value json.RawMessage) []registry.Content {
		var in In
		var out Out
		if json.Unmarshal(args, &in) != nil || json.Unmarshal(value, &out) != nil {
			return nil // a review has replaced the value by something else, which is shown as JSON
		}
		var content []registry.Content
		for _, text := range show(in, out) {
			content = append(content, registry.Text(text))
		}
		return content
	}
	return registry.Typed(t, run)
}

func schemaOf[T any]() (*schema.Schema, error) {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, err
	}
	notNull(s)
	var zero T
	if t, ok := any(zero).(tuned); ok {
		t.tune(s)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return schema.Parse(text)
}

// notNull takes out the null that a Go slice or pointer can be: the tools take and give absence instead.
func notNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	notNull(s.Items)
	for _, p := range s.Properties {
		notNull(p)
	}
}

// atLeast gives a number of the schema its least value.
func atLeast(s *jsonschema.Schema, property string, least float64) {
	s.Properties[property].Minimum = &least
}

// pathArg is what the accesses of all file tools need of their arguments.
type pathArg struct {
	Path string `json:"path"`
}

// reads and writes are the accesses of tools that touch the file or the tree that args.path names.
func (w *Workspace) reads(args json.RawMessage) registry.Access {
	key, ok := w.keyOf(args)
	if !ok {
		return registry.Access{Alone: true}
	}
	return registry.Access{Reads: []string{key}}
}

func (w *Workspace) writes(args json.RawMessage) registry.Access {
	key, ok := w.keyOf(args)
	if !ok {
		return registry.Access{Alone: true}
	}
	return registry.Access{Writes: []string{key}}
}

// keyOf gives the key of the file that args.path names; a path that is left out is the workspace.
func (w *Workspace) keyOf(args json.RawMessage) (string, bool) {
	var a pathArg
	if json.Unmarshal(args, &a) != nil {
		return "", false
	}
	if a.Path == "" {
		a.Path = "."
	}
	p, err := w.resolve(a.Path)
	if err != nil {
		return "", false
	}
	return w.key(p), true
}
