package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	File string   `arg:"" optional:"" help:"The program's file; - reads it from the standard input."`
	Args []string `arg:"" optional:"" passthrough:"" help:"Arguments for the program, in input.args."`

	Eval     string        `short:"e" placeholder:"CODE" help:"Run CODE instead of a file."`
	JSON     bool          `name:"json" help:"Print the whole report as JSON."`
	Yes      bool          `xor:"answer" help:"Allow every call that would ask."`
	Deny     bool          `xor:"answer" help:"Deny every call that would ask."`
	Timeout  time.Duration `default:"10m" help:"How long the program may run, not counting questions to you."`
	Engine   string        `enum:"worker,inprocess" default:"worker" help:"Where the program runs: worker is a process that cannot hurt this one, inprocess is for programs that you trust and for debugging."`
	Delivery string        `enum:"ordered,eager" default:"ordered" help:"When results reach the program: ${enum}."`
	Quiet    bool          `short:"q" help:"Show no progress."`
}

// input is the global of that name in the program.
type input struct {
	Args  []string `json:"args"`
	Stdin *string  `json:"stdin,omitempty"`
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
	if c.Timeout <= 0 {
		return usageErrorf("--timeout is %v; give a time above zero, such as 30s or 5m", c.Timeout)
	}
	engine, shut, err := newEngine(c.Engine)
	if err != nil {
		return err
	}
	defer shut()
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close()

	if notice := s.policy.Notice(); notice != "" {
		fmt.Fprintf(e.err, "runcode: %s\n", term.Safe(notice))
	}
	screen := term.NewScreen(e.err, e.errTerminal && !c.Quiet)
	approver, prompt := c.approver(e, screen, s.workspace.Preview)
	sched, err := s.scheduler(approver, &scheduler.Options{
		Delivery:   c.delivery(),
		Middleware: []scheduler.Middleware{screen.Middleware},
		Log:        logTo(screen),
	})
	if err != nil {
		return err
	}
	ctx, signals := watchSignals(context.Background(), prompt)
	defer signals.stop()
	report, err := bridge.Run(ctx, program, bridge.Config{
		Scheduler: sched, Engine: engine, Timeout: c.Timeout, Name: name, Input: given,
		Log: c.logger(screen), Progress: screen.Progress,
	})
	screen.Close()
	if err != nil {
		return err
	}
	if err := c.print(e, report); err != nil {
		return err
	}
	if code := exitCode(report, signals.terminated()); code != exitDone {
		return &exitError{code: code}
	}
	return nil
}

// program reads the program and says what positions call it.
func (c *runCommand) program(e *env) (text, name string, err error) {
	switch {
	case c.Eval != "":
		if c.File != "" { // there is no file: the first word is an argument
			c.Args, c.File = append([]string{c.File}, c.Args...), ""
		}
		return c.Eval, "program.ts", nil
	case c.File == "":
		return "", "", usageErrorf("no program: give a file, - for the standard input, or -e CODE")
	case c.File == "-":
		if e.inTerminal {
			fmt.Fprintln(e.err, "runcode: reading the program from the terminal; end it with Ctrl-D")
		}
		text, err = readAll(e.in)
		name = "stdin.ts"
	default:
		text, err = readFile(c.File)
		name = filepath.Base(c.File)
	}
	if err == nil && strings.TrimSpace(text) == "" {
		err = usageErrorf("%s holds no program", c.File)
	}
	return text, name, err
}

// maxRead bounds what is read of a program and of the standard input.
const maxRead = 64 << 20

func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxRead+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxRead {
		return "", usageErrorf("the input is larger than %d MiB; let the program read a file instead", maxRead>>20)
	}
	return string(b), nil
}

// input is what the program is given. The standard input is read only for a program that names it, for it may be a pipe
// that never ends.
func (c *runCommand) input(e *env, program string) (json.RawMessage, error) {
	in := input{Args: c.Args}
	if in.Args == nil {
		in.Args = []string{}
	}
	if c.File != "-" && !e.inTerminal && strings.Contains(program, "stdin") {
		text, err := readAll(e.in)
		if err != nil {
			return nil, err
		}
		in.Stdin = &text
	}
	return json.Marshal(in)
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
	case c.Deny, !e.inTerminal, !e.errTerminal, c.File == "-":
		return nil, nil
	}
	prompt := term.NewPrompt(e.in, screen, preview)
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
		enc := json.NewEncoder(e.out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	if r.Dropped > 0 {
		fmt.Fprintf(e.err, "runcode: %d bytes of output are not kept in the report\n", r.Dropped)
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
