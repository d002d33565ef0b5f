package main

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/policy"
	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/scheduler"
)

// setup is the road that the calls of a command go, from the tools to the scheduler.
type setup struct {
	workspace *builtin.Workspace
	registry  *registry.Registry
	tools     []registry.Tool // of the workspace
	policy    *policy.Policy
}

// shellSystem is the setting for commands in the system's shell.
const shellSystem = "system"

// open opens the workspace, registers its tools and reads the settings.
func (g *grammar) open(e *env) (*setup, error) {
	s, err := g.openWorkspace(e)
	if err != nil {
		return nil, err
	}
	if err := s.policy.Load(s.workspace, s.tools); err != nil {
		s.close(e)
		return nil, err
	}
	return s, nil
}

// openWorkspace opens the workspace and registers its tools. The settings are not read yet.
func (g *grammar) openWorkspace(e *env) (_ *setup, err error) {
	place := policy.PlaceFrom(e.lookup)
	place.Mode, place.Trust, place.System = rules.Mode(g.Mode), g.TrustProject, g.Shell == shellSystem
	s := &setup{policy: policy.New(place), registry: registry.New(&registry.Options{Env: e.registryEnv()})}
	opts := &builtin.Options{Environ: e.environ, Hide: s.policy.Hide, Shell: s.policy.Shell, GlobalIgnore: e.globalIgnore}
	dir := g.Dir
	if dir == "" {
		dir = e.dir
	}
	if dir == "" {
		return nil, usageErrorf("the current directory is not there any more; give a workspace with --dir")
	}
	if s.workspace, err = builtin.Open(dir, opts); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.workspace.Close()
		}
	}()
	if s.tools, err = s.workspace.Tools(); err != nil {
		return nil, err
	}
	_, err = s.registry.Root().Add(s.tools...)
	return s, err
}

// close ends what the tools have left running, and says what it could not end.
func (s *setup) close(e *env) {
	s.policy.Close()
	if err := s.workspace.Close(); err != nil {
		fmt.Fprintf(e.err, "runcode: %s\n", term.Safe(err.Error()))
	}
}

// scheduler makes the scheduler of a command, under the rules of the settings. A nil approver is nobody.
func (s *setup) scheduler(approver gate.Approver, opts *scheduler.Options) (*scheduler.Scheduler, error) {
	o := &gate.Options{Hooks: []gate.Hook{s.policy.Possible, s.policy.Rules().Decide}, Approver: approver, Log: opts.Log}
	if s.policy.CanRemember() {
		o.Remember = s.policy.Remember
	}
	return scheduler.New(s.registry, gate.New(o), opts)
}

// logTo makes the log for faults of tools and policy: people see them, programs do not.
func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
