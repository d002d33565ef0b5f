package main

import (
	"fmt"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/interp"
)

// checkCommand compiles a program.
type checkCommand struct {
	File string `arg:"" help:"The program's file; - reads it from the standard input."`
}

func (c *checkCommand) Run(e *env) error {
	from := runCommand{Program: []string{c.File}}
	program, name, err := from.program(e)
	if err != nil {
		return err
	}
	failure := interp.New(nil).Check(interp.Request{Program: program, Name: name})
	if failure == nil {
		return nil
	}
	fmt.Fprintln(e.err, term.Safe(bridge.FailureText(failure)))
	return &exitError{code: exitFailed}
}
