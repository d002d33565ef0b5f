package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
)

// decide decides about a command line whose words are final.
type decide func(ctx context.Context, dir string, words []string) (shell.Decision, error)

// session is one run of a command in the interpreter.
type session struct {
	*Command
	ask         decide
	ctx         context.Context
	stop        context.CancelCauseFunc // ends the run, and what goes on in the background
	out, errOut io.Writer
	base        map[string]string // the environment at the start
	programs    programs
	entries     counter // names that patterns have been compared with
}

func newSession(ctx context.Context, c *Command, ask decide, programs programs) *session {
	s := &session{Command: c, ask: ask, base: environment(c.Env), programs: programs}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	s.out = io.Discard
	if c.Output != nil {
		s.out = &shared{w: c.Output}
	}
	s.errOut = s.out
	return s
}

// run runs a tree. What it starts in the background goes on until stop.
func (s *session) run(tree *syntax.File) (status int, err error) {
	if err := unsupported(tree); err != nil {
		return 0, err
	}
	runner, err := interp.New(
		interp.Dir(s.Dir),
		interp.Env(expand.ListEnviron(s.Env...)),
		interp.StdIO(nil, s.out, s.errOut),
		interp.CallHandler(s.call),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return s.exec }),
		interp.OpenHandler(s.open),
		interp.ReadDirHandler2(s.readDir),
	)
	if err != nil {
		return 0, fmt.Errorf("starting the interpreter: %w", err)
	}
	err = interpret(s.ctx, runner, tree)
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	if code, ok := errors.AsType[interp.ExitStatus](err); ok {
		return int(code), nil
	}
	return 0, err
}

// interpreting reports whether any goroutine is in the interpreter, also one of a subshell that goes on in the background,
// of which the interpreter knows nothing once it is over. It is for a process that interprets nothing else.
func interpreting() bool {
	for stacks := make([]byte, 64<<10); ; stacks = make([]byte, 2*len(stacks)) {
		if n := runtime.Stack(stacks, true); n < len(stacks) {
			return bytes.Contains(stacks[:n], []byte("mvdan.cc/sh/v3/interp."))
		}
	}
}

// finish waits, when a tree has been run, for what goes on in the background.
func finish() {
	for pause := time.Millisecond; interpreting(); pause = min(2*pause, 50*time.Millisecond) {
		time.Sleep(pause)
	}
}

const errInterpreter Error = "the interpreter of commands has a fault that this command meets; write it in another way"

// interpret runs a tree. A fault of the interpreter is an error of this command, not the end of the process.
func interpret(ctx context.Context, runner *interp.Runner, tree *syntax.File) (err error) {
	defer func() {
		if recover() != nil {
			err = errInterpreter
		}
	}()
	return runner.Run(ctx, tree)
}

// decide decides about a command line. An error ends the run, with whatever else goes on in it.
func (s *session) decide(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	d, err := s.ask(ctx, dir, words)
	if err != nil {
		s.stop(err)
	}
	return d, err
}

// maxFrames bounds how deep functions may call one another, in frames of this process; a function takes about a dozen.
const maxFrames = 20_000

const errTooDeep Error = "functions call one another too deep"

// call sees every command line, also those of the shell's own commands and of functions. Programs are judged when they are
// about to start, see exec.
func (s *session) call(ctx context.Context, words []string) ([]string, error) {
	if runtime.Callers(maxFrames, make([]uintptr, 1)) > 0 {
		return nil, errTooDeep
	}
	if why := unsupportedCall(words); why != "" {
		fmt.Fprintln(interp.HandlerCtx(ctx).Stderr, words[0]+": not run: "+why)
		return []string{refused}, nil
	}
	switch {
	case words[0] == "kill": // the interpreter has none of its own, but takes the name
		return append([]string{"/bin/kill"}, words[1:]...), nil
	case !interp.IsBuiltin(words[0]):
		return words, nil
	}
	hc := interp.HandlerCtx(ctx)
	d, err := s.decide(ctx, hc.Dir, words)
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
