package sdkgen

import (
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

const (
	noMembers = "Record<string, never>" // the type of the empty object
	anyMember = "[key: string]: unknown"
	maxLine   = 80 // characters of an object type in one line
)

// object gives the type of the objects that a schema admits.
func (g *generator) object(c *content, depth int) expr {
	if len(c.properties) == 0 {
		return expr{text: g.dictionary(c, depth), object: true}
	}
	var members []member
	omitted := 0
	admit := g.admission(c.properties)
	for i, p := range c.properties {
		if !admit(p) || g.spent > g.room {
			omitted++
			continue
		}
		members = append(members, g.property(c, i, depth))
	}
	if omitted > 0 {
		note := fmt.Sprintf("// … %d more properties\n", omitted)
		members = append(members, member{doc: note, text: anyMember})
	} else if others := g.others(c, depth); others.text != "" {
		members = append(members, others)
	}
	return expr{text: braces(members), object: true}
}

// member is a member of an object type, without the semicolon.
type member struct{ doc, text string }

// braces writes an object type, in one line if nothing in it needs more.
func braces(members []member) string {
	var short []string
	length := 0
	for _, m := range members {
		length += len(m.text) + 2
		if m.doc != "" || strings.Contains(m.text, "\n") || length > maxLine {
			break
		}
		short = append(short, m.text)
	}
	if len(short) == len(members) {
		return "{ " + strings.Join(short, "; ") + " }"
	}
	var b strings.Builder
	for _, m := range members {
		b.WriteByte('\n')
		b.WriteString(m.doc)
		b.WriteString(m.text)
		b.WriteByte(';')
	}
	return "{" + indent(b.String()) + "\n}"
}

// admission says which properties of an object are shown: as many as there may be, the required ones first.
func (g *generator) admission(all []schema.Property) func(schema.Property) bool {
	required := 0
	for _, p := range all {
		if p.Required {
			required++
		}
	}
	places := map[bool]int{true: min(required, g.properties)}
	places[false] = g.properties - places[true]
	return func(p schema.Property) bool {
		places[p.Required]--
		return places[p.Required] >= 0
	}
}

// property writes one property of c.
func (g *generator) property(c *content, index, depth int) member {
	p := c.properties[index]
	e := expr{text: unknown}
	doc := ""
	switch {
	case p.Schema != nil:
		e = g.expr(p.Schema, depth+1)
		doc = docComment(g.doc(p.Schema))
	case c.additional != nil && len(c.patterns) == 0 && !c.additional.Never():
		e = g.expr(c.additional, depth+1)
	}
	mark := "?: "
	if p.Required {
		mark = ": "
	}
	name := key(p.Name)
	g.spent += len(doc) + len(name) + len(mark)
	return member{doc: doc, text: name + mark + e.text}
}

// others writes the properties that are not declared beside those that are. An index signature must admit the declared
// ones too, so it admits everything, and the true type is told in a comment.
func (g *generator) others(c *content, depth int) member {
	if len(c.patterns) == 0 && (c.additional == nil || c.additional.Never()) {
		return member{}
	}
	e := g.otherType(c, depth)
	switch {
	case e.text == unknown:
		return member{text: anyMember}
	case !strings.Contains(e.text, "\n"):
	case len(c.patterns) > 0:
		e.text = "of several types"
	default:
		e = g.reference(g.resolve(c.additional))
	}
	return member{doc: "// others: " + e.text + "\n", text: anyMember}
}

// dictionary writes the type of objects without declared properties.
func (g *generator) dictionary(c *content, depth int) string {
	switch e := g.otherType(c, depth); e.text {
	case unknown:
		return anyObject
	case never:
		return noMembers
	default: // not Record, through which a type cannot refer to itself
		g.spent += len(anyMember)
		return "{ [key: string]: " + e.text + " }"
	}
}

// otherType is the type of the properties that are not declared.
func (g *generator) otherType(c *content, depth int) expr {
	rest := expr{text: unknown}
	if c.additional != nil {
		rest = g.expr(c.additional, depth+1)
	}
	parts := []expr{rest}
	for i, p := range c.patterns {
		if i == g.branches || g.spent > g.room {
			return expr{text: unknown}
		}
		parts = append(parts, g.expr(p.Schema, depth+1))
	}
	return unite(parts)
}
