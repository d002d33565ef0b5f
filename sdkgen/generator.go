package sdkgen

import (
	"github.com/runcode-dev/runcode/registry/schema"
)

// limits bound what is written about one tool. Every cut is marked.
type limits struct {
	room        int // bytes of types, about; what lies deep is cut first
	properties  int // of one object
	branches    int // of one union
	description int // characters of one description
}

// maxInline is how many levels of types are written inside each other. What lies deeper gets a name.
const maxInline = 8

// tooLarge stands for what does not fit into the room.
const tooLarge = "unknown /* too large to show */"

// generator writes the types of one schema.
type generator struct {
	limits
	tool     string // full name
	names    typeNames
	spent    int // of the room
	contents map[*schema.Node]*content
	uses     map[*schema.Node]int    // how many places lead to a schema
	hints    map[*schema.Node]string // what its type may be called
	named    map[*schema.Node]string // names of types that were given
	queue    []*schema.Node          // of them, those that are still to be declared
	empty    map[*schema.Node]bool   // whether the empty object fits
}

func newGenerator(tool string, names typeNames, l limits) *generator {
	return &generator{
		limits:   l,
		tool:     tool,
		names:    names,
		contents: make(map[*schema.Node]*content),
		uses:     make(map[*schema.Node]int),
		hints:    make(map[*schema.Node]string),
		named:    make(map[*schema.Node]string),
		empty:    make(map[*schema.Node]bool),
	}
}

// content reads a schema once.
func (g *generator) content(n *schema.Node) *content {
	c := g.contents[n]
	if c == nil {
		c = read(n)
		g.contents[n] = c
	}
	return c
}

// resolve follows references that stand alone, which cannot go in circles.
func (g *generator) resolve(n *schema.Node) *content {
	c := g.content(n)
	for c.ref != nil && c.alone() && !c.combines() {
		c = g.content(c.ref)
	}
	return c
}

// count walks over all schemas below root, without recursion, and counts the places that lead to each.
func (g *generator) count(root *schema.Node, hint string) {
	start := g.resolve(root).node
	g.uses[start]++
	g.hints[start] = hint
	queue := []*schema.Node{start}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, e := range g.content(n).edges() {
			hint := e.hint
			if hint == "" {
				hint = g.hints[n]
			}
			if ref := g.content(e.node); ref.ref != nil {
				hint = ref.edges()[0].hint
			}
			next := g.resolve(e.node).node
			g.uses[next]++
			if g.uses[next] == 1 {
				g.hints[next] = hint
				queue = append(queue, next)
			}
		}
	}
}

// expr gives the type of a schema: in full, or by its name if several places lead to it (as in a cycle) or it lies deep.
func (g *generator) expr(n *schema.Node, depth int) expr {
	c := g.resolve(n)
	name := g.named[c.node]
	switch {
	case name != "":
	case !c.compound():
		return g.body(c, depth)
	case depth > 0 && g.spent > g.room*3/4:
		return expr{text: tooLarge}
	case g.uses[c.node] > 1 || depth > maxInline:
		name = g.names.take(g.tool, g.hints[c.node])
		g.named[c.node] = name
		g.queue = append(g.queue, c.node)
	default:
		return g.body(c, depth)
	}
	g.spent += len(name)
	return expr{text: name, object: c.isObject()}
}

// body gives the type of a schema in full.
func (g *generator) body(c *content, depth int) expr {
	if c.node.Never() {
		return expr{text: never}
	}
	var parts []expr
	if c.ref != nil {
		parts = append(parts, g.expr(c.ref, depth+1))
	}
	for _, n := range g.flatten(c.allOf, (*content).demands) {
		parts = append(parts, g.expr(n, depth+1))
	}
	for _, list := range [][]*schema.Node{c.anyOf, c.oneOf} {
		if list != nil {
			parts = append(parts, g.union(list, depth))
		}
	}
	own := g.own(c, depth)
	if own.text == anyObject {
		for _, p := range parts {
			if p.object {
				return intersect(parts)
			}
		}
	}
	return intersect(append([]expr{own}, parts...))
}

// own gives the type that a schema demands itself, apart from references and branches.
func (g *generator) own(c *content, depth int) expr {
	if c.values != nil {
		return g.values(c.values)
	}
	types := c.types
	if types == nil {
		if c.describesObject() {
			types = append(types, "object")
		}
		if c.describesArray() {
			types = append(types, "array")
		}
		if types == nil {
			return expr{text: unknown}
		}
	}
	parts := make([]expr, len(types))
	for i, name := range types {
		switch name {
		case "object":
			parts[i] = g.object(c, depth)
		case "array":
			parts[i] = g.array(c, depth)
		case "integer":
			parts[i] = g.word("number")
		default:
			parts[i] = g.word(name)
		}
	}
	if len(types) >= 6 && !c.describesObject() && !c.describesArray() {
		return expr{text: unknown}
	}
	return unite(parts)
}

// word is a type of one word.
func (g *generator) word(text string) expr {
	g.spent += len(text)
	return expr{text: text}
}
