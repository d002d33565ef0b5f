package sdkgen

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

// content is what one schema says about types, and what became of it in the text.
type content struct {
	node       *schema.Node
	ref        *schema.Node
	types      []string // nil: any
	values     []json.RawMessage
	properties []schema.Property // the declared ones, then those that are only required
	declared   int               // how many of the properties are declared
	patterns   []schema.Property
	additional *schema.Node
	prefix     []*schema.Node
	items      *schema.Node
	allOf      []*schema.Node
	anyOf      []*schema.Node
	oneOf      []*schema.Node

	uses  int    // how many places lead here
	hint  string // what the type may be called
	name  string // what it is called; empty: it has no name
	empty fit    // whether the empty object fits
}

// fit is whether a value fits a schema.
type fit uint8

const (
	untried fit = iota
	misfit
	fitting
)

// edge leads from a schema to one inside it.
type edge struct {
	node *schema.Node
	hint string // what a type for it may be called; empty: as the outer one
}

func read(n *schema.Node) *content {
	c := &content{
		node:       n,
		ref:        n.Sub("$ref"),
		types:      n.Types(),
		values:     n.Enum(),
		properties: n.Properties(),
		patterns:   n.PatternProperties(),
		additional: n.Sub("additionalProperties"),
		prefix:     n.Subs("prefixItems"),
		items:      n.Sub("items"),
		allOf:      n.Subs("allOf"),
		anyOf:      n.Subs("anyOf"),
		oneOf:      n.Subs("oneOf"),
	}
	if v := n.Keyword("const"); v != nil {
		c.values = []json.RawMessage{v}
	}
	c.declared = len(c.properties)
	c.require(n.Required())
	c.dropMisfits()
	return c
}

// require adds the properties that are required without being declared.
func (c *content) require(names []string) {
	known := make(map[string]bool, len(c.properties))
	for _, p := range c.properties {
		known[p.Name] = true
	}
	for _, name := range names {
		if !known[name] {
			known[name] = true
			c.properties = append(c.properties, schema.Property{Name: name, Required: true})
		}
	}
}

// dropMisfits takes out the values that are not of the types.
func (c *content) dropMisfits() {
	if c.types == nil || c.values == nil {
		return
	}
	c.values = slices.DeleteFunc(c.values, func(v json.RawMessage) bool { return !slices.ContainsFunc(c.types, fits(v)) })
}

// fits says whether a value may be of a type. Whether a number is an integer is not looked at.
func fits(v json.RawMessage) func(typeName string) bool {
	return func(typeName string) bool {
		switch kindOf(v) {
		case "string":
			return typeName == "string"
		case "number":
			return typeName == "number" || typeName == "integer"
		case "null":
			return typeName == "null"
		case "true", "false":
			return typeName == "boolean"
		case anyObject:
			return typeName == "object"
		}
		return typeName == "array"
	}
}

// edges are all the schemas that the type of c is made of.
func (c *content) edges() []edge {
	edges := make([]edge, 0, len(c.properties)+len(c.allOf)+len(c.anyOf)+len(c.oneOf)+len(c.prefix)+2)
	add := func(hint string, nodes ...*schema.Node) {
		for _, n := range nodes {
			if n != nil {
				edges = append(edges, edge{n, hint})
			}
		}
	}
	if c.ref != nil {
		add(lastStep(c.node.Ref()), c.ref)
	}
	for _, p := range c.properties {
		add(p.Name, p.Schema)
	}
	for _, p := range c.patterns {
		add("", p.Schema)
	}
	add("", c.additional, c.items)
	add("", c.prefix...)
	add("", c.allOf...)
	add("", c.anyOf...)
	add("", c.oneOf...)
	return edges
}

// lastStep is the end of a reference, as "node" of "#/$defs/node".
func lastStep(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// compound reports whether the type is made of others.
func (c *content) compound() bool {
	return c.ref != nil || len(c.properties) > 0 || len(c.patterns) > 0 || c.additional != nil || len(c.prefix) > 0 ||
		c.items != nil || c.combines()
}

// combines reports whether branches for the same value are part of the type.
func (c *content) combines() bool { return len(c.allOf) > 0 || len(c.anyOf) > 0 || len(c.oneOf) > 0 }

// alone reports whether the schema says nothing about a value itself, but for references and branches.
func (c *content) alone() bool {
	return c.types == nil && c.values == nil && !c.describesObject() && !c.describesArray() && !c.node.Never()
}

func (c *content) describesObject() bool {
	return len(c.properties) > 0 || len(c.patterns) > 0 || c.additional != nil
}

func (c *content) describesArray() bool { return len(c.prefix) > 0 || c.items != nil }

// admitsAllTypes reports whether the types are named, but leave nothing out.
func (c *content) admitsAllTypes() bool {
	for _, name := range []string{"string", "number", "boolean", "null", "array", "object"} {
		if !slices.Contains(c.types, name) {
			return false
		}
	}
	return !c.describesObject() && !c.describesArray()
}

// isObject reports whether only objects fit.
func (c *content) isObject() bool {
	if c.types != nil {
		return len(c.types) == 1 && c.types[0] == "object"
	}
	return c.describesObject() && !c.describesArray()
}

// choices are the branches of a schema that is nothing but a choice between them; otherwise nil.
func (c *content) choices() []*schema.Node {
	switch {
	case !c.alone() || c.ref != nil || c.allOf != nil:
		return nil
	case c.oneOf == nil:
		return c.anyOf
	case c.anyOf == nil:
		return c.oneOf
	}
	return nil
}

// demands are the branches of a schema that is nothing but the demand for all of them; otherwise nil.
func (c *content) demands() []*schema.Node {
	if !c.alone() || c.ref != nil || c.anyOf != nil || c.oneOf != nil {
		return nil
	}
	return c.allOf
}
