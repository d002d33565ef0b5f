package sdkgen_test

import (
	"testing"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// FuzzDeclare writes any schema, name and description: what comes out is TypeScript.
func FuzzDeclare(f *testing.F) {
	for _, seed := range []string{
		`{}`, `true`, `false`, `{"type":"string"}`, `{"enum":[]}`, `{"const":1e400}`, `{"const" : [ 1 , { "a" : [ ] } ] }`, `{"const":{"a":[null,"*/"]}}`,
		`{"type":"object","properties":{"a b":{"description":"*/"},"__proto__":{"pattern":"\n"}},"required":["x"]}`,
		`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"k":{"items":{"$ref":"#/$defs/n"}}}}}}`,
		`{"allOf":[{"$ref":"#"},{"properties":{"a":{"$ref":"#"}}}]}`,
		`{"anyOf":[{"const":"a","description":"x\u2028*/"},{"type":["null","array"],"prefixItems":[{"enum":["|"]}],"minItems":1}]}`,
		`{"additionalProperties":{"additionalProperties":{"$ref":"#"}},"patternProperties":{"^a":{"type":"number"}}}`,
		`{"type":"integer","minimum":1,"exclusiveMinimum":true,"maximum":5,"default":"*/","examples":["\ud800"]}`,
	} {
		f.Add([]byte(seed), "space", "name", "Description. More.")
		f.Add([]byte(seed), "", "new", "*/ evil() /*\u202e\r\n```")
	}
	f.Fuzz(func(t *testing.T, raw []byte, space, name, description string) {
		s := foreign(raw)
		if s == nil {
			t.Skip("no schema")
		}
		tool := registry.Tool{Namespace: space, Name: name, Description: description, Input: s, Output: s, Handler: nothing}
		r := registry.New(nil)
		if _, err := r.Root().Add(tool); err != nil {
			t.Skip("no name")
		}
		view, err := r.View("")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{sdkgen.Declare(view), sdkgen.Describe(&tool)} {
			mustParse(t, text)
			if !utf8.ValidString(text) {
				t.Errorf("got text that is not UTF-8: %q", text)
			}
		}
	})
}
