package sdkgen_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// manyTools are tools such as servers of real life have.
func manyTools(n int) []registry.Tool {
	tools := make([]registry.Tool, n)
	for i := range tools {
		tools[i] = registry.Tool{
			Namespace:   fmt.Sprintf("server%d", i/50),
			Name:        fmt.Sprintf("list_things_%d", i),
			Description: "Lists the things of a place, newest first. Use it before changing one.",
			Input: foreign(json.RawMessage(`{"type":"object","properties":{
				"owner":{"type":"string","description":"Whose place it is"},
				"place":{"type":"string","description":"The name of the place"},
				"state":{"type":"string","enum":["open","closed","all"],"description":"Which ones","default":"open"},
				"labels":{"type":"array","items":{"type":"string"},"description":"Only with all of these"},
				"page":{"type":"integer","minimum":1,"description":"Page of the list"},
				"limit":{"type":"integer","minimum":1,"maximum":100,"default":30,"description":"Things in a page"}},
				"required":["owner","place"]}`)),
			Output: foreign(json.RawMessage(`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object",
				"properties":{"id":{"type":"string"},"title":{"type":"string"},"author":{"$ref":"#/$defs/person"},
				"reader":{"$ref":"#/$defs/person"}}}}},"$defs":{"person":{"type":"object","properties":{"name":{"type":"string"}}}}}`)),
		}
	}
	return tools
}

func BenchmarkDeclare1000Tools(b *testing.B) {
	view := viewOf(b, manyTools(1000)...)
	b.ReportAllocs()
	for b.Loop() {
		sdkgen.Declare(view)
	}
}

func BenchmarkDescribe(b *testing.B) {
	tool := &manyTools(1)[0]
	b.ReportAllocs()
	for b.Loop() {
		sdkgen.Describe(tool)
	}
}

func BenchmarkInstructions1000Tools(b *testing.B) {
	view := inModeCode(b, viewOf(b, manyTools(1000)...))
	b.ReportAllocs()
	for b.Loop() {
		sdkgen.Instructions(view, nil)
	}
}

func BenchmarkSearch1000Tools(b *testing.B) {
	view := viewOf(b, manyTools(1000)...)
	b.ReportAllocs()
	for b.Loop() {
		sdkgen.Search(view, "list open things", 10)
	}
}
