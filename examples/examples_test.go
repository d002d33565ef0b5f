package examples_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/scheduler"
)

// run runs an example in a workspace; asked counts the questions, which are all answered with yes.
func run(t *testing.T, program, workspace string, args ...string) (report *bridge.Report, asked int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("programs", program))
	if err != nil {
		t.Fatal(err)
	}
	w, err := builtin.Open(workspace, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	reg := registry.New(nil)
	if _, err := reg.Root().Add(tools...); err != nil {
		t.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(&gate.Options{Approver: func(context.Context, gate.Request) (gate.Grant, error) {
		asked++
		return gate.Grant{Scope: gate.Once}, nil
	}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(map[string][]string{"args": append([]string{}, args...)})
	if err != nil {
		t.Fatal(err)
	}
	report, err = bridge.Run(t.Context(), string(text), bridge.Config{Scheduler: s, Name: program, Input: input})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Fatal(report.Text())
	}
	return report, asked
}

// The report on this very repository reads much, and asks nothing.
func TestRepoReport(t *testing.T) {
	report, asked := run(t, "repo-report.ts", "..")
	for _, want := range []string{" Go files in ", "registry/schema ", "all "} {
		if !strings.Contains(report.Text(), want) {
			t.Errorf("the report lacks %q:\n%s", want, report.Text())
		}
	}
	if asked != 0 || report.Changed() {
		t.Errorf("asked %d times, changed %v; want none", asked, report.Changed())
	}
}

// Writing asks, once.
func TestSaveContents(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("# One\n\ntext\n\n## Two\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	report, asked := run(t, "save-contents.ts", dir, "out.md")
	got, err := os.ReadFile(filepath.Join(dir, "out.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "- One (a.md:1)\n  - Two (a.md:5)\n"; string(got) != want || asked != 1 || report.Text() != "2 headings written to out.md" {
		t.Errorf("got %q after %d questions and %q, want %q after one", got, asked, report.Text(), want)
	}
}
