package gate_test

import (
	"context"
	"fmt"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

func ExampleNew() {
	g := gate.New(&gate.Options{
		Approver: func(_ context.Context, req gate.Request) (gate.Grant, error) {
			fmt.Printf("may %s run? %s\n", req.Call.Tool, req.Reason)
			return gate.Grant{Scope: gate.No, Reason: "not on a Friday"}, nil
		},
	})
	look := &registry.Tool{Name: "look", Effects: registry.Effects{ReadOnly: true}}
	deploy := &registry.Tool{Name: "deploy"}
	for _, tool := range []*registry.Tool{look, deploy} {
		d := g.Decide(context.Background(), gate.Subject{Call: &registry.Call{Tool: tool.Name}, Tool: tool})
		fmt.Println(tool.Name, d.Verdict == gate.Allow, d.Code, d.Reason)
	}
	// Output:
	// look true  it only reads
	// may deploy run? it may change something
	// deploy false APPROVAL_DENIED not on a Friday
}
