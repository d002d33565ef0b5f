package sdkgen

import (
	_ "embed"
	"strings"

	"github.com/runcode-dev/runcode/registry"
)

// prelude declares what every program can use beside its tools.
//
//go:embed prelude.d.ts
var prelude string

// resultHint goes before tools of which it is not known what they give.
const resultHint = "// Promise<unknown>: what the tool gives is not declared. Look at a result (return or log it) before reading fields of it.\n"

// brief are the limits of a declaration among many.
func brief() limits {
	return limits{room: 16_000, properties: 60, branches: 40, description: 300}
}

// full are the limits of the description of one tool.
func full() limits {
	return limits{room: 100_000, properties: 400, branches: 400, description: 4_000}
}

// Declare declares in TypeScript what programs in the scope of a view can use: the tools in the order of their full names,
// grouped by namespace, the class of their errors, the catalog and the input. The text is the same for the same tools,
// byte by byte, and is valid whatever their names, descriptions and schemas hold: a schema that says nothing useful gives
// unknown. What is too large is cut and says so; [Describe] has more of it. run_code is not declared.
func Declare(v *registry.View) string {
	names := make(typeNames)
	all := make([]declaration, 0, v.Len())
	for t := range v.Tools() {
		all = append(all, declareBriefly(t, names))
	}
	return prelude + assemble(all)
}

func declareBriefly(t *registry.Tool, names typeNames) declaration {
	return declare(t, names, brief(), prose(harmless(SummaryOf(t))))
}

// Describe declares one tool in TypeScript, with its full description and what is said about its effects.
func Describe(t *registry.Tool) string {
	l := full()
	doc := prose(harmless(shorten(t.Description, 4*l.description)))
	if len(doc) == 0 {
		doc = prose(harmless(shorten(t.Summary, l.description)))
	}
	if effects := effectsOf(t.Effects); effects != "" {
		doc = append(doc, "Effects: "+effects)
	}
	return assemble([]declaration{declare(t, make(typeNames), l, doc)})
}

func effectsOf(e registry.Effects) string {
	var list []string
	for _, effect := range []struct {
		has  bool
		name string
	}{
		{e.ReadOnly, "read-only"}, {e.Destructive, "destructive"}, {e.Idempotent, "idempotent"},
		{e.OpenWorld, "reaches beyond this machine"},
	} {
		if effect.has {
			list = append(list, effect.name)
		}
	}
	return strings.Join(list, ", ")
}

// assemble puts declarations together, in their order, those of a namespace at the place of the first.
func assemble(all []declaration) string {
	var b strings.Builder
	typed := true
	groups := make(map[string][]string)
	for _, d := range all {
		b.WriteString(d.types)
		typed = typed && d.typed
		groups[d.tool.Namespace] = append(groups[d.tool.Namespace], d.member)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	if !typed {
		b.WriteString(resultHint)
	}
	var members strings.Builder
	for _, d := range all {
		space := d.tool.Namespace
		if space == "" {
			members.WriteString(d.member)
			continue
		}
		if group := groups[space]; group != nil {
			members.WriteString(key(space) + ": {\n" + shift(strings.Join(group, "")) + "};\n")
			delete(groups, space)
		}
	}
	b.WriteString("declare const tools: {\n" + shift(members.String()) + "};\n")
	return b.String()
}

// shift moves whole lines to the right by one level.
func shift(lines string) string {
	if lines == "" {
		return ""
	}
	return "  " + indent(strings.TrimSuffix(lines, "\n")) + "\n"
}
