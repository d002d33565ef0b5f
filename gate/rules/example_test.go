package rules_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
)

func ExampleLoad() {
	dir, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "settings.json")
	settings := `{
		// what the agent may do here
		"permissions": {
			"allow": ["edit_file(src/**)"],
			"deny": ["edit_file(src/generated)"],
		},
	}`
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		panic(err)
	}

	policy, err := rules.Load(rules.Files{User: file}, &rules.Options{
		Root: "/work",
		Targets: map[string]rules.Target{"edit_file": {Writes: true, Files: func(args json.RawMessage) ([]rules.File, error) {
			var in struct{ Path string }
			err := json.Unmarshal(args, &in)
			p := path.Join("/work", in.Path)
			return []rules.File{{Path: p, Real: p}}, err // a real one follows symbolic links
		}}},
	})
	if err != nil {
		panic(err) // every mistake in the file, with its line and column
	}
	g := gate.New(&gate.Options{Hooks: []gate.Hook{policy.Decide}})
	edit := &registry.Tool{Name: "edit_file"}
	for _, args := range []string{`{"path": "src/main.go"}`, `{"path": "src/generated/api.go"}`, `{"path": "README.md"}`} {
		call := &registry.Call{Tool: "edit_file", Args: json.RawMessage(args)}
		d := g.Decide(context.Background(), gate.Subject{Call: call, Tool: edit})
		fmt.Printf("%s: %s, rule %q\n", args, d.Verdict, d.Rule)
	}
	// Output:
	// {"path": "src/main.go"}: allow, rule "edit_file(src/**)"
	// {"path": "src/generated/api.go"}: deny, rule "edit_file(src/generated)"
	// {"path": "README.md"}: deny, rule ""
}
