// Package nodetest compares what programs log with the answers of Node, for tests.
package nodetest

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// runner runs the programs of a directory in one process of Node.
//
//go:embed run.cjs
var runner []byte

// Suite is the programs in testdata/node/*.txtar, one file NAME.js each. Node's answers stand beside them in NAME.out.
type Suite struct {
	Ours        func(t *testing.T, program string) string // what we log
	Head        string                                    // what stands before each program in Node
	Differences map[string]string                         // the programs, as "archive/name", whose answers differ from Node's, with the reason
}

// Compare holds our answers against those in the archives. update takes Node's first, or ours where a difference is known.
func (s Suite) Compare(t *testing.T, update bool) {
	s.each(t, func(t *testing.T, path, topic string, a *txtar.Archive) {
		if update {
			a = s.withAnswers(t, topic, a)
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
				if diff := cmp.Diff(want[name], s.Ours(t, string(f.Data))); diff != "" {
					t.Errorf("%s\n-node +ours\n%s", f.Data, diff)
				}
			})
		}
	})
}

// Confirm checks that the answers in the archives are Node's, and that the differences are some. It skips without a Node.
func (s Suite) Confirm(t *testing.T) {
	s.each(t, func(t *testing.T, _, topic string, a *txtar.Archive) {
		want, got := answers(a), s.node(t, a)
		for name := range got {
			_, differs := s.Differences[topic+"/"+name]
			if differs == (got[name] == want[name]) {
				t.Errorf("%s: node answers %q, the archive has %q; listed as a difference: %v", name, got[name], want[name], differs)
			}
		}
	})
}

// each calls f for each archive, as a test of its own.
func (s Suite) each(t *testing.T, f func(t *testing.T, path, topic string, a *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/node/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		topic := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(topic, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f(t, path, topic, a)
		})
	}
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
func (s Suite) withAnswers(t *testing.T, topic string, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	got := s.node(t, a)
	updated := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		name, ok := strings.CutSuffix(f.Name, ".js")
		if !ok {
			continue
		}
		answer := got[name]
		if _, differs := s.Differences[topic+"/"+name]; differs {
			answer = s.Ours(t, string(f.Data))
		}
		updated.Files = append(updated.Files, f, txtar.File{Name: name + ".out", Data: []byte(answer)})
	}
	return updated
}

// node runs all programs of an archive in one process of Node, or skips the test where there is none.
func (s Suite) node(t *testing.T, a *txtar.Archive) map[string]string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".js") {
			if err := os.WriteFile(filepath.Join(dir, f.Name), append([]byte(s.Head), f.Data...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), path, "-", dir)
	cmd.Env = append(cmd.Environ(), "TZ=UTC", "NO_COLOR=1", "LANG=en_US.UTF-8")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(runner), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	return answers(txtar.Parse(out))
}
