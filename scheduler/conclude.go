package scheduler

import (
	"encoding/json"

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
