package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/runcode-dev/runcode/registry/schema"
)

// Part is one call that a tool made by [Meta] makes.
type Part struct {
	Tool string          // full name
	Args json.RawMessage // an object; nil counts as {}

	// Timeout is how long the result is waited for, from the moment the call is submitted. 0: as long as the tool's own
	// timeout allows.
	Timeout time.Duration
}

// partsSchema describes the value of a tool made by Meta.
const partsSchema = `{
	"type": "array",
	"description": "one item for each call, in order; it has either a value or an error",
	"items": {
		"type": "object",
		"properties": {
			"tool": {"type": "string", "description": "full name of the tool that was called"},
			"value": {"description": "what it gave"},
			"error": {
				"type": "object",
				"properties": {
					"code": {"type": "string"},
					"tool": {"type": "string"},
					"message": {"type": "string"},
					"hint": {"type": "string"}
				},
				"required": ["code", "tool", "message"]
			}
		},
		"required": ["tool"]
	}
}`

// Meta makes a tool that calls other tools: t with a handler that makes the calls which plan asks for, as children of its
// own call, and merges their results. The children go through everything that a direct call goes through, overlap where
// their accesses allow it, and never conflict with their parent. plan runs within the call; its error fails it.
//
// The value is an array with one item for each part, in the order of the plan: its tool, and a value or an error. The
// content is that of the parts, each block with its source. A note names the parts that failed; if all failed, the tool
// fails. t must not have a handler or an Access, which would claim nothing; without an Output it gets that of the array.
func Meta(t Tool, plan func(ctx context.Context, call *Call) ([]Part, error)) (Tool, error) {
	if t.Handler != nil || t.Access != nil || plan == nil {
		return Tool{}, fmt.Errorf("meta tool %q: it takes a plan, and neither a handler nor an Access", t.FullName())
	}
	if t.Output == nil {
		output, err := schema.Parse(json.RawMessage(partsSchema))
		if err != nil {
			return Tool{}, fmt.Errorf("meta tool %q: %w", t.FullName(), err)
		}
		t.Output = output
	}
	t.Calls = true
	t.Handler = func(ctx context.Context, call *Call) (*Result, error) {
		if call.Submit == nil {
			return nil, Errorf(ToolError, "it was called in a way that does not let it call other tools")
		}
		parts, err := plan(ctx, call)
		if err != nil {
			return nil, err
		}
		return merge(parts, callAll(ctx, call, parts))
	}
	return t, nil
}

// callAll makes the calls and waits for all of them.
func callAll(ctx context.Context, call *Call, parts []Part) []*Result {
	waits := make([]func() *Result, len(parts))
	for i, p := range parts {
		waits[i] = p.submit(ctx, call)
	}
	results := make([]*Result, len(parts))
	for i, wait := range waits {
		results[i] = wait()
	}
	return results
}

// submit makes the call as a child of another. One that is aborted by its own deadline is a TIMEOUT.
func (p Part) submit(ctx context.Context, call *Call) func() *Result {
	if p.Timeout <= 0 {
		return call.Submit(ctx, p.Tool, p.Args)
	}
	late := Errorf(Timeout, "it did not answer within %v", p.Timeout)
	ctx, cancel := context.WithTimeoutCause(ctx, p.Timeout, late)
	wait := call.Submit(ctx, p.Tool, p.Args)
	return func() *Result {
		defer cancel()
		r := wait()
		if r.Err == nil || r.Err.Code != Aborted && r.Err.Code != AbortedBeforeDispatch || context.Cause(ctx) != late {
			return r
		}
		overdue := *r
		overdue.Err = late
		return &overdue
	}
}

// outcome is an item of the merged value.
type outcome struct {
	Tool  string          `json:"tool"`
	Value json.RawMessage `json:"value,omitempty"`
	Error *Error          `json:"error,omitempty"`
}

// merge makes one result out of those of the parts.
func merge(parts []Part, results []*Result) (*Result, error) {
	merged := &Result{}
	outcomes := make([]outcome, len(parts))
	var failures []*Error
	for i, r := range results {
		tool := parts[i].Tool
		outcomes[i] = outcome{Tool: tool, Value: r.Value}
		if r.Err != nil {
			failure := *r.Err
			failure.Tool = tool
			failures = append(failures, &failure)
			outcomes[i] = outcome{Tool: tool, Error: &failure}
		}
		merged.Content = append(merged.Content, sourced(tool, r.Content)...)
		merged.Notes = append(merged.Notes, sourced(tool, r.Notes)...)
	}
	if len(failures) > 0 && len(failures) == len(parts) {
		return nil, Errorf(ToolError, "all calls of other tools failed: %s", list(failures))
	}
	if len(failures) > 0 {
		note := fmt.Sprintf("%d of %d calls failed: %s", len(failures), len(parts), list(failures))
		merged.Notes = append(merged.Notes, Text(note))
	}
	value, err := encode(outcomes)
	if err != nil {
		return nil, err
	}
	merged.Value = value
	return merged, nil
}

// sourced gives the blocks with the tool that they came from, where they do not say so already.
func sourced(tool string, blocks []Content) []Content {
	marked := make([]Content, len(blocks))
	for i, b := range blocks {
		if b.Source == "" {
			b.Source = tool
		}
		marked[i] = b
	}
	return marked
}
