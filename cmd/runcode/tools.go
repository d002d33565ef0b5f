package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// toolsCommand lists the tools.
type toolsCommand struct {
	All  bool `help:"Also list the tools that are off, and why."`
	JSON bool `name:"json" help:"Print JSON."`
}

// toolRow is one tool as it is listed.
type toolRow struct {
	Name    string           `json:"name"`
	Summary string           `json:"summary,omitempty"`
	Effects registry.Effects `json:"effects"`
	Input   json.RawMessage  `json:"input_schema,omitempty"`
	Output  json.RawMessage  `json:"output_schema,omitempty"`
	Off     string           `json:"off,omitempty"` // why it is off
}

func (c *toolsCommand) Run(g *grammar, e *env) error {
	s, err := g.open(e)
	if err != nil {
		return err
	}
	defer s.close(e)
	rows, err := c.rows(s)
	if err != nil {
		return err
	}
	if c.JSON {
		return e.printJSON(rows, indented)
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		kind := kindOf(r.Effects)
		if r.Off != "" {
			kind, r.Summary = "off", r.Off
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", term.Safe(r.Name), kind, term.Safe(oneLine(r.Summary)))
	}
	return w.Flush()
}

func (c *toolsCommand) rows(s *setup) ([]toolRow, error) {
	view, err := s.registry.View("")
	if err != nil {
		return nil, err
	}
	rows := []toolRow{}
	for t := range view.Tools() {
		rows = append(rows, toolRow{
			Name: t.FullName(), Summary: sdkgen.SummaryOf(t), Effects: t.Effects,
			Input: t.Input.JSON(), Output: t.Output.JSON(),
		})
	}
	if c.All {
		for _, off := range view.Off() {
			rows = append(rows, toolRow{Name: off.Name, Off: off.Reason})
		}
	}
	return rows, nil
}

// kindOf says in a word what a call may change.
func kindOf(e registry.Effects) string {
	switch {
	case e.ReadOnly:
		return "reads"
	case e.Destructive:
		return "destroys"
	}
	return "writes"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
