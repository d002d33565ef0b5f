package sdkgen

import (
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

// doc gives the lines of the comment on a schema: what its author says about it, and what the type cannot say.
func (g *generator) doc(n *schema.Node) []string {
	c := g.resolve(n)
	text := n.Text("description")
	if text == "" && c.name == "" {
		text = c.node.Text("description")
	}
	constraints := g.constraints(c)
	if g.given {
		constraints = slices.DeleteFunc(constraints, func(text string) bool { return text == integer })
	}
	lines := withRules(g.foreign(text), constraints)
	if item := g.leafItem(c); item != nil {
		if each := oneLine(strings.Join(g.foreign(item.node.Text("description")), " ")); each != "" {
			lines = append(lines, withRules([]string{"Each: " + each}, valueConstraints(item))...)
		}
	}
	if string(c.node.Keyword("deprecated")) == "true" {
		lines = append(lines, "@deprecated")
	}
	return lines
}

// foreign gives the lines of a description, made harmless, as much as there is room for.
func (g *generator) foreign(description string) []string {
	return prose(harmless(shorten(description, g.description)))
}

// withRules adds constraints to a text: in brackets, or on a line of their own where that reads better.
func withRules(lines, constraints []string) []string {
	rules := oneLine(harmless(strings.Join(constraints, ", ")))
	switch {
	case rules == "":
		return lines
	case len(lines) == 1:
		return []string{lines[0] + " (" + rules + ")"}
	}
	return append(lines, rules)
}

// docComment is a comment for what follows it, of lines that are harmless; empty if there are none.
func docComment(lines []string) string {
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return "/** " + lines[0] + " */\n"
	}
	var b strings.Builder
	b.WriteString("/**\n")
	for _, line := range lines {
		b.WriteString(strings.TrimRight(" * "+line, " "))
		b.WriteByte('\n')
	}
	b.WriteString(" */\n")
	return b.String()
}
