package sdkgen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

// union gives the type of what fits one of the branches.
func (g *generator) union(list []*schema.Node, depth int) expr {
	branches := g.flatten(list, (*content).choices)
	var parts []expr
	seen := make(map[string]bool)
	for i, n := range branches {
		if len(parts) == g.branches || g.spent > g.room {
			rest := remark(fmt.Sprintf("… up to %d more types", len(branches)-i))
			return unite(append(parts, expr{text: unknown + " " + rest}))
		}
		if e := g.branch(n, depth); !seen[e.text] {
			seen[e.text] = true
			parts = append(parts, e)
		}
	}
	return unite(parts)
}

// branch gives the type of one branch of a union, with what is said about it if that is a matter of one line.
func (g *generator) branch(n *schema.Node, depth int) expr {
	e := g.expr(n, depth+1)
	c := g.resolve(n)
	text := n.Text("description")
	if text == "" || c.compound() || e.text == unknown {
		return e
	}
	note := remark(shorten(oneLine(text), g.description))
	g.spent += len(note)
	e.text = note + " " + e.text
	return e
}

// flatten puts the branches of branches in the place of those that are nothing else, without recursion.
func (g *generator) flatten(list []*schema.Node, inner func(*content) []*schema.Node) []*schema.Node {
	var flat []*schema.Node
	stack := slices.Clone(list)
	slices.Reverse(stack)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c := g.resolve(n)
		more := inner(c)
		if more == nil || c.uses > 1 {
			flat = append(flat, n)
			continue
		}
		for _, x := range slices.Backward(more) {
			stack = append(stack, x)
		}
	}
	return flat
}

// values gives the type of one of several values. Where there are too many to show, all of their kind belong to it.
func (g *generator) values(list []json.RawMessage) expr {
	var parts, kinds []expr
	for i, v := range list {
		if len(parts) < g.branches {
			e := literal(v)
			g.spent += len(e.text)
			parts = append(parts, e)
			continue
		}
		for _, v := range list[i:] {
			kinds = append(kinds, expr{text: kindOf(v)})
		}
		wide := unite(kinds)
		wide.text += " " + remark(fmt.Sprintf("… %d more values", len(list)-i))
		parts = append(parts, wide)
		break
	}
	return unite(parts)
}

// array gives the type of the arrays that a schema admits.
func (g *generator) array(c *content, depth int) expr {
	if len(c.prefix) > 0 {
		return g.tuple(c, depth)
	}
	if c.items == nil {
		return expr{text: unknown + "[]"}
	}
	return expr{text: g.expr(c.items, depth+1).inside() + "[]"}
}

// tuple gives the type of arrays whose first elements have types of their own.
func (g *generator) tuple(c *content, depth int) expr {
	least, _ := countOf(c.node, "minItems")
	var elems []string
	for i, n := range c.prefix {
		if len(elems) == g.properties || g.spent > g.room {
			elems = append(elems, "..."+unknown+"[] "+remark(fmt.Sprintf("… %d more elements", len(c.prefix)-i)))
			return expr{text: "[" + strings.Join(elems, ", ") + "]"}
		}
		e := g.expr(n, depth+1)
		g.spent += len(", ?")
		if i < least {
			elems = append(elems, e.text)
		} else {
			elems = append(elems, e.inside()+"?")
		}
	}
	most, bounded := countOf(c.node, "maxItems")
	rest := expr{text: unknown}
	if c.items != nil {
		rest = g.expr(c.items, depth+1)
	}
	if rest.text != never && (!bounded || most > len(c.prefix)) {
		elems = append(elems, "..."+rest.inside()+"[]")
	}
	return expr{text: "[" + strings.Join(elems, ", ") + "]"}
}
