package policy

import (
	"context"
	"errors"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// Shell is a [builtin.Shell] that runs commands in an interpreter, where every command line is held against the rules once
// more when its words are final. What cannot even be parsed has been approved as it stands, by a person, and runs in the
// system's shell.
func (p *Policy) Shell(ctx context.Context, s builtin.Script) (process.Exit, error) {
	opts := p.shellOptions(s.Dir)
	a := shell.Analyze(s.Command, opts)
	if a.Tree == nil {
		return SystemShell(ctx, s)
	}
	commands := p.rules.Commands(p.tools["bash"])
	// The gate has let the whole command through: where the rules alone would not have, a person did.
	approved := shell.Decide(a, commands).Verdict == gate.Ask
	c := run.Command{
		Analysis: a, Options: opts, Judge: run.Policy(commands, approved, nil),
		Dir: s.Dir, Env: s.Env, Mark: s.Mark, Output: s.Output, Writes: approved, Keep: s.Keep,
	}
	exit, err := c.Run(ctx)
	return exit, told(ctx, err)
}

// SystemShell is a [builtin.Shell] that runs commands in the system's shell, as a child of the helper: nothing that they
// start gets away.
func SystemShell(ctx context.Context, s builtin.Script) (process.Exit, error) {
	exit, err := builtin.RunSystemShell(ctx, s, run.Program)
	return exit, told(ctx, err)
}

// told makes of why a command did not run, or did not run to its end, what a model is told.
func told(ctx context.Context, err error) error {
	if e, ok := errors.AsType[run.Error](err); ok && ctx.Err() == nil {
		return registry.Errorf(registry.ToolError, "args.command: %s", e)
	}
	return err
}
