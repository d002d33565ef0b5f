package rules_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
)

// BenchmarkDecide compares few rules with a thousand, none of which is about the call.
func BenchmarkDecide(b *testing.B) {
	opts := options()
	opts.Targets["edit_file"] = rules.Target{Writes: true, Files: func(json.RawMessage) ([]rules.File, error) {
		return []rules.File{{Path: "/work/src/a.go", Real: "/work/src/a.go"}}, nil
	}}
	for _, kind := range []struct{ name, call, rule string }{
		{"name", "deploy", "server%d.tool"},
		{"file", "edit_file src/a.go", "edit_file(dir%d/**)"},
		{"anywhere", "edit_file src/a.go", "edit_file(**/name%d)"},
		{"command", "bash make test", "bash(program%d run:*)"},
	} {
		for _, n := range []int{1, 1000} {
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				p := loadMany(b, kind.rule, n, opts)
				s := subject(kind.call)
				b.ReportAllocs()
				for b.Loop() {
					if d, _ := p.Decide(b.Context(), s); d.Verdict != gate.Ask {
						b.Fatalf("got %v, want ask", d)
					}
				}
			})
		}
	}
}

func loadMany(b *testing.B, rule string, n int, opts *rules.Options) *rules.Policy {
	b.Helper()
	many := make([]string, n)
	for i := range many {
		many[i] = fmt.Sprintf(rule, i)
	}
	text, err := json.Marshal(map[string]any{"permissions": map[string]any{"deny": many}})
	if err != nil {
		b.Fatal(err)
	}
	p, err := rules.Load(settings(b, string(text)), opts)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// An unanswered question costs the proposals too; what is allowed does not.
func BenchmarkDecideAllowed(b *testing.B) {
	p, err := rules.Load(rules.Files{}, options())
	if err != nil {
		b.Fatal(err)
	}
	s := gate.Subject{Call: &registry.Call{Tool: "run_code", Args: json.RawMessage(`{}`)}, Tool: tools["run_code"]}
	b.ReportAllocs()
	for b.Loop() {
		if d, _ := p.Decide(b.Context(), s); d.Verdict != gate.Allow {
			b.Fatalf("got %v, want allow", d)
		}
	}
}
