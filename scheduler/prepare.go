package scheduler

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// create checks what can be checked when the call is made, and captures what must not change later.
func (f *flight) create() {
	const kept = 200 // bytes
	if len(f.call.Tool) > registry.MaxFullName {
		f.call.Tool, f.misnamed = strings.ToValidUTF8(f.call.Tool[:kept], "")+"…", true
	}
	view := f.find()
	if f.tool != nil {
		f.finalize = f.tool.Finalize
	}
	if err := f.checkArgs(); err != nil {
		f.result = failed(f.call.Tool, err)
		return
	}
	// The mode is applied before any policy: nobody may be asked about a call that can only fail.
	if f.direct && view != nil && view.Mode() == registry.ModeCode && f.call.Tool != registry.RunCode && f.cancelled() == nil {
		f.result = failed(f.call.Tool, registry.Errorf(registry.UnknownTool,
			"unknown tool %q: only `run_code` is callable directly; call `tools.%s(...)` inside a run_code program", f.call.Tool, f.call.Tool))
	}
}

// checkArgs refuses what is not JSON before anybody sees it. Where there is a schema, its validation does that, also first
// of all. None count as {}.
func (f *flight) checkArgs() *registry.Error {
	f.call.Args = bytes.TrimLeft(f.call.Args, " \t\r\n")
	switch {
	case len(f.call.Args) == 0:
		f.call.Args = json.RawMessage("{}")
	case f.tool != nil && f.tool.Input != nil:
	case !json.Valid(f.call.Args):
		return registry.Errorf(registry.InvalidArgs, "args: not valid JSON").WithHint("pass one JSON object")
	}
	return nil
}

// find looks the tool up in the caller's view, which may have changed since. The view is nil where there is none.
func (f *flight) find() *registry.View {
	f.tool = nil
	view, err := f.lane.s.registry.View(f.call.Scope)
	if err != nil {
		return nil
	}
	// Code inside code would let a program outlive its own limits, so run_code is there for direct calls only.
	if !f.misnamed && (f.call.Tool != registry.RunCode || f.direct) {
		f.tool, _ = view.Lookup(f.call.Tool)
	}
	return view
}

// classify says what the call would touch, just before it may start.
func (f *flight) classify() {
	f.find()
	f.access, f.claim = registry.Access{Alone: true}, registry.Access{Alone: true}
	switch t := f.tool; {
	case t == nil:
		f.claim = registry.Access{} // it ends without a handler
	case t.Calls:
		f.claim = registry.Access{} // its children claim for themselves
	case t.Access != nil:
		if access, ok := f.askAccess(t); ok {
			f.access, f.claim = access, access
		}
	}
}

// askAccess asks the tool. One that did not return when it was asked before is not asked again.
func (f *flight) askAccess(t *registry.Tool) (access registry.Access, ok bool) {
	if f.asked {
		return registry.Access{}, false
	}
	f.asked = true
	var fault *registry.Error
	defer f.recovered("access classifier", registry.ToolPanic, &fault)
	access = t.Access(f.call.Args)
	f.asked = false
	return access, true
}

// prepare brings the call to its handler: validated, allowed, and with its access claimed. A result means that it ends
// here.
func (f *flight) prepare() (gate.Decision, *registry.Result) {
	f.handed = f.call
	if cause := f.cancelled(); cause != nil {
		return gate.Decision{}, failed(f.call.Tool, abortedBeforeDispatch(f.call.Tool, cause))
	}
	if err := f.validate(); err != nil {
		return gate.Decision{}, failed(f.call.Tool, err)
	}
	d := f.lane.s.gate.Decide(f.ctx, f.subject())
	switch {
	case f.tool == nil:
		return d, failed(f.call.Tool, f.unknownTool())
	case d.Verdict != gate.Allow:
		return d, failed(f.call.Tool, d.Err(f.call.Tool))
	case f.cancelled() != nil:
		return d, failed(f.call.Tool, abortedBeforeDispatch(f.call.Tool, f.cancelled()))
	}
	if err := f.lane.s.claims.acquire(f); err != nil {
		return d, failed(f.call.Tool, err)
	}
	return d, nil
}

func (f *flight) subject() gate.Subject {
	return gate.Subject{Call: &f.handed, Tool: f.tool, Asking: f.lane.opts.Asking, Waiting: f.lane.waiting}
}

// validate checks the arguments against the tool's input schema, before any policy sees them.
func (f *flight) validate() *registry.Error {
	if f.tool == nil {
		return nil
	}
	if f.call.Args[0] != '{' {
		return registry.Errorf(registry.InvalidArgs, "args: must be one object").WithHint("call %s({...})", f.call.Tool)
	}
	violations := f.tool.Input.Validate(f.call.Args, "args")
	if len(violations) == 0 {
		return nil
	}
	return registry.Errorf(registry.InvalidArgs, "invalid arguments: %s", listed(violations))
}

// unknownTool names the tools that may have been meant.
func (f *flight) unknownTool() *registry.Error {
	view, err := f.lane.s.registry.View(f.call.Scope)
	if err != nil {
		return registry.Errorf(registry.UnknownTool, "unknown tool %q: %w", f.call.Tool, err)
	}
	e := registry.Errorf(registry.UnknownTool, "unknown tool %q", f.call.Tool)
	switch near := view.Nearest(f.call.Tool, 3); len(near) {
	case 0:
		return e.WithHint("use catalog.search(text) to find the tools there are")
	case 1:
		return e.WithHint("did you mean %q?", near[0])
	default:
		return e.WithHint("did you mean %s?", quotedList(near))
	}
}

func quotedList(names []string) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", n)
	}
	return b.String()
}
