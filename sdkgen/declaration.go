package sdkgen

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

// declaration is one tool in TypeScript.
type declaration struct {
	tool   *registry.Tool
	types  string // named types that member refers to
	member string // of the object that holds the tools of its namespace, with a comment
	typed  bool   // it is known what it gives
}

// declare writes a tool. doc is the comment on it, of lines that are harmless.
func declare(t *registry.Tool, names typeNames, l limits, doc []string) declaration {
	args := &generator{limits: l, tool: t.FullName(), names: names}
	result := &generator{limits: l, tool: t.FullName(), names: names, given: true}
	in, out := args.root(t.Input, "Args"), result.root(t.Output, "Result")
	if in.text == unknown {
		in.text = anyObject // whatever its schema says, a tool takes an object
	}
	optional := ""
	if in.empty {
		optional = "?"
	}
	doc = append(append(doc, in.note("@param args ")...), out.note("@returns ")...)
	member := key(t.Name) + "(args" + optional + ": " + in.text + "): Promise<" + out.text + ">;\n"
	return declaration{
		tool:   t,
		types:  in.types + out.types,
		member: docComment(doc) + member,
		typed:  out.text != unknown,
	}
}

// root is the type of what a tool takes or gives.
type root struct {
	text  string
	types string // named types that text refers to
	doc   string // what is to be said about it, in one line
	empty bool   // it may be left out, and is the empty object then
}

// root writes the type of a whole schema; nil admits everything.
func (g *generator) root(s *schema.Schema, hint string) root {
	if s == nil {
		return root{text: unknown, empty: true}
	}
	n := s.Root()
	g.count(n, hint)
	r := root{text: g.expr(n, 0).text, empty: g.admitsEmpty(n)}
	if g.resolve(n).name == "" {
		r.doc = oneLine(strings.Join(g.doc(n), " "))
	}
	r.types = g.declarations()
	return r
}

// note is what is to be said about the type, as a line of the comment on the tool.
func (r root) note(tag string) []string {
	if r.doc == "" {
		return nil
	}
	return []string{tag + r.doc}
}

// admitsEmpty reports whether the empty object fits a schema, as far as its keywords tell without trying. Branches lead
// in no circles.
func (g *generator) admitsEmpty(n *schema.Node) bool {
	c := g.resolve(n)
	if c.empty != untried {
		return c.empty == fitting
	}
	required := func(p schema.Property) bool { return p.Required }
	refuses := func(n *schema.Node) bool { return !g.admitsEmpty(n) }
	least, _ := countOf(c.node, "minProperties")
	admits := !c.node.Never() && c.values == nil && least == 0 &&
		(c.types == nil || slices.Contains(c.types, "object")) &&
		!slices.ContainsFunc(c.properties, required) &&
		(c.ref == nil || g.admitsEmpty(c.ref)) &&
		!slices.ContainsFunc(c.allOf, refuses) &&
		(c.anyOf == nil || slices.ContainsFunc(c.anyOf, g.admitsEmpty)) &&
		(c.oneOf == nil || slices.ContainsFunc(c.oneOf, g.admitsEmpty)) &&
		c.node.Sub("not") == nil && c.node.Sub("if") == nil
	c.empty = misfit
	if admits {
		c.empty = fitting
	}
	return admits
}

// declarations writes the types that were given names, and those that these refer to.
func (g *generator) declarations() string {
	var b strings.Builder
	for len(g.queue) > 0 {
		c := g.queue[0]
		g.queue = g.queue[1:]
		doc, body := "", tooLarge
		if g.spent <= g.room {
			doc, body = docComment(g.doc(c.node)), g.body(c, 0).text
		}
		head := doc + "type " + c.name + " = "
		g.spent += len(head)
		b.WriteString(head + body + ";\n")
	}
	return b.String()
}
