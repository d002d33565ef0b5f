package bridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/scheduler"
)

func newScheduler(t testing.TB, policy *gate.Options, opts *scheduler.Options, tools ...registry.Tool) *scheduler.Scheduler {
	t.Helper()
	reg := registry.New(nil)
	if _, err := reg.Root().Add(tools...); err != nil {
		t.Fatal(err)
	}
	if policy == nil {
		policy = &gate.Options{Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
			return gate.Decision{Verdict: gate.Allow}, nil
		}}}
	}
	s, err := scheduler.New(reg, gate.New(policy), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tool makes a read-only tool that overlaps with anything.
func tool(name string, h registry.Handler) registry.Tool {
	namespace, last, ok := strings.Cut(name, ".")
	if !ok {
		namespace, last = "", name
	}
	return registry.Tool{
		Namespace: namespace, Name: last, Summary: "Does " + name + ".",
		Effects: registry.Effects{ReadOnly: true},
		Access:  func(json.RawMessage) registry.Access { return registry.Access{} },
		Handler: h,
	}
}

func echo(_ context.Context, c *registry.Call) (*registry.Result, error) {
	return &registry.Result{Value: c.Args}, nil
}

func failing(context.Context, *registry.Call) (*registry.Result, error) {
	return nil, errors.New("disk is full")
}

func run(t testing.TB, s *scheduler.Scheduler, program string) *bridge.Report {
	t.Helper()
	r, err := bridge.Run(t.Context(), program, bridge.Config{Scheduler: s, ID: "run-1"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustSchema(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// withRunCode makes a scheduler whose root scope, in the given mode, has run_code beside the tools.
func withRunCode(t testing.TB, policy *gate.Options, mode registry.Mode, cfg bridge.Config, tools ...registry.Tool) *scheduler.Scheduler {
	t.Helper()
	cfg.Scheduler = newScheduler(t, policy, nil, tools...)
	runCode, err := bridge.Tool(cfg)
	if err != nil {
		t.Fatal(err)
	}
	reg := cfg.Scheduler.Registry()
	if err := errors.Join(reg.ProvideRunCode(runCode), reg.Root().SetMode(mode)); err != nil {
		t.Fatal(err)
	}
	return cfg.Scheduler
}

// runCode makes a direct call of run_code.
func runCode(t testing.TB, s *scheduler.Scheduler, code, description string) *registry.Result {
	t.Helper()
	args, err := json.Marshal(map[string]string{"code": code, "description": description})
	if err != nil {
		t.Fatal(err)
	}
	return s.Execute(t.Context(), &registry.Call{Tool: registry.RunCode, Args: args})
}
