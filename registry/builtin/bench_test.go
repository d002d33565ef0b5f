package builtin_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry"
)

// BenchmarkGlob finds some of 100,000 files; find does the same beside it, where it is installed.
func BenchmarkGlob(b *testing.B) {
	t := newBench(b, nil)
	for d := range 1000 {
		dir := filepath.Join(t.dir, fmt.Sprintf("d%02d/e%d/f%d", d/100, d/10%10, d%10))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 100 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.%s", f, []string{"go", "md"}[f%2])), nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, pattern := range []string{"**/*.go", "**/file1*.{go,md}"} {
		b.Run(pattern, func(b *testing.B) {
			for b.Loop() {
				if n := t.call("glob", object{"pattern": pattern, "limit": 100})["total"]; n == 0.0 {
					b.Fatal("got no files")
				}
			}
		})
	}
	b.Run("find", func(b *testing.B) { runPeer(b, t.dir, "find", ".", "-name", "*.go") })
}

// BenchmarkGrep searches 100 MB in 5,000 files; grep does the same beside it, where it is installed.
func BenchmarkGrep(b *testing.B) {
	t := newBench(b, nil)
	random := rand.New(rand.NewPCG(7, 8))
	words := strings.Fields("func return if err != nil the of and server client request response handle value needle_x error string int for range")
	for f := range 5000 {
		var text strings.Builder
		for text.Len() < 20_000 {
			for range random.IntN(12) {
				text.WriteString(words[random.IntN(len(words))])
				text.WriteByte(' ')
			}
			text.WriteByte('\n')
		}
		if f%100 == 0 {
			text.WriteString("here is needle42\n")
		}
		t.file(fmt.Sprintf("d%d/e%d/file%d.go", f/500, f/50%10, f), text.String())
	}
	for _, pattern := range []string{"needle42", "needle[0-9]+", "(needle|thread)[0-9]", "[a-z]+[0-9]{2}"} {
		b.Run(pattern, func(b *testing.B) {
			for b.Loop() {
				if n := t.call("grep", object{"pattern": pattern})["total"]; n != 50.0 {
					b.Fatalf("got %v lines, want 50", n)
				}
			}
		})
		b.Run("peer/"+pattern, func(b *testing.B) { runPeer(b, t.dir, "grep", "-rnE", pattern, ".") })
	}
}

func runPeer(b *testing.B, dir, name string, args ...string) {
	if _, err := exec.LookPath(name); err != nil {
		b.Skip("not installed")
	}
	for b.Loop() {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.Output(); err != nil || len(out) == 0 {
			b.Fatalf("%s: %v", name, err)
		}
	}
}

func BenchmarkReadFile(b *testing.B) {
	t := newBench(b, nil)
	t.file("src/pkg/file.go", strings.Repeat("a line of source text\n", 40))
	tool := t.tools["read_file"]
	call := &registry.Call{Root: "run", Args: []byte(`{"path":"src/pkg/file.go"}`)}
	for b.Loop() {
		if _, err := tool.Handler(b.Context(), call); err != nil {
			b.Fatal(err)
		}
		tool.Access(call.Args)
	}
}

func BenchmarkBash(b *testing.B) {
	t := newBench(b, nil)
	for b.Loop() {
		t.call("bash", object{"command": "exit 0"})
	}
}
