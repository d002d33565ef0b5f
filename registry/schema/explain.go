package schema

import (
	"cmp"
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
	index     map[*jsontext.Value]map[string]*jsontext.Value // members of large objects
}

// finding is a violation to be.
type finding struct {
	at         []string // tokens from the root of the document
	class      class
	message    string
	types      []string // allowed, of a mismatch
	values     []string // the same, as JSON
	name       string   // misspelled, perhaps
	candidates []string // for name
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
		path   string
	}
	var all []placed
	for _, f := range x.collect(invalid) {
		v, path := x.locate(f.at)
		if f.class == mismatch {
			f.message = f.expectation() + got(v, f.types)
		}
		all = append(all, placed{f, v.Offset, path})
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.message, b.message))
	})
	all = slices.CompactFunc(all, func(a, b placed) bool {
		return a.offset == b.offset && a.path == b.path && a.message == b.message
	})
	var violations []Violation
	for i, p := range all {
		if i == maxShown {
			more := plural(len(all)-i, "more violation", "more violations")
			return append(violations, Violation{Path: x.root, Message: "and " + more})
		}
		message := p.message + suggest(p.name, p.candidates)
		violations = append(violations, Violation{Path: p.path, Message: message})
	}
	return violations
}

// locate finds the value that tokens lead to, and its path. It stops early at what is not there.
func (x *explainer) locate(at []string) (*jsontext.Value, string) {
	v, steps := x.doc, []string{x.root}
	for _, token := range at {
		next := x.member(v, token)
		step := jsontext.MemberStep(token)
		if i, err := strconv.Atoi(token); v.Kind == jsontext.Array && err == nil {
			step = jsontext.IndexStep(i)
		}
		if next == nil {
			break
		}
		steps, v = append(steps, step), next
	}
	return v, jsontext.Path(steps)
}

// member is the element or member of v that a token names; nil if there is none.
func (x *explainer) member(v *jsontext.Value, token string) *jsontext.Value {
	const few = 16
	if v.Kind == jsontext.Array {
		if i, err := strconv.Atoi(token); err == nil && 0 <= i && i < len(v.Elems) {
			return v.Elems[i]
		}
		return nil
	}
	if len(v.Members) <= few {
		return v.Get(token)
	}
	index, ok := x.index[v]
	if !ok {
		index = make(map[string]*jsontext.Value, len(v.Members))
		for _, m := range v.Members {
			index[m.Name] = m.Value
		}
		if x.index == nil {
			x.index = make(map[*jsontext.Value]map[string]*jsontext.Value)
		}
		x.index[v] = index
	}
	return index[token]
}

// collect gives the findings of an error and of its causes.
func (x *explainer) collect(e *jsonschema.ValidationError) []finding {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		return x.collectAll(e.Causes)
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

func (x *explainer) collectAll(causes []*jsonschema.ValidationError) []finding {
	var all []finding
	for _, c := range causes {
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

// allowed are the values of enum or const, as they were written.
func (x *explainer) allowed(e *jsonschema.ValidationError) []string {
	n := x.validator.node(e.SchemaURL)
	if n == nil {
		return nil
	}
	var values []*jsontext.Value
	if _, ok := e.ErrorKind.(*kind.Const); ok {
		values = []*jsontext.Value{n.find("const").value}
	} else {
		values = n.find("enum").value.Elems
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v.Raw)
	}
	return texts
}

// written is the value of a keyword of the schema that an error is about, as it was written.
func (x *explainer) written(e *jsonschema.ValidationError, name string) string {
	if n := x.validator.node(e.SchemaURL); n != nil {
		if k := n.find(name); k != nil {
			return jsontext.Cut(string(k.value.Raw))
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
		return "must be " + jsontext.Cut(f.values[0])
	}
	parts := make([]string, 0, shownNames)
	for _, v := range f.values[:min(len(f.values), shownNames)] {
		parts = append(parts, jsontext.Cut(v))
	}
	s := "must be one of " + listed(parts, len(f.values))
	if len(f.types) > 0 {
		s += ", or " + either(f.types)
	}
	return s
}

// got says what a value is instead.
func got(v *jsontext.Value, wanted []string) string {
	if v.Kind == jsontext.String && len(wanted) > 0 {
		return " (got the string " + shown(v) + ")"
	}
	return " (got " + shown(v) + ")"
}
