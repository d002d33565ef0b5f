package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema"
)

// nested writes n levels of open around inner, and closes them.
func nested(open, inner, closing string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
}

const (
	deep    = 5_000
	tooDeep = 10_001
)

func TestDeepSchemas(t *testing.T) {
	tests := []struct{ name, schema, fits, not string }{
		// Half the levels where a level of the schema takes two of JSON, which nests 10,000 at most.
		{"properties", nested(`{"properties":{"a":`, `{"type":"string"}`, `}}`, deep-1), `{"a":{}}`, ``},
		{"not", nested(`{"not":`, `{"type":"string"}`, `}`, deep), `"x"`, `1`},
		{"items", nested(`{"items":`, `{"type":"string"}`, `}`, deep), `[[[[]]]]`, ``},
		{"union (P250)", nested(`{"anyOf":[{"type":"boolean"},`, `{"type":"string"}`, `]}`, deep-1), `"x"`, `1`},
		{"allOf", nested(`{"allOf":[`, `{"type":"string"}`, `]}`, deep-1), `"x"`, `1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(t, tt.schema)
			if got := lines(t, s, tt.fits); got != nil {
				t.Errorf("Validate(%s): got %q, want none", tt.fits, got)
			}
			if tt.not == "" {
				return
			}
			if got := lines(t, s, tt.not); len(got) != 1 || strings.Contains(got[0], "cannot be checked") {
				t.Errorf("Validate(%s): got %q, want one violation", tt.not, got)
			}
		})
	}
}

func TestDeepDocuments(t *testing.T) {
	const tree = `{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#"}}}}`
	s := parse(t, tree)
	fits := nested(`{"kids":[`, `{"v":1}`, `]}`, deep-1)
	if got := lines(t, s, fits); got != nil {
		t.Errorf("a deep value that fits: got %q, want none", got)
	}
	shallow := nested(`{"kids":[`, `{"v":"x"}`, `]}`, 400)
	want := "args" + strings.Repeat(".kids[0]", 5) + ".kids…(778 more steps)…[0]" + strings.Repeat(".kids[0]", 5) +
		`.v: must be integer (got the string "x")`
	if diff := cmp.Diff([]string{want}, lines(t, s, shallow)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	wantDeep := []string{"args: does not fit the schema, and is too large or too deep to say where"}
	if diff := cmp.Diff(wantDeep, lines(t, s, nested(`{"kids":[`, `{"v":"x"}`, `]}`, deep-1))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	wantTooDeep := []string{"args: is nested deeper than 10000 levels"}
	if diff := cmp.Diff(wantTooDeep, lines(t, s, nested("[", "", "]", tooDeep))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTooLargeSchemas(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"deep", nested(`{"not":`, `{}`, `}`, tooDeep), "schema: is nested deeper than 10000 levels"},
		{"wide", `{"allOf":[` + strings.Repeat("{},", 25_000) + `{}]}`, "schema: holds more than 20000 schemas"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := schema.ParseForeign(json.RawMessage(tt.schema))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// So many faults in one place are read in time that grows with the text, and told in a few lines.
func TestManyFaults(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `"x%d":1,`, i)
	}
	_, warnings := parseForeign(t, "{"+b.String()+`"type":"object"}`)
	if len(warnings) != 21 || warnings[20] != "schema: 49980 more kinds of faults" {
		t.Errorf("got %d warnings, the last %q", len(warnings), warnings[len(warnings)-1])
	}
}

// A fault at every level of a deep schema is told without a path as long as the schema for each.
func TestDeepFaults(t *testing.T) {
	_, err := schema.Parse(json.RawMessage(nested(`{"x":1,"not":`, `{}`, `}`, deep)))
	if err == nil || strings.Count(err.Error(), "\n") != deep {
		t.Fatalf("got %d lines, want %d", strings.Count(err.Error(), "\n"), deep)
	}
	if got := len(err.Error()); got > 1_000*deep {
		t.Errorf("got %d bytes of text", got)
	}
}

func TestCyclicSchemas(t *testing.T) {
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"tree (TS-006)", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"string"},
			"kids":{"type":"array","items":{"$ref":"#/$defs/n"}}}}}}`, `{"kids":[{"kids":[{"v":1}]}]}`,
			[]string{`args.kids[0].kids[0].v: must be string (got 1)`}},
		{"mutual (TS-006)", `{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"b":{"$ref":"#/$defs/b"}}},
			"b":{"properties":{"a":{"$ref":"#/$defs/a"}},"type":"object"}}}`, `{"b":{"a":{"b":1}}}`,
			[]string{`args.b.a.b: must be object (got 1)`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := parseForeign(t, tt.schema)
			if diff := cmp.Diff(tt.want, lines(t, s, tt.doc)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// A schema that applies itself to the same value has no meaning: an error here, any value from others (TS-006).
func TestEndlessSchemas(t *testing.T) {
	tests := []struct {
		name, schema string
		want         string
		not          string // what still does not fit
	}{
		{"alias of itself", `{"$ref":"#"}`, `schema.$ref: "#" refers to itself without end`, ``},
		{"loop of aliases", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
			`schema.$defs.b.$ref: "#/$defs/a" refers to itself without end`, ``},
		{"through allOf only", `{"allOf":[{"$ref":"#"}],"type":"string"}`,
			`schema.allOf[0].$ref: "#" refers to itself without end`, `1`},
		{"through not", `{"type":"string","properties":{"a":{"not":{"anyOf":[{"$ref":"#/properties/a"}]}}}}`,
			`schema.properties.a.not.anyOf[0].$ref: "#/properties/a" refers to itself without end`, `1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(t, tt.schema); len(got) == 0 || got[0] != tt.want && got[len(got)-1] != tt.want {
				t.Errorf("Parse: got %q, want %q", got, tt.want)
			}
			s, warnings := parseForeign(t, tt.schema)
			if diff := cmp.Diff([]string{tt.want + "; read as any value"}, warnings); diff != "" {
				t.Errorf("ParseForeign: -want +got\n%s", diff)
			}
			if tt.not != "" && lines(t, s, tt.not) == nil {
				t.Errorf("Validate(%s): got none, want a violation", tt.not)
			}
			walk(s.Root(), make(map[*schema.Node]bool))
		})
	}
}

// chain writes definitions l0 to l<n>, each of which refers to the next by what level makes of its name.
func chain(n int, last string, level func(next string) string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/l0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"l%d":%s,`, i, level(fmt.Sprintf(`{"$ref":"#/$defs/l%d"}`, i+1)))
	}
	fmt.Fprintf(&b, `"l%d":%s}}`, n, last)
	return b.String()
}

func TestSharedSchemas(t *testing.T) {
	const levels = 60 // 2^60 expansions
	tests := []struct {
		name, schema, fits string
		not                string
		want               []string
	}{
		{"properties (TS-019)", chain(levels, `{"type":"string"}`, func(next string) string {
			return `{"properties":{"a":` + next + `,"b":` + next + `}}`
		}), `{"a":{"b":{}}}`, ``, nil},
		{"all twice", chain(levels, `{"type":"string"}`, func(next string) string {
			return `{"allOf":[` + next + `,` + next + `]}`
		}), `"x"`, `1`, []string{`args: must be string (got 1)`}},
		{"any twice", chain(levels, `{"type":"string"}`, func(next string) string {
			return `{"anyOf":[` + next + `,` + next + `]}`
		}), `"x"`, `1`, []string{`args: must be string (got 1)`}},
		{"work that cannot be shared ends", chain(levels, `{"type":"string"}`, func(next string) string {
			return `{"not":{"allOf":[{"not":` + next + `,"minLength":0},{"not":` + next + `}]}}`
		}), ``, `1`, []string{`args: cannot be checked against the schema: schema and value together take too many steps`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(t, tt.schema)
			if tt.fits != "" {
				if got := lines(t, s, tt.fits); got != nil {
					t.Errorf("Validate(%s): got %q, want none", tt.fits, got)
				}
			}
			if tt.not != "" {
				if diff := cmp.Diff(tt.want, lines(t, s, tt.not)); diff != "" {
					t.Errorf("Validate(%s): -want +got\n%s", tt.not, diff)
				}
			}
		})
	}
}

// Work and memory stay within bounds whatever schema and value do together; the answer is a violation, or exact.
func TestLargeDocuments(t *testing.T) {
	branches := strings.Repeat(`{"type":"string","format":"date"},`, 2_000) + `{"type":"null"}`
	const tooMany = "args: cannot be checked against the schema: schema and value together take too many steps"
	const somewhere = "args: does not fit the schema, and is too large or too deep to say where"
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"many items that fit", `{"items":{"multipleOf":1}}`, "[" + strings.Repeat("1,", 510_000) + "1]", nil},
		{"many items that do not", `{"items":{"multipleOf":2}}`, "[" + strings.Repeat("1,", 510_000) + "1]", []string{somewhere}},
		{"many branches for many items", `{"items":{"anyOf":[` + branches + `]}}`, "[" + strings.Repeat("1,", 100_000) + "1]",
			[]string{tooMany}},
		{"deep in schema and value", nested(`{"allOf":[`, `{"items":{"$ref":"#"},"multipleOf":2}`, `]}`, 500),
			nested("[", "1", "]", 2_000), []string{"args: cannot be checked against the schema: schema and value together are nested too deep"}},
		{"long text read many times", `{"allOf":[` + strings.Repeat(`{"pattern":"a*b"},{"minLength":2},`, 2_000) + `{}]}`,
			`"` + strings.Repeat("a", 1_000_000) + `"`, []string{tooMany}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := parseForeign(t, tt.schema)
			if diff := cmp.Diff(tt.want, lines(t, s, tt.doc)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// Patterns are bound in what they compile to, and in what they cost on a long text.
func TestCostlyPatterns(t *testing.T) {
	repeated := strings.Repeat("a{1000}", 1_000)
	s, warnings := parseForeign(t, `{"pattern":"`+repeated+`","type":"string"}`)
	if warnings != nil {
		t.Errorf("a pattern that only backtracking takes: got %q, want no warnings", warnings)
	}
	if got := lines(t, s, `"b"`); len(got) != 1 {
		t.Errorf("got %q, want one violation", got)
	}
	_, warnings = parseForeign(t, `{"allOf":[`+strings.Repeat(`{"pattern":"`+repeated+`"},`, 20)+`true]}`)
	if len(warnings) != 1 || !strings.Contains(warnings[0], "too many large regular expressions") {
		t.Errorf("many large patterns: got %q, want one warning", warnings)
	}
	s = parse(t, `{"pattern":"^(a?){1000}(a?){1000}b"}`)
	want := []string{"args: cannot be checked against the schema: the pattern ^(a?){1000}(a?){1000}b takes too long"}
	if diff := cmp.Diff(want, lines(t, s, `"`+strings.Repeat("a", 1_000_000)+`"`)); diff != "" {
		t.Errorf("a long text: -want +got\n%s", diff)
	}
}

func TestHugeNumbers(t *testing.T) {
	tests := []struct {
		name, schema, doc string
		want              []string
	}{
		{"not looked into", `{"type":"number"}`, `1e999999999`, nil},
		{"bounded", `{"type":"number","maximum":1}`, `1e999999999`,
			[]string{`args: cannot be checked against the schema: a number has too many digits: 1e999999999`}},
		{"large but exact", `{"type":"number","maximum":1e400}`, `1e401`, []string{`args: must be at most 1e400 (got 1e401)`}},
		{"whole though written with an exponent", `{"type":"integer"}`, `1e2`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, parse(t, tt.schema), tt.doc)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
