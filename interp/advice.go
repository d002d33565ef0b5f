package interp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/library"
	"github.com/runcode-dev/runcode/interp/internal/source"
)

// What to do about the mistakes that models make most often.

// adviseAwait says so if an expression starts with a variable that was given the Promise of a call. It goes by the text of
// the program.
func (r *run) adviseAwait(f *Failure, expression string) {
	name := chainAfter().FindStringSubmatch(expression)
	if name == nil {
		return
	}
	variable, _, _ := strings.Cut(strings.Replace(name[2], "?", "", 1), ".")
	given := regexp.MustCompile(`(?:^|[^\w$.])` + regexp.QuoteMeta(variable) + `\s*=[^=\n]`)
	for n := range r.program.Lines() {
		line := r.program.Line(n + 1)
		at := given.FindStringIndex(line)
		if at == nil {
			continue
		}
		if call := r.plainCall(line[at[0]:]); call != "" {
			f.Hint = variable + " is a Promise: write " + variable + " = await " + call + "(…)"
			return
		}
	}
}

// plainCall is the first call of a host function in a line whose Promise is assigned, spread or looped over as it is; empty:
// there is none.
func (r *run) plainCall(line string) string {
	m := assignedCall().FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	if object, _, _ := strings.Cut(m[1], "."); r.isHostObject(object) {
		return m[1]
	}
	return ""
}

func (r *run) isHostObject(name string) bool {
	return slices.ContainsFunc(r.req.Objects, func(o Object) bool { return o.Name == name })
}

var assignedCall = lazy.Regexp(`(?:=|\bof|\.\.\.)\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)\(`)

var notDefined = lazy.Regexp(`^(\S+) is not defined$`)

// adviseName says what a program can use instead of a variable that does not exist.
func (r *run) adviseName(f *Failure) {
	m := notDefined().FindStringSubmatch(f.Message)
	if m == nil || f.Hint != "" {
		return
	}
	name := m[1]
	if source.LooksLikeShell(r.req.Program) {
		f.Hint = "this looks like a shell command; call a tool that runs commands"
		return
	}
	for _, o := range r.req.Objects {
		for _, path := range o.Functions.Names() {
			if path[len(path)-1] == name || path[0] == name {
				f.Hint = "write " + o.Name + "." + name
				if len(path) == 2 && path[1] == name {
					f.Hint = "write " + o.Name + "." + strings.Join(path, ".")
				}
				return
			}
		}
	}
	if advice := library.Advice(name); advice != "" {
		f.Hint = advice
		return
	}
	if _, after := around(f); assigned().MatchString(after) {
		f.Hint = "declare it: let " + name + " = …"
		return
	}
	names := []string{"console", "input"}
	for _, o := range r.req.Objects {
		names = append(names, o.Name)
	}
	f.Hint = "declare it; beside the language, a program has the globals " + strings.Join(names, ", ")
}

// warnAboutSlips says where the program forgets to call a host function, or to await its call.
func (r *run) warnAboutSlips() {
	for _, s := range r.program.Slips {
		if !r.isHostFunction(s.Path) {
			continue
		}
		name := strings.Join(s.Path, ".")
		what := name + " is awaited but not called"
		switch s.Kind {
		case source.NotAwaited:
			what = "what " + name + "(…) gives is a Promise, of which members are taken"
		case source.MemberRead:
			what = s.Member + " is a member of the Promise that " + name + "(…) gives"
		}
		r.warn(fmt.Sprintf("%s: write await %s(…) (%s:%d:%d)", what, name, r.program.Name, s.Line, s.Column))
	}
}

// isHostFunction reports whether a path, from the global variable on, is that of a host function.
func (r *run) isHostFunction(path []string) bool {
	for _, o := range r.req.Objects {
		if o.Name == path[0] && len(path) <= 3 {
			_, exists := o.Functions.Lookup(path[1:])
			return exists
		}
	}
	return false
}
