package bridge

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

//go:embed run_code.md
var description string

//go:embed run_code.json
var inputSchema []byte

// Tool makes the reserved tool run_code, to be given to [registry.Registry.ProvideRunCode]. A program that it runs sees
// the tools of its caller's scope, and its calls are made as children of the run_code call. ID, Name, Input and Scope of
// the config are not used.
func Tool(cfg Config) (registry.Tool, error) {
	if err := cfg.check(); err != nil {
		return registry.Tool{}, err
	}
	input, err := schema.Parse(inputSchema)
	if err != nil {
		return registry.Tool{}, err
	}
	return registry.Tool{
		Name:        registry.RunCode,
		Description: description,
		Summary:     "Run a JavaScript or TypeScript program that calls tools.",
		Input:       input,
		Calls:       true,
		MaxResult:   max(cfg.MaxResult, DefaultMaxResult) + maxNotes, // the report keeps its own budget
		Handler:     handler(cfg),
	}, nil
}

func handler(cfg Config) registry.Handler {
	return func(ctx context.Context, call *registry.Call) (*registry.Result, error) {
		var args struct {
			Code string `json:"code"`
		}
		if err := json.Unmarshal(call.Args, &args); err != nil {
			return nil, registry.Errorf(registry.InvalidArgs, "args: %w", err)
		}
		cfg := cfg
		cfg.ID, cfg.Name, cfg.Input, cfg.Scope = "", "", nil, call.Scope
		report, err := newRun(cfg, call.ID).do(ctx, args.Code)
		if err != nil { // of the host, whose text is not for a model
			e := registry.Errorf(registry.UpstreamGone, "the engine that runs programs is out of order; nothing is wrong with the program")
			e.Cause = err
			return nil, e.WithHint("go on without run_code, and report this")
		}
		return report.result(), nil
	}
}

// result is the report as the result of run_code.
func (r *Report) result() *registry.Result {
	result := &registry.Result{Value: r.Value, Content: r.Content, Done: r.done}
	if f := r.Failure; f != nil {
		result.Err = &registry.Error{Code: codeOf(f.Kind), Message: f.Message, Hint: f.Hint}
	}
	return result
}

// codeOf gives the code of a run_code call whose program failed.
func codeOf(k interp.Kind) registry.Code {
	switch k {
	case interp.Syntax, interp.Check:
		return registry.InvalidArgs
	case interp.TimedOut:
		return registry.Timeout
	case interp.Memory, interp.Output:
		return registry.LimitExceeded
	case interp.Aborted:
		return registry.Aborted
	case interp.Worker:
		return registry.UpstreamGone
	}
	return registry.ToolError
}
