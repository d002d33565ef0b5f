// Package rules makes a policy out of settings files: lists of rules that allow, ask about and deny calls, and a mode for
// what no rule decides.
//
// A policy is a [gate.Hook]; see [Policy.Decide]. Whatever is wrong in a file stops [Load] and is reported with its line
// and column: a mistake never means "no rules", and never a wider rule. The package knows tools by name and asks its
// caller which files and commands a call's arguments name.
package rules

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry"
)

// Files are the settings files of a person and of a project, as host paths. An empty path means none, and so does a file
// that is not there.
type Files struct {
	User    string // of the person, for all projects
	Project string // of the project, shared by all who work on it
	Local   string // of the person in this project; "always" is written to it
}

// Options say what the rules are about.
type Options struct {
	// Root is the directory of the project, and Home that of the person: absolute, clean, free of symbolic links, with
	// slashes. Patterns of files begin at the Root, or with "~/" at Home. Without a Home such a pattern is a mistake.
	Root, Home string

	// Trust says which of the two files of the project may allow calls and choose a looser mode. The others can only tighten:
	// their "allow" and a looser mode are left out, as [Policy.Ignored] tells. A project that comes from somebody else brings
	// its settings with it. nil: none.
	Trust Trust

	Mode    Mode                      // stands above the modes in the files; empty: theirs, or else ModeDefault
	Targets map[string]Target         // by full name: the tools whose rules can have a pattern
	Trusted func(*registry.Tool) bool // see gate.Options

	// Shell says what the analysis of commands may know about the directory where one runs; nil: nothing. Confined says that commands which only read run under
	// the sandbox of the system, so that they may run unasked.
	Shell    func(dir string) *shell.Options
	Confined bool

	// Names are those of all tools that have no namespace. A rule about another such name is a mistake, since it would
	// only look as if it protected something. nil: not checked.
	Names []string
}

// Trust decides about files of a project. Its methods are called by many goroutines at once.
type Trust interface {
	// Trusts reports whether a file is trusted with what it holds; nil: it is not there.
	Trusts(file string, text []byte) bool

	// Extend trusts a file with what it will hold in a moment, when a person's rules have been added to what was trusted
	// before. After an error they are not added.
	Extend(file string, text []byte) error
}

// TrustAll trusts all files of a project.
type TrustAll struct{}

// Trusts implements [Trust].
func (TrustAll) Trusts(string, []byte) bool { return true }

// Extend implements [Trust].
func (TrustAll) Extend(string, []byte) error { return nil }

// Target says what the patterns of rules mean for one tool. Its functions are called by many goroutines at once.
type Target struct {
	// Files gives the files that a call touches; patterns are globs over their paths. An error means that it cannot be
	// told, so that a person is asked; its text is read by models.
	Files  func(args json.RawMessage) ([]File, error)
	Writes bool // the files are changed, not only read

	// Command gives the shell command that a call runs, and the directory where, absolute; patterns are the words of commands.
	// An error is as that of Files.
	Command func(args json.RawMessage) (text, dir string, err error)
}

// File is a file that a call touches: absolute, clean paths with slashes. Where the file does not exist yet, Real is that
// of the nearest directory above it which does, with the rest added.
type File struct {
	Path string // as the call names it
	Real string // after symbolic links
}

// Policy decides by the rules of settings files. Its methods may be called from any goroutine.
type Policy struct {
	files   Files
	own     []string // see ownFiles
	opts    Options
	loading sync.Mutex // held while the files are read, so that what was read last is in force
	current atomic.Pointer[ruleset]
}

// ruleset is what all files say together. It never changes.
type ruleset struct {
	deny, ask, allow list
	mode             Mode
	ignored          []Mistake
}

// Load reads the settings files; nil options mean no targets, nothing trusted and no root. The error is [Mistakes], all
// that there are.
func Load(files Files, opts *Options) (*Policy, error) {
	p := &Policy{files: files, own: ownFiles(files)}
	if opts != nil {
		p.opts = *opts
	}
	if p.opts.Mode != "" && p.opts.Mode.tightness() < 0 {
		return nil, fmt.Errorf("unknown mode %q; there is %s", p.opts.Mode, quotedList(modeNames()))
	}
	if err := p.Reload(); err != nil {
		return nil, err
	}
	return p, nil
}

// Reload reads the files again. If there is a mistake in them, the error is [Mistakes] and the rules stay as they were.
func (p *Policy) Reload() error {
	p.loading.Lock()
	defer p.loading.Unlock()
	user, mistakes := readSettings(&source{"user", p.files.User}, &p.opts)
	project, more := readSettings(&source{"project", p.files.Project}, &p.opts)
	mistakes = append(mistakes, more...)
	local, more := readSettings(&source{"local", p.files.Local}, &p.opts)
	mistakes = append(mistakes, more...)
	if len(mistakes) > 0 {
		return mistakes
	}
	p.current.Store(p.merge(user, project, local))
	return nil
}

// Check reads one settings file as [Load] would, whatever its part, and gives every mistake in it. A file that is not
// there is one.
func Check(file string, opts *Options) Mistakes {
	if opts == nil {
		opts = &Options{}
	}
	text, err := readFile(file)
	switch {
	case err != nil:
		return Mistakes{{File: file, Text: err.Error()}}
	case text == nil:
		return Mistakes{{File: file, Text: "there is no such file"}}
	}
	_, mistakes := decode(text, &source{path: file}, opts)
	return mistakes
}

// Ignored tells what the project's files say without effect, since they are not trusted.
func (p *Policy) Ignored() []Mistake { return p.current.Load().ignored }

// Mode is the mode in force.
func (p *Policy) Mode() Mode { return p.current.Load().mode }

// Hides reports whether a tool must not touch a file that it comes upon in a directory, since it may hold secrets or a
// rule denies it. Tools that walk through trees ask for each file, as a call only names the tree.
func (p *Policy) Hides(t *registry.Tool, f File) bool {
	c := &call{name: t.FullName(), tool: t, files: []file{p.file(f)}}
	return c.files[0].secret() || p.current.Load().deny.touching(c) != nil
}

// Forbids returns the deny rule that keeps a file from a tool by a pattern, as it is written; empty: none does. Whoever reads
// files in other ways asks, since a person means the file.
func (p *Policy) Forbids(tool string, f File) string {
	own := p.current.Load().deny.tools[tool]
	if own == nil {
		return ""
	}
	c := p.file(f)
	if e := earlier(own.match(c.Path, c.lowerPath), own.match(c.Real, c.lowerReal)); e != nil {
		return e.text
	}
	return ""
}

func (p *Policy) merge(user, project, local settings) *ruleset {
	r := &ruleset{mode: ModeDefault}
	if user.mode != "" {
		r.mode = user.mode
	}
	for _, s := range []settings{user, project, local} {
		r.deny.add(s.deny)
		r.ask.add(s.ask)
	}
	r.allow.add(user.allow)
	p.mergeProject(r, user.mode, project)
	p.mergeProject(r, user.mode, local)
	if p.opts.Mode != "" {
		r.mode = p.opts.Mode
	}
	return r
}

// mergeProject adds what a file of the project loosens, as far as it may.
func (p *Policy) mergeProject(r *ruleset, user Mode, s settings) {
	if s.trusted {
		r.allow.add(s.allow)
	} else {
		for _, e := range s.allow {
			r.ignored = append(r.ignored, Mistake{e.source.path, e.line, e.column,
				fmt.Sprintf("rule %q allows nothing, since the file is not trusted as it is now", e.text)})
		}
	}
	switch least := p.loosest(r.mode, user, s.trusted); {
	case s.mode == "":
	case s.mode.tightness() >= least.tightness():
		r.mode = s.mode
	default:
		m := s.modeAt
		m.Text = fmt.Sprintf("mode %q has no effect: a project cannot loosen %q here", s.mode, least)
		r.ignored = append(r.ignored, m)
	}
}

// loosest gives the loosest mode that a file of the project may choose. What the person's own mode denies stays denied.
func (p *Policy) loosest(current, user Mode, trusted bool) Mode {
	switch {
	case !trusted:
		return current
	case user == ModePlan || user == ModeDontAsk:
		return user
	}
	return modes[0]
}
