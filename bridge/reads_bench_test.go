package bridge_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/scheduler"
)

// BenchmarkReads1000 reads a thousand small files through the scheduler, a gate with rules, and the tool itself.
func BenchmarkReads1000(b *testing.B) {
	const files = 1000
	dir := b.TempDir()
	args := make([]json.RawMessage, files)
	for i := range args {
		name := fmt.Sprintf("f%d.txt", i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte("some text\nof two lines\n"), 0o600); err != nil {
			b.Fatal(err)
		}
		args[i] = json.RawMessage(`{"path":"` + name + `"}`)
	}
	w, err := builtin.Open(dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	tools, err := w.Tools()
	if err != nil {
		b.Fatal(err)
	}
	s := newScheduler(b, &gate.Options{Hooks: []gate.Hook{readRules(b, w).Decide}}, nil, tools...)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, s, args)
	}
	b.ReportMetric(float64(files*b.N)/b.Elapsed().Seconds(), "reads/s")
}

// readRules are rules that look at the files of each call.
func readRules(b *testing.B, w *builtin.Workspace) *rules.Policy {
	b.Helper()
	settings := filepath.Join(b.TempDir(), "settings.json")
	if err := os.WriteFile(settings, []byte(`{"permissions":{"deny":["read_file(secrets/**)"]}}`), 0o600); err != nil {
		b.Fatal(err)
	}
	touched := func(args json.RawMessage) ([]rules.File, error) {
		files, err := w.Files(args)
		if err != nil {
			return nil, err
		}
		return []rules.File{rules.File(files[0])}, nil
	}
	p, err := rules.Load(rules.Files{User: settings}, &rules.Options{
		Root: w.Dir(), Home: b.TempDir(), Targets: map[string]rules.Target{"read_file": {Files: touched}},
	})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func readAll(b *testing.B, s *scheduler.Scheduler, args []json.RawMessage) {
	b.Helper()
	lane := s.NewLane(b.Context(), nil)
	defer lane.Close()
	waits := make([]func() *registry.Result, len(args))
	for i, a := range args {
		waits[i] = lane.Submit(b.Context(), &registry.Call{Tool: "read_file", Args: a})
	}
	for _, wait := range waits {
		if r := wait(); r.Err != nil {
			b.Fatal(r.Err)
		}
	}
}
