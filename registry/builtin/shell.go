package builtin

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// Script is a command line to run in a shell.
type Script struct {
	Command string
	Dir     string   // to run in, absolute
	Env     []string // the whole environment, as "KEY=value"
	Mark    string   // unlike that of any other command on the machine; see process.Command
	Keep    bool     // what it leaves in the background runs on

	// Output gets both streams, in order; it never fails. It is written to by one goroutine at a time, and not after the
	// Shell has returned.
	Output io.Writer
}

// Shell runs a script to its end, or stops it and all that it started when ctx is done. An error means that nothing was
// run; an [*registry.Error] is told to the model as it is. Any goroutine may call it.
type Shell func(ctx context.Context, s Script) (process.Exit, error)

// SystemShell runs scripts in /bin/bash, or in /bin/sh where there is none.
func SystemShell(ctx context.Context, s Script) (process.Exit, error) {
	return RunSystemShell(ctx, s, process.Run)
}

// RunSystemShell is [SystemShell] with another way to run the program of the shell than [process.Run].
func RunSystemShell(
	ctx context.Context, s Script, run func(context.Context, process.Command) (process.Exit, error),
) (process.Exit, error) {
	for _, shell := range []string{"/bin/bash", "/usr/bin/bash", "/bin/sh"} {
		if _, err := os.Stat(shell); err == nil {
			return run(ctx, process.Command{
				Argv: []string{shell, "-c", s.Command}, Dir: s.Dir, Env: s.Env, Mark: s.Mark, Output: s.Output, Keep: s.Keep,
			})
		}
	}
	return process.Exit{}, registry.Errorf(registry.ToolError, "there is no shell on this machine").
		WithHint("use the other tools")
}

// EnvNames are the names of the variables that commands inherit unless the options say otherwise. None of them holds a
// secret.
func EnvNames() []string {
	return []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_*", "TZ", "TMPDIR"}
}

// quietEnv keeps programs from asking, paging and colouring, for there is nobody at a terminal.
func quietEnv() []string {
	return []string{
		"TERM=dumb", "NO_COLOR=1", "PAGER=cat", "GIT_PAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=:", "EDITOR=:", "VISUAL=:",
		"GIT_SSH_COMMAND=ssh -o BatchMode=yes", "DEBIAN_FRONTEND=noninteractive",
	}
}

// environment is what commands see: the variables that the options list, and those above.
func (w *Workspace) environment() []string {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin"} // the last of two counts
	for _, variable := range w.options.Environ {
		if name, _, ok := strings.Cut(variable, "="); ok && w.inherits(name) {
			env = append(env, variable)
		}
	}
	return append(env, quietEnv()...)
}

func (w *Workspace) inherits(name string) bool {
	return slices.ContainsFunc(w.options.EnvNames, func(allowed string) bool {
		if prefix, ok := strings.CutSuffix(allowed, "*"); ok {
			return strings.HasPrefix(name, prefix)
		}
		return name == allowed
	})
}
