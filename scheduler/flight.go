package scheduler

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/registry/truncate"
)

// flight is one call on its way through the stages. Whoever drives its lane owns it, except from its start until it
// settles, when the worker that prepares and dispatches it may read all but the guarded fields and writes none of them.
type flight struct {
	lane   *Lane
	call   registry.Call
	handed registry.Call  // the copy for hooks, handlers and reviews, who must not change it
	tool   *registry.Tool // nil: none is visible
	ctx    context.Context
	cancel context.CancelFunc // nil: the context is the lane's
	settle func(*registry.Result)

	// finalize is captured when the call is made, so that nothing that happens later can swap it.
	finalize func(*registry.Call, *registry.Result) []registry.Content

	direct    bool // made by a model, not by a running call or a program
	parent    *flight
	access    registry.Access // in its lane
	claim     registry.Access // in the set that all lanes share
	asked     bool            // its tool was asked for the access, and has not returned
	misnamed  bool            // no tool can have its name, of which only the beginning is kept
	submitted time.Time
	children  atomic.Int64 // calls made below it
	concluded bool         // reviews and finalizer have been called

	// Guarded by the lane's mutex.
	phase    phase
	decision gate.Decision
	result   *registry.Result
	started  time.Time
	ended    time.Time
	silent   bool // not shown to observers: the run was over before it started

	// Guarded by the claims' mutex.
	previous *flight       // of its lane, and finishes before it; nil: none, or it has finished itself
	granted  chan struct{} // closed when its claim is granted; nil: it does not wait for one
}

// phase is how far a flight has come.
type phase uint8

const (
	queued    phase = iota
	preparing       // before its handler: find, validate, gate, claim
	running         // its handler may run
	settled         // its outcome is known
	finished        // its result is final
)

// Why a lane fails what it has not started.
var (
	errRunOver = errors.New("the run is over")
	errBroken  = errors.New("an earlier call broke the scheduler; this is a defect of the host")
)

// cancelled is why the call is no longer wanted; nil: it is. The lane is asked first, since it takes a moment until its
// end reaches a context that was joined with it.
func (f *flight) cancelled() error {
	if cause := context.Cause(f.lane.ctx); cause != nil {
		return cause
	}
	return context.Cause(f.ctx)
}

// maxMessage bounds the message of an error and its hint, in characters each: a program that goes on after very many
// failures leaves all of them to observers.
const maxMessage = 10_000

// failed makes the result of a failed call. The error is copied, for it may be shared.
func failed(tool string, err *registry.Error) *registry.Result {
	e := *err
	e.Message, _ = truncate.Text(e.Message, maxMessage)
	e.Hint, _ = truncate.Text(e.Hint, maxMessage)
	if e.Tool == "" {
		e.Tool = tool
	}
	return &registry.Result{Err: &e}
}

// instead makes the failed result that takes the place of r. The notes stay: they survive an error in a later stage.
func (f *flight) instead(r *registry.Result, err *registry.Error) *registry.Result {
	n := failed(f.call.Tool, err)
	n.Notes = r.Notes
	return n
}

// listed is one violation a line.
func listed(violations []schema.Violation) string {
	lines := make([]string, len(violations))
	for i, v := range violations {
		lines[i] = v.String()
	}
	return strings.Join(lines, "\n")
}

func abortedBeforeDispatch(tool string, cause error) *registry.Error {
	e := registry.Errorf(registry.AbortedBeforeDispatch, "%s was not started: %v", tool, reasonOf(cause))
	e.Cause = cause
	return e
}

// reasonOf says why a context is done, in words for a model.
func reasonOf(cause error) string {
	switch {
	case cause == nil, errors.Is(cause, context.Canceled):
		return "the call was cancelled"
	case errors.Is(cause, context.DeadlineExceeded):
		return "the time of the run is over"
	}
	return cause.Error()
}

// recovered turns a panic of somebody else's code into an error that shows nothing of the process. It is deferred.
func (f *flight) recovered(what string, code registry.Code, dst **registry.Error) {
	if v := recover(); v != nil {
		*dst = f.fault(what, code, v)
	}
}

// fault is the error of a part that broke off with the panic v.
func (f *flight) fault(what string, code registry.Code, v any) *registry.Error {
	f.logPanic(what, v)
	return registry.Errorf(code, "%s: its %s broke off with an internal fault", f.call.Tool, what).WithHint("%s", defectHint)
}

// logPanic tells the log of a panic; nobody else gets to see its value and stack.
func (f *flight) logPanic(what string, v any) {
	f.lane.s.opts.Log.Error("panic in "+what, "tool", f.call.Tool, "call", f.call.ID, "panic", printable(v), "stack", string(debug.Stack()))
}

// defectHint is what to do about a tool that broke off.
const defectHint = "this is a defect of the tool, not of the arguments; do not repeat the call unchanged"

// printable is the text of a panic value or an error, whose own methods may panic.
func printable(v any) (s string) {
	defer func() {
		if recover() != nil {
			s = "<unprintable>"
		}
	}()
	if err, ok := v.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(v)
}
