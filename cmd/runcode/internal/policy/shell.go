package policy

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// Shell is a [builtin.Shell] that runs what is understood in full in an interpreter, where every command is held against
// the rules once more when its words are final. What is not understood has been approved as it stands, by a person, and
// runs in the system's shell.
func (p *Policy) Shell(ctx context.Context, s builtin.Script) (process.Exit, error) {
	opts := p.shellOptions(s.Dir)
	a := shell.Analyze(s.Command, opts)
	if a.Unknown != "" || s.Keep {
		return builtin.SystemShell(ctx, s)
	}
	commands := p.rules.Commands(p.tools["bash"])
	// The gate has let the whole command through: where the rules alone would not have, a person did.
	approved := shell.Decide(a, commands).Verdict == gate.Ask
	out := &oneAtATime{w: s.Output}
	c := run.Command{
		Analysis: a, Options: opts, Judge: run.Policy(commands, approved, nil),
		Dir: s.Dir, Env: s.Env, Stdout: out, Stderr: out, Writes: approved,
	}
	status, err := c.Run(ctx)
	switch {
	case ctx.Err() != nil:
		return process.Exit{Code: -1, Stopped: true}, nil
	case errors.Is(err, run.ErrNotUnderstood):
		return builtin.SystemShell(ctx, s)
	case err != nil:
		return process.Exit{}, err
	}
	return process.Exit{Code: status}, nil
}

// oneAtATime lets the two streams of a command share a writer.
type oneAtATime struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneAtATime) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}
