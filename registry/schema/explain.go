package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// maxShown is how many violations of one value, and warnings about one schema, are listed.
const maxShown = 20

// explainer turns the validator's tree of errors about one document into violations.
type explainer struct {
	doc       *jsontext.Value
	root      string
	validator *validator
}

// finding is a violation to be.
type finding struct {
	at         []string // tokens from the root of the document
	class      class
	message    string
	types      []string          // allowed, of a mismatch
	values     []*jsontext.Value // the same
	name       string            // misspelled, perhaps
	candidates []string          // for name
}

// class says how much a finding tells about the wrong branch of a union having been tried.
type class uint8

const (
	other    class = iota
	shaped         // properties are missing or unknown
	mismatch       // a wrong type, or none of the values allowed
)

// explain lists the violations in the order of the document, each once.
func (x *explainer) explain(invalid *jsonschema.ValidationError) []Violation {
	type placed struct {
		finding
		offset int
	}
	var all []placed
	for _, f := range x.collect(invalid) {
		v := x.find(f.at)
		if f.class == mismatch {
			f.message = f.expectation() + got(v, f.types)
		}
		all = append(all, placed{f, v.Offset})
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.message, b.message))
	})
	all = slices.CompactFunc(all, func(a, b placed) bool {
		return a.offset == b.offset && a.message == b.message && slices.Equal(a.at, b.at)
	})
	var violations []Violation
	for i, p := range all {
		if i == maxShown {
			more := plural(len(all)-i, "more violation", "more violations")
			return append(violations, Violation{Path: x.root, Message: "and " + more})
		}
		message := p.message + suggest(p.name, p.candidates)
		violations = append(violations, Violation{Path: x.path(p.at), Message: message})
	}
	return violations
}

// find is the value that tokens lead to; the last one on the way if they lead nowhere.
func (x *explainer) find(at []string) *jsontext.Value {
	v := x.doc
	for _, token := range at {
		next := member(v, token)
		if next == nil {
			break
		}
		v = next
	}
	return v
}

// path writes tokens as a path.
func (x *explainer) path(at []string) string {
	v, steps := x.doc, []string{x.root}
	for _, token := range at {
		step := jsontext.MemberStep(token)
		if i, err := strconv.Atoi(token); err == nil && v != nil && v.Kind == jsontext.Array {
			step = jsontext.IndexStep(i)
		}
		steps = append(steps, step)
		if v != nil {
			v = member(v, token)
		}
	}
	return jsontext.Path(steps)
}

// member is the element or member of v that a token names; nil if there is none.
func member(v *jsontext.Value, token string) *jsontext.Value {
	if v.Kind != jsontext.Array {
		return v.Get(token)
	}
	if i, err := strconv.Atoi(token); err == nil && 0 <= i && i < len(v.Elems) {
		return v.Elems[i]
	}
	return nil
}

// collect gives the findings of an error and of its causes.
func (x *explainer) collect(e *jsonschema.ValidationError) []finding {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		return x.collectAll(e)
	case *kind.AnyOf:
		return x.union(e)
	case *kind.OneOf:
		if k.Subschemas == nil {
			return x.union(e)
		}
		return one(e, other, "fits more than one of the allowed alternatives (number %d and number %d of oneOf)",
			k.Subschemas[0]+1, k.Subschemas[1]+1)
	case *kind.Type:
		return []finding{{at: e.InstanceLocation, class: mismatch, types: x.typesOf(e, k)}}
	case *kind.Enum, *kind.Const:
		return []finding{{at: e.InstanceLocation, class: mismatch, values: x.allowed(e)}}
	case *kind.PropertyNames:
		return x.propertyName(e, k.Property)
	}
	if f := x.object(e); f != nil {
		return f
	}
	if f := x.array(e); f != nil {
		return f
	}
	return x.scalar(e)
}

// collectAll gives the findings of the causes of an error.
func (x *explainer) collectAll(e *jsonschema.ValidationError) []finding {
	var all []finding
	for _, c := range e.Causes {
		if _, ok := c.ErrorKind.(*kind.PropertyNames); ok {
			c.InstanceLocation = e.InstanceLocation // its own may have been overwritten
		}
		all = append(all, x.collect(c)...)
	}
	return all
}

// one is a single finding at the place of an error.
func one(e *jsonschema.ValidationError, c class, format string, args ...any) []finding {
	return []finding{{at: e.InstanceLocation, class: c, message: fmt.Sprintf(format, args...)}}
}

// typesOf are the types that an error asks for, in our order: null last.
func (x *explainer) typesOf(e *jsonschema.ValidationError, k *kind.Type) []string {
	if n := x.validator.node(e.SchemaURL); n != nil {
		return n.Types()
	}
	return k.Want
}

// allowed are the values of enum or const.
func (x *explainer) allowed(e *jsonschema.ValidationError) []*jsontext.Value {
	n := x.validator.node(e.SchemaURL)
	if n == nil {
		return nil
	}
	if _, ok := e.ErrorKind.(*kind.Const); ok {
		return []*jsontext.Value{n.find("const").value}
	}
	return n.find("enum").value.Elems
}

// given is the value of a keyword of the schema that an error is about, as it was written.
func (x *explainer) given(e *jsonschema.ValidationError, name string) string {
	if n := x.validator.node(e.SchemaURL); n != nil {
		if k := n.find(name); k != nil {
			return written(k.value)
		}
	}
	return "what the schema allows"
}

// propertyName explains why the name of a property is not allowed.
func (x *explainer) propertyName(e *jsonschema.ValidationError, name string) []finding {
	text := jsontext.Quote(name)
	names := explainer{doc: &jsontext.Value{Kind: jsontext.String, Raw: []byte(text), Text: name}, validator: x.validator}
	reason := ""
	if why := names.explain(&jsonschema.ValidationError{ErrorKind: &kind.Group{}, Causes: e.Causes}); len(why) > 0 {
		reason = ": it " + why[0].Message
	}
	return one(e, shaped, "property name %s is not allowed%s", jsontext.Cut(text), reason)
}

// expectation says what a mismatch would have to be.
func (f finding) expectation() string {
	switch {
	case len(f.values) == 0:
		return "must be " + either(f.types)
	case len(f.values) == 1 && len(f.types) == 0:
		return "must be " + written(f.values[0])
	}
	parts := make([]string, 0, shownNames)
	for _, v := range f.values[:min(len(f.values), shownNames)] {
		parts = append(parts, written(v))
	}
	s := "must be one of " + listed(parts, len(f.values))
	if len(f.types) > 0 {
		s += ", or " + either(f.types)
	}
	return s
}

// written is a value of a schema for a message: its JSON on one line, cut.
func written(v *jsontext.Value) string {
	var b bytes.Buffer
	if err := json.Compact(&b, v.Raw); err != nil {
		return shown(v) // not reached: v was parsed
	}
	return jsontext.Cut(b.String())
}

// got says what a value is instead.
func got(v *jsontext.Value, wanted []string) string {
	if v.Kind == jsontext.String && len(wanted) > 0 {
		return " (got the string " + shown(v) + ")"
	}
	return " (got " + shown(v) + ")"
}
