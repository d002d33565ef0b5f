package schema

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// lint finds what is valid JSON Schema and yet cannot have been meant; only in schemas written here.
func (b *builder) lint() {
	for _, n := range b.nodes {
		b.lintApplies(n)
		b.lintRequired(n)
		b.lintEnum(n)
		b.lintBounds(n)
		b.lintDefault(n)
	}
}

// lintApplies finds keywords that do nothing for the types that the schema allows.
func (b *builder) lintApplies(n *Node) {
	k := n.find("type")
	if k == nil {
		return
	}
	allowed := k.types
	if allowed&jsontext.Integer != 0 {
		allowed |= jsontext.Number
	}
	for _, m := range n.source.Members {
		if r := rules[m.Name]; r.applies != 0 && r.applies&allowed == 0 {
			b.fault(n, m.Name, "does nothing for type "+either(k.types.Names()), "")
		}
	}
}

// lintRequired finds required properties that an object schema does not declare. A schema that only requires, as the
// branches of an anyOf often do, or that is combined with others, may count on what they declare.
func (b *builder) lintRequired(n *Node) {
	if n.find("required") == nil {
		return
	}
	for _, name := range []string{"$ref", "allOf", "anyOf", "oneOf", "if"} {
		if n.find(name) != nil {
			return
		}
	}
	properties, closed := n.Properties(), n.find("additionalProperties")
	if properties == nil && n.find("type") == nil && closed == nil {
		return
	}
	declared := make([]string, len(properties))
	for i, p := range properties {
		declared[i] = p.Name
	}
	for _, name := range n.Required() {
		if !slices.Contains(declared, name) && !matchesPattern(n, name) {
			b.fault(n, "required", fmt.Sprintf("names %s, which is not in properties%s", jsontext.Cut(jsontext.Quote(name)), suggest(name, declared)), "")
		}
	}
}

func matchesPattern(n *Node, name string) bool {
	return slices.ContainsFunc(n.PatternProperties(), func(p Property) bool {
		re, err := regexp.Compile(p.Name)
		return err != nil || re.MatchString(name)
	})
}

// lintEnum finds values of enum and const that can never be, and that are there twice.
func (b *builder) lintEnum(n *Node) {
	enum, fixed, typed := n.find("enum"), n.find("const"), n.find("type")
	if enum != nil {
		seen := make(map[string]bool)
		for _, v := range enum.value.Elems {
			if id := v.Identity(); seen[id] {
				b.fault(n, "enum", "holds "+shown(v)+" more than once", "")
			} else {
				seen[id] = true
			}
			b.lintTyped(n, "enum", "holds", v, typed)
		}
	}
	if fixed == nil {
		return
	}
	b.lintTyped(n, "const", "is", fixed.value, typed)
	if enum != nil && !slices.ContainsFunc(enum.value.Elems, func(x *jsontext.Value) bool { return jsontext.Equal(x, fixed.value) }) {
		b.fault(n, "const", "is "+shown(fixed.value)+", which is not in enum", "")
	}
}

func (b *builder) lintTyped(n *Node, name, verb string, v *jsontext.Value, typed *keyword) {
	if typed != nil && v.Types()&typed.types == 0 {
		b.fault(n, name, fmt.Sprintf("%s %s, which type %s never allows", verb, shown(v), either(typed.types.Names())), "")
	}
}

// lintBounds finds lower bounds above upper ones.
func (b *builder) lintBounds(n *Node) {
	for _, pair := range [][2]string{
		{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"},
		{"minProperties", "maxProperties"}, {"minContains", "maxContains"},
	} {
		low, high := n.find(pair[0]), n.find(pair[1])
		if low == nil || high == nil {
			continue
		}
		x, okX := jsontext.Rational(low.value.Raw)
		y, okY := jsontext.Rational(high.value.Raw)
		if okX && okY && x.Cmp(y) > 0 {
			b.fault(n, pair[0], fmt.Sprintf("is %s, which is above %s %s", low.value.Raw, pair[1], high.value.Raw), "")
		}
	}
}

// lintDefault holds the default against its own schema.
func (b *builder) lintDefault(n *Node) {
	v := n.source.Get("default")
	if v == nil {
		return
	}
	s := &Schema{fast: newMatcher(n), full: func() (*validator, error) { return newValidator(n) }}
	for _, x := range s.Validate(v.Raw, "default") {
		b.problems.add(problem{path: n.Path() + "." + x.Path, offset: v.Offset, message: x.Message})
	}
}
