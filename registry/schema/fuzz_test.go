package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/runcode-dev/runcode/registry/schema"
)

// seeds are schemas with a document each.
var seeds = [][2]string{
	{filterSchema, `{"path":"x","limit":3,"filter":[{"op":"eq","value":null}]}`},
	{`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"kids":{"items":{"$ref":"#/$defs/n"}}}}}}`, `{"kids":[{"kids":[]}]}`},
	{`{"oneOf":[{"const":1},{"enum":["a",null,1.50]}]}`, `1.5`},
	{`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`, `1`},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}],"additionalItems":false}`, `[1,2]`},
	{`{"type":"object","patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, `{"x1":"","\u0079":2}`},
	{`{"not":{"pattern":"(?=a)b"},"format":"date-time","minLength":2}`, `"\ud83d\ude00\ud800"`},
	{`{"$id":"https://e.com/a","$defs":{"b":{"$id":"b","$anchor":"c","type":"null"}},"$ref":"b#c"}`, `null`},
	{`{"dependencies":{"a":["b"],"c":{"required":["d"]}},"unevaluatedProperties":false}`, `{"a":1}`},
	{`{"nullable":true,"type":["any","STRING"],"required":true,"properties":null}`, `{"a":1,"a":2}`},
	{`{"minLength":1e400,"multipleOf":1e-400,"const":-0}`, "\"\xff\""},
	{`{"if":{"$dynamicRef":"#x"},"then":false,"else":{"$recursiveRef":"#"}}`, `[1e999999999]`},
}

// FuzzParse holds arbitrary bytes as schema and document against what must always be true.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s[0]), []byte(s[1]))
	}
	f.Fuzz(func(t *testing.T, raw, doc []byte) {
		_, strictErr := schema.Parse(raw)
		s, warnings, err := schema.ParseForeign(raw)
		if strictErr == nil && (err != nil || warnings != nil) {
			t.Fatalf("Parse takes %q, ParseForeign: warnings %q, error %v", raw, warnings, err)
		}
		if err != nil {
			if json.Valid(raw) && len(raw) < 1000 && (raw[0] == '{' || string(raw) == "true") {
				t.Fatalf("ParseForeign(%q): %v", raw, err)
			}
			return
		}
		violations := s.Validate(doc, "args")
		if violations == nil && !json.Valid(doc) {
			t.Fatalf("Validate(%q): got no violation, want one: it is no JSON", doc)
		}
		for _, v := range violations {
			if strings.Contains(v.Message, "schema cannot be applied") || strings.Contains(v.Message, "gave up") {
				t.Fatalf("schema %q, document %q: %s", raw, doc, v)
			}
		}
		walk(s.Root(), make(map[*schema.Node]bool))
	})
}

// walk visits everything in a view.
func walk(n *schema.Node, seen map[*schema.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	for _, name := range []string{"$ref", "items", "additionalProperties", "not", "if", "contains"} {
		walk(n.Sub(name), seen)
	}
	for _, name := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		for _, x := range n.Subs(name) {
			walk(x, seen)
		}
	}
	for _, p := range n.Properties() {
		walk(p.Schema, seen)
	}
	_, _, _ = n.Path(), n.Types(), n.Enum()
}

// hugeNumber is what the reference cannot compute with.
var hugeNumber = regexp.MustCompile(`[eE][+-]?\d{4}`)

// reference compiles a schema as it is given; nil if that is not possible.
func reference(raw []byte) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil || hugeNumber.Match(raw) {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(nothing{})
	if err := c.AddResource("https://example.org/root", doc); err != nil {
		return nil
	}
	s, err := c.Compile("https://example.org/root")
	if err != nil {
		return nil
	}
	return s
}

type nothing struct{}

func (nothing) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// pair is a schema compiled here and by the reference. The matcher, the translation into one dialect and the flattening
// must change no answer.
type pair struct {
	raw    []byte
	ours   *schema.Schema
	theirs *jsonschema.Schema
}

// compile makes a pair; false if one of the two refuses the schema.
func compile(raw []byte) (pair, bool) {
	ours, err := schema.Parse(raw)
	if err != nil {
		return pair{}, false
	}
	p := pair{raw: raw, ours: ours, theirs: reference(raw)}
	return p, p.theirs != nil
}

// agree holds a document against both; checked is false if there is nothing to compare.
func (p pair) agree(t *testing.T, doc []byte) (checked, fits bool) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil || hugeNumber.Match(doc) {
		return false, false
	}
	got := p.ours.Validate(doc, "args")
	if len(got) > 0 && strings.Contains(got[0].Message, "cannot be checked") {
		return false, false
	}
	if want := p.theirs.Validate(v); (want == nil) != (got == nil) {
		t.Fatalf("schema   %s\ndocument %s\ngot  %v\nwant %v", p.raw, doc, got, want)
	}
	return true, got == nil
}

// FuzzAgree compares with the reference on arbitrary bytes.
func FuzzAgree(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s[0]), []byte(s[1]))
	}
	f.Fuzz(func(t *testing.T, raw, doc []byte) {
		if len(raw) > 2000 || len(doc) > 2000 {
			return
		}
		if p, ok := compile(raw); ok {
			p.agree(t, doc)
		}
	})
}

// FuzzGenerated compares with the reference on schemas and documents made to fit each other now and then.
func FuzzGenerated(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := newGenerator(seed, 1)
		p, ok := compile([]byte(g.root()))
		for i := 0; ok && i < 50; i++ {
			p.agree(t, []byte(g.value(3)))
		}
	})
}

// TestGeneratedIsChecked tells if the generator makes schemas that are refused, or documents that never fit.
func TestGeneratedIsChecked(t *testing.T) {
	compiled, fit := 0, 0
	for seed := range uint64(300) {
		g := newGenerator(seed, 2)
		p, ok := compile([]byte(g.root()))
		if !ok {
			continue
		}
		compiled++
		if checked, fits := p.agree(t, []byte(g.value(3))); checked && fits {
			fit++
		}
	}
	if compiled < 150 || fit < 50 {
		t.Errorf("of 300 schemas %d were taken and %d fit", compiled, fit)
	}
}

// generator makes random schemas and documents from a small world of names and values, so that they meet.
type generator struct {
	*rand.Rand
	old bool // draft 7, not 2020-12
}

func newGenerator(seed, stream uint64) *generator {
	r := rand.New(rand.NewPCG(seed, stream))
	return &generator{Rand: r, old: r.IntN(4) == 0}
}

func (g *generator) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g *generator) root() string {
	dialect := "https://json-schema.org/draft/2020-12/schema"
	if g.old {
		dialect = "http://json-schema.org/draft-07/schema#"
	}
	return fmt.Sprintf(`{"$schema":%q,"$ref":"#/$defs/a","$defs":{"a":%s,"b":%s}}`, dialect, g.schema(3), g.schema(2))
}

func (g *generator) schema(depth int) string {
	if depth == 0 {
		return g.pick(`{}`, `true`, `{"type":"string"}`, `{"type":"integer"}`, `{"$ref":"#/$defs/b"}`, `{"type":"null"}`)
	}
	var parts []string
	for range 1 + g.IntN(2) {
		parts = append(parts, g.keywords(depth-1)...)
	}
	seen := make(map[string]bool)
	var unique []string
	for _, p := range parts {
		if name, _, _ := strings.Cut(p, ":"); !seen[name] {
			seen[name] = true
			unique = append(unique, p)
		}
	}
	return "{" + strings.Join(unique, ",") + "}"
}

func (g *generator) keywords(depth int) []string {
	one := func() string { return g.schema(depth) }
	switch g.IntN(16) {
	case 0, 1, 2:
		required := g.pick(`[]`, `["a"]`, `["a","b"]`)
		return []string{fmt.Sprintf(`"properties":{"a":%s,"b":%s}`, one(), one()), `"required":` + required,
			`"additionalProperties":` + g.pick(`true`, `false`, one())}
	case 3:
		return []string{`"items":` + one(), fmt.Sprintf(`"minItems":%d`, g.IntN(2)), fmt.Sprintf(`"maxItems":%d`, 1+g.IntN(3))}
	case 4:
		if g.old {
			return []string{fmt.Sprintf(`"items":[%s]`, one()), `"additionalItems":` + g.pick(`false`, one())}
		}
		return []string{fmt.Sprintf(`"prefixItems":[%s]`, one()), `"unevaluatedItems":` + g.pick(`false`, one())}
	case 5:
		return []string{fmt.Sprintf(`%s:[%s,%s]`, g.pick(`"anyOf"`, `"allOf"`, `"oneOf"`), one(), one())}
	case 6:
		return []string{`"not":` + one()}
	case 7:
		return []string{`"if":` + one(), `"then":` + one(), `"else":` + one()}
	case 8:
		return []string{`"enum":` + g.pick(`["a",1,null]`, `[1.0,true]`, `[{"a":1},[]]`)}
	case 9:
		return []string{`"const":` + g.pick(`1`, `"a"`, `null`, `[1]`)}
	case 10:
		return []string{`"type":` + g.pick(`"object"`, `"array"`, `["string","integer"]`, `["number","null"]`, `"boolean"`)}
	case 11:
		return []string{`"minimum":` + g.pick(`0`, `1`, `0.5`), `"exclusiveMaximum":` + g.pick(`2`, `9007199254740993`)}
	case 12:
		return []string{`"minLength":1`, `"maxLength":` + g.pick(`1`, `2`), `"pattern":` + g.pick(`"a"`, `"^.$"`)}
	case 13:
		if g.old {
			return []string{`"patternProperties":{"^a":` + one() + `}`, `"dependencies":{"a":["b"],"b":` + one() + `}`}
		}
		return []string{`"patternProperties":{"^a":` + one() + `}`, `"unevaluatedProperties":` + g.pick(`false`, one())}
	case 14:
		return []string{`"contains":` + one(), `"uniqueItems":` + g.pick(`true`, `false`)}
	default:
		if g.old {
			return []string{`"propertyNames":{"maxLength":` + g.pick(`1`, `2`) + `}`}
		}
		return []string{`"dependentSchemas":{"b":` + one() + `}`, `"dependentRequired":{"a":["b"]}`}
	}
}

func (g *generator) value(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.pick(`1`, `"a"`, `null`, `true`, `1.0`, `0.5`, `"ab"`, `2`, `-1`, `9007199254740993`, `"\u0061"`, `1e1`, `""`)
	}
	var parts []string
	array := g.IntN(2) == 0
	for _, name := range []string{`"a":`, `"b":`, `"ac":`, `"a":`}[:g.IntN(5)] {
		if array {
			name = ""
		}
		parts = append(parts, name+g.value(depth-1))
	}
	if array {
		return "[" + strings.Join(parts, ",") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
