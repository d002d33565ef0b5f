package schema_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/schema"
)

type searchArgs struct {
	Zone    string          `json:"zone" jsonschema:"where to look"`
	Query   string          `json:"query"`
	Limit   *int            `json:"limit,omitempty" jsonschema:"hits at most"`
	Data    []byte          `json:"data,omitempty"`
	Since   time.Time       `json:"since,omitzero"`
	Extra   json.RawMessage `json:"extra,omitempty"`
	private int
}

type list struct {
	Next *list `json:"next"`
}

func TestFor(t *testing.T) {
	s, err := schema.For[searchArgs]()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range s.Root().Properties() {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"zone", "query", "limit", "data", "since", "extra"}, names); diff != "" {
		t.Errorf("properties: -want +got\n%s", diff)
	}
	if got, want := s.Root().Properties()[0].Schema.Text("description"), "where to look"; got != want {
		t.Errorf("description: got %q, want %q", got, want)
	}
	encoded, err := json.Marshal(searchArgs{Query: "q", Data: []byte{1}, Since: time.Unix(0, 0), Extra: []byte("{}"), private: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(t, s, string(encoded)); got != nil {
		t.Errorf("Validate(%s): got %q, want none", encoded, got)
	}
	want := []string{`args: missing required property "query"`, `args.quary: unknown property; did you mean "query"?`,
		`args.since: must be a valid date-time (got "now")`}
	if diff := cmp.Diff(want, lines(t, s, `{"zone":"z","quary":"q","since":"now"}`)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

type level int

func (l level) MarshalText() ([]byte, error) { return []byte("high"), nil }

type base struct {
	ID uint16 `json:"id"`
}

type writers struct {
	base
	Level  level               `json:"level"`
	Addr   *netip.Addr         `json:"addr"`
	Total  *big.Int            `json:"total"`
	Raw    *json.RawMessage    `json:"raw"`
	Labels map[string]any      `json:"labels"`
	Nested [][]map[string]base `json:"nested"`
	Hidden func()              `json:"-"`
}

// What encoding/json writes from a value must fit the schema of its type.
func TestForFitsWhatIsWritten(t *testing.T) {
	addr, raw := netip.MustParseAddr("::1"), json.RawMessage(`[1]`)
	for _, v := range []writers{
		{},
		{base: base{7}, Addr: &addr, Total: big.NewInt(1 << 60), Raw: &raw, Labels: map[string]any{"a": nil},
			Nested: [][]map[string]base{nil, {nil, {"x": {ID: 1}}}}},
	} {
		s, err := schema.For[writers]()
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(t, s, string(encoded)); got != nil {
			t.Errorf("Validate(%s): got %q, want none", encoded, got)
		}
	}
}

type embedsItself struct{ *embedsItself }

func TestForEmptyTypes(t *testing.T) {
	s, err := schema.For[struct{}]()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"args.a: unknown property"}, lines(t, s, `{"a":1}`)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, err := schema.For[embedsItself](); err != nil && !strings.Contains(err.Error(), "cycle") {
		t.Errorf("a type that embeds itself: got %v", err)
	}
}

func TestForRefuses(t *testing.T) {
	tests := []struct {
		name string
		make func() (*schema.Schema, error)
		want string
	}{
		{"recursive", schema.For[list], "cycle"},
		{"function", schema.For[func()], "unsupported"},
		{"channel inside", schema.For[struct{ C chan int }], "unsupported"},
		{"map with keys that are no text", schema.For[map[int]string], "map key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error about %q", err, tt.want)
			}
		})
	}
}

func TestForAny(t *testing.T) {
	s, err := schema.For[any]()
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(t, s, `[1,null]`); got != nil {
		t.Errorf("got %q, want none", got)
	}
}

func TestLazy(t *testing.T) {
	made := 0
	s := schema.Lazy(func() (*schema.Schema, error) {
		made++
		return schema.Parse(json.RawMessage(`{"type": "string"}`))
	})
	if made != 0 {
		t.Error("made before it was needed")
	}
	if got := len(s.Validate(json.RawMessage(`1`), "args")); got != 1 {
		t.Errorf("got %d violations, want 1", got)
	}
	if got := string(s.JSON()); got != `{"type": "string"}` {
		t.Errorf("got %s", got)
	}
	if got := s.Root().Types(); !cmp.Equal(got, []string{"string"}) || made != 1 {
		t.Errorf("got types %q, made %d times; want one string, once", got, made)
	}
	if got := schema.Lazy(schema.For[list]).Validate(json.RawMessage(`{}`), "args"); len(got) != 1 {
		t.Errorf("of one that cannot be made: got %v, want one violation", got)
	}
}
