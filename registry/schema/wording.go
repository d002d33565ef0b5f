package schema

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// object words what is wrong with the members of an object; nil if the error is about something else.
func (x *explainer) object(e *jsonschema.ValidationError) []finding {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return one(e, shaped, "missing required %s", properties(k.Missing))
	case *kind.DependentRequired:
		return one(e, shaped, "missing %s, required because %s is given", properties(k.Missing), jsontext.Cut(jsontext.Quote(k.Prop)))
	case *kind.Dependency:
		return one(e, shaped, "missing %s, required because %s is given", properties(k.Missing), jsontext.Cut(jsontext.Quote(k.Prop)))
	case *kind.AdditionalProperties:
		return x.unknown(e, k.Properties)
	case *kind.MinProperties:
		return one(e, other, "must have at least %s (got %d)", plural(k.Want, "property", "properties"), k.Got)
	case *kind.MaxProperties:
		return one(e, other, "must have at most %s (got %d)", plural(k.Want, "property", "properties"), k.Got)
	case *kind.FalseSchema:
		return x.forbidden(e)
	}
	return nil
}

func properties(names []string) string {
	if len(names) == 1 {
		return "property " + jsontext.Cut(jsontext.Quote(names[0]))
	}
	return "properties " + quoted(names)
}

// unknown words properties that an object must not have, with the declared ones that are not given yet as candidates.
func (x *explainer) unknown(e *jsonschema.ValidationError, names []string) []finding {
	object := x.find(e.InstanceLocation)
	var candidates []string
	if n := x.validator.node(e.SchemaURL); n != nil {
		for _, p := range n.Properties() {
			if object.Get(p.Name) == nil {
				candidates = append(candidates, p.Name)
			}
		}
	}
	findings := make([]finding, len(names))
	for i, name := range names {
		findings[i] = finding{
			at: append(slices.Clone(e.InstanceLocation), name), class: shaped, message: "unknown property",
			name: name, candidates: candidates,
		}
	}
	return findings
}

// forbidden words a value where the schema is false.
func (x *explainer) forbidden(e *jsonschema.ValidationError) []finding {
	step := ""
	if n := x.validator.node(e.SchemaURL); n != nil {
		step = n.step
	}
	switch step {
	case ".unevaluatedProperties":
		return one(e, shaped, "unknown property")
	case ".items", ".additionalItems", ".unevaluatedItems":
		return one(e, shaped, "is one item too many")
	}
	return one(e, shaped, "is not allowed here")
}

// array words what is wrong with the items of an array; nil if the error is about something else.
func (x *explainer) array(e *jsonschema.ValidationError) []finding {
	switch k := e.ErrorKind.(type) {
	case *kind.MinItems:
		return one(e, other, "must have at least %s (got %d)", plural(k.Want, "item", "items"), k.Got)
	case *kind.MaxItems:
		return one(e, other, "must have at most %s (got %d)", plural(k.Want, "item", "items"), k.Got)
	case *kind.UniqueItems:
		return one(e, other, "items must differ from each other (items %d and %d are equal)", k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains:
		return one(e, other, "must contain an item that fits %q of the schema", "contains")
	case *kind.MinContains:
		return one(e, other, "must contain at least %s that fit %q of the schema (got %d)", plural(k.Want, "item", "items"),
			"contains", len(k.Got))
	case *kind.MaxContains:
		return one(e, other, "must contain at most %s that fit %q of the schema (got %d)", plural(k.Want, "item", "items"),
			"contains", len(k.Got))
	}
	return nil
}

// scalar words what is wrong with strings and numbers, and whatever is left.
func (x *explainer) scalar(e *jsonschema.ValidationError) []finding {
	have := shown(x.find(e.InstanceLocation))
	switch k := e.ErrorKind.(type) {
	case *kind.MinLength:
		return one(e, other, "must have at least %s (got %d)", plural(k.Want, "character", "characters"), k.Got)
	case *kind.MaxLength:
		return one(e, other, "must have at most %s (got %d)", plural(k.Want, "character", "characters"), k.Got)
	case *kind.Pattern:
		return one(e, other, "must match the regular expression %s (got %s)", jsontext.Cut(k.Want), have)
	case *kind.Format:
		return one(e, other, "must be a valid %s (got %s)", k.Want, have)
	case *kind.Minimum:
		return one(e, other, "must be at least %s (got %s)", x.given(e, "minimum"), have)
	case *kind.Maximum:
		return one(e, other, "must be at most %s (got %s)", x.given(e, "maximum"), have)
	case *kind.ExclusiveMinimum:
		return one(e, other, "must be above %s (got %s)", x.given(e, "exclusiveMinimum"), have)
	case *kind.ExclusiveMaximum:
		return one(e, other, "must be below %s (got %s)", x.given(e, "exclusiveMaximum"), have)
	case *kind.MultipleOf:
		return one(e, other, "must be a multiple of %s (got %s)", x.given(e, "multipleOf"), have)
	case *kind.Not:
		return one(e, other, `fits what the schema excludes with "not"`)
	}
	return one(e, other, "does not fit the schema")
}
