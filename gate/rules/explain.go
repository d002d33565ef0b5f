package rules

import (
	"context"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// Step is what decided about a call.
type Step string

// The steps, in their order: the first that applies decides.
const (
	StepFloor    Step = "floor"     // built in, and no rule lifts it
	StepDeny     Step = "deny"      // a deny rule
	StepUnknown  Step = "unknown"   // what the call does is not understood
	StepAsk      Step = "ask"       // an ask rule
	StepAllow    Step = "allow"     // allow rules cover every part
	StepReadOnly Step = "read-only" // it only reads
	StepMode     Step = "mode"      // nothing else did; also what the mode does to an earlier step
)

// Explanation is a decision with all that led to it, for a person: it holds paths of the host.
type Explanation struct {
	Verdict  gate.Verdict `json:"decision"`
	Step     Step         `json:"step"`
	Reason   string       `json:"reason"`
	Rule     string       `json:"rule,omitempty"` // as it is written; empty: none decided
	File     string       `json:"file,omitempty"` // where the rule stands
	Line     int          `json:"line,omitempty"`
	Parts    []Part       `json:"parts,omitempty"`    // the files or simple commands of the call
	Proposed []string     `json:"proposed,omitempty"` // the rules that would allow such a call from now on

	code  registry.Code
	fresh bool // see gate.Decision
}

// Part is one of several things that a call touches or runs.
type Part struct {
	Text string `json:"text"`          // the path of a file, or the words of a command
	Why  string `json:"why,omitempty"` // why the part does not only read; empty: it does, or it is a file
}

// Decide is the policy as a hook. It never abstains and never fails.
func (p *Policy) Decide(_ context.Context, s gate.Subject) (gate.Decision, error) {
	e := p.Explain(s)
	return gate.Decision{
		Verdict: e.Verdict, Code: e.code, Reason: e.Reason, Rule: e.Rule, Always: joinRules(e.Proposed), Fresh: e.fresh,
	}, nil
}

// Explain decides about a call as Decide does, and says how.
func (p *Policy) Explain(s gate.Subject) Explanation {
	c := p.examine(s)
	r := p.current.Load()
	e := r.decide(c)
	e.Parts = c.parts()
	if e.Verdict == gate.Ask && e.Step == StepMode {
		e.Proposed = p.propose(c)
	}
	return r.applyMode(c, e)
}

// decide takes the steps.
func (r *ruleset) decide(c *call) Explanation {
	if c.command != nil {
		return r.decideCommand(c)
	}
	if c.floor != "" {
		return Explanation{Verdict: gate.Deny, Step: StepFloor, Reason: c.floor}
	}
	if e := r.deny.touching(c); e != nil {
		return byRule(gate.Deny, StepDeny, e, "forbid it")
	}
	if c.unknown != "" {
		return Explanation{Verdict: gate.Ask, Step: StepUnknown, Reason: c.unknown, fresh: true}
	}
	if e := r.ask.touching(c); e != nil {
		return byRule(gate.Ask, StepAsk, e, "want a person to be asked")
	}
	if c.protected != "" {
		return Explanation{Verdict: gate.Ask, Step: StepFloor, Reason: c.protected, fresh: true}
	}
	if e := r.allow.covering(c); e != nil {
		return byRule(gate.Allow, StepAllow, e, "allow it")
	}
	if c.readOnly {
		return Explanation{Verdict: gate.Allow, Step: StepReadOnly, Reason: "it only reads"}
	}
	return r.byMode(c, c.why)
}

func byRule(v gate.Verdict, step Step, e *entry, what string) Explanation {
	return Explanation{
		Verdict: v, Step: step, Reason: "the " + e.source.name + " settings " + what,
		Rule: e.text, File: e.source.path, Line: e.line,
	}
}

// byMode decides about what is left: a call that no rule is about and that may change something, which why says.
func (r *ruleset) byMode(c *call, why string) Explanation {
	switch {
	case c.name == registry.RunCode:
		return Explanation{Verdict: gate.Allow, Step: StepMode, Reason: "each call inside the program is decided on its own"}
	case r.mode == ModeAcceptEdits && c.editsProject:
		return Explanation{Verdict: gate.Allow, Step: StepMode, Reason: "the mode accept-edits lets files of the project be changed"}
	}
	return Explanation{Verdict: gate.Ask, Step: StepMode, Reason: why}
}

// applyMode denies what the mode does not let through, whichever step decided.
func (r *ruleset) applyMode(c *call, e Explanation) Explanation {
	switch {
	case e.Verdict == gate.Deny:
	case r.mode == ModePlan && !c.readOnly && c.name != registry.RunCode:
		e = Explanation{Verdict: gate.Deny, Step: StepMode, Parts: e.Parts,
			Reason: "the mode is plan, in which calls may only read: " + c.why}
	case r.mode == ModeDontAsk && e.Verdict == gate.Ask:
		e.Verdict, e.Step, e.code, e.fresh = gate.Deny, StepMode, registry.ApprovalUnavailable, false
		e.Reason += "; the mode is dont-ask, in which nobody is asked"
	}
	return e
}
