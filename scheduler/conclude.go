package scheduler

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

var notJSON = schema.Violation{Path: "value", Message: "must be JSON"}

// conclude makes the result of a settled call final: the reviews have their say, content is rendered and bounded, and
// the tool's own Finalize has the last word on it.
func (f *flight) conclude() (r *registry.Result) {
	defer func() {
		if v := recover(); v != nil {
			r = f.instead(f.result, f.fault("scheduler", registry.PolicyError, v))
			r.Content = errorContent(r.Err)
		}
	}()
	if f.concluded { // the worker that was at it has been ended by what it called
		return f.brokenOff()
	}
	f.concluded = true
	r = f.result
	if f.reviewed() {
		r = f.review(r)
	}
	f.render(r)
	f.bound(r)
	f.finalContent(r)
	return r
}

// brokenOff is the result of a call whose reviews or finalizer ended the goroutine that called them.
func (f *flight) brokenOff() *registry.Result {
	r := f.instead(f.result, registry.Errorf(registry.PolicyError,
		"%s: a review or its finalizer ended the goroutine that ran it instead of returning", f.call.Tool).WithHint("%s", defectHint))
	r.Content = errorContent(r.Err)
	return r
}

// reviewed reports whether the reviews see this result: they see denials and what handlers did, not calls that failed
// before any policy was reached, and not those that policy itself broke on.
func (f *flight) reviewed() bool {
	switch {
	case f.decision.Verdict == gate.Deny:
		return f.decision.Code != registry.PolicyError && f.decision.Code != registry.AbortedBeforeDispatch
	case !f.started.IsZero():
		return true
	}
	return f.decision.Verdict == gate.Allow && f.tool == nil
}

// review applies the reviews in order. A failed call never becomes a success.
func (f *flight) review(r *registry.Result) *registry.Result {
	for _, review := range f.lane.s.gate.Reviews(f.call.Scope) {
		change, err := review(f.ctx, f.subject(), r)
		if err != nil {
			return f.instead(r, f.reviewFault(err))
		}
		r = f.apply(change, r)
	}
	if cause := f.cancelled(); cause != nil && r.Err == nil {
		return f.instead(r, f.aborted(cause))
	}
	return r
}

// reviewFault is the error of a call whose review went wrong.
func (f *flight) reviewFault(err error) *registry.Error {
	if f.started.IsZero() {
		return f.toolError(err)
	}
	return registry.Errorf(registry.PolicyError, "%s has run, but a review of its result went wrong, so the result is withheld", f.call.Tool).
		WithHint("do not repeat the call: its effect has happened; report this")
}

// apply makes the changes of one review in a copy of the result.
func (f *flight) apply(c *gate.Change, r *registry.Result) *registry.Result {
	if c == nil {
		return r
	}
	if c.Withhold != "" {
		withheld := failed(f.call.Tool, registry.Errorf(registry.Denied, "%s", c.Withhold))
		withheld.Notes = c.Notes // and not the tool's own
		return withheld
	}
	n := *r
	n.Notes = append(r.Notes[:len(r.Notes):len(r.Notes)], c.Notes...)
	if c.Content != nil {
		n.Content = c.Content
	}
	if c.Value != nil {
		n.Value, n.Content = append(json.RawMessage(nil), c.Value...), nil
		return f.checkOutput(&n)
	}
	return &n
}

// render makes the content of a result that has none.
func (f *flight) render(r *registry.Result) {
	switch {
	case r.Content != nil:
	case r.Err != nil:
		r.Content = errorContent(r.Err)
	default:
		if f.tool != nil && f.tool.Render != nil {
			r.Content = f.rendered(r)
		}
		if r.Content == nil {
			r.Content = []registry.Content{registry.Text(f.valueText(r.Value))}
		}
	}
}

// valueText is a value as text. A program has the value itself and no model sees the text, so that of a large one is only
// its beginning; for everybody else it is cut with care later.
func (f *flight) valueText(value json.RawMessage) string {
	limit := f.contentLimit()
	if !f.lane.opts.Program || len(value) <= limit {
		return string(value)
	}
	head := strings.ToValidUTF8(string(value[:limit/2]), "")
	return fmt.Sprintf("%s … (the beginning of %d bytes; the program has all)", head, len(value))
}

// contentLimit is how many characters the tool may show a model.
func (f *flight) contentLimit() int {
	if f.tool != nil && f.tool.MaxResult > 0 {
		return f.tool.MaxResult
	}
	return registry.DefaultMaxResult
}

// rendered is what the tool makes of its value; a fault of it leaves the JSON text.
func (f *flight) rendered(r *registry.Result) []registry.Content {
	var fault *registry.Error
	defer f.recovered("renderer", registry.ToolPanic, &fault)
	return f.tool.Render(f.call.Args, r.Value)
}

func errorContent(err *registry.Error) []registry.Content {
	return []registry.Content{registry.Text("Error: " + err.Error())}
}

// bound cuts the texts of the content, all together, to what the tool may show a model.
func (f *flight) bound(r *registry.Result) {
	r.Content, _ = registry.Cutter{Max: f.contentLimit()}.Fit(r.Content)
}

// finalContent lets the tool's Finalize replace the content, once. It gets a copy of the result.
func (f *flight) finalContent(r *registry.Result) {
	if f.finalize == nil {
		return
	}
	var fault *registry.Error
	defer func() {
		if fault != nil {
			*r = *f.instead(r, fault)
			r.Content = errorContent(r.Err)
		}
	}()
	defer f.recovered("finalizer", registry.ToolPanic, &fault)
	seen, call := *r, f.call
	r.Content = f.finalize(&call, &seen)
}
