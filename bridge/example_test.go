package bridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// A Go function becomes a tool, and a program calls it.
func ExampleRun() {
	type In struct {
		City string `json:"city"`
	}
	type Out struct {
		Degrees int `json:"degrees"`
	}
	weather, err := registry.Typed(registry.Tool{
		Name:    "weather",
		Summary: "The temperature in a city.",
		Effects: registry.Effects{ReadOnly: true},                                   // allowed without asking
		Access:  func(json.RawMessage) registry.Access { return registry.Access{} }, // any number at once
	}, func(_ context.Context, _ *registry.Call, in In) (Out, error) {
		return Out{Degrees: len(in.City)}, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	tools := registry.New(nil)
	if _, err := tools.Root().Add(weather); err != nil {
		log.Fatal(err)
	}
	calls, err := scheduler.New(tools, gate.New(nil), nil)
	if err != nil {
		log.Fatal(err)
	}
	report, err := bridge.Run(context.Background(), `
		const cities = ["Oslo", "Reykjavik", "Rome"]
		const all = await Promise.all(cities.map(city => tools.weather({ city })))
		return cities[all.findIndex(w => w.degrees === Math.max(...all.map(w => w.degrees)))]
	`, bridge.Config{Scheduler: calls})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Text())
	// Output: Reykjavik
}

// Every tool call inside a program asks the gate as a direct call does; approving run_code approves nothing inside it.
func ExampleTool() {
	reg := registry.New(nil)
	if _, err := reg.Root().Add(registry.Tool{
		Name: "deploy",
		Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{Value: json.RawMessage(`"deployed"`)}, nil
		},
	}); err != nil {
		log.Fatal(err)
	}
	approve := func(_ context.Context, req gate.Request) (gate.Grant, error) {
		fmt.Println("asked about", req.Call.Tool)
		return gate.Grant{Scope: gate.Once}, nil
	}
	calls, err := scheduler.New(reg, gate.New(&gate.Options{Approver: approve}), nil)
	if err != nil {
		log.Fatal(err)
	}
	runCode, err := bridge.Tool(bridge.Config{Scheduler: calls})
	if err != nil {
		log.Fatal(err)
	}
	if err := reg.ProvideRunCode(runCode); err != nil {
		log.Fatal(err)
	}
	if err := reg.Root().SetMode(registry.ModeCode); err != nil {
		log.Fatal(err)
	}
	result := calls.Execute(context.Background(), &registry.Call{
		Tool: registry.RunCode,
		Args: json.RawMessage(`{"code": "return await tools.deploy({})"}`),
	})
	fmt.Println(result.Content[0].Text)
	// Output:
	// asked about deploy
	// deployed
}
