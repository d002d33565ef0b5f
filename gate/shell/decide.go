package shell

import (
	"strings"

	"github.com/runcode-dev/runcode/gate"
)

// Match finds the deny or ask rule that hits a part, see [Rule.MatchLoose]. It returns the rule as it is written in the
// settings.
type Match func(p *Part) (rule string, ok bool)

// Cover finds the allow rule that covers a part, see [Rule.MatchProven]. whole says that the rule names the command line as
// a whole, not by a prefix: then it covers the texts inside of it too.
type Cover func(p *Part) (rule string, whole, ok bool)

// Policy is what rules and mode say of commands. The zero value asks about every command that the floor does not refuse.
type Policy struct {
	Deny, Ask Match // nil: no such rules
	Allow     Cover // nil: no such rules

	// Confined says that parts which only read will run under the sandbox of the system, so that they may run unasked.
	Confined bool

	// Default decides what nothing else does. Abstain means Ask.
	Default gate.Verdict
}

// Step is the one of the six steps that decided.
type Step string

// The steps, in their order. The first that hits wins.
const (
	StepFloor    Step = "floor"     // what no rule can lift
	StepUnknown  Step = "unknown"   // not understood: asked about each time
	StepDeny     Step = "deny"      // a deny rule hits a part
	StepAsk      Step = "ask"       // an ask rule hits a part
	StepAllow    Step = "allow"     // rules cover every part, and nothing is written by redirection
	StepReadOnly Step = "read-only" // everything only reads, and runs confined
	StepDefault  Step = "default"   // the mode's default
)

// Decision is what was decided of a command.
type Decision struct {
	Verdict gate.Verdict // never Abstain
	Step    Step
	Reason  string // for the model and for a person
	Rule    string // the rule that decided, as it is written in the settings; empty: none

	// Cacheable says that a person's approval may be kept for the session, under [Analysis.Key].
	Cacheable bool
}

// Decide makes a decision of an analysis and a policy. It is pure but for the functions in the policy.
//
// The deny rules are asked before the command is called unknown, since an unknown command is searched for them too.
func Decide(a *Analysis, p Policy) Decision {
	if a.Floor != "" {
		return Decision{Verdict: gate.Deny, Step: StepFloor, Reason: a.Floor}
	}
	if rule, part, ok := first(p.Deny, a.Parts); ok {
		return Decision{Verdict: gate.Deny, Step: StepDeny, Rule: rule, Reason: "the rule " + rule + " denies " + part.String()}
	}
	if a.Unknown != "" {
		return Decision{Verdict: gate.Ask, Step: StepUnknown, Reason: a.Unknown}
	}
	if rule, part, ok := first(p.Ask, a.Parts); ok {
		return Decision{Verdict: gate.Ask, Step: StepAsk, Rule: rule, Cacheable: true,
			Reason: "the rule " + rule + " asks about " + part.String()}
	}
	rule, uncovered := p.covers(a)
	if rule != "" {
		return Decision{Verdict: gate.Allow, Step: StepAllow, Rule: rule, Reason: "the rule " + rule + " allows it"}
	}
	if a.ReadOnly && p.Confined {
		return Decision{Verdict: gate.Allow, Step: StepReadOnly, Reason: "it only reads"}
	}
	return p.byDefault(a, uncovered)
}

// byDefault decides about a command that rules do not allow, uncovered being the first part that none of them covers.
func (p Policy) byDefault(a *Analysis, uncovered *Part) Decision {
	d := Decision{Verdict: p.Default, Step: StepDefault, Cacheable: true, Reason: a.Why}
	if p.Default == gate.Abstain {
		d.Verdict = gate.Ask
	}
	switch {
	case uncovered != nil && uncovered.unjudged && uncovered.ReadOnly && !a.ReadOnly:
		d.Reason = "no rule covers " + uncovered.String() + ": in the system's shell every part of a command takes one, unless all only read"
	case d.Reason == "":
		d.Reason = "it only reads, but nothing keeps it from writing here"
	}
	return d
}

// first returns the first part that a rule hits.
func first(match Match, parts []Part) (rule string, part *Part, ok bool) {
	if match == nil {
		return "", nil, false
	}
	for i := range parts {
		if rule, ok := match(&parts[i]); ok {
			return rule, &parts[i], true
		}
	}
	return "", nil, false
}

// covers returns the first rule that covers a part, if rules cover every part; else the first part that they do not. A part
// that only reads needs none where it is judged once more as it runs, and confined.
func (p Policy) covers(a *Analysis) (rule string, uncovered *Part) {
	exact := false // the part before was covered as a whole, with what is nested in it
	for i := range a.Parts {
		part := &a.Parts[i]
		if part.Nested && exact {
			continue
		}
		covering, whole, ok := p.covering(part)
		if !ok || part.writes() {
			return "", part
		}
		exact = whole && !part.Nested
		if rule == "" {
			rule = covering
		}
	}
	return rule, nil
}

func (p Policy) covering(part *Part) (rule string, whole, ok bool) {
	if p.Allow != nil {
		if rule, whole, ok := p.Allow(part); ok {
			return rule, whole, true
		}
	}
	return "", false, part.ReadOnly && p.Confined && !part.unjudged
}

// String is the command line of the part for a person, its words joined by blanks.
func (p *Part) String() string {
	var b strings.Builder
	for _, a := range p.Assigns {
		b.WriteString(a.Name + "=" + a.Value.Text + " ")
	}
	for i, w := range p.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return strings.TrimSpace(b.String())
}
