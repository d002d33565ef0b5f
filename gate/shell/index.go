package shell

import (
	"slices"
	"strings"
)

// Program is the name under which [Part.Programs] lists what a deny or ask rule is about; empty: it is about every command.
func (r Rule) Program() string {
	if len(r.Words) == 0 {
		return ""
	}
	return strings.ToLower(baseName(r.Words[0]))
}

// Programs lists the programs that a part may run, by name in small letters and without repetition. A deny or ask rule
// about another program does not hit the part, see [Rule.MatchLoose], so that of thousands of rules only a few need to be
// tried.
func (p *Part) Programs() []string {
	var names []string
	for _, f := range p.forms {
		if name := strings.ToLower(baseName(f[0].Text)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
