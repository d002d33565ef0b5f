package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// The bounds of loops that are followed: how many values a variable takes, how often all loops go round, and how long all
// words are, in bytes, that they come to.
const (
	maxValues = 32
	maxRounds = 256
	maxText   = 256 << 10
)

// loop walks a for loop. One over words that are known, or patterns, is walked for each of them, with the variable for it.
func (c *collector) loop(cmd *syntax.ForClause) {
	items, ok := cmd.Loop.(*syntax.WordIter)
	if !ok || cmd.Select {
		c.fail("a loop that is not understood")
		c.search(cmd.Loop)
		c.setsVariable = true
		c.group(cmd.Do)
		return
	}
	name := items.Name.Value
	follow := c.follows(name) && len(items.Items) <= maxValues
	values := make([]Word, 0, len(items.Items))
	for _, w := range items.Items {
		values = append(values, c.word(w))
		follow = follow && values[len(values)-1].Kind <= program.Pattern
	}
	if !follow || len(values) == 0 {
		c.setsVariable = true
		c.assigned[name] = true
		c.in("it stands in a loop that is not followed", cmd.Do)
		return
	}
	defer delete(c.vars, name)
	for _, v := range values {
		if c.rounds++; c.rounds > maxRounds || c.size > maxText {
			c.fail("the loops go round too often, or their words become too long")
			delete(c.vars, name)
			c.in("it stands in a loop that is not followed", cmd.Do)
			return
		}
		c.vars[name] = v
		c.group(cmd.Do)
	}
}

// follows reports whether a loop may give a variable its value: it is a plain one, and no loop around has it.
func (c *collector) follows(name string) bool {
	_, taken := c.vars[name]
	return !taken && program.PlainVariable(name)
}

// while walks a loop with a condition. One that reads lines comes to an end with its input; what it reads is data.
func (c *collector) while(cmd *syntax.WhileClause) {
	names := c.readsLines(cmd)
	if names == nil {
		c.in("it stands in a loop that may not end", cmd.Cond)
		c.in("it stands in a loop that may not end", cmd.Do)
		return
	}
	before := c.assigned
	c.assigned = map[string]bool{} // setting them here is what the loop is for
	c.group(cmd.Cond)
	c.assigned = before
	for _, name := range names {
		c.vars[name] = Word{Kind: program.Data}
		defer delete(c.vars, name)
	}
	c.group(cmd.Do)
}

// readsLines returns the variables that the condition of a loop reads into, when that is all it does: "while read -r x".
func (c *collector) readsLines(cmd *syntax.WhileClause) (names []string) {
	if cmd.Until || len(cmd.Cond) != 1 || len(cmd.Cond[0].Redirs) > 0 || cmd.Cond[0].Negated || cmd.Cond[0].Background {
		return nil
	}
	call, ok := cmd.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || call.Args[0].Lit() != "read" {
		return nil
	}
	for _, arg := range call.Args[1:] {
		switch name := arg.Lit(); {
		case name == "-r":
		case !c.follows(name):
			return nil
		default:
			names = append(names, name)
		}
	}
	return names
}

// test walks "[[ … ]]". One without operators of its own has the words of the command of that name, which is how shells
// without it read it.
func (c *collector) test(cmd *syntax.TestClause) {
	words, ok := c.testWords(cmd.X)
	if !ok {
		c.fail("a test that is not understood")
		c.search(cmd)
		return
	}
	c.add(Part{Words: append(append([]Word{{Text: "[["}}, words...), Word{Text: "]]"})})
}

func (c *collector) testWords(x syntax.TestExpr) (words []Word, ok bool) {
	switch x := x.(type) {
	case *syntax.Word:
		return []Word{c.word(x)}, true
	case *syntax.UnaryTest:
		switch x.Op {
		case syntax.TsVarSet, syntax.TsRefVar, syntax.TsOptSet:
			return nil, false
		}
		words, ok = c.testWords(x.X)
		return append([]Word{{Text: x.Op.String()}}, words...), ok
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest, syntax.TsBefore, syntax.TsAfter, syntax.TsReMatch:
			return nil, false
		}
		left, ok1 := c.testWords(x.X)
		right, ok2 := c.testWords(x.Y)
		return append(append(left, Word{Text: x.Op.String()}), right...), ok1 && ok2
	}
	return nil, false
}
