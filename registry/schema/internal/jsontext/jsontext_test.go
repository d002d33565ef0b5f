package jsontext_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

func parse(t *testing.T, text string) *jsontext.Value {
	t.Helper()
	v, err := jsontext.Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	return v
}

func TestParseKeepsHowItIsWritten(t *testing.T) {
	v := parse(t, ` {"z": 1.50, "a": ["\u0041", {}], "z": 2e3}`)
	var names []string
	for _, m := range v.Members {
		names = append(names, m.Name)
	}
	if diff := cmp.Diff([]string{"z", "a"}, names); diff != "" {
		t.Errorf("names: -want +got\n%s", diff)
	}
	if z := v.Members[0]; !z.Repeated || string(z.Value.Raw) != "2e3" || z.Value.Offset != 39 {
		t.Errorf("z: got %s at %d, repeated %t; want 2e3 at 39, repeated", z.Value.Raw, z.Value.Offset, z.Repeated)
	}
	if got, want := v.Get("a").Elems[0].Text, "A"; got != want {
		t.Errorf("text: got %q, want %q", got, want)
	}
	if got, want := v.Depth, 3; got != want {
		t.Errorf("depth: got %d, want %d", got, want)
	}
	want := map[string]any{"z": json.Number("2e3"), "a": []any{"A", map[string]any{}}}
	if diff := cmp.Diff(want, v.Any()); diff != "" {
		t.Errorf("Any: -want +got\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", " ", "is empty, not a JSON value"},
		{"cut short", `{"a":`, "is not valid JSON: it ends too early"},
		{"wrong byte", `[1,]`, "is not valid JSON at byte 3"},
		{"bad escape", `"\x"`, "is not valid JSON at byte 2"},
		{"leading zero", `01`, "is not valid JSON at byte 1"},
		{"two values", `1 2`, "holds something after its JSON value"},
		{"too deep", strings.Repeat("[", jsontext.MaxDepth+1), "is nested deeper than 10000 levels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := jsontext.Parse([]byte(tt.text)); err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestManyMembers(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		b.WriteString(`"k` + strings.Repeat("x", i%40) + `":1,`)
	}
	v := parse(t, "{"+b.String()+`"last":2}`)
	if got, want := len(v.Members), 41; got != want {
		t.Errorf("members: got %d, want %d", got, want)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`{"a":1,"b":[null,true]}`, `{"b":[null,true],"a":1e0}`, true},
		{`{"a":1}`, `{"b":1}`, false},
		{`[1]`, `[1,1]`, false},
		{`"1"`, `1`, false},
		{`true`, `false`, false},
		{`1e999999999`, `1e999999999`, false}, // not computed with
	}
	for _, tt := range tests {
		if got := jsontext.Equal(parse(t, tt.a), parse(t, tt.b)); got != tt.want {
			t.Errorf("Equal(%s, %s): got %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestTypes(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{`1`, []string{"integer", "number"}},
		{`1.0`, []string{"integer", "number"}},
		{`1.5`, []string{"number"}},
		{`null`, []string{"null"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, parse(t, tt.text).Types().Names()); diff != "" {
			t.Errorf("Types of %s: -want +got\n%s", tt.text, diff)
		}
	}
}

func TestPath(t *testing.T) {
	steps := []string{"args", jsontext.MemberStep("filter"), jsontext.IndexStep(0), jsontext.MemberStep("a-b"), jsontext.MemberStep("1x"),
		jsontext.MemberStep("é\"")}
	if got, want := jsontext.Path(steps), `args.filter[0]["a-b"]["1x"]["é\""]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	long := jsontext.Path(append(steps, strings.Split(strings.Repeat(".a ", 100), " ")...))
	if !strings.Contains(long, "…(83 more steps)…") {
		t.Errorf("got %s, want the number of steps left out", long)
	}
}

// FuzzParse holds the parser against encoding/json.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e+10,"\ud83d\ude00\ud800","x"],"b":{"c":null,"c":true}}`, "\"\xff\\u00e9\"", `[`, `01`, "[1\x00]", `-`, `1.`, `"\u12"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := jsontext.Parse(data)
		if valid := json.Valid(data); valid != (err == nil) {
			t.Fatalf("%q: got error %v, encoding/json finds it valid: %t", data, err, valid)
		}
		if err != nil {
			return
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, v.Any()); diff != "" {
			t.Fatalf("%q: -want +got\n%s", data, diff)
		}
		if want := bytes.Trim(data, " \t\r\n"); !bytes.Equal(want, v.Raw) {
			t.Fatalf("%q: raw is %q, want %q", data, v.Raw, want)
		}
	})
}
