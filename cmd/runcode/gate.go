package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
)

// gateCommand is about permissions.
type gateCommand struct {
	Explain explainCommand `cmd:"" help:"Say whether a call would be allowed, and why."`
	Check   settingsCheck  `cmd:"" help:"Check a settings file, and list every mistake in it."`
}

// explainCommand explains decisions.
type explainCommand struct {
	Command string `arg:"" optional:"" help:"A command line for the bash tool."`
	Tool    string `help:"A tool, instead of a command line."`
	Args    string `default:"{}" help:"The arguments for --tool, as JSON."`
	JSON    bool   `name:"json" help:"Print one JSON object."`
	Stdin   bool   `help:"Explain many: a JSON object {\"cmd\": …} a line in, an explanation a line out."`
}

// maxExplained bounds a line of the standard input.
const maxExplained = 1 << 20

func (c *explainCommand) Run(g *grammar, e *env) error {
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	switch {
	case c.Stdin:
		return c.many(s, e)
	case c.Tool == "" && c.Command == "":
		return usageErrorf("nothing to explain: give a command line, --tool NAME, or --stdin")
	}
	tool, args := c.Tool, json.RawMessage(c.Args)
	if tool == "" {
		tool, args = "bash", bashArgs(c.Command)
	}
	if !json.Valid(args) {
		return usageErrorf("--args is not valid JSON")
	}
	x, err := s.explain(tool, args)
	if err != nil {
		return err
	}
	if c.JSON {
		return e.printJSON(x, "")
	}
	printExplanation(e, x)
	return nil
}

// many explains the commands on the standard input.
func (c *explainCommand) many(s *setup, e *env) error {
	lines := bufio.NewReaderSize(e.in, maxExplained)
	for n := 1; ; n++ {
		line, long, err := nextLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		x := rules.Explanation{Verdict: gate.Ask, Step: rules.StepUnknown, Reason: fmt.Sprintf("the line is longer than %d bytes", maxExplained)}
		if !long {
			if x, err = s.explainLine(line, n); err != nil {
				return err
			}
		}
		if err := e.printJSON(x, ""); err != nil {
			return err
		}
	}
}

// nextLine gives the next line, or says that it is too long for the buffer, and skips it. The error at the end is io.EOF.
func nextLine(in *bufio.Reader) (line []byte, long bool, err error) {
	line, err = in.ReadSlice('\n')
	for ; errors.Is(err, bufio.ErrBufferFull); _, err = in.ReadSlice('\n') {
		line, long = nil, true
	}
	if errors.Is(err, io.EOF) && (long || len(line) > 0) {
		err = nil
	}
	return line, long, err
}

func (s *setup) explainLine(line []byte, n int) (rules.Explanation, error) {
	var in struct{ Cmd *string }
	if err := json.Unmarshal(line, &in); err != nil || in.Cmd == nil {
		return rules.Explanation{}, usageErrorf("standard input, line %d: want a JSON object with a string \"cmd\"", n)
	}
	return s.explain("bash", bashArgs(*in.Cmd))
}

func bashArgs(command string) json.RawMessage {
	args, _ := json.Marshal(map[string]string{"command": command}) // strings always have a JSON form
	return args
}

// explain says what the rules think of a call.
func (s *setup) explain(tool string, args json.RawMessage) (rules.Explanation, error) {
	view, err := s.registry.View("")
	if err != nil {
		return rules.Explanation{}, err
	}
	t, ok := view.Lookup(tool)
	if !ok {
		return rules.Explanation{}, unknownTool(view, tool)
	}
	return s.policy.Rules().Explain(gate.Subject{Call: &registry.Call{Tool: tool, Args: args}, Tool: t}), nil
}

func printExplanation(e *env, x rules.Explanation) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, by step %s: %s\n", x.Verdict, x.Step, x.Reason)
	if x.Rule != "" {
		fmt.Fprintf(&b, "rule: %s", x.Rule)
		if x.File != "" {
			fmt.Fprintf(&b, " (%s:%d)", x.File, x.Line)
		}
		b.WriteString("\n")
	}
	for _, p := range x.Parts {
		fmt.Fprintf(&b, "part: %s", term.ExactLine(p.Text))
		if p.Why != "" {
			fmt.Fprintf(&b, " (%s)", p.Why)
		}
		b.WriteString("\n")
	}
	for _, r := range x.Proposed {
		fmt.Fprintf(&b, "always would add: %s\n", r)
	}
	fmt.Fprint(e.out, term.Exact(b.String()))
}

// settingsCheck checks a settings file.
type settingsCheck struct {
	File string `arg:"" help:"The settings file."`
}

func (c *settingsCheck) Run(g *grammar, e *env) error {
	s, err := g.openWorkspace(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	mistakes := s.policy.Check(c.File, s.workspace, s.tools)
	if len(mistakes) == 0 {
		return nil
	}
	return &exitError{code: exitUsage, text: mistakes.Error()}
}

// trustCommand trusts a project.
type trustCommand struct{}

func (c *trustCommand) Run(g *grammar, e *env) error {
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	files, err := s.policy.Trust()
	if err != nil {
		return usageErrorf("the project cannot be trusted: %v", err)
	}
	if len(files) == 0 {
		return usageErrorf("there are no settings to trust; they would be in .runcode/settings.json")
	}
	for _, file := range files {
		if _, err := fmt.Fprintf(e.out, "%s is trusted as it is now\n", term.ExactLine(file)); err != nil {
			return err
		}
	}
	return nil
}
