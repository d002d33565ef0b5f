package sdkgen_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/sdkgen"
)

// nest wraps a schema in another a number of times.
func nest(levels int, before, inner, after string) json.RawMessage {
	return json.RawMessage(strings.Repeat(before, levels) + inner + strings.Repeat(after, levels))
}

// big are schemas that are deep or large, and how large what is declared of them may be, in bytes.
func big() map[string]struct {
	input json.RawMessage
	limit int
} {
	const levels = 4900 // most take two levels of JSON, of which there may be 10,000
	var wide, names []string
	for i := range 300 {
		wide = append(wide, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
		names = append(names, fmt.Sprintf(`"p%d"`, i))
	}
	doubling := `"d0":{"type":"string"}`
	for i := range 20 {
		doubling += fmt.Sprintf(`,"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i+1, i, i)
	}
	var tools []string
	for i := range 2000 {
		tools = append(tools, fmt.Sprintf(`"g%d":{"description":%q,"properties":{"x":{"items":{"enum":["v%d"]}}}}`, i, strings.Repeat("long ", 100), i))
	}
	return map[string]struct {
		input json.RawMessage
		limit int
	}{
		"union":    {nest(levels, `{"anyOf":[{"type":"string"},`, `{"type":"null"}`, `]}`), 400},
		"choice":   {nest(levels, `{"oneOf":[{"const":1,"title":"x"},`, `{"type":"null"}`, `],"type":["string","number"]}`), 40_000},
		"demand":   {nest(levels, `{"allOf":[{"properties":{"a":{"type":"string"}}},`, `{"required":["a"]}`, `]}`), 40_000},
		"array":    {nest(levels, `{"type":"array","items":`, `{"type":"null"}`, `}`), 40_000},
		"property": {nest(levels, `{"type":"object","properties":{"p":`, `{"type":"null"}`, `}}`), 40_000},
		"map":      {nest(levels, `{"additionalProperties":`, `{"type":"null"}`, `}`), 40_000},
		"tuple":    {nest(levels, `{"prefixItems":[{},`, `{"type":"null"}`, `]}`), 40_000},
		"wide":     {json.RawMessage(`{"type":"object","properties":{` + strings.Join(wide, ",") + `}}`), 40_000},
		"required": {json.RawMessage(`{"type":"object","properties":{` + strings.Join(wide, ",") + `},"required":["p299","p298"]}`), 40_000},
		"values":   {json.RawMessage(`{"enum":[` + strings.Join(names, ",") + `]}`), 40_000},
		"doubling": {json.RawMessage(`{"$ref":"#/$defs/d20","$defs":{` + doubling + `}}`), 40_000},
		"heavy":    {json.RawMessage(`{"type":"object","properties":{` + strings.Join(tools, ",") + `}}`), 60_000},
	}
}

// toolOf is a tool with a schema of its input, or of its output where that is all that it can be for.
func toolOf(name string, s *schema.Schema) registry.Tool {
	if s.RefusesObjects() {
		return registry.Tool{Name: name, Output: s}
	}
	return registry.Tool{Name: name, Input: s}
}

// Nothing that a schema holds makes the text large, and every cut is marked (TS-019, P272).
func TestSizeIsBounded(t *testing.T) {
	for name, c := range big() {
		t.Run(name, func(t *testing.T) {
			input := foreign(c.input)
			if input == nil {
				t.Fatal("the schema is refused")
			}
			view := viewOf(t, toolOf(name, input))
			text := sdkgen.Declare(view)
			mustParse(t, text)
			if len(text) > c.limit+len(readPrelude(t)) {
				t.Errorf("got %d bytes, want at most %d", len(text), c.limit)
			}
			for tool := range view.Tools() {
				described := sdkgen.Describe(tool)
				mustParse(t, described)
				if len(described) > 250_000 {
					t.Errorf("Describe: got %d bytes, want at most 250,000", len(described))
				}
			}
		})
	}
}

func TestCutsAreMarked(t *testing.T) {
	for name, want := range map[string][]string{
		"wide":     {"// … 240 more properties", "[key: string]: unknown", "p59?: string"},
		"required": {"// … 240 more properties", "p299: string", "p298: string", "p57?: string"},
		"values":   {`"p39" | string /* … 260 more values */`},
		"array":    {"too large to show"},
		"doubling": {"type Doubling_D1 = { a?: string; b?: string };"},
	} {
		view := viewOf(t, toolOf(name, foreign(big()[name].input)))
		text := sdkgen.Declare(view)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: got a text without %q:\n%.3000s", name, part, text)
			}
		}
	}
}

// The same tools give the same text, in whatever order they were added and however often it is asked for (P199).
func TestTextIsStable(t *testing.T) {
	var tools, backward []registry.Tool
	for i := range 50 {
		tools = append(tools, registry.Tool{
			Namespace: fmt.Sprintf("n%d", i%7), Name: fmt.Sprintf("t%d", i), Description: "Does something.",
			Input: foreign(json.RawMessage(`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"properties":{"y":{}}}}}`)),
		})
	}
	for i := range tools {
		backward = append(backward, tools[len(tools)-1-i])
	}
	a, b := viewOf(t, tools...), viewOf(t, backward...)
	want := sdkgen.Declare(a)
	for _, v := range []*registry.View{a, b, b} {
		if got := sdkgen.Declare(v); got != want {
			t.Errorf("Declare: got different texts for the same tools:\n%s\n%s", got, want)
		}
	}
	options := &sdkgen.InstructionOptions{Budget: 5000}
	if sdkgen.Instructions(inModeCode(t, a), options) != sdkgen.Instructions(inModeCode(t, b), options) {
		t.Error("Instructions: got different texts for the same tools")
	}
}
