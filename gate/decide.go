package gate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"

	"github.com/runcode-dev/runcode/registry"
)

// Options are the parts of a [Gate]. All of them may be left out.
type Options struct {
	Hooks    []Hook   // policy of the root scope, so of every call; none: the default policy decides
	Guards   []Guard  // of the root scope
	Reviews  []Review // of the root scope
	Approver Approver // nil: nobody can be asked, and what would ask is denied

	// Trusted says whether the effects that a foreign tool claims are believed. nil: of none.
	Trusted func(*registry.Tool) bool

	// Remember makes the rules of a question, one a line, permanent and effective before it returns, when a person answers
	// "always". nil: "always" is never offered.
	Remember func(rules string) error

	Log *slog.Logger // hears of faults and of people who could not be reached; nil: nobody does
}

// Gate decides about calls and remembers what was granted for the session. Its methods may be called from any goroutine,
// also from inside hooks, guards and reviews. The zero Gate denies everything.
type Gate struct {
	hooks    scoped[Hook]
	guards   scoped[Guard]
	reviews  scoped[Review]
	fallback Hook // decides when all hooks abstain; nil in a zero Gate
	approver atomic.Pointer[Approver]
	remember func(rules string) error
	grants   grants
	log      *slog.Logger // may be nil; see logger
}

// New makes a gate; nil options mean the default policy (see [Default]) and nobody to ask.
func New(opts *Options) *Gate {
	var o Options
	if opts != nil {
		o = *opts
	}
	g := &Gate{fallback: Default(o.Trusted), remember: o.Remember, log: o.Log}
	for _, h := range o.Hooks {
		g.hooks.add("", h)
	}
	for _, guard := range o.Guards {
		g.guards.add("", guard)
	}
	for _, r := range o.Reviews {
		g.reviews.add("", r)
	}
	g.SetApprover(o.Approver)
	return g
}

// AddHook adds a policy for calls of a scope and of the scopes below it; the empty path is the root. Hooks run from the
// root scope down, in the order in which they were added. remove takes it away again and may be called more than once.
func (g *Gate) AddHook(scope string, h Hook) (remove func()) { return g.hooks.add(scope, h) }

// AddGuard adds a guard for calls of a scope and of the scopes below it, in the order of [Gate.AddHook]. A guard that is
// added while the guards of a call run also sees that call; one that is removed meanwhile may still see it.
func (g *Gate) AddGuard(scope string, guard Guard) (remove func()) { return g.guards.add(scope, guard) }

// AddReview adds a review for results of a scope and of the scopes below it, in the order of [Gate.AddHook].
func (g *Gate) AddReview(scope string, r Review) (remove func()) { return g.reviews.add(scope, r) }

// SetApprover replaces who is asked from now on; nil: nobody. Questions that already wait stay where they were asked.
func (g *Gate) SetApprover(a Approver) {
	if a == nil {
		g.approver.Store(nil)
		return
	}
	g.approver.Store(&a)
}

// Decide says whether a call may run: the verdict is Allow or Deny, never another. A denial has a Code and a Reason; see
// [Decision.Err] for the error it makes. It waits for a person where policy asks for one, and then for at most as long as
// ctx lasts; a call that nobody decided about before ctx was done is denied as aborted before dispatch.
func (g *Gate) Decide(ctx context.Context, s Subject) Decision {
	if g == nil || g.fallback == nil {
		return policyError("no policy is set up", errors.New("zero gate"))
	}
	d := g.consult(ctx, s)
	if s.Tool == nil && d.Verdict != Deny {
		return Decision{Verdict: Deny, Code: registry.UnknownTool, Reason: "there is no such tool"}
	}
	if d.Verdict == Ask {
		d = g.ask(ctx, s, d)
	}
	if d.Verdict == Allow {
		d = g.refuse(ctx, s, d)
	}
	return d
}

// consult runs the hooks, and the default policy when they all abstain. The greatest verdict wins, the first of equals
// gives its reason, and a denial ends it.
func (g *Gate) consult(ctx context.Context, s Subject) Decision {
	var most Decision
	hooks, _ := g.hooks.at(s.Call.Scope, 0)
	for i, e := range hooks {
		d := g.callHook(ctx, s, e.value, fmt.Sprintf("hook %d", i+1))
		switch {
		case d.Verdict == Deny:
			return d
		case d.Verdict > most.Verdict:
			most = d
		case d.Verdict == Ask:
			most = bothAsk(most, d)
		}
	}
	if most.Verdict == Abstain {
		return g.callHook(ctx, s, g.fallback, "the default policy")
	}
	return most
}

// bothAsk makes one question of those of two policies.
func bothAsk(first, second Decision) Decision {
	if second.Always != first.Always {
		first.Always = "" // no one rule would satisfy both
	}
	first.Fresh = first.Fresh || second.Fresh
	return first
}

// callHook runs one hook and turns whatever it does into a valid decision.
func (g *Gate) callHook(ctx context.Context, s Subject, h Hook, name string) Decision {
	var d Decision
	err := protect(func() (err error) {
		d, err = h(ctx, s)
		return err
	})
	if err == nil && d.Verdict > Deny {
		err = fmt.Errorf("unknown verdict %d", d.Verdict)
	}
	if err != nil {
		return g.fault(ctx, s, name, err)
	}
	d.ByUser = false
	switch {
	case d.Verdict != Deny:
		d.Code = ""
	case d.Code == "":
		d.Code = registry.Denied
	}
	if d.Verdict == Deny && d.Reason == "" {
		d.Reason = "the policy gives no reason"
	}
	return d
}

// maxGuardRounds bounds how often guards may add further guards while they judge one call.
const maxGuardRounds = 100

// refuse gives the guards their say about a call that is allowed so far, also those that are added meanwhile.
func (g *Gate) refuse(ctx context.Context, s Subject, allowed Decision) Decision {
	var seen uint64
	n := 0
	for range maxGuardRounds {
		guards, latest := g.guards.at(s.Call.Scope, seen)
		if len(guards) == 0 {
			return allowed
		}
		seen = latest
		for _, e := range guards {
			n++
			refused := allowed
			if err := protect(func() error { refused = refusal(e.value(ctx, s), allowed); return nil }); err != nil {
				return g.fault(ctx, s, fmt.Sprintf("guard %d", n), err)
			}
			if refused.Verdict == Deny {
				return refused
			}
		}
	}
	return g.fault(ctx, s, "the guards", fmt.Errorf("guards added guards %d times for one call", maxGuardRounds))
}

// refusal is the decision after a guard has answered.
func refusal(err error, allowed Decision) Decision {
	if err == nil {
		return allowed
	}
	reason := err.Error()
	if reason == "" {
		reason = "the guard gives no reason"
	}
	return Decision{Verdict: Deny, Code: registry.GuardDenied, Reason: reason}
}

// fault logs what went wrong in a part of the policy and denies.
func (g *Gate) fault(ctx context.Context, s Subject, part string, err error) Decision {
	attrs := []any{"part", part, "tool", s.Call.Tool, "call", s.Call.ID, "error", err}
	if p, ok := errors.AsType[*panicError](err); ok {
		attrs = append(attrs, "stack", string(p.stack))
	}
	g.logger().ErrorContext(ctx, "policy fault, call denied", attrs...)

	if e, ok := errors.AsType[*registry.Error](err); ok && e.Code != "" {
		return Decision{Verdict: Deny, Code: e.Code, Reason: e.Error(), Cause: err}
	}
	return policyError(part+" went wrong", err)
}

func policyError(reason string, cause error) Decision {
	return Decision{Verdict: Deny, Code: registry.PolicyError, Reason: reason, Cause: cause}
}

func (g *Gate) logger() *slog.Logger {
	if g.log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return g.log
}

// panicError is a panic of a part of the policy.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// protect runs f and gives a panic of it as a *panicError.
func protect(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{value: p, stack: debug.Stack()}
		}
	}()
	return f()
}
