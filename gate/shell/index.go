package shell

import "slices"

// Program is the name under which [Part.Programs] lists what a deny or ask rule is about; empty: it is about every command.
func (r Rule) Program() string {
	if len(r.Words) == 0 {
		return ""
	}
	name, _ := baseName(Word{Text: r.Words[0]})
	return name
}

// Programs lists the programs that a part may run, by name and without repetition. A deny or ask rule about another
// program does not hit the part, see [Rule.MatchLoose], so that of thousands of rules only a few need to be tried.
func (p *Part) Programs() []string {
	var names []string
	for _, f := range p.forms {
		if len(f) > 0 && !slices.Contains(names, f[0]) {
			names = append(names, f[0])
		}
	}
	return names
}
