package main

import (
	"io"
	"log/slog"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/scheduler"
)

// setup is the road that the calls of a command go, from the tools to the scheduler.
type setup struct {
	workspace *builtin.Workspace
	registry  *registry.Registry
}

// open opens the workspace and registers its tools.
func (g *grammar) open(e *env) (*setup, error) {
	dir := g.Dir
	if dir == "" {
		dir = e.dir
	}
	w, err := builtin.Open(dir, &builtin.Options{Environ: e.environ})
	if err != nil {
		return nil, err
	}
	s := &setup{workspace: w, registry: registry.New(&registry.Options{Env: e.registryEnv()})}
	tools, err := w.Tools()
	if err == nil {
		_, err = s.registry.Root().Add(tools...)
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return s, nil
}

func (s *setup) close() error { return s.workspace.Close() }

// scheduler makes the scheduler of a command, under a gate with the given approver.
func (s *setup) scheduler(approver gate.Approver, opts *scheduler.Options) (*scheduler.Scheduler, error) {
	return scheduler.New(s.registry, gate.New(&gate.Options{Approver: approver, Log: opts.Log}), opts)
}

// logTo makes the log for faults of tools and policy: people see them, programs do not.
func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
