package interp_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/runcode-dev/runcode/interp"
)

var update = flag.Bool("update", false, "take the expected answers of testdata/node from node")

// differences names the programs whose answers differ from Node's, with the reason; the README repeats the table.
var differences = map[string]string{}

// TestNode runs the programs in testdata/node/*.txtar, one file NAME.js each, and compares what they log with Node's
// answers, which stand beside them in NAME.out. These are programs as models write them; package library has those that
// look at one part of the standard library each.
func TestNode(t *testing.T) {
	paths, err := filepath.Glob("testdata/node/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	engine := interp.New(nil)
	for _, path := range paths {
		topic := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(topic, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				a = withAnswers(t, topic, engine, a)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := answers(a)
			for _, f := range a.Files {
				name, ok := strings.CutSuffix(f.Name, ".js")
				if !ok {
					continue
				}
				t.Run(name, func(t *testing.T) {
					if diff := cmp.Diff(want[name], output(t, engine, string(f.Data))); diff != "" {
						t.Errorf("%s\n-node +ours\n%s", f.Data, diff)
					}
				})
			}
			t.Run("confirm", func(t *testing.T) { confirm(t, topic, a) })
		})
	}
}

// confirm checks that the expected answers are those of Node, where there is one.
func confirm(t *testing.T, topic string, a *txtar.Archive) {
	want, got := answers(a), node(t, a)
	for name := range got {
		_, differs := differences[topic+"/"+name]
		if differs == (got[name] == want[name]) {
			t.Errorf("%s: node answers %q, the archive has %q; listed as a difference: %v", name, got[name], want[name], differs)
		}
	}
}

// output is what a program logs, and what it throws.
func output(t *testing.T, engine *interp.Interpreter, program string) string {
	t.Helper()
	req := request(program, nil)
	req.Fixed = &interp.Fixed{Instant: true}
	out, err := engine.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range out.Logs {
		b.WriteString(l.Text + "\n")
	}
	if f := out.Failure; f != nil {
		b.WriteString("throws " + f.Name + ": " + f.Message + "\n")
	}
	return b.String()
}

func answers(a *txtar.Archive) map[string]string {
	m := make(map[string]string)
	for _, f := range a.Files {
		if name, ok := strings.CutSuffix(f.Name, ".out"); ok {
			m[name] = string(f.Data)
		}
	}
	return m
}

// withAnswers puts Node's answer after each program, or ours where a difference is known.
func withAnswers(t *testing.T, topic string, engine *interp.Interpreter, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	got := node(t, a)
	updated := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		name, ok := strings.CutSuffix(f.Name, ".js")
		if !ok {
			continue
		}
		answer := got[name]
		if _, differs := differences[topic+"/"+name]; differs {
			answer = output(t, engine, string(f.Data))
		}
		updated.Files = append(updated.Files, f, txtar.File{Name: name + ".out", Data: []byte(answer)})
	}
	return updated
}

// node runs all programs of an archive in one process of Node, or skips the test where there is none.
func node(t *testing.T, a *txtar.Archive) map[string]string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".js") {
			if err := os.WriteFile(filepath.Join(dir, f.Name), append([]byte(`"use strict";`), f.Data...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), path, "internal/library/testdata/node/run.cjs", dir)
	cmd.Env = append(os.Environ(), "TZ=UTC", "NO_COLOR=1", "LANG=en_US.UTF-8")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	return answers(txtar.Parse(out))
}
