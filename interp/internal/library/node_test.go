package library_test

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
)

var update = flag.Bool("update", false, "take the expected answers of testdata/node from node")

// differences names the programs whose answers differ from Node's, with the reason; the README repeats the table. The
// archive holds what this library answers.
var differences = map[string]string{
	"collections/generators at the same time": "an async generator that is asked again before it has answered goes on some ticks later",
	"numbers/bits of large numbers":           "bitwise operators take numbers beyond 2^63 for 0",
	"numbers/last digits":                     "the last digit of some functions of Math may differ",
	"console/iterators":                       "console.log does not look into iterators",
	"console/percent o":                       "%o shows what %O shows",
	"numbers/powers":                          "the last digit of x ** y may differ",
	"regexp/captures in loops":                "a group inside a repeated group keeps its match of an earlier round",
	"console/assert":                          "console.assert shows objects instead of [object Object]",
}

// TestNode runs the programs in testdata/node/*.txtar, one file NAME.js each, and compares what they log with Node's
// answers, which stand beside them in NAME.out.
func TestNode(t *testing.T) {
	for _, path := range archives(t) {
		topic := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(topic, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				a = withAnswers(t, topic, a)
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
					got, err := run(string(f.Data))
					if err != nil {
						t.Fatalf("%s\nran into: %v", f.Data, err)
					}
					if diff := cmp.Diff(want[name], got); diff != "" {
						t.Errorf("%s\n-node +ours\n%s", f.Data, diff)
					}
				})
			}
		})
	}
}

// TestConfirm checks that the expected answers are Node's.
func TestConfirm(t *testing.T) {
	for _, path := range archives(t) {
		topic := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(topic, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, got := answers(a), node(t, a)
			for name := range got {
				_, differs := differences[topic+"/"+name]
				if differs == (got[name] == want[name]) {
					t.Errorf("%s: node answers %q, the archive has %q; listed as a difference: %v", name, got[name], want[name], differs)
				}
			}
		})
	}
}

func archives(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/node/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	return paths
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
func withAnswers(t *testing.T, topic string, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	got := node(t, a)
	out := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		name, ok := strings.CutSuffix(f.Name, ".js")
		if !ok {
			continue
		}
		answer := got[name]
		if _, differs := differences[topic+"/"+name]; differs {
			answer, _ = run(string(f.Data))
		}
		out.Files = append(out.Files, f, txtar.File{Name: name + ".out", Data: []byte(answer)})
	}
	return out
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
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), path, "testdata/node/run.cjs", dir)
	cmd.Env = append(os.Environ(), "TZ=UTC", "NO_COLOR=1", "LANG=en_US.UTF-8")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	return answers(txtar.Parse(out))
}
