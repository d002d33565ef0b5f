package sdkgen

import "github.com/runcode-dev/runcode/registry/schema"

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
	given    bool   // it is what the tool gives, not what it takes
	names    typeNames
	spent    int // of the room
	contents map[*schema.Node]*content
	queue    []*content // those with a name that are still to be declared
}

// content reads a schema once.
func (g *generator) content(n *schema.Node) *content {
	c := g.contents[n]
	if c != nil {
		return c
	}
	if g.contents == nil {
		g.contents = make(map[*schema.Node]*content)
	}
	c = read(n)
	g.contents[n] = c
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
	start := g.resolve(root)
	start.uses, start.hint = 1, hint
	stack := []*content{start}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range c.edges() {
			hint := e.hint
			if hint == "" {
				hint = c.hint
			}
			if ref := e.node.Ref(); ref != "" {
				hint = lastStep(ref)
			}
			next := g.resolve(e.node)
			next.uses++
			if next.uses == 1 {
				next.hint = hint
				stack = append(stack, next)
			}
		}
	}
}

// expr gives the type of a schema: in full, or by its name if several places lead to it (as in a cycle) or it lies deep.
func (g *generator) expr(n *schema.Node, depth int) expr {
	c := g.resolve(n)
	switch {
	case c.name != "":
		return g.reference(c)
	case !c.compound():
		return g.body(c, depth)
	case depth > 0 && g.spent > g.room*3/4:
		return g.word(tooLarge)
	case c.uses > 1 || depth > maxInline:
		return g.reference(c)
	}
	return g.body(c, depth)
}

// reference gives the name of a type, which is declared later on.
func (g *generator) reference(c *content) expr {
	if c.name == "" {
		c.name = g.names.take(g.tool, c.hint)
		g.queue = append(g.queue, c)
	}
	e := g.word(c.name)
	e.object = c.isObject()
	return e
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
	if c.admitsAllTypes() {
		return expr{text: unknown}
	}
	return unite(parts)
}

// word is a type of one word.
func (g *generator) word(text string) expr {
	g.spent += len(text)
	return expr{text: text}
}
