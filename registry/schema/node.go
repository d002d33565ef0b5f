package schema

import (
	"encoding/json"
	"slices"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// Node is a read-only view of one schema inside a [Schema]: what is enforced, in the vocabulary of draft 2020-12
// whatever the dialect it was written in, and every keyword as it was given. References are resolved, so that a graph
// of nodes may hold cycles; two paths that lead to the same place give the same *Node, which makes it a key for maps.
// Any goroutine may use it.
type Node struct {
	up       *Node
	step     string // from up, in JavaScript notation
	depth    int    // how many nodes are above
	height   int    // how many nodes apply each other to one value, from this one down; known once cycles are broken
	source   *jsontext.Value
	base     *resource
	keywords []keyword // normalised, in the order of the source
	shared   bool      // some reference leads here
	never    bool      // the schema false
	loose    bool      // a keyword was passed over that would have refused values
}

// Property is a property that an object schema declares.
type Property struct {
	Name     string
	Schema   *Node
	Required bool
}

// keyword is one keyword of a node after normalisation: a plain value, or the nodes that it holds.
type keyword struct {
	name  string
	value *jsontext.Value // of keywords that hold no schemas
	text  string          // of "$ref": the reference; of "type" and counts: unused
	types jsontext.Types  // of "type"
	count int             // of counts
	node  *Node           // of keywords that hold one schema, and the target of "$ref"
	list  []*Node         // of allOf, anyOf, oneOf, prefixItems
	named []Property      // of maps of schemas
}

// find is the keyword called name; nil if the node has none.
func (n *Node) find(name string) *keyword {
	for i := range n.keywords {
		if n.keywords[i].name == name {
			return &n.keywords[i]
		}
	}
	return nil
}

// drop takes a keyword off the node.
func (n *Node) drop(name string) {
	n.keywords = slices.DeleteFunc(n.keywords, func(k keyword) bool { return k.name == name })
}

// Path is the place of the node in its schema, in JavaScript notation: schema.properties.filter.items. The middle of a
// very long one is left out.
func (n *Node) Path() string {
	steps := make([]string, n.depth+1)
	for ; n != nil; n = n.up {
		steps[n.depth] = n.step
	}
	return jsontext.Path(steps)
}

// Never reports whether the node is the schema false, which nothing fits.
func (n *Node) Never() bool { return n.never }

// Types are the names of the types that the node allows; nil: any type.
func (n *Node) Types() []string {
	if k := n.find("type"); k != nil {
		return k.types.Names()
	}
	return nil
}

// Properties are the declared properties, in the order in which they were written.
func (n *Node) Properties() []Property {
	k := n.find("properties")
	if k == nil {
		return nil
	}
	required := make(map[string]bool)
	for _, name := range n.Required() {
		required[name] = true
	}
	properties := slices.Clone(k.named)
	for i := range properties {
		properties[i].Required = required[properties[i].Name]
	}
	return properties
}

// Required are the names of the properties that must be there, declared or not.
func (n *Node) Required() []string {
	k := n.find("required")
	if k == nil {
		return nil
	}
	return k.value.Strings()
}

// PatternProperties are schemas of properties by patterns of their names.
func (n *Node) PatternProperties() []Property {
	if k := n.find("patternProperties"); k != nil {
		return slices.Clone(k.named)
	}
	return nil
}

// Sub is the schema that a keyword such as "items", "additionalProperties" or "not" holds, or that "$ref" refers to;
// nil if the node has no such keyword.
func (n *Node) Sub(keyword string) *Node {
	if k := n.find(keyword); k != nil {
		return k.node
	}
	return nil
}

// Subs are the schemas that "allOf", "anyOf", "oneOf" or "prefixItems" holds; nil if the node has no such keyword.
func (n *Node) Subs(keyword string) []*Node {
	if k := n.find(keyword); k != nil {
		return slices.Clone(k.list)
	}
	return nil
}

// Ref is the reference as it was written, such as "#/$defs/node"; empty if there is none. [Node.Sub] of "$ref" is what
// it refers to.
func (n *Node) Ref() string {
	if k := n.find("$ref"); k != nil {
		return k.text
	}
	return ""
}

// Enum are the values that "enum" allows, as they were written; nil if it restricts nothing.
func (n *Node) Enum() []json.RawMessage {
	k := n.find("enum")
	if k == nil {
		return nil
	}
	values := make([]json.RawMessage, len(k.value.Elems))
	for i, v := range k.value.Elems {
		values[i] = slices.Clone(v.Raw)
	}
	return values
}

// Keyword is the value of a keyword as it was given, known or not; nil if there is none.
func (n *Node) Keyword(name string) json.RawMessage {
	if v := n.source.Get(name); v != nil {
		return slices.Clone(v.Raw)
	}
	return nil
}

// Text is the value of a keyword as it was given, if it is a string ("description"); otherwise empty.
func (n *Node) Text(name string) string {
	if v := n.source.Get(name); v != nil {
		return v.Text
	}
	return ""
}

// alias follows references that stand alone, which are the schema they refer to; n itself if they go in circles.
func (n *Node) alias() *Node {
	target := n
	for range jsontext.MaxDepth {
		k := target.find("$ref")
		if k == nil || !target.only("$ref") {
			return target
		}
		target = k.node
		if target == n {
			break
		}
	}
	return n
}

// only reports whether the node enforces nothing but one keyword.
func (n *Node) only(name string) bool {
	for _, k := range n.keywords {
		if k.name != name && rules[k.name].role == enforced {
			return false
		}
	}
	return !n.never
}
