// Package run runs an analysed command: its syntax tree itself, in an interpreter, so that what runs is exactly what was
// analysed. Every command line is judged once more when its words are final, every file that a redirection opens is looked
// at, and programs run in a session of their own, confined when they only read. It needs no shell on the machine.
//
// A command that is understood in full and has neither loops nor groups runs within this process, at once: nothing in it can
// grow, for its words are known and each runs once. Any other runs in a helper process, which is the caller's own binary and
// asks back about each command line; so the main function of every binary that uses the package begins with [Main].
package run

import (
	"context"
	"errors"
	"io"
	"time"

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
	Analysis *shell.Analysis // what to run
	Options  *shell.Options  // those that Analysis was made with; where its words need it, Dir and Env must agree with them
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

// New makes a command of a text that the gate has let through under a policy: what the policy allows by itself runs under
// the same policy, and everything else has been approved by a person as a whole. opts say where it will run; its Dir and
// the HOME of env must agree with them. The caller sets the streams.
func New(text string, opts *shell.Options, policy shell.Policy, env []string) *Command {
	a := shell.Analyze(text, opts)
	d := shell.Decide(a, policy)
	byItself := d.Step == shell.StepAllow || d.Step == shell.StepReadOnly
	return &Command{
		Analysis: a, Options: opts, Dir: opts.Dir, Env: env,
		Judge: Policy(policy, d.Verdict == gate.Ask, nil), Writes: !byItself,
	}
}

// The errors of [Command.Run] that are not the judge's or the context's.
var (
	ErrNotUnderstood = errors.New("the command cannot be parsed, so it does not run here")
	ErrMemory        = errors.New("the command needs more memory than it may have; give it less data at once")
	ErrHelper        = errors.New("the helper process that runs commands ended early")
)

const defaultGrace = 2 * time.Second

// status of a command that was refused, as of a program that may not be executed.
const statusRefused = 126

// statusNotFound is that of a program that there is not.
const statusNotFound = 127

// Run runs the command and returns its exit status. Programs that it started and that are still there when it is over are
// killed. The error is that of the judge, the cause of the context's end, or one of those above.
func (c *Command) Run(ctx context.Context) (status int, err error) {
	switch {
	case c.Analysis == nil || c.Analysis.Tree == nil:
		return 0, ErrNotUnderstood
	case !c.inPlace():
		return 0, errElsewhere
	case !c.Analysis.Straight():
		return c.runInHelper(ctx)
	}
	s := newSession(c, c.judged)
	defer s.programs.end()
	return s.run(ctx, c.Analysis.Tree)
}

// errElsewhere is a mistake of the caller: words were analysed with other values than they will have.
var errElsewhere = errors.New("the command was analysed for another directory or another home than it runs in")

// inPlace reports whether the command runs where the analysis was told that it would, as far as that matters.
func (c *Command) inPlace() bool {
	o := c.Options
	return !c.Analysis.InPlace || o == nil || (o.Dir == "" || o.Dir == c.Dir) && (o.Home == "" || o.Home == environment(c.Env)["HOME"])
}

func (c *Command) grace() time.Duration {
	if c.Grace <= 0 {
		return defaultGrace
	}
	return c.Grace
}

// judged asks the judge about a command line.
func (c *Command) judged(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	if c.Judge == nil {
		return shell.Decision{Verdict: gate.Deny, Reason: "nothing may run"}, nil
	}
	return c.Judge(ctx, shell.Expanded(words, dir, c.Options))
}
