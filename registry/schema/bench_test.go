package schema_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/runcode-dev/runcode/registry/schema"
)

const (
	benchSchema = `{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer","minimum":1},
		"mode":{"enum":["head","tail","all"]}},"required":["path","mode"],"additionalProperties":false}`
	benchFits = `{"path":"src/main.go","limit":200,"mode":"head"}`
	benchNot  = `{"path":"src/main.go","limit":200,"mode":"haed"}`
)

func benchmarkValidate(b *testing.B, raw, doc string) {
	s, err := schema.Parse(json.RawMessage(raw))
	if err != nil {
		b.Fatal(err)
	}
	bytes := json.RawMessage(doc)
	s.Validate(bytes, "args") // compiles what it needs
	b.SetBytes(int64(len(bytes)))
	b.ReportAllocs()
	for b.Loop() {
		s.Validate(bytes, "args")
	}
}

// BenchmarkValidateFits is what every nested call pays: the matcher alone.
func BenchmarkValidateFits(b *testing.B) { benchmarkValidate(b, benchSchema, benchFits) }

// BenchmarkValidateViolated takes the full validator and words the violation.
func BenchmarkValidateViolated(b *testing.B) { benchmarkValidate(b, benchSchema, benchNot) }

// BenchmarkValidateUnsure takes the full validator, since only that knows formats.
func BenchmarkValidateUnsure(b *testing.B) {
	benchmarkValidate(b, strings.Replace(benchSchema, `"path":{`, `"path":{"format":"uri-reference",`, 1), benchFits)
}

// BenchmarkValidateLarge is a large result that fits.
func BenchmarkValidateLarge(b *testing.B) {
	doc := `[` + strings.Repeat(benchFits+",", 20_000) + benchFits + `]`
	benchmarkValidate(b, `{"type":"array","items":`+benchSchema+`}`, doc)
}

// BenchmarkReference is the validator by itself on the value of BenchmarkValidateFits.
func BenchmarkReference(b *testing.B) {
	r := reference([]byte(benchSchema))
	b.ReportAllocs()
	for b.Loop() {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(benchFits)))
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Validate(v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Parse(json.RawMessage(benchSchema)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseForeign(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := schema.ParseForeign(json.RawMessage(benchSchema)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompile is the first value that the matcher is not sure about.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, err := schema.Parse(json.RawMessage(benchSchema))
		if err != nil {
			b.Fatal(err)
		}
		s.Validate(json.RawMessage(benchNot), "args")
	}
}
