package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/interp/worker"
)

// doctorCommand shows what this system offers to keep programs from hurting it.
type doctorCommand struct {
	JSON bool `name:"json" help:"Print the checks as JSON."`
}

// Run starts a worker and shows what it found.
func (c *doctorCommand) Run(e *env) error {
	w, err := worker.New(&worker.Options{Idle: -1})
	if err != nil {
		return err
	}
	defer w.Close()
	checks, err := w.Status()
	if err != nil {
		return err
	}
	if c.JSON {
		return e.printJSON(map[string]any{"worker": checks}, indented)
	}
	return c.print(e, checks)
}

func (c *doctorCommand) print(e *env, checks []worker.Check) error {
	fmt.Fprintln(e.out, "Programs run in a process of their own. Of its confinement is in place on this system:")
	table := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	missing := 0
	for _, check := range checks {
		mark := "yes"
		if !check.OK {
			mark = "NO"
			missing++
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", mark, check.Name, term.Safe(check.Detail))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if missing > 0 {
		fmt.Fprintf(e.out, "%d of %d parts are missing: run programs that you do not trust on a system that has them.\n", missing, len(checks))
	}
	return nil
}
