package schema_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema"
)

// faults parses a schema strictly and gives what is wrong with it.
func faults(t *testing.T, raw string) []string {
	t.Helper()
	_, err := schema.Parse(json.RawMessage(raw))
	if err == nil {
		return nil
	}
	invalid, ok := errors.AsType[*schema.Error](err)
	if !ok {
		t.Fatalf("Parse(%s): got %T, want *schema.Error", raw, err)
	}
	var got []string
	for _, v := range invalid.Violations {
		got = append(got, v.String())
	}
	return got
}

func TestParseFaults(t *testing.T) {
	tests := []struct {
		name, schema string
		want         []string
	}{
		{"not a schema (P232)", `"no"`, []string{`schema: must be an object or a boolean (got string)`}},
		{"null (P232)", `null`, []string{`schema: must be an object or a boolean (got null)`}},
		{"no JSON", `{`, []string{`schema: is not valid JSON: it ends too early`}},
		{"unknown keyword", `{"type":"object","properties":{"a":{"type":"string","minLenght":1}}}`,
			[]string{`schema.properties.a.minLenght: unknown keyword; did you mean "minLength"?`}},
		{"unknown type (P233)", `{"type":"tuple"}`, []string{`schema.type: unknown type "tuple"; use "array"`}},
		{"no type (P233)", `{"type":[]}`, []string{`schema.type: must hold at least one type`}},
		{"type is a number", `{"type":1}`, []string{`schema.type: must be a type or an array of types (got 1)`}},
		{"no branches (P234)", `{"oneOf":[]}`, []string{`schema.oneOf: must hold at least one schema`}},
		{"a string for branches (P234)", `{"oneOf":"x"}`, []string{`schema.oneOf: must be an array (got "x")`}},
		{"does not apply (P239)", `{"type":"object","items":{},"minLength":1}`, []string{
			`schema.items: does nothing for type object`, `schema.minLength: does nothing for type object`}},
		{"three faults (P241)", `{"type":"string","enum":[],"x":1,"format":"int32"}`, []string{
			`schema.enum: must hold at least one value`, `schema.x: unknown keyword`,
			`schema.format: format "int32" is not enforced`}},
		{"undeclared (P242)", `{"type":"object","properties":{"path":{}},"required":["pth","toString"]}`, []string{
			`schema.required: names "pth", which is not in properties; did you mean "path"?`,
			`schema.required: names "toString", which is not in properties`}},
		{"undeclared without properties (P243)", `{"type":"object","required":["a"]}`,
			[]string{`schema.required: names "a", which is not in properties`}},
		{"only required", `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, nil},
		{"constants (P245)", `{"type":"boolean","const":1}`, []string{`schema.const: is 1, which type boolean never allows`}},
		{"const not in enum (P245)", `{"enum":["a"],"const":"b"}`, []string{`schema.const: is "b", which is not in enum`}},
		{"enum of another type", `{"type":"string","enum":["a",1]}`, []string{`schema.enum: holds 1, which type string never allows`}},
		{"enum twice", `{"enum":[1,1.0]}`, []string{`schema.enum: holds 1.0 more than once`}},
		{"annotations (P246)", `{"description":1,"title":[],"deprecated":"yes"}`, []string{
			`schema.description: must be a string (got 1)`, `schema.title: must be a string (got array)`,
			`schema.deprecated: must be a boolean (got "yes")`}},
		{"default of a wrong type", `{"type":"object","properties":{"n":{"type":"integer","default":"1"}}}`,
			[]string{`schema.properties.n.default: must be integer (got the string "1")`}},
		{"default out of range", `{"type":"integer","minimum":1,"default":0}`, []string{`schema.default: must be at least 1 (got 0)`}},
		{"bounds crossed", `{"minimum":2,"maximum":1}`, []string{`schema.minimum: is 2, which is above maximum 1`}},
		{"not enforced", `{"type":"string","contentEncoding":"base64"}`, []string{`schema.contentEncoding: is not enforced`}},
		{"without partner", `{"then":{},"minContains":1}`, []string{
			`schema.then: does nothing without "if"`, `schema.minContains: does nothing without "contains"`}},
		{"bad counts", `{"minLength":-1,"maxLength":1.5,"minItems":"1"}`, []string{
			`schema.minLength: must be a whole number, 0 or more (got -1)`,
			`schema.maxLength: must be a whole number, 0 or more (got 1.5)`,
			`schema.minItems: must be a number (got "1")`}},
		{"bad pattern", `{"pattern":"("}`, []string{`schema.pattern: is not a regular expression of JavaScript`}},
		{"bad sub-schema", `{"properties":{"a":[]}}`,
			[]string{`schema.properties.a: must be a schema, that is an object or a boolean (got array)`}},
		{"dangling reference (TS-007)", `{"$ref":"#/$defs/missing"}`,
			[]string{`schema.$ref: "#/$defs/missing" refers to nothing in the schema`}},
		{"reference outside (TS-007)", `{"$ref":"file:///etc/passwd"}`,
			[]string{`schema.$ref: "file:///etc/passwd" refers outside of the schema, and nothing outside is read`}},
		{"unknown dialect", `{"$schema":"https://example.com/mine"}`,
			[]string{`schema.$schema: unknown dialect "https://example.com/mine"`}},
		{"keyword of another draft", `{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{}]}`,
			[]string{`schema.prefixItems: unknown keyword in draft 07`}},
		{"beside $ref in an old draft", `{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a",
			"minimum":1,"definitions":{"a":{}}}`, []string{`schema.minimum: has no effect beside $ref in this draft`}},
		{"draft 4 in draft 2020-12", `{"minimum":0,"exclusiveMinimum":true}`,
			[]string{`schema.exclusiveMinimum: must be a number (got true)`}},
		{"draft 4 without a bound", `{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":true}`,
			[]string{`schema.exclusiveMinimum: does nothing without "minimum"`}},
		{"given twice", `{"properties":{"a":{},"a":{}}}`, []string{`schema.properties.a: is given more than once`}},
		{"number of too many digits", `{"maximum":1e999999999}`, []string{`schema.maximum: has too many digits`}},
		{"nullable", `{"type":"string","nullable":true}`, []string{`schema.nullable: unknown keyword`}},
		{"properties named like keywords (TS-018)", `{"type":"object","properties":{"description":{"type":"string"},
			"properties":{"type":"number"},"$ref":{"type":"string"},"required":{"type":"boolean"},"enum":{"type":"array"}}}`, nil},
		{"everything that is enforced", `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/x",
			"$comment":"c","title":"t","description":"d","type":["object","null"],"default":null,"examples":[1],
			"properties":{"a":{"$anchor":"here","type":"string","format":"uri","readOnly":true}},"required":["a"],
			"propertyNames":{"maxLength":9},"if":{"required":["a"]},"then":{"minProperties":1},
			"dependentSchemas":{"a":{"$ref":"#here"}},"unevaluatedProperties":{"$ref":"x#/$defs/n"},"$defs":{"n":{"type":"number"}}}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, faults(t, tt.schema)); diff != "" {
				t.Errorf("Parse(%s): -want +got\n%s", tt.schema, diff)
			}
		})
	}
}

func TestErrorListsEveryFault(t *testing.T) {
	_, err := schema.Parse(json.RawMessage(`{"x":1,"y":2}`))
	want := "the schema has 2 faults:\n  schema.x: unknown keyword\n  schema.y: unknown keyword"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestParseForeign(t *testing.T) {
	tests := []struct {
		name, schema string
		warnings     []string
		fits, not    string
	}{
		{"plain", `{"type":"object"}`, nil, `{}`, `1`},
		{"unknown keywords are named once", `{"x-a":1,"properties":{"p":{"x-a":2},"q":{"x-a":3,"minLenght":1}}}`, []string{
			`schema["x-a"]: unknown keyword; passed over (also in 2 other places)`,
			`schema.properties.q.minLenght: unknown keyword; passed over`}, `{"q":""}`, ``},
		{"nullable (TS-012)", `{"type":"string","nullable":true}`,
			[]string{`schema.nullable: is no keyword of JSON Schema; read as: null is allowed too`}, `null`, `1`},
		{"type any (TS-029)", `{"properties":{"a":{"type":"any"}}}`,
			[]string{`schema.properties.a.type: unknown type "any"; read as any value`}, `{"a":1}`, ``},
		{"nonsense type (TS-026)", `{"type":"nonsense"}`, []string{`schema.type: unknown type "nonsense"; read as any value`}, `1`, ``},
		{"type of another language", `{"type":"STRING"}`,
			[]string{`schema.type: unknown type "STRING"; read as "string"`}, `"x"`, `1`},
		{"draft 4 (TS-029)", `{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://example.com/x","definitions":
			{"a":{"type":"string"}},"properties":{"n":{"minimum":0,"exclusiveMinimum":true},"a":{"$ref":"#/definitions/a"}}}`,
			nil, `{"n":0.1,"a":"x"}`, `{"n":0}`},
		{"draft 4 without saying so (TS-029)", `{"properties":{"n":{"minimum":0,"exclusiveMinimum":true}}}`,
			[]string{`schema.properties.n.exclusiveMinimum: is a boolean in draft 2020-12; read as in draft 04`}, `{"n":1}`, `{"n":0}`},
		{"tuple of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema","items":[{"type":"string"}],"additionalItems":false}`,
			nil, `["a"]`, `["a",1]`},
		{"tuple without saying so", `{"items":[{"type":"string"}],"additionalItems":{"type":"number"}}`,
			[]string{`schema.items: is an array in draft 2020-12; read as prefixItems`}, `["a",1]`, `["a","b"]`},
		{"properties null (TS-016)", `{"type":"object","properties":null}`,
			[]string{`schema.properties: must be an object (got null); passed over`}, `{"a":1}`, `1`},
		{"required of draft 3", `{"properties":{"a":{"type":"string","required":true}}}`,
			[]string{`schema.properties.a.required: must be an array (got true); passed over`}, `{}`, `{"a":1}`},
		{"unknown dialect", `{"$schema":"https://example.com/mine","type":"string"}`,
			[]string{`schema.$schema: unknown dialect "https://example.com/mine"; read as draft 2020-12`}, `"x"`, `1`},
		{"reference outside (TS-007)", `{"properties":{"a":{"$ref":"https://example.com/s.json"},"b":{"type":"string"}}}`,
			[]string{`schema.properties.a.$ref: "https://example.com/s.json" refers outside of the schema, and nothing outside is read; read as any value`},
			`{"a":1}`, `{"b":1}`},
		{"pattern that nothing takes", `{"type":"string","pattern":"["}`,
			[]string{`schema.pattern: is not a regular expression of JavaScript; passed over`}, `"x"`, `1`},
		{"unknown format", `{"type":"string","format":"cidrv4"}`,
			[]string{`schema.format: format "cidrv4" is not enforced; passed over`}, `"x"`, `1`},
		{"pointer escapes (TS-008)", `{"properties":{"x":{"$ref":"#/$defs/a~1b"},"y":{"$ref":"#/$defs/c~0d"},"z":{"$ref":"#/$defs/e%20f"}},
			"$defs":{"a/b":{"type":"string"},"c~d":{"type":"number"},"e f":{"type":"boolean"}}}`, nil,
			`{"x":"s","y":1,"z":true}`, `{"x":"s","y":1,"z":0}`},
		{"anchor and deep pointer (TS-007)", `{"properties":{"x":{"$ref":"#foo"},"y":{"$ref":"#/$defs/a/properties/b"}},
			"$defs":{"f":{"$anchor":"foo","type":"string"},"a":{"properties":{"b":{"type":"number"}}}}}`, nil,
			`{"x":"s","y":1}`, `{"y":"s"}`},
		{"reference into an unknown keyword", `{"$ref":"#/components/schemas/T","components":{"schemas":{"T":{"type":"string"}}}}`,
			[]string{`schema.components: unknown keyword; passed over`}, `"x"`, `1`},
		{"dynamic reference", `{"$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n","type":"string"}}}`,
			[]string{`schema.$dynamicRef: is not supported; read as $ref`}, `"x"`, `1`},
		{"oneOf with a branch that is not understood", `{"oneOf":[{"type":"file"},{"type":"string"}]}`, []string{
			`schema.oneOf: holds a schema that was not fully understood; read as anyOf`,
			`schema.oneOf[0].type: unknown type "file"; read as any value`}, `"x"`, ``},
		{"not of what is not understood", `{"type":"string","not":{"$ref":"#/gone"}}`, []string{
			`schema.not: holds a schema that was not fully understood; passed over`,
			`schema.not.$ref: "#/gone" refers to nothing in the schema; read as any value`}, `"x"`, `1`},
		{"if of what is not understood", `{"if":{"pattern":"("},"then":false,"type":"string"}`, []string{
			`schema.if: holds a schema that was not fully understood; passed over, with then and else`,
			`schema.if.pattern: is not a regular expression of JavaScript; passed over`}, `"x"`, `1`},
		{"huge counts", `{"type":"string","maxLength":18446744073709551616,"minLength":0.0}`, nil, `"x"`, `1`},
		{"true", `true`, nil, `1`, ``},
		{"boolean exclusives without a bound", `{"exclusiveMaximum":false,"type":"number"}`,
			[]string{`schema.exclusiveMaximum: is a boolean in draft 2020-12; read as in draft 04`}, `1`, `"x"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, warnings := parseForeign(t, tt.schema)
			if diff := cmp.Diff(tt.warnings, warnings); diff != "" {
				t.Errorf("warnings: -want +got\n%s", diff)
			}
			if got := lines(t, s, tt.fits); got != nil {
				t.Errorf("Validate(%s): got %q, want none", tt.fits, got)
			}
			if tt.not == "" {
				return
			}
			got := lines(t, s, tt.not)
			if len(got) == 0 || strings.Contains(got[0], "cannot be checked") {
				t.Errorf("Validate(%s): got %q, want a violation", tt.not, got)
			}
		})
	}
}

func TestParseForeignRefuses(t *testing.T) {
	for _, raw := range []string{``, `nope`, `null`, `[]`, `"x"`, `{"type":"object"} trailing`} {
		if _, _, err := schema.ParseForeign(json.RawMessage(raw)); err == nil {
			t.Errorf("ParseForeign(%q): got no error", raw)
		}
	}
}
