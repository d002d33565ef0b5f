package scheduler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/runcode-dev/runcode/registry"
)

// errTimeout is why the context of a handler is done when the tool's own deadline has passed.
var errTimeout = errors.New("the time of the tool is over")

// dispatch runs the middleware and the handler, and checks what comes back. It is the only stage that overlaps.
func (f *flight) dispatch() *registry.Result {
	handler := registry.Handler(f.handle)
	for i := len(f.lane.s.opts.Middleware) - 1; i >= 0; i-- {
		handler = f.lane.s.opts.Middleware[i](handler)
	}
	var r *registry.Result
	if len(f.lane.s.opts.Middleware) > 0 {
		r = f.guarded("middleware", handler, f.ctx)
	} else {
		r = f.oneResult(f.handle(f.ctx, nil))
	}
	if cause := f.cancelled(); cause != nil && r.Err == nil {
		r = f.instead(r, f.aborted(cause))
	}
	if r.Err != nil {
		return r
	}
	return f.checkOutput(r)
}

// handle is the innermost handler: the tool's own, under its deadline and the caller's cancellation, whatever context a
// middleware has passed on. A middleware may call it again.
func (f *flight) handle(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
	if ctx != f.ctx {
		joined, cancel := context.WithCancelCause(ctx)
		stop := context.AfterFunc(f.ctx, func() { cancel(context.Cause(f.ctx)) })
		defer func() { stop(); cancel(nil) }()
		ctx = joined
	}
	if ctx.Err() != nil {
		return nil, abortedBeforeDispatch(f.call.Tool, context.Cause(ctx))
	}
	if f.tool.Timeout > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, f.tool.Timeout, errTimeout)
		defer cancel()
		ctx = limited
	}
	handler := f.tool.Handler
	if f.tool.Calls {
		handler = f.withChildren(handler)
	}
	return f.guarded("handler", func(ctx context.Context, call *registry.Call) (*registry.Result, error) {
		r := f.oneResult(handler(ctx, call))
		return r, f.cancellation(ctx, r)
	}, ctx), nil
}

// cancellation is the error of a handler that returned after its context was done, unless it failed for a reason of its
// own. A deadline of the tool counts as TIMEOUT even if the handler returned a value.
func (f *flight) cancellation(ctx context.Context, r *registry.Result) error {
	cause := context.Cause(ctx)
	if cause == nil || r.Err != nil && !isCancellation(r.Err, cause) {
		return nil
	}
	if cause != errTimeout {
		return f.aborted(cause)
	}
	return registry.Errorf(registry.Timeout, "%s timed out after %v; it may have taken effect", f.call.Tool, f.tool.Timeout).
		WithHint("ask for less in one call")
}

// aborted is the error of a call that was cancelled after its handler had started.
func (f *flight) aborted(cause error) *registry.Error {
	return registry.Errorf(registry.Aborted, "%s was cancelled: %s; it may have taken effect", f.call.Tool, reasonOf(cause))
}

func isCancellation(err, cause error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, cause)
}

// guarded runs somebody else's handler and makes one result of whatever it returns, throws or leaves out.
func (f *flight) guarded(what string, h registry.Handler, ctx context.Context) (r *registry.Result) {
	defer func() {
		if v := recover(); v != nil {
			r = failed(f.call.Tool, f.fault(what, registry.ToolPanic, v))
		}
	}()
	return f.oneResult(h(ctx, &f.handed))
}

// oneResult copies a handler's answer, for its owner may go on using it.
func (f *flight) oneResult(got *registry.Result, err error) *registry.Result {
	r := &registry.Result{}
	if got != nil {
		*r = *got
	}
	if err != nil {
		r.Err = f.toolError(err)
	}
	switch {
	case r.Err != nil:
		r.Err = failed(f.call.Tool, r.Err).Err
		r.Value = nil
	case len(r.Value) == 0:
		r.Value = json.RawMessage("null")
	}
	return r
}

// toolError gives an error of a handler its code.
func (f *flight) toolError(err error) *registry.Error {
	if e, ok := errors.AsType[*registry.Error](err); ok {
		return e
	}
	text := printable(err)
	if text == "" {
		text = fmt.Sprintf("%s failed and gave no reason", f.call.Tool)
	}
	return &registry.Error{Code: registry.ToolError, Message: text, Cause: err}
}

// checkOutput holds the value against the tool's output schema. The effect has happened, and the error says so.
func (f *flight) checkOutput(r *registry.Result) *registry.Result {
	if f.tool.Output == nil && json.Valid(r.Value) {
		return r
	}
	violations := f.tool.Output.Validate(r.Value, "value")
	if f.tool.Output == nil {
		violations = append(violations, notJSON)
	}
	if len(violations) == 0 {
		return r
	}
	text := fmt.Sprintf("%s has run, but its value does not fit its output schema: %s", f.call.Tool, listed(violations))
	if f.tool.Foreign && !f.lane.s.opts.StrictOutput && json.Valid(r.Value) {
		r.Notes = append(r.Notes[:len(r.Notes):len(r.Notes)], registry.Text(text))
		return r
	}
	return f.instead(r, registry.Errorf(registry.InvalidOutput, "%s", text).
		WithHint("do not repeat the call: its effect has happened"))
}

// withChildren gives a handler the means to call other tools, and waits for them all.
func (f *flight) withChildren(h registry.Handler) registry.Handler {
	return func(ctx context.Context, call *registry.Call) (*registry.Result, error) {
		lane := f.lane.s.NewLane(ctx, &LaneOptions{Scope: call.Scope, Parent: call.ID, Record: f.lane.opts.Record, Observers: f.lane.opts.Observers})
		defer lane.Close()
		own := *call
		own.Submit = func(ctx context.Context, tool string, args json.RawMessage) func() *registry.Result {
			return lane.Submit(ctx, &registry.Call{Tool: tool, Args: args})
		}
		return h(ctx, &own)
	}
}
