package sdkgen

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
)

// DefaultBudget is how many characters [Instructions] has if nothing else is said: some 10,000 tokens.
const DefaultBudget = 40_000

// InstructionOptions are settings of [Instructions].
type InstructionOptions struct {
	// Budget is how many characters the text may have; 0 or less: [DefaultBudget]. What does not depend on the tools is
	// always there, about 2,500 characters.
	Budget int
}

// The beginnings of the text, by mode.
const (
	onlyRunCode = "# Tools are called by programs\n\n" +
		"Only `run_code` can be called directly. Every other tool is called by a program given to it, as below.\n"
	alsoRunCode = "# Tools that programs can call\n\n" +
		"A program given to `run_code` calls these tools as below.\n"
)

// rules are what the author of a program should keep to, apart from what the description of run_code tells.
//
//go:embed instructions.md
var rules string

// Instructions writes the part of a system prompt that tells a model how to write programs in the scope of a view, and
// declares its tools as far as the budget goes, in turn from each namespace. The text says whether it is COMPLETE or
// PARTIAL, and how to find what is missing. It is the same for the same tools, byte by byte, and empty in mode native,
// where there are no programs. opts may be nil.
func Instructions(v *registry.View, opts *InstructionOptions) string {
	head := alsoRunCode
	switch v.Mode() {
	case registry.ModeNative:
		return ""
	case registry.ModeCode:
		head = onlyRunCode
	}
	budget := DefaultBudget
	if opts != nil && opts.Budget > 0 {
		budget = opts.Budget
	}
	head += "\n" + rules + "\n"
	fixed := utf8.RuneCountInString(head+prelude+resultHint) + maxRest
	shown := choose(v, budget-fixed)
	code := prelude + assemble(shown)
	return head + extent(v, shown) + "\n```ts\n" + code + "```\n" // no line of code begins with a fence
}

// choose declares tools up to a number of characters, in turn from each namespace. A namespace whose next tool does not
// fit gives no more. They come back in the order of the view.
func choose(v *registry.View, room int) []declaration {
	var spaces []string
	waiting := make(map[string][]*registry.Tool)
	for t := range v.Tools() {
		if waiting[t.Namespace] == nil {
			spaces = append(spaces, t.Namespace)
		}
		waiting[t.Namespace] = append(waiting[t.Namespace], t)
	}
	names := make(typeNames)
	chosen := make(map[*registry.Tool]declaration)
	for round := 0; len(spaces) > 0; round++ {
		open := spaces[:0]
		for _, space := range spaces {
			t := waiting[space][round]
			d := declareBriefly(t, names)
			size := d.size(round == 0)
			if size > room {
				continue
			}
			room -= size
			chosen[t] = d
			if round+1 < len(waiting[space]) {
				open = append(open, space)
			}
		}
		spaces = open
	}
	shown := make([]declaration, 0, len(chosen))
	for t := range v.Tools() {
		if d, ok := chosen[t]; ok {
			shown = append(shown, d)
		}
	}
	return shown
}

// size is how many characters a declaration adds to a text; the first of a namespace opens and closes it.
func (d *declaration) size(first bool) int {
	text := d.types + shift(d.member)
	if space := d.tool.Namespace; space != "" {
		text = d.types + shift(shift(d.member))
		if first {
			text += shift(key(space) + ": {\n};\n")
		}
	}
	return utf8.RuneCountInString(text)
}

// maxRest bounds what is said about the tools that are not shown, and what holds the text together, in characters.
const maxRest = 1_300

// Bounds of the list of namespaces of which something is not shown.
const (
	maxSpaces    = 16
	maxSpaceName = 40
)

// extent says whether all tools are shown, and if not, how to find the others.
func extent(v *registry.View, shown []declaration) string {
	if len(shown) == v.Len() {
		return fmt.Sprintf("## Declarations: COMPLETE (tools: %d)\n", len(shown))
	}
	return fmt.Sprintf("## Declarations: PARTIAL (tools: %d of %d)\n\n", len(shown), v.Len()) +
		"The others are called in the same way. Find them in a program: `await catalog.search(\"words\")` gives names and\n" +
		"summaries, `await catalog.describe(\"name\")` the declaration of one. Not declared here: " + rest(v, shown) + ".\n"
}

// rest counts the tools that are not shown, by namespace.
func rest(v *registry.View, shown []declaration) string {
	left := make(map[string]int)
	var spaces []string
	for t := range v.Tools() {
		if left[t.Namespace] == 0 {
			spaces = append(spaces, t.Namespace)
		}
		left[t.Namespace]++
	}
	for _, d := range shown {
		left[d.tool.Namespace]--
	}
	var texts []string
	more := 0
	for _, space := range spaces {
		switch {
		case left[space] == 0:
		case len(texts) == maxSpaces:
			more += left[space]
		default:
			texts = append(texts, fmt.Sprintf("%d of %s", left[space], spaceName(space)))
		}
	}
	if more > 0 {
		texts = append(texts, fmt.Sprintf("%d of other namespaces", more))
	}
	return strings.Join(texts, ", ")
}

func spaceName(space string) string {
	if space == "" {
		return "no namespace"
	}
	return "`" + strings.ReplaceAll(shorten(key(space), maxSpaceName), "`", "'") + "`"
}
