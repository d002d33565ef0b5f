package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/confine"
	"github.com/runcode-dev/runcode/gate/shell/program"
)

// exec runs a program of the command.
func (s *session) exec(ctx context.Context, words []string) error {
	if words[0] == refused {
		return interp.ExitStatus(statusRefused)
	}
	return s.program(ctx, interp.HandlerCtx(ctx), words)
}

// program runs a program, after it has been judged.
func (s *session) program(ctx context.Context, hc interp.HandlerContext, words []string) error {
	d, err := s.decide(ctx, hc.Dir, words)
	if err != nil {
		return err
	}
	env, changed := s.environ(hc.Env, words[0])
	switch {
	case d.Verdict != gate.Allow:
		return fail(hc, statusRefused, refusal(words[0], d))
	case changed != "":
		return fail(hc, statusRefused, words[0]+": not run: setting "+changed+" may make programs run something else than they say")
	}
	confined := d.Step == shell.StepReadOnly
	if x := program.ParseXargs(program.Literals(words...)); confined && x != nil {
		return s.xargs(ctx, hc, x)
	}
	if confined || d.Step == shell.StepAllow {
		if why := walked(ctx, hc, words); why != "" {
			return fail(hc, statusRefused, words[0]+": not run: "+why)
		}
	}
	path, err := s.find(words[0], hc.Dir, confined)
	if err != nil {
		return fail(hc, statusNotFound, words[0]+": "+err.Error())
	}
	cmd := &exec.Cmd{Path: path, Args: words, Dir: hc.Dir, Env: env, Stdin: hc.Stdin, Stdout: output(hc.Stdout), Stderr: output(hc.Stderr)}
	start := (*exec.Cmd).Start
	if confined {
		cmd.Env, start = hardened(env), confine.Start
	}
	return s.wait(ctx, hc, cmd, start)
}

// output is where a program writes to. What is dropped needs nobody who reads it.
func output(w io.Writer) io.Writer {
	if w == io.Discard {
		return nil
	}
	return w
}

// wait starts a program and waits for it.
func (s *session) wait(ctx context.Context, hc interp.HandlerContext, cmd *exec.Cmd, start start) error {
	name := cmd.Args[0]
	err := s.programs(ctx, cmd, start)
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil // what it left behind and holds its output open is killed at the end
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &exit):
		return interp.ExitStatus(exitStatus(exit))
	case errors.Is(err, confine.ErrUnavailable):
		return fail(hc, statusRefused, name+": not run: "+err.Error())
	case isNoProgram(err):
		return fail(hc, statusRefused, name+": not run: the file is no program, and a script must name its interpreter in its first line")
	}
	return fail(hc, statusRefused, name+": it cannot be started")
}

// fail prints why a command failed, and gives its status. The commands behind it go on as in a shell.
func fail(hc interp.HandlerContext, status uint8, why string) error {
	fmt.Fprintln(hc.Stderr, why)
	return interp.ExitStatus(status)
}

// environ lists the variables of a program. changed names one that the command has changed and that could make
// it run something else.
func (s *session) environ(vars expand.Environ, command string) (env []string, changed string) {
	values := map[string]string{}
	for name, v := range vars.Each { // of two with one name the last counts
		if delete(values, name); !v.Exported || v.Kind != expand.String {
			continue
		}
		if before, ok := s.base[name]; (!ok || before != v.Str) && shell.DangerousFor(name, command) {
			changed = name
		}
		values[name] = v.Str
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		env = append(env, name+"="+values[name])
	}
	return env, changed
}
