package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/alecthomas/kong"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
)

// grammar is the command line.
type grammar struct {
	Dir string `short:"C" type:"path" placeholder:"DIR" help:"The workspace that the tools work in. Default: the current directory."`

	Mode         string `enum:",default,plan,accept-edits,dont-ask" default:"" placeholder:"MODE" help:"What happens to calls that no rule decides: default, plan, accept-edits or dont-ask. Default: as the settings say."`
	Shell        string `enum:"interpreted,system" default:"interpreted" placeholder:"SHELL" help:"What runs commands: interpreted holds every command against the rules as it runs; system is the system's own shell."`
	TrustProject bool   `help:"Let the project's settings allow calls, for this time."`

	Run     runCommand     `cmd:"" help:"Run a program and print what it returns."`
	Tools   toolsCommand   `cmd:"" help:"List the tools that programs can call."`
	SDK     sdkCommand     `cmd:"" name:"sdk" help:"Print the tools as TypeScript declarations."`
	Gate    gateCommand    `cmd:"" help:"Explain permissions, and check settings."`
	Trust   trustCommand   `cmd:"" help:"Let the settings of this project allow calls from now on."`
	Check   checkCommand   `cmd:"" help:"Check that a program can be compiled, without running it."`
	Doctor  doctorCommand  `cmd:"" help:"Show how programs are confined on this system."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// exitError ends the command with an exit code, after its text has been printed, if it has one.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

// usageErrorf is an error in how the command was called or set up.
func usageErrorf(format string, args ...any) error {
	return &exitError{code: exitUsage, text: fmt.Sprintf(format, args...)}
}

// run runs one command and gives its exit code.
func run(args []string, e *env) int {
	var g grammar
	exited := -1
	parser, err := kong.New(&g,
		kong.Name("runcode"),
		kong.Description("Run programs that call tools: one JavaScript or TypeScript program instead of many tool calls."),
		kong.Writers(e.out, e.err),
		kong.Exit(func(code int) { exited = code }),
		kong.WithHyphenPrefixedParameters(true),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Bind(e),
	)
	if err != nil {
		return report(e, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // --help
		return exited
	}
	if err != nil {
		return report(e, usageErrorf("%v; see runcode --help", err))
	}
	return report(e, command.Run(&g))
}

// report prints an error for a person and gives its exit code.
func report(e *env, err error) int {
	if err == nil {
		return exitDone
	}
	exit, ok := errors.AsType[*exitError](err)
	if !ok {
		exit = &exitError{code: exitUsage, text: explain(err)}
	}
	if exit.text != "" {
		fmt.Fprintf(e.err, "runcode: %s\n", term.Safe(exit.text))
	}
	return exit.code
}

// explain is the text of an error from the system, with the path as the user wrote it and what can be done.
func explain(err error) string {
	path, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("%s: there is no such file or directory", path.Path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("%s: permission denied", path.Path)
	}
	return fmt.Sprintf("%s: %v", path.Path, path.Err)
}
