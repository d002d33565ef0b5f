package schema_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema"
)

// lines validates doc and gives the violations as a model reads them.
func lines(t *testing.T, s *schema.Schema, doc string) []string {
	t.Helper()
	var got []string
	for _, v := range s.Validate(json.RawMessage(doc), "args") {
		got = append(got, v.String())
	}
	return got
}

func parse(t *testing.T, raw string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("Parse(%s): %v", raw, err)
	}
	return s
}

func parseForeign(t *testing.T, raw string) (*schema.Schema, []string) {
	t.Helper()
	s, warnings, err := schema.ParseForeign(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("ParseForeign(%s): %v", raw, err)
	}
	return s, warnings
}

const filterSchema = `{
	"type": "object",
	"properties": {
		"path": {"type": "string", "minLength": 1},
		"limit": {"type": "integer", "minimum": 1, "maximum": 9007199254740992},
		"filter": {"type": "array", "items": {
			"type": "object",
			"properties": {"op": {"enum": ["eq", "ne"]}, "value": {}},
			"required": ["op", "value"]
		}},
		"a-b": {"type": "array", "items": {"type": "boolean"}},
		"mail": {"type": "string", "format": "email"}
	},
	"required": ["path"],
	"additionalProperties": false
}`

func TestValidate(t *testing.T) {
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"fits", filterSchema, `{"path":"x","limit":3,"filter":[{"op":"eq","value":null}],"a-b":[true]}`, nil},
		{"enum", filterSchema, `{"path":"x","filter":[{"op":"crate","value":1}]}`,
			[]string{`args.filter[0].op: must be one of "eq", "ne" (got "crate")`}},
		{"misspelled", filterSchema, `{"pth":"x"}`, []string{
			`args: missing required property "path"`,
			`args.pth: unknown property; did you mean "path"?`}},
		{"all at once in the order of the document", filterSchema,
			`{"limit":"100","a-b":[true,0],"path":"","filter":[{"op":"eq"},7]}`, []string{
				`args.limit: must be integer (got the string "100")`,
				`args["a-b"][1]: must be boolean (got 0)`,
				`args.path: must have at least 1 character (got 0)`,
				`args.filter[0]: missing required property "value"`,
				`args.filter[1]: must be object (got 7)`}},
		{"several missing", `{"type":"object","properties":{"path":{},"edits":{}},"required":["path","edits"]}`, `{}`,
			[]string{`args: missing required properties "path", "edits"`}},
		{"exact maximum", filterSchema, `{"path":"x","limit":9007199254740993}`,
			[]string{`args.limit: must be at most 9007199254740992 (got 9007199254740993)`}},
		{"exact const", `{"const":9007199254740992}`, `9007199254740993`,
			[]string{`args: must be 9007199254740992 (got 9007199254740993)`}},
		{"integer written as a float", `{"type":"integer"}`, `1.0`, nil},
		{"not an integer", `{"type":"integer"}`, `1.5`, []string{`args: must be integer (got 1.5)`}},
		{"null for an optional property", filterSchema, `{"path":"x","limit":null}`,
			[]string{`args.limit: must be integer (got null)`}},
		{"format", filterSchema, `{"path":"x","mail":"nope"}`, []string{`args.mail: must be a valid email (got "nope")`}},
		{"enum of larger values", `{"enum":[{"a":
			1},[ ]]}`, `{"a":2}`, []string{`args: must be one of {"a":1}, [] (got object)`}},
		{"several types", `{"type":["null","string"]}`, `1`, []string{`args: must be string or null (got 1)`}},
		{"wrong root", filterSchema, `"x"`, []string{`args: must be object (got the string "x")`}},
		{"no JSON", filterSchema, `{"path":`, []string{`args: is not valid JSON: it ends too early`}},
		{"bad JSON", filterSchema, `{"path":nope}`, []string{`args: is not valid JSON at byte 8`}},
		{"empty", filterSchema, ``, []string{`args: is empty, not a JSON value`}},
		{"two values", filterSchema, `{"path":"x"} {}`, []string{`args: holds something after its JSON value`}},
		{"inherited names are ordinary", `{"type":"object","properties":{"toString":{"type":"string"},"__proto__":{"type":"integer"}},
			"required":["constructor","__proto__"],"patternProperties":{"^constructor$":{}}}`, `{"toString":1}`, []string{
			`args: missing required properties "constructor", "__proto__"`,
			`args.toString: must be string (got 1)`}},
		{"long values are cut", `{"type":"integer"}`, `"` + strings.Repeat("x", 100) + `"`,
			[]string{`args: must be integer (got the string "` + strings.Repeat("x", 59) + `… (102 characters))`}},
		{"property names", `{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}`, `{"A1":1}`,
			[]string{`args: property name "A1" is not allowed: it must match the regular expression ^[a-z]+$ (got "A1")`}},
		{"unique items", `{"type":"array","uniqueItems":true}`, `[1,2,1.0]`,
			[]string{`args: items must differ from each other (items 0 and 2 are equal)`}},
		{"multiple of", `{"type":"number","multipleOf":0.1}`, `0.35`, []string{`args: must be a multiple of 0.1 (got 0.35)`}},
		{"too many items", `{"type":"array","prefixItems":[{}],"items":false}`, `[1,2]`, []string{`args[1]: is one item too many`}},
		{"dependent", `{"type":"object","properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}}`, `{"a":1}`,
			[]string{`args: missing property "b", required because "a" is given`}},
		{"unevaluated", `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`,
			[]string{`args.b: unknown property`}},
		{"reference with siblings (TS-009)", `{"$ref":"#/$defs/base","properties":{"extra":{"type":"number"}},"required":["extra"],
			"$defs":{"base":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}}`, `{}`, []string{
			`args: missing required property "extra"`, `args: missing required property "id"`}},
		{"null excluded by enum (TS-012)", `{"anyOf":[{"enum":["a"]},{"type":"string","maxLength":0}]}`, `null`,
			[]string{`args: must be one of "a", or string (got null)`}},
		{"false", `false`, `1`, []string{`args: is not allowed here`}},
		{"format and union together", `{"format":"date","anyOf":[{"type":"string"},{"type":"null"}]}`, `"x"`,
			[]string{`args: must be a valid date (got "x")`}},
		{"escaped names", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"\u0061":1}`,
			[]string{`args.a: must be string (got 1)`}},
		{"the last of repeated members counts", `{"type":"object","properties":{"a":{"type":"string"}}}`, `{"a":1,"a":"x"}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, parse(t, tt.schema), tt.doc)); diff != "" {
				t.Errorf("Validate(%s): -want +got\n%s", tt.doc, diff)
			}
		})
	}
}

func TestValidateUnion(t *testing.T) {
	const shapes = `{"oneOf":[
		{"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
		{"type":"object","properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"]},
		{"type":"string"}]}`
	const places = `{"anyOf":[
		{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false},
		{"type":"object","properties":{"url":{"type":"string"}},"required":["url"],"additionalProperties":false}]}`
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"nullable", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, []string{`args: must be string or null (got 1)`}},
		{"constants", `{"anyOf":[{"const":"a"},{"const":"b"},{"const":"c"}]}`, `"d"`,
			[]string{`args: must be one of "a", "b", "c" (got "d")`}},
		{"discriminator matches", shapes, `{"kind":"square","side":"2"}`,
			[]string{`args.side: must be number (got the string "2")`}},
		{"discriminator matches nothing", shapes, `{"kind":"sqare","side":2}`,
			[]string{`args.kind: must be one of "circle", "square" (got "sqare")`}},
		{"no branch is near", shapes, `7`, []string{`args: must be object or string (got 7)`}},
		{"branch by properties", places, `{"url":5}`, []string{`args.url: must be string (got 5)`}},
		{"several fit", `{"oneOf":[{"type":"number"},{"minimum":1}]}`, `2`,
			[]string{`args: fits more than one of the allowed alternatives (number 1 and number 2 of oneOf)`}},
		{"nested", `{"anyOf":[{"anyOf":[{"type":"string"},{"type":"boolean"}]},{"type":"null"}]}`, `1`,
			[]string{`args: must be string, boolean or null (got 1)`}},
		{"not", `{"not":{"type":"string"}}`, `"x"`, []string{`args: fits what the schema excludes with "not"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, parse(t, tt.schema), tt.doc)); diff != "" {
				t.Errorf("Validate(%s): -want +got\n%s", tt.doc, diff)
			}
		})
	}
}

func TestValidateManyViolations(t *testing.T) {
	s := parse(t, `{"type":"array","items":{"type":"string"}}`)
	got := lines(t, s, "["+strings.Repeat("1,", 999)+"1]")
	if len(got) != 21 {
		t.Fatalf("got %d lines, want 21", len(got))
	}
	if want := "args: and 980 more violations"; got[20] != want {
		t.Errorf("got %q, want %q", got[20], want)
	}
}

func TestValidatePatterns(t *testing.T) {
	tests := []struct {
		name, pattern string
		fits, not     string
	}{
		{"linear", `^[a-z]+$`, `"abc"`, `"ABC"`},
		{"lookahead", `^(?!con$)\\w+$`, `"cat"`, `"con"`},
		{"lookbehind", `(?<=a)b`, `"ab"`, `"cb"`},
		{"backreference", `^(.)\\1$`, `"aa"`, `"ab"`},
		{"unicode escape", `^\\u0041$`, `"A"`, `"B"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(t, `{"type":"string","pattern":"`+tt.pattern+`"}`)
			if got := lines(t, s, tt.fits); got != nil {
				t.Errorf("Validate(%s): got %q, want none", tt.fits, got)
			}
			if got := lines(t, s, tt.not); len(got) != 1 || !strings.Contains(got[0], "must match the regular expression") {
				t.Errorf("Validate(%s): got %q, want a mismatch", tt.not, got)
			}
		})
	}
}

// The place of a bad name must not depend on what is checked after it.
func TestValidatePropertyNamesPlace(t *testing.T) {
	s := parse(t, `{"additionalProperties":{"additionalProperties":{"propertyNames":{"maxLength":1}}}}`)
	want := []string{`args.p.q: property name "bad" is not allowed: it must have at most 1 character (got 3)`}
	for range 50 {
		got := lines(t, s, `{"a":{"b":{},"c":{}},"p":{"d":{},"q":{"bad":1},"e":{}},"z":{"f":{}}}`)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	}
}

// A pattern that takes too long must not count as a mismatch, which a "not" would turn into a fit.
func TestValidateSlowPatternFailsClosed(t *testing.T) {
	s := parse(t, `{"not":{"pattern":"(?=a)^(a+)+$"}}`)
	got := lines(t, s, `"`+strings.Repeat("a", 60)+`b"`)
	want := []string{"args: cannot be checked against the schema: the pattern (?=a)^(a+)+$ takes too long"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// One schema serves many goroutines, the full validator too.
func TestValidateConcurrently(t *testing.T) {
	s := parse(t, filterSchema)
	want := []string{`args.mail: must be a valid email (got "nope")`}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				if diff := cmp.Diff(want, lines(t, s, `{"path":"x","mail":"nope"}`)); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
				s.Root().Properties()
			}
		})
	}
	group.Wait()
}

func TestNilSchema(t *testing.T) {
	var s *schema.Schema
	if got := string(s.JSON()); got != "{}" {
		t.Errorf("JSON: got %s, want {}", got)
	}
	if got := lines(t, s, `[1,{"a":null}]`); got != nil {
		t.Errorf("Validate: got %q, want none", got)
	}
	if got := lines(t, s, `[1`); len(got) != 1 {
		t.Errorf("Validate of no JSON: got %q, want one violation", got)
	}
	if got := s.Root().Types(); got != nil {
		t.Errorf("Root().Types(): got %q, want nil", got)
	}
}

func TestZeroSchemaRefuses(t *testing.T) {
	if got := lines(t, new(schema.Schema), `{}`); len(got) != 1 {
		t.Errorf("got %q, want one violation", got)
	}
	if !new(schema.Schema).Root().Never() {
		t.Error("Root: got a schema that something fits, want false")
	}
}

func TestJSONIsUnchanged(t *testing.T) {
	const raw = "{ \"type\":\"object\",\n\"properties\":{\"z\":{},\"a\":{}} }"
	s, _ := parseForeign(t, raw)
	if got := string(s.JSON()); got != raw {
		t.Errorf("got %s, want %s", got, raw)
	}
}
