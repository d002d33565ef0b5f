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
	order        int // among the rules of its list about its tool
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
		e.shell, err = parseCommand(r.Pattern)
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
	if r.Namespace && slices.Contains(opts.Names, r.Tool) {
		return wrong(0, "%s is a tool, not a namespace; write its name alone", r.Tool)
	}
	if opts.Names == nil || r.Namespace || strings.Contains(r.Tool, ".") || slices.Contains(opts.Names, r.Tool) {
		return nil
	}
	if near := nearest(r.Tool, opts.Names); near != "" {
		return wrong(0, "there is no tool %s; did you mean %q?", r.Tool, near)
	}
	return wrong(0, "there is no tool %s; a tool of a namespace is written \"namespace.name\"", r.Tool)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return strings.Join(quoted, ", ")
}
