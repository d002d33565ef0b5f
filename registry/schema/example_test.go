package schema_test

import (
	"encoding/json"
	"fmt"

	"github.com/runcode-dev/runcode/registry/schema"
)

func ExampleParse() {
	s, err := schema.Parse(json.RawMessage(`{
		"type": "object",
		"properties": {"path": {"type": "string"}, "mode": {"enum": ["head", "tail"]}},
		"required": ["path"],
		"additionalProperties": false
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range s.Validate(json.RawMessage(`{"pth": "a.txt", "mode": "haed"}`), "args") {
		fmt.Println(v)
	}
	// Output:
	// args: missing required property "path"
	// args.pth: unknown property; did you mean "path"?
	// args.mode: must be one of "head", "tail" (got "haed")
}

func ExampleParse_faults() {
	_, err := schema.Parse(json.RawMessage(`{"type": "string", "minLenght": 1, "contentEncoding": "base64"}`))
	fmt.Println(err)
	// Output:
	// the schema has 2 faults:
	//   schema.minLenght: unknown keyword; did you mean "minLength"?
	//   schema.contentEncoding: is not enforced
}

func ExampleParseForeign() {
	s, warnings, err := schema.ParseForeign(json.RawMessage(`{"type": "string", "nullable": true, "x-order": 1}`))
	fmt.Println(warnings, err)
	fmt.Println(s.Validate(json.RawMessage(`null`), "value"))
	// Output:
	// [schema.nullable: is no keyword of JSON Schema; read as: null is allowed too schema["x-order"]: unknown keyword; passed over] <nil>
	// []
}

func ExampleFor() {
	type args struct {
		Path  string `json:"path" jsonschema:"file to read"`
		Limit int    `json:"limit,omitempty" jsonschema:"lines at most; all if left out"`
	}
	s, err := schema.For[args]()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range s.Root().Properties() {
		fmt.Println(p.Name, p.Schema.Types(), p.Required, p.Schema.Text("description"))
	}
	// Output:
	// path [string] true file to read
	// limit [integer] false lines at most; all if left out
}
