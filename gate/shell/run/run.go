// Package run runs an analysed command: its syntax tree itself, in an interpreter, so that what runs is exactly what was
// analysed. Every command line is judged once more when its words are final, every file that a redirection opens is looked
// at, and programs run in a session of their own, confined when they only read. It needs no shell on the machine.
//
// A command that is known to only read runs within this process, at once: nothing in it can grow or stay, for its words are
// known, each runs once, and none starts programs of its own. Any other runs in a helper process, which is the caller's own binary and asks back about each
// command line; so the main function of every binary that uses the package begins with [Main]. The helper adopts all that
// the command leaves behind, so that it is found whatever it does to get away, and ends it also when this process is killed.
// What remains: a command that kills the helper itself, or its caller and the helper at once, can leave behind what has also
// given up its session and its environment.
package run

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry/builtin/process"
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

	Mark string // unlike that of any other command on the machine; see process.Command. Empty: one is made

	// Output gets both streams, in order. It is written to by one goroutine at a time, and not after Run has returned. nil:
	// they are dropped. The input is empty.
	Output io.Writer

	// Writes lets redirections create and change files. It is for commands that a person has approved; those that rules
	// or the read-only step allow have none that write.
	Writes bool

	// Helpers has the helper that the command runs in, where it needs one; nil: one is started for it.
	Helpers *Helpers

	Keep  bool          // what it leaves in the background goes on; see process.Exit
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

// Error is why a command did not run, or not to its end. Its text is for a model.
type Error string

func (e Error) Error() string { return string(e) }

// The errors of [Command.Run] that callers tell apart. There are others of type [Error], as for what the interpreter does not
// support.
const (
	ErrNotUnderstood Error = "the command cannot be parsed, so it does not run here"
	ErrMemory        Error = "the command needs more memory than it may have; give it less data at once"
	ErrHelper        Error = "the helper process that runs commands ended early"
	ErrTooLong       Error = "the command is longer than the system allows; write it to a file, and run that"
)

const defaultGrace = 2 * time.Second

// status of a command that was refused, as of a program that may not be executed.
const statusRefused = 126

// statusNotFound is that of a program that there is not.
const statusNotFound = 127

// Run runs the command to its end, or stops it with all that it started when the context is done, and says how it ended as
// [process.Run] does. The error is that of the judge, the cause of the context's end when nothing was run, or an
// [Error].
func (c *Command) Run(ctx context.Context) (process.Exit, error) {
	switch {
	case c.Analysis == nil || c.Analysis.Tree == nil:
		return process.Exit{}, ErrNotUnderstood
	case !c.inPlace():
		return process.Exit{}, errElsewhere
	case ctx.Err() != nil:
		return process.Exit{}, context.Cause(ctx)
	}
	if err := unsupported(c.Analysis.Tree); err != nil {
		return process.Exit{}, err
	}
	mark := c.Mark
	if mark == "" {
		mark = rand.Text()
	}
	env := append(slices.Clone(c.Env), process.Marked(mark))
	switch {
	case c.Analysis.Straight() && (c.Analysis.ReadOnly && !c.Analysis.Spawns() || !canHelp):
		return c.runHere(ctx, env)
	case !canHelp:
		return process.Exit{}, ErrNotUnderstood
	}
	first := order{
		Text: []byte(c.Analysis.Text), Dir: []byte(c.Dir), Env: toBytes(env), Mark: mark, Writes: c.Writes,
	}
	return c.Helpers.run(ctx, first, process.Command{Mark: mark, Output: c.output(), Keep: c.Keep, Grace: c.Grace}, c.judged)
}

// runHere runs the command within this process.
func (c *Command) runHere(ctx context.Context, env []string) (process.Exit, error) {
	here := *c
	here.Env = env
	s := newSession(ctx, &here, c.judged, alone(c.grace()))
	defer s.stop(nil)
	status, err := s.run(c.Analysis.Tree)
	if ctx.Err() != nil {
		return process.Exit{Code: -1, Stopped: true}, nil
	}
	return process.Exit{Code: status}, err
}

func (c *Command) output() io.Writer {
	if c.Output == nil {
		return io.Discard
	}
	return c.Output
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

// maxWords bounds the words of one command line, in bytes. Systems start no program with more.
const maxWords = 2 << 20

// judged asks the judge about a command line.
func (c *Command) judged(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	if c.Judge == nil {
		return shell.Decision{Verdict: gate.Deny, Reason: "nothing may run"}, nil
	}
	size := 0
	for _, w := range words {
		size += len(w)
	}
	if size > maxWords {
		return shell.Decision{Verdict: gate.Deny, Reason: fmt.Sprintf("its words are longer than %d bytes", maxWords)}, nil
	}
	return c.Judge(ctx, shell.Expanded(words, dir, c.Options))
}
