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

// Shell is a [builtin.Shell]. It runs commands in an interpreter, where every command line is held against the rules once
// more when its words are final, and confined if it only reads. What cannot even be parsed has been approved as it stands, by
// a person, and runs in the system's shell. With [Place.System] everything else does too, but what nobody was asked about
// and only reads: without that look it might read secrets.
func (p *Policy) Shell(ctx context.Context, s builtin.Script) (process.Exit, error) {
	c, reads := p.command(s)
	if c.Analysis.Tree == nil || p.place.System && !reads {
		return p.inSystemShell(ctx, s)
	}
	exit, err := c.Run(ctx)
	return exit, told(ctx, err)
}

// command makes a command of a script that the gate has let through as a whole: where the rules alone would not have, a
// person did. reads says that nobody was asked, and that it will only read.
func (p *Policy) command(s builtin.Script) (c *run.Command, reads bool) {
	opts := p.shellOptions(s.Dir)
	a := shell.Analyze(s.Command, opts)
	commands := p.rules.Commands(p.tools["bash"])
	d := shell.Decide(a, commands)
	approved := d.Verdict == gate.Ask
	return &run.Command{
		Analysis: a, Options: opts, Judge: run.Policy(commands, approved, nil),
		Dir: s.Dir, Env: s.Env, Mark: s.Mark, Output: s.Output, Writes: approved, Keep: s.Keep, Helpers: &p.helpers,
	}, !approved && a.ReadOnly && commands.Confined
}

// inSystemShell runs a script as a child of the helper: nothing that it starts gets away.
func (p *Policy) inSystemShell(ctx context.Context, s builtin.Script) (process.Exit, error) {
	exit, err := builtin.RunSystemShell(ctx, s, p.helpers.Program)
	return exit, told(ctx, err)
}

// PrepareShell has the next command of a shell start at once, where one is likely to come.
func (p *Policy) PrepareShell() { p.helpers.Prepare() }

// Close ends what is ready for commands that did not come.
func (p *Policy) Close() { p.helpers.Close() }

// told makes of why a command did not run, or did not run to its end, what a model is told.
func told(ctx context.Context, err error) error {
	if e, ok := errors.AsType[run.Error](err); ok && ctx.Err() == nil {
		return registry.Errorf(registry.ToolError, "args.command: %s", e)
	}
	return err
}
