package sdkgen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// schemas makes schemas by chance, in which all keywords meet all others, and references lead anywhere.
type schemas struct{ *rand.Rand }

func (s schemas) pick(from ...string) string { return from[s.IntN(len(from))] }

// document is a schema with definitions.
func (s schemas) document() json.RawMessage {
	root := s.schema(3)
	root["$defs"] = map[string]any{"a": s.schema(2), "b": s.schema(2), "c": s.schema(2)}
	raw, err := json.Marshal(root)
	if err != nil {
		panic(err) // of plain maps and lists
	}
	return raw
}

func (s schemas) schema(levels int) map[string]any {
	m := make(map[string]any)
	for range s.IntN(4) {
		keyword := s.pick("type", "type", "enum", "const", "required", "$ref", "minItems", "maxItems", "description",
			"default", "minimum", "properties", "items", "prefixItems", "allOf", "anyOf", "oneOf", "additionalProperties",
			"patternProperties", "not")
		m[keyword] = s.value(keyword, levels)
		if m[keyword] == nil {
			delete(m, keyword)
		}
	}
	return m
}

func (s schemas) value(keyword string, levels int) any {
	switch keyword {
	case "type":
		list := []string{"string", "number", "integer", "boolean", "null", "array", "object"}
		s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list[:1+s.IntN(2)]
	case "enum":
		return []any{s.literal(), s.literal(), s.literal()}
	case "const", "default":
		return s.literal()
	case "required":
		return []string{s.pick("p", "q", "r")}
	case "$ref":
		return s.pick("#", "#/$defs/a", "#/$defs/b", "#/$defs/c", "#/properties/p", "#/nowhere")
	case "minItems", "maxItems", "minimum":
		return s.IntN(3)
	case "description":
		return s.pick("text", "more\ntext", "*/", "a\n\n*/\nb")
	}
	if levels == 0 {
		return nil
	}
	inner := func() any {
		if s.IntN(8) == 0 {
			return s.IntN(2) == 0
		}
		return s.schema(levels - 1)
	}
	switch keyword {
	case "properties":
		return map[string]any{"p": inner(), "q": inner(), s.pick("new", "a b", "__proto__"): inner()}
	case "patternProperties":
		return map[string]any{"^x": inner()}
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return []any{inner(), inner()}
	}
	return inner()
}

func (s schemas) literal() any {
	return []any{"a", "b", 1, 2.5, nil, true, false, []any{1, "x"}, map[string]any{"k": nil}, map[string]any{}}[s.IntN(10)]
}

// Whatever keywords meet, the types are TypeScript, and fit together where there is a compiler to tell.
func TestRandomSchemas(t *testing.T) {
	s := schemas{rand.New(rand.NewPCG(1, 2))}
	var tools []registry.Tool
	for i := range 400 {
		raw := s.document()
		schema := foreign(raw)
		if schema == nil {
			continue // a circle that the registry would refuse too
		}
		tool := toolOf(fmt.Sprintf("t%d", i), schema)
		tool.Output = schema
		tools = append(tools, tool)
	}
	if len(tools) < 350 {
		t.Errorf("got %d schemas, want most of 400", len(tools))
	}
	text := sdkgen.Declare(viewOf(t, tools...))
	mustParse(t, text)
	mustCheck(t, text)
}
