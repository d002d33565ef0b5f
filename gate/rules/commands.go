package rules

import (
	"fmt"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry"
)

func (p *Policy) examineCommand(c *call, rc *registry.Call) {
	text, err := c.target.Command(rc.Args)
	if err != nil {
		c.unknown = "which command it runs cannot be told: " + err.Error()
		return
	}
	c.command = shell.Analyze(text, p.opts.Shell)
	c.confined = p.opts.Confined
	c.readOnly, c.why = c.command.ReadOnly, c.command.Why
}

// decideCommand takes the steps for a command: package shell knows them, and asks the lists about every simple command.
func (r *ruleset) decideCommand(c *call) Explanation {
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

// finding is the first rule that was found for a command, and the simple command that it is about.
type finding struct {
	entry *entry
	part  string
}

func (f *finding) note(e *entry, p *shell.Part) {
	if f.entry == nil {
		*f = finding{e, fmt.Sprintf("%q", p.String())}
	}
}

// hits makes the question whether a list that restricts is about a simple command.
func (l *list) hits(c *call, found *finding) shell.Match {
	own, _ := l.about(c)
	return func(p *shell.Part) (string, bool) {
		for _, e := range own {
			if e.shell.MatchLoose(p) {
				found.note(e, p)
				return e.text, true
			}
		}
		return "", false
	}
}

// covers makes the question whether a list that allows covers a simple command.
func (l *list) covers(c *call, found *finding) shell.Cover {
	own, _ := l.about(c)
	return func(p *shell.Part) (rule string, whole, ok bool) {
		for _, e := range own {
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
		pattern := command{words: r.Words, prefix: r.Prefix}.String()
		texts = append(texts, Rule{Tool: c.name, Patterned: true, Pattern: pattern}.String())
	}
	return texts
}
