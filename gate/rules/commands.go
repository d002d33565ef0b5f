package rules

import (
	"fmt"
	"slices"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry"
)

func (p *Policy) examineCommand(c *call, rc *registry.Call) {
	text, dir, err := c.target.Command(rc.Args)
	if err != nil {
		c.unknown = "which command it runs cannot be told: " + err.Error()
		return
	}
	var opts *shell.Options
	if p.opts.Shell != nil {
		opts = p.opts.Shell(dir)
	}
	c.command = shell.Analyze(text, opts)
	c.confined = p.opts.Confined
	c.readOnly, c.why = c.command.ReadOnly, c.command.Why
}

// decideCommand takes the steps for a command: package shell knows them, and asks the lists about every simple command.
func (r *ruleset) decideCommand(c *call) Explanation {
	if e := r.deny.touching(c); e != nil && c.command.Floor == "" { // also where no simple command was found
		return byRule(gate.Deny, StepDeny, e, "forbid it")
	}
	var hit finding
	d := shell.Decide(c.command, shell.Policy{
		Deny: r.deny.hits(c, &hit), Ask: r.ask.hits(c, &hit), Allow: r.allow.covers(c, &hit), Confined: c.confined,
	})
	switch d.Step {
	case shell.StepDeny:
		return byRule(gate.Deny, StepDeny, hit.entry, "forbid "+hit.part)
	case shell.StepAsk:
		return byRule(gate.Ask, StepAsk, hit.entry, "want a person to be asked about "+hit.part)
	case shell.StepAllow:
		return byRule(gate.Allow, StepAllow, hit.entry, "allow it")
	case shell.StepDefault:
		return r.byMode(c, d.Reason)
	}
	return Explanation{Verdict: d.Verdict, Step: Step(d.Step), Reason: d.Reason, fresh: !d.Cacheable}
}

// Commands is the policy for what a command of a tool turns out to run while it runs: the rules and the mode that are in
// force now.
func (p *Policy) Commands(t *registry.Tool) shell.Policy {
	r, c := p.current.Load(), &call{name: t.FullName(), tool: t}
	policy := shell.Policy{
		Deny: r.deny.hits(c, nil), Ask: r.ask.hits(c, nil), Allow: r.allow.covers(c, nil),
		Confined: p.opts.Confined, Default: gate.Ask,
	}
	switch r.mode {
	case ModePlan:
		policy.Allow, policy.Default = nil, gate.Deny
	case ModeDontAsk:
		policy.Default = gate.Deny
	}
	return policy
}

// finding is the first rule that was found for a command, and the simple command that it is about. nil: nobody wants to
// know.
type finding struct {
	entry *entry
	part  string
}

func (f *finding) note(e *entry, p *shell.Part) {
	if f != nil && f.entry == nil {
		*f = finding{e, fmt.Sprintf("%q", p.String())}
	}
}

// hits makes the question whether a list that restricts is about a simple command; nil: it is about none.
func (l *list) hits(c *call, found *finding) shell.Match {
	own, ofNamespace := l.about(c)
	if len(own.entries) == 0 && ofNamespace == nil {
		return nil
	}
	return func(p *shell.Part) (string, bool) {
		first := hit(own.byProgram[""], p)
		for _, program := range p.Programs() {
			first = earlier(first, hit(own.byProgram[program], p))
		}
		if first == nil {
			first = ofNamespace
		}
		if first == nil {
			return "", false
		}
		found.note(first, p)
		return first.text, true
	}
}

func hit(entries []*entry, p *shell.Part) *entry {
	for _, e := range entries {
		if e.shell.MatchLoose(p) {
			return e
		}
	}
	return nil
}

// covers makes the question whether a list that allows covers a simple command.
func (l *list) covers(c *call, found *finding) shell.Cover {
	own, ofNamespace := l.about(c)
	entries := own.entries
	if ofNamespace != nil {
		entries = append(slices.Clip(entries), ofNamespace)
	}
	return func(p *shell.Part) (rule string, whole, ok bool) {
		for _, e := range entries {
			if e.shell.MatchProven(p) {
				found.note(e, p)
				return e.text, !e.shell.Prefix, true
			}
		}
		return "", false, false
	}
}

// narrowestCommand writes the rules that package shell proposes for a command.
func narrowestCommand(c *call) []string {
	var texts []string
	for _, r := range shell.Propose(c.command) {
		texts = append(texts, Rule{Tool: c.name, Patterned: true, Pattern: commandPattern(r)}.String())
	}
	return texts
}
