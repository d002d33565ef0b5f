package registry_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/runcode-dev/runcode/registry"
)

func Example() {
	r := registry.New(nil)
	_, err := r.Root().Add(
		registry.Tool{Namespace: "files", Name: "read", Handler: nothing},
		registry.Tool{Namespace: "files", Name: "write", Handler: nothing},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	reviewer, err := r.Root().Child("reviewer")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := reviewer.Restrict(registry.Restriction{Allow: []string{"files.read"}}); err != nil {
		fmt.Println(err)
		return
	}
	view, err := r.View("reviewer")
	if err != nil {
		fmt.Println(err)
		return
	}
	for tool := range view.Tools() {
		fmt.Println(tool.FullName())
	}
	// Output: files.read
}

func nothing(context.Context, *registry.Call) (*registry.Result, error) { return nil, nil }

func ExampleTyped() {
	type in struct {
		A int64 `json:"a"`
		B int64 `json:"b"`
	}
	type out struct {
		Sum int64 `json:"sum"`
	}
	add, err := registry.Typed(registry.Tool{Name: "add", Description: "Adds two numbers."},
		func(_ context.Context, _ *registry.Call, in in) (out, error) {
			return out{in.A + in.B}, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := add.Handler(context.Background(), &registry.Call{Args: json.RawMessage(`{"a": 9007199254740993, "b": 1}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(r.Value))
	// Output: {"sum":9007199254740994}
}

func ExampleFallback() {
	down := func(context.Context, *registry.Call) (*registry.Result, error) {
		return nil, registry.Errorf(registry.UpstreamGone, "no answer")
	}
	up := func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(`"sunny"`)}, nil
	}
	weather, err := registry.Fallback("weather", registry.Tool{Name: "first", Handler: down}, registry.Tool{Name: "second", Handler: up})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := weather.Handler(context.Background(), &registry.Call{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(r.Value))
	fmt.Println(r.Notes[0].Text)
	// Output:
	// "sunny"
	// second answered, since these failed: first (UPSTREAM_GONE: no answer)
}

func ExampleMeta() {
	overview, err := registry.Meta(registry.Tool{Name: "overview"}, func(context.Context, *registry.Call) ([]registry.Part, error) {
		return []registry.Part{{Tool: "github.list_issues"}, {Tool: "gitlab.list_issues"}}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	submit := func(_ context.Context, tool string, _ json.RawMessage) func() *registry.Result { // the scheduler's part
		return func() *registry.Result { return &registry.Result{Value: json.RawMessage(`[]`)} }
	}
	r, err := overview.Handler(context.Background(), &registry.Call{Submit: submit})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(r.Value))
	// Output: [{"tool":"github.list_issues","value":[]},{"tool":"gitlab.list_issues","value":[]}]
}

func ExampleAdvise() {
	search := registry.Tool{Name: "search", Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(`[]`)}, nil
	}}
	search = registry.Advise(search, registry.Advice{Alike: true})
	for _, args := range []string{`{"q": "json schema in go"}`, `{"q": "JSON schema in Go, please"}`} {
		r, err := search.Handler(context.Background(), &registry.Call{Root: "run-1", Args: json.RawMessage(args)})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(r.Notes), "notes")
	}
	// Output:
	// 0 notes
	// 1 notes
}

func ExampleOncePerRun() {
	n := 0
	rules := registry.Tool{Name: "rules", Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
		n++
		return &registry.Result{Value: json.RawMessage(fmt.Sprint(n))}, nil
	}}
	rules, err := registry.OncePerRun(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, run := range []string{"run-1", "run-1", "run-2"} {
		r, err := rules.Handler(context.Background(), &registry.Call{Root: run})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(run, string(r.Value))
	}
	// Output:
	// run-1 1
	// run-1 1
	// run-2 2
}
