package sdkgen

import (
	"encoding/json"
	"strings"

	"github.com/runcode-dev/runcode/registry"
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
	args := newGenerator(t.FullName(), names, l)
	in := expr{text: anyObject}
	optional := "?"
	if t.Input != nil {
		in = args.root(t.Input, "Args")
		if len(t.Input.Validate(json.RawMessage("{}"), "args")) > 0 {
			optional = ""
		}
	}
	types := args.declarations()
	out := expr{text: unknown}
	if t.Output != nil {
		result := newGenerator(t.FullName(), names, l)
		out = result.root(t.Output, "Result")
		types += result.declarations()
	}
	text := key(t.Name) + "(args" + optional + ": " + in.text + "): Promise<" + out.text + ">;\n"
	return declaration{tool: t, types: types, member: docComment(doc) + text, typed: out.text != unknown}
}

// declarations writes the types that were given names, and those that these refer to.
func (g *generator) declarations() string {
	var b strings.Builder
	for len(g.queue) > 0 {
		n := g.queue[0]
		g.queue = g.queue[1:]
		body := tooLarge
		if g.spent <= g.room {
			b.WriteString(docComment(g.doc(n)))
			body = g.body(g.content(n), 0).text
		}
		b.WriteString("type " + g.named[n] + " = " + body + ";\n")
	}
	return b.String()
}
