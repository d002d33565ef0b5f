package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// runCommand runs a program.
type runCommand struct {
	Program []string `arg:"" optional:"" passthrough:"partial" name:"file" help:"The program's file, - for the standard input, and arguments for the program (input.args). All flags stand before it."`

	Eval     string     `short:"e" placeholder:"CODE" help:"Run CODE instead of a file."`
	JSON     bool       `name:"json" help:"Print the whole report as JSON."`
	Yes      bool       `xor:"answer" help:"Allow every call that would ask."`
	Deny     bool       `xor:"answer" help:"Deny every call that would ask."`
	Timeout  span       `default:"10m" help:"How long the program may run, not counting questions to you."`
	Engine   string     `enum:"worker,inprocess" default:"worker" help:"Where the program runs: worker is a process that cannot hurt this one, inprocess is for programs that you trust and for debugging."`
	Delivery string     `enum:"ordered,eager" default:"ordered" help:"When results reach the program: ${enum}."`
	Quiet    bool       `short:"q" help:"Show no progress."`
	Result   count      `placeholder:"N" help:"Characters of the text in a report that a model reads. Default: 50000."`
	Limits   limitFlags `embed:"" prefix:"limit-" group:"Limits:"`
}

func (c *runCommand) Run(g *grammar, e *env) error {
	program, name, err := c.program(e)
	if err != nil {
		return err
	}
	given, err := c.input(e, program)
	if err != nil {
		return err
	}
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	if strings.Contains(program, "bash") {
		s.policy.PrepareShell() // while the program is being compiled
	}
	if notice := s.policy.Notice(); notice != "" {
		fmt.Fprintf(e.err, "runcode: %s\n", term.Safe(notice))
	}
	report, terminated, err := c.execute(s, e, program, bridge.Config{Name: name, Input: given})
	if err != nil {
		return err
	}
	if err := c.print(e, report); err != nil {
		return err
	}
	if code := exitCode(report, terminated); code != exitDone {
		return &exitError{code: code}
	}
	return nil
}

// execute runs the program with everything that the flags say. terminated reports that the process was asked to end.
func (c *runCommand) execute(s *setup, e *env, program string, cfg bridge.Config) (report *bridge.Report, terminated bool, err error) {
	engine, shut, err := newEngine(c.Engine)
	if err != nil {
		return nil, false, err
	}
	defer shut()
	screen := term.NewScreen(e.err, e.errTerminal && !c.Quiet && !e.dumb())
	defer screen.Close()
	approver, prompt := c.approver(e, screen, s.workspace.Preview)
	opts := &scheduler.Options{Delivery: c.delivery(), Middleware: []scheduler.Middleware{screen.Middleware}, Log: logTo(screen)}
	c.Limits.scheduler(opts)
	if cfg.Scheduler, err = s.scheduler(approver, opts); err != nil {
		return nil, false, err
	}
	cfg.Engine, cfg.Timeout, cfg.MaxResult = engine, time.Duration(c.Timeout), int(c.Result)
	cfg.Log, cfg.Progress = c.logger(screen), screen.Progress
	c.Limits.apply(&cfg)
	ctx, signals := watchSignals(context.Background(), prompt)
	defer signals.stop()
	report, err = bridge.Run(ctx, program, cfg)
	return report, signals.terminated(), err
}

func (c *runCommand) delivery() scheduler.Delivery {
	if c.Delivery == "eager" {
		return scheduler.Eager
	}
	return scheduler.Ordered
}

// approver is who is asked, and the prompt where it is a person: nobody without a terminal.
func (c *runCommand) approver(e *env, screen *term.Screen, preview func(*registry.Call) string) (gate.Approver, *term.Prompt) {
	switch {
	case c.Yes:
		return func(context.Context, gate.Request) (gate.Grant, error) { return gate.Grant{Scope: gate.Once}, nil }, nil
	case c.Deny, !e.inTerminal, !e.errTerminal, c.file() == "-":
		return nil, nil
	}
	prompt := term.NewPrompt(e.in, screen, preview)
	prompt.Plain = e.dumb() || e.set("NO_COLOR")
	if in, ok := e.in.(*os.File); ok {
		prompt.Discard = func() { term.Discard(in) }
	}
	return prompt.Approve, prompt
}

// logger shows the program's output as it comes, unless the report will have it.
func (c *runCommand) logger(screen *term.Screen) func(interp.Log) {
	if c.JSON {
		return nil
	}
	return func(l interp.Log) {
		text := l.Text
		if l.Level == "warn" || l.Level == "error" {
			text = l.Level + ": " + text
		}
		screen.Line(text)
	}
}

// print shows the report: the value goes to the standard output, everything else to the standard error.
func (c *runCommand) print(e *env, r *bridge.Report) error {
	if c.JSON {
		return e.printJSON(r, indented)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(e.err, "warning: %s\n", term.Safe(w))
	}
	if r.Failure != nil {
		fmt.Fprintln(e.err, term.Safe(r.FailureText()))
		return nil
	}
	if r.Value == nil {
		if len(r.Logs) == 0 {
			fmt.Fprintln(e.err, "runcode: the program returned nothing; use `return` to give a value")
		}
		return nil
	}
	text := r.ValueText()
	if e.outTerminal {
		text = term.Safe(text)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(e.out, text)
	return err
}
