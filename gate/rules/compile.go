package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell"
)

// entry is a rule of a list, ready to be matched.
type entry struct {
	rule  Rule
	text  string     // as it is written
	glob  *glob      // of a pattern of files
	shell shell.Rule // the command lines that it names; of a rule without a pattern all

	source       *source
	line, column int
}

// compile reads the text of a rule and what its pattern means for its tool. A rule of a list that restricts reaches
// farther than one that allows; see parseGlob.
func compile(text string, opts *Options, restricts bool) (*entry, *syntaxError) {
	r, err := parseRule(text)
	if err != nil {
		return nil, err
	}
	e := &entry{rule: r, text: text, shell: shell.Rule{Prefix: true}}
	if err := checkName(r, opts); err != nil || !r.Patterned {
		return e, err
	}
	switch target := opts.Targets[r.Tool]; {
	case target.Files != nil:
		g, problem := parseGlob(r.Pattern, opts.Root, opts.Home, restricts)
		e.glob, err = &g, problem
	case target.Command != nil:
		c, problem := parseCommand(r.Pattern)
		e.shell, err = shell.Rule{Words: c.words, Prefix: c.prefix}, problem
	}
	if err != nil {
		err.at += len(text) - 1 - len(r.Pattern)
		return nil, err
	}
	return e, nil
}

// checkName finds a name that can match nothing: such a rule would look as if it protected something.
func checkName(r Rule, opts *Options) *syntaxError {
	if r.Patterned {
		target := opts.Targets[r.Tool]
		if target.Files != nil || target.Command != nil {
			return nil
		}
		if near := nearest(r.Tool, sortedKeys(opts.Targets)); near != "" {
			return wrong(0, "%s takes no pattern; did you mean %q?", r.Tool, near)
		}
		return wrong(0, "%s takes no pattern; write its name alone", r.Tool)
	}
	if opts.Names == nil || r.Namespace || strings.Contains(r.Tool, ".") || slices.Contains(opts.Names, r.Tool) {
		return nil
	}
	if near := nearest(r.Tool, opts.Names); near != "" {
		return wrong(0, "there is no tool %s; did you mean %q?", r.Tool, near)
	}
	return wrong(0, "there is no tool %s; a tool of a namespace is written \"namespace.name\"", r.Tool)
}

// list is the rules of one verdict, of all sources, by what they are about.
type list struct {
	tools      map[string][]*entry // by full name
	namespaces map[string][]*entry
}

func (l *list) add(entries []*entry) {
	for _, e := range entries {
		m := &l.tools
		if e.rule.Namespace {
			m = &l.namespaces
		}
		if *m == nil {
			*m = make(map[string][]*entry)
		}
		(*m)[e.rule.Tool] = append((*m)[e.rule.Tool], e)
	}
}

// about gives the rules about a tool by name: those of the tool itself, and of its namespace.
func (l *list) about(c *call) (own, ofNamespace []*entry) {
	if c.tool != nil && c.tool.Namespace != "" {
		ofNamespace = l.namespaces[c.tool.Namespace]
	}
	return l.tools[c.name], ofNamespace
}

// whole gives the first rule that is about every call of a tool, whatever its arguments.
func (l *list) whole(c *call) *entry {
	own, ofNamespace := l.about(c)
	for _, e := range own {
		if !e.rule.Patterned {
			return e
		}
	}
	if len(ofNamespace) > 0 {
		return ofNamespace[0]
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return strings.Join(quoted, ", ")
}
