// Package run runs an analysed command: its syntax tree itself, in an interpreter within this process, so that what runs is
// exactly what was analysed. Every command line is judged once more when its words are final, every file that a redirection
// opens is looked at, and programs run in process groups of their own, confined when they only read.
//
// Only commands that are understood in full run this way, since nothing in them can grow: their words are known. It needs
// no shell on the machine. Use [Command.Run] behind the bash tool.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
)

// Judge decides about one command line whose words are final. Verdict Allow lets it run, with Step StepReadOnly confined;
// everything else makes the command fail with the reason, and the command behind it goes on as in a shell. It may wait for
// a person as long as it takes. An error ends the whole command and is returned by [Command.Run]. It is called from several
// goroutines at once, for the commands of a pipeline.
type Judge func(ctx context.Context, a *shell.Analysis) (shell.Decision, error)

// Command is a command to run. Its fields must not change while it runs.
type Command struct {
	Analysis *shell.Analysis // what to run; it must be understood in full
	Options  *shell.Options  // for the analysis of the final command lines; nil: nothing is known of the place
	Judge    Judge           // nil: nothing may run

	Dir string   // where it runs, absolute
	Env []string // of the programs, NAME=value; their PATH is where programs are looked for

	Stdin          io.Reader // nil: empty
	Stdout, Stderr io.Writer // written to by one goroutine at a time; nil: dropped

	// Writes lets redirections create and change files. It is for commands that a person has approved; those that rules
	// or the read-only step allow have none that write.
	Writes bool

	Grace time.Duration // how long programs may take to end before they are killed, once the context is done; 0: 2 s
}

// ErrNotUnderstood says that a command is not understood in full, and so does not run here.
var ErrNotUnderstood = errors.New("the command is not understood in full")

const defaultGrace = 2 * time.Second

// status of a command that was refused, as of a program that may not be executed.
const statusRefused = 126

// statusNotFound is that of a program that there is not.
const statusNotFound = 127

// Run runs the command and returns its exit status. Programs that it started and that are still there when it is over are
// killed. The error is that of the judge, the cause of the context's end, or [ErrNotUnderstood].
func (c *Command) Run(ctx context.Context) (status int, err error) {
	if c.Analysis == nil || c.Analysis.Tree == nil || c.Analysis.Unknown != "" {
		return 0, ErrNotUnderstood
	}
	s := newSession(c)
	defer s.groups.end()
	runner, err := s.runner()
	if err != nil {
		return 0, err
	}
	err = runner.Run(ctx, c.Analysis.Tree)
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if code, ok := interp.IsExitStatus(err); ok {
		return int(code), nil
	}
	return 0, err
}

// session is one run of a command.
type session struct {
	*Command
	out, errOut io.Writer
	base        map[string]string // the environment at the start
	groups      groups
	entries     counter // names that patterns have been compared with
}

func newSession(c *Command) *session {
	s := &session{Command: c, base: environment(c.Env)}
	s.out = share(c.Stdout)
	if s.errOut = s.out; c.Stderr != c.Stdout {
		s.errOut = share(c.Stderr)
	}
	return s
}

func (s *session) runner() (*interp.Runner, error) {
	r, err := interp.New(
		interp.Dir(s.Dir),
		interp.Env(expand.ListEnviron(s.Env...)),
		interp.StdIO(s.Stdin, s.out, s.errOut),
		interp.CallHandler(s.call),
		interp.ExecHandler(s.exec),
		interp.OpenHandler(s.open),
		interp.ReadDirHandler2(s.readDir),
	)
	if err != nil {
		return nil, fmt.Errorf("starting the interpreter: %w", err)
	}
	return r, nil
}

// judge asks for the decision about a command line.
func (s *session) judge(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	a := shell.Expanded(words, dir, s.Options)
	if s.Judge == nil {
		return shell.Decision{Verdict: gate.Deny, Reason: "nothing may run"}, nil
	}
	return s.Judge(ctx, a)
}

// call sees every command line, also those of the shell's own commands. Programs are judged when they are about to
// start, see exec.
func (s *session) call(ctx context.Context, words []string) ([]string, error) {
	if !interp.IsBuiltin(words[0]) {
		return words, nil
	}
	hc := interp.HandlerCtx(ctx)
	d, err := s.judge(ctx, hc.Dir, words)
	switch {
	case err != nil:
		return nil, err
	case d.Verdict != gate.Allow:
		fmt.Fprintln(hc.Stderr, refusal(words[0], d))
		return []string{refused}, nil
	}
	return words, nil
}

// refused takes the place of the name of a command that was refused. No program, function or builtin can have it.
const refused = "\x00refused"

func refusal(name string, d shell.Decision) string {
	if d.Rule != "" {
		return fmt.Sprintf("%s: not run: %s (rule %s)", name, d.Reason, d.Rule)
	}
	return fmt.Sprintf("%s: not run: %s", name, d.Reason)
}
