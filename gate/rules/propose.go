package rules

import "strings"

// maxProposed bounds how many rules one answer may write; above it "always" is not offered, for nobody would read them.
const maxProposed = 5

// joinRules puts rules into the one text that a person is shown and [Policy.Remember] gets: one a line.
func joinRules(texts []string) string { return strings.Join(texts, "\n") }

// propose gives the narrowest rules that would allow the call from now on; nil: there are none. Each is proven: it reads
// back as itself, and together they do allow the call.
func (p *Policy) propose(c *call) []string {
	texts := p.narrowest(c)
	if len(texts) == 0 || len(texts) > maxProposed {
		return nil
	}
	would := &ruleset{mode: ModeDefault}
	for _, text := range texts {
		e, err := compile(text, &p.opts, false)
		if err != nil || e.rule.String() != text {
			return nil
		}
		e.source = &source{}
		would.allow.add([]*entry{e})
	}
	if would.decide(c).Step != StepAllow {
		return nil
	}
	return texts
}

func (p *Policy) narrowest(c *call) []string {
	switch {
	case c.command != nil:
		return narrowestCommand(c)
	case c.target.Files != nil:
		var texts []string
		for _, f := range c.files {
			texts = append(texts, Rule{Tool: c.name, Patterned: true, Pattern: p.pattern(f.Real)}.String())
		}
		return texts
	case c.tool != nil:
		return []string{Rule{Tool: c.name}.String()}
	}
	return nil
}

// pattern writes a file as a pattern that matches it alone, from the root where it is below that.
func (p *Policy) pattern(real string) string {
	if below(real, p.opts.Root) && real != p.opts.Root {
		return escapeGlob(p.show(real))
	}
	return escapeGlob(real)
}
