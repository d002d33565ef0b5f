package shell

import (
	"path"
	"strings"
)

// Rules is a list of rules, arranged so that only those are compared that could be about a command. It never changes.
type Rules struct {
	rules  []Rule
	byName map[string][]int // indexes in the list, by the first word in small letters and without its directory
	all    []int            // of those that name every command
}

// NewRules makes the arrangement of a list, which it keeps.
func NewRules(list []Rule) *Rules {
	r := &Rules{rules: list, byName: make(map[string][]int)}
	for i, rule := range list {
		if len(rule.Words) == 0 {
			r.all = append(r.all, i)
			continue
		}
		name := indexName(rule.Words[0])
		r.byName[name] = append(r.byName[name], i)
	}
	return r
}

// indexName is under what a rule is kept. An assignment in front of a command is its first word.
func indexName(word string) string { return strings.ToLower(path.Base(word)) }

// Loose returns the index of the first rule that hits a part as a deny or ask rule; see [Rule.MatchLoose].
func (r *Rules) Loose(p *Part) (index int, ok bool) {
	index = len(r.rules)
	for _, form := range p.forms {
		index = r.first(indexName(form[0]), index, func(rule Rule) bool { return rule.MatchLoose(p) })
	}
	return index, index < len(r.rules)
}

// Proven returns the index of the first rule that covers a part as an allow rule; see [Rule.MatchProven].
func (r *Rules) Proven(p *Part) (index int, ok bool) {
	index = len(r.rules)
	if len(p.proven) > 0 {
		index = r.first(indexName(p.proven[0].Text), index, func(rule Rule) bool { return rule.MatchProven(p) })
	}
	return index, index < len(r.rules)
}

// first returns the first index below a limit of a rule of that name, or of one that names every command, that matches;
// else the limit.
func (r *Rules) first(name string, limit int, matches func(Rule) bool) int {
	for _, list := range [][]int{r.byName[name], r.all} {
		for _, i := range list {
			if i >= limit {
				break
			}
			if matches(r.rules[i]) {
				limit = i
				break
			}
		}
	}
	return limit
}
