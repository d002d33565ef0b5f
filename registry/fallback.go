package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/runcode-dev/runcode/registry/schema"
)

// Fallback makes one tool out of several that do the same: the first provider that is enabled and does not fail answers,
// and a note says which failed before it. Providers get the same arguments, one after another, each within its own
// timeout. If all fail, the error names each; once the call is cancelled no further one is tried.
//
// The tool has the description, the schemas and the summary of the first provider; change them in what is returned. A
// provider is passed over if its own schema refuses the arguments, and has failed if its value does not fit the output
// schema of the tool. The tool promises only effects that all providers promise, touches what any of them may touch, is
// foreign if any is, is granted for the session only together with all, and is enabled if one is.
//
// No provider may have a Finalize, since it would not see the call, nor call other tools. What has been done by a provider
// cannot be undone.
func Fallback(name string, providers ...Tool) (Tool, error) {
	if len(providers) == 0 {
		return Tool{}, fmt.Errorf("fallback %q: it has no providers", name)
	}
	for _, p := range providers {
		if p.Handler == nil || p.Finalize != nil || p.Calls {
			return Tool{}, fmt.Errorf("fallback %q: provider %q must have a handler, and neither a Finalize nor Calls",
				name, p.FullName())
		}
	}
	first := providers[0]
	f := &fallback{name: name, providers: slices.Clone(providers), output: first.Output}
	return Tool{
		Name:        name,
		Description: first.Description,
		Summary:     first.Summary,
		Input:       first.Input,
		Output:      first.Output,
		MaxResult:   first.MaxResult,
		Foreign:     slices.ContainsFunc(f.providers, func(p Tool) bool { return p.Foreign }),
		Effects:     f.effects(),
		Access:      f.access(),
		GrantKey:    f.grantKey(),
		Enabled:     f.enabled,
		Handler:     f.handle,
	}, nil
}

// fallback is what stands behind the tool that [Fallback] makes.
type fallback struct {
	name      string
	providers []Tool
	output    *schema.Schema
	env       atomic.Pointer[Env] // that the registry asked with; nil: it has not asked yet
}

func (f *fallback) effects() Effects {
	all := f.providers[0].Effects
	for _, p := range f.providers[1:] {
		all.ReadOnly = all.ReadOnly && p.Effects.ReadOnly
		all.Idempotent = all.Idempotent && p.Effects.Idempotent
		all.Destructive = all.Destructive || p.Effects.Destructive
		all.OpenWorld = all.OpenWorld || p.Effects.OpenWorld
	}
	return all
}

// access joins what the providers touch. One that declares nothing makes the whole declare nothing.
func (f *fallback) access() func(json.RawMessage) Access {
	for _, p := range f.providers {
		if p.Access == nil {
			return nil
		}
	}
	return func(args json.RawMessage) Access {
		var all Access
		for _, p := range f.providers {
			a := p.Access(args)
			all.Alone = all.Alone || a.Alone
			all.Reads = append(all.Reads, a.Reads...)
			all.Writes = append(all.Writes, a.Writes...)
		}
		return all
	}
}

// grantKey joins the keys of the providers, so that no grant reaches farther than one of them would let it.
func (f *fallback) grantKey() func(json.RawMessage) string {
	if !slices.ContainsFunc(f.providers, func(p Tool) bool { return p.GrantKey != nil }) {
		return nil
	}
	return func(args json.RawMessage) string {
		keys := []string{f.name}
		for _, p := range f.providers {
			if p.GrantKey == nil {
				continue
			}
			key := p.GrantKey(args)
			if key == "" {
				return ""
			}
			keys = append(keys, key)
		}
		return fmt.Sprintf("%q", keys) // quoted, so that arguments cannot move text from one key into the next
	}
}

func (f *fallback) enabled(env Env) (ok bool, reason string) {
	f.env.Store(&env)
	var reasons []string
	for i := range f.providers {
		a := ask(&f.providers[i], env)
		if a.on {
			return true, ""
		}
		reasons = append(reasons, f.providers[i].FullName()+": "+a.reason)
	}
	return false, "no provider is enabled: " + strings.Join(reasons, "; ")
}

func (f *fallback) handle(ctx context.Context, call *Call) (*Result, error) {
	var failures []*Error
	for i := range f.providers {
		p := &f.providers[i]
		r, failure := f.try(ctx, p, call)
		if failure == nil {
			if len(failures) > 0 {
				r.Notes = append(r.Notes, Text(fmt.Sprintf("%s answered, since these failed: %s", p.FullName(), list(failures))))
			}
			return r, nil
		}
		failure.Tool = p.FullName()
		failures = append(failures, failure)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return nil, f.failed(failures)
}

// try asks one provider. Exactly one of the two results is not nil.
func (f *fallback) try(ctx context.Context, p *Tool, call *Call) (*Result, *Error) {
	if env := f.env.Load(); p.Enabled != nil {
		if env == nil {
			return nil, Errorf(ToolError, "nobody has asked whether it is enabled")
		}
		if a := ask(p, *env); !a.on {
			return nil, Errorf(ToolError, "%s", a.reason)
		}
	}
	if violations := p.Input.Validate(arguments(call), "args"); len(violations) > 0 {
		return nil, Errorf(InvalidArgs, "%s", listed(violations))
	}
	if p.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, p.Timeout, Errorf(Timeout, "it did not answer within %v", p.Timeout))
		defer cancel()
	}
	r, err := invoke(ctx, p, call)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, toError(context.Cause(ctx))
	case err != nil:
		return nil, toError(err)
	}
	if violations := f.output.Validate(r.Value, "value"); len(violations) > 0 && !p.Foreign {
		return nil, Errorf(InvalidOutput, "%s", listed(violations))
	}
	if len(r.Content) == 0 && p.Render != nil {
		r.Content = render(p, arguments(call), r.Value)
	}
	return r, nil
}

// failed makes one error out of those of all providers. It has their code if they agree on one.
func (f *fallback) failed(failures []*Error) *Error {
	code := failures[0].Code
	for _, failure := range failures {
		if failure.Code != code {
			code = ToolError
		}
	}
	e := Errorf(code, "no provider of %s answered: %s", f.name, list(failures))
	causes := make([]error, len(failures))
	for i, failure := range failures {
		causes[i] = failure
	}
	e.Cause = errors.Join(causes...)
	return e
}
