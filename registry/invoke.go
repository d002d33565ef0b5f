package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
	"github.com/runcode-dev/runcode/registry/truncate"
)

// arguments gives the arguments of a call; none are an empty object.
func arguments(call *Call) json.RawMessage {
	if len(call.Args) == 0 {
		return json.RawMessage("{}")
	}
	return call.Args
}

// invoke runs a handler on the caller's goroutine, and gives a copy of its result that the caller may change. A failure
// within the result and a panic are errors as well.
func invoke(ctx context.Context, t *Tool, call *Call) (r *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			e := Errorf(ToolPanic, "it panicked")
			e.Cause = fmt.Errorf("%v\n%s", p, debug.Stack())
			r, err = nil, e
		}
	}()
	r, err = t.Handler(ctx, call)
	switch {
	case err != nil:
		return nil, err
	case r == nil:
		return &Result{Value: json.RawMessage("null")}, nil
	case r.Err != nil:
		return nil, r.Err
	}
	c := *r
	c.Notes = slices.Clone(r.Notes)
	if len(c.Value) == 0 {
		c.Value = json.RawMessage("null")
	}
	return &c, nil
}

// render gives the content of a value, or none if the tool's own way to render it panics.
func render(t *Tool, args, value json.RawMessage) (content []Content) {
	defer func() {
		if recover() != nil {
			content = nil
		}
	}()
	return t.Render(args, value)
}

// listed names all violations on one line.
func listed(violations []schema.Violation) string {
	texts := make([]string, len(violations))
	for i, v := range violations {
		texts[i] = v.String()
	}
	return strings.Join(texts, "; ")
}

// toError gives a copy of err with a code.
func toError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		c := *e
		return &c
	}
	e := Errorf(ToolError, "%s", err)
	e.Cause = err
	return e
}

// maxListed is how many characters of each failure are shown in a list of several.
const maxListed = 1000

// list names each failure with its tool.
func list(failures []*Error) string {
	texts := make([]string, len(failures))
	for i, failure := range failures {
		text, _ := truncate.Text(failure.Error(), maxListed)
		texts[i] = fmt.Sprintf("%s (%s: %s)", failure.Tool, failure.Code, text)
	}
	return strings.Join(texts, ", ")
}
