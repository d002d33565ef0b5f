// Package policy sets up the permissions of the command line: the settings files of a person and of a project, whether the
// project is trusted, and the shell that runs commands under the same rules.
package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/confine"
	"github.com/runcode-dev/runcode/gate/shell/gitrepo"
	"github.com/runcode-dev/runcode/gate/shell/npmrc"
	"github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

// Place is where settings are looked for.
type Place struct {
	Config string     // the person's directory of settings, such as ~/.config/runcode; empty: none
	Home   string     // the person's home; empty: none
	System bool       // commands run in the system's shell, see [Policy.Shell]
	Trust  bool       // trust the project for this time
	Mode   rules.Mode // stands above the modes in the files; empty: theirs
}

// PlaceFrom finds the place in the environment, as the XDG base directory specification says.
func PlaceFrom(lookup func(string) (string, bool)) Place {
	var p Place
	if home, ok := lookup("HOME"); ok {
		p.Home = home
	}
	if config, ok := lookup("XDG_CONFIG_HOME"); ok && filepath.IsAbs(config) {
		p.Config = filepath.Join(config, "runcode")
	} else if p.Home != "" {
		p.Config = filepath.Join(p.Home, ".config", "runcode")
	}
	return p
}

// Policy is the policy of a workspace. It is made before the workspace is opened, which needs its Shell and Hide, and
// loaded afterwards.
type Policy struct {
	place     Place
	workspace *builtin.Workspace
	rules     *rules.Policy
	tools     map[string]*registry.Tool
	project   string // directory of the project, see projectOf
	trust     *trust
	helpers   run.Helpers
}

// New makes a policy that is not loaded yet.
func New(place Place) *Policy { return &Policy{place: place} }

// Load reads the settings for a workspace and its tools. The error may be [rules.Mistakes].
func (p *Policy) Load(w *builtin.Workspace, tools []registry.Tool) error {
	p.about(w, tools)
	err := leadNowhere(p.files())
	if err != nil {
		return err
	}
	p.rules, err = rules.Load(p.files(), p.options())
	return errors.Join(err, p.trust.err())
}

// Check reads one settings file, as if it were one of the workspace's, and gives every mistake in it.
func (p *Policy) Check(file string, w *builtin.Workspace, tools []registry.Tool) rules.Mistakes {
	p.about(w, tools)
	return rules.Check(file, p.options())
}

// about sets what the rules are about.
func (p *Policy) about(w *builtin.Workspace, tools []registry.Tool) {
	p.workspace, p.project = w, projectOf(w.Dir())
	p.trust = &trust{always: p.place.Trust}
	if p.place.Config != "" {
		p.trust.file = filepath.Join(p.place.Config, "trusted")
	}
	p.tools = make(map[string]*registry.Tool, len(tools))
	for i := range tools {
		p.tools[tools[i].FullName()] = &tools[i]
	}
}

func (p *Policy) options() *rules.Options {
	var names []string
	for name, t := range p.tools {
		if t.Namespace == "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	home := p.place.Home
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	return &rules.Options{
		Root: filepath.ToSlash(p.project), Home: filepath.ToSlash(home),
		Trust: p.trust, Mode: p.place.Mode, Targets: p.targets(),
		Shell: p.shellOptions, Confined: confine.Available() == nil, Names: names,
	}
}

// Project is the directory of the project that the workspace belongs to. It is there once the policy is loaded.
func (p *Policy) Project() string { return p.project }

// Rules are the rules in force. They are there once the policy is loaded.
func (p *Policy) Rules() *rules.Policy { return p.rules }

// files are the settings files, whether they are there or not.
func (p *Policy) files() rules.Files {
	dir := filepath.Join(p.project, settingsDir)
	f := rules.Files{Project: filepath.Join(dir, settingsFile), Local: filepath.Join(dir, settingsLocal)}
	if p.place.Config != "" {
		f.User = filepath.Join(p.place.Config, settingsFile)
	}
	return f
}

// targets say what the patterns of rules mean for the tools of the workspace.
func (p *Policy) targets() map[string]rules.Target {
	reads, writes := rules.Target{Files: p.touched}, rules.Target{Files: p.touched, Writes: true}
	return map[string]rules.Target{
		"read_file": reads, "list_directory": reads, "glob": reads, "grep": reads,
		"write_file": writes, "edit_file": writes,
		"bash": {Command: p.workspace.Command},
	}
}

func (p *Policy) touched(args json.RawMessage) ([]rules.File, error) {
	files, err := p.workspace.Files(args)
	if err != nil {
		return nil, err
	}
	touched := make([]rules.File, len(files))
	for i, f := range files {
		touched[i] = rules.File(f)
	}
	return touched, nil
}

// Possible is a hook that refuses calls which can only fail, since their path leads nowhere that the tools may go: nobody
// should be asked about them.
func (p *Policy) Possible(_ context.Context, s gate.Subject) (gate.Decision, error) {
	if s.Tool == nil {
		return gate.Decision{}, nil
	}
	var err error
	switch target := p.targets()[s.Tool.FullName()]; {
	case target.Files != nil:
		_, err = p.workspace.Files(s.Call.Args)
	case target.Command != nil:
		_, _, err = p.workspace.Command(s.Call.Args)
	}
	if err != nil {
		return gate.Decision{Verdict: gate.Deny, Code: registry.InvalidArgs, Reason: err.Error()}, nil
	}
	return gate.Decision{}, nil
}

// Hide keeps searches out of files that hold secrets, or that a rule denies to grep.
func (p *Policy) Hide(path string) bool {
	return p.rules == nil || p.rules.Hides(p.tools["grep"], rules.File{Path: path, Real: path})
}

// shellOptions are what the analysis of commands may know about a directory.
func (p *Policy) shellOptions(dir string) *shell.Options {
	return &shell.Options{
		Home: p.place.Home, Dir: dir, Judged: true, System: p.place.System, Away: dir != p.workspace.Dir(), Resolve: resolve,
		Forbidden: p.forbidden,
		Protected: func(path string) bool { return p.rules != nil && p.rules.Protects(path) },
		Settings: func(program string) string {
			if program == "npm" {
				return npmrc.Trouble(dir, p.place.Home)
			}
			return gitrepo.Programs(dir)
		},
	}
}

// forbidden gives the rule that keeps a file from the tools that print what is in files.
func (p *Policy) forbidden(path string) string {
	if p.rules == nil {
		return ""
	}
	f := rules.File{Path: path, Real: resolve(path)}
	for _, tool := range []string{"read_file", "grep"} {
		if rule := p.rules.Forbids(tool, f); rule != "" {
			return rule
		}
	}
	return ""
}

// maxPath is the length, in bytes, of the longest path that systems know.
const maxPath = 4096

// resolve is the real path of a file, or of the nearest directory above it that is there, with the rest added.
func resolve(path string) string {
	if len(path) > maxPath {
		return ""
	}
	for rest := ""; ; {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(path)
		if !errors.Is(err, fs.ErrNotExist) || parent == path {
			return ""
		}
		rest, path = filepath.Join(filepath.Base(path), rest), parent
	}
}

// Notice says for a person what of the project's settings has no effect, and how to change that; empty: all has.
func (p *Policy) Notice() string {
	ignored := p.rules.Ignored()
	if len(ignored) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("the settings of this project are not trusted as they are now, so that they can only restrict; " +
		"read them, and run `runcode trust` here if they should:\n")
	for _, m := range ignored {
		fmt.Fprintf(&b, "  %s\n", m)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
