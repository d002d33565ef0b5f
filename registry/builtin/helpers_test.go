package builtin_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == crashHelper {
		writeForEver(os.Args[2])
	}
	goleak.VerifyTestMain(m)
}

// bench is a workspace in a temporary directory, with its tools by name.
type bench struct {
	t     testing.TB
	dir   string
	tools map[string]registry.Tool
	run   string // the run that calls belong to
}

func newBench(t testing.TB, o *builtin.Options) *bench {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return openBench(t, dir, o)
}

func openBench(t testing.TB, dir string, o *builtin.Options) *bench {
	t.Helper()
	w, err := builtin.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, dir: dir, tools: map[string]registry.Tool{}, run: "run"}
	for _, tool := range tools {
		b.tools[tool.Name] = tool
	}
	return b
}

// file makes a file, and the directories on the way to it.
func (b *bench) file(name, content string) {
	b.t.Helper()
	full := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) link(target, name string) {
	b.t.Helper()
	if err := os.Symlink(target, filepath.Join(b.dir, name)); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) content(name string) string {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

type object map[string]any

// result calls a tool as the scheduler does: arguments and value are held against the schemas.
func (b *bench) result(ctx context.Context, tool string, args object) (*registry.Result, *registry.Error) {
	b.t.Helper()
	t, ok := b.tools[tool]
	if !ok {
		b.t.Fatalf("no tool %s", tool)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		b.t.Fatal(err)
	}
	if v := t.Input.Validate(raw, "args"); len(v) > 0 {
		return nil, registry.Errorf(registry.InvalidArgs, "%s", v[0])
	}
	r, err := t.Handler(ctx, &registry.Call{ID: b.run + ":1", Root: b.run, Tool: tool, Args: raw, Progress: func(string) {}})
	if err != nil {
		e, ok := errors.AsType[*registry.Error](err)
		if !ok {
			b.t.Fatalf("%s: got error %v of type %T, want one with a code", tool, err, err)
		}
		if strings.Contains(e.Error(), "/proc/self/fd") || strings.Contains(e.Error(), "*fs.") {
			b.t.Errorf("%s: got error %q, which shows insides", tool, e)
		}
		return nil, e
	}
	if v := t.Output.Validate(r.Value, "value"); len(v) > 0 {
		b.t.Errorf("%s: got value %s, which does not fit its schema: %v", tool, r.Value, v)
	}
	if len(r.Content) == 0 {
		r.Content = t.Render(raw, r.Value)
	}
	return r, nil
}

// call gives the value of a call that must succeed.
func (b *bench) call(tool string, args object) object {
	b.t.Helper()
	r, e := b.result(b.t.Context(), tool, args)
	if e != nil {
		b.t.Fatalf("%s %v: %v", tool, args, e)
	}
	var value object
	if err := json.Unmarshal(r.Value, &value); err != nil {
		b.t.Fatal(err)
	}
	return value
}

// fail gives the error of a call that must fail.
func (b *bench) fail(tool string, args object) *registry.Error {
	b.t.Helper()
	r, e := b.result(b.t.Context(), tool, args)
	if e == nil {
		b.t.Fatalf("%s %v: got %s, want an error", tool, args, r.Value)
	}
	return e
}

// show gives what a model sees of a call that must succeed.
func (b *bench) show(tool string, args object) string {
	b.t.Helper()
	r, e := b.result(b.t.Context(), tool, args)
	if e != nil {
		b.t.Fatalf("%s %v: %v", tool, args, e)
	}
	var blocks []string
	for _, c := range r.Content {
		blocks = append(blocks, c.Text)
	}
	return strings.Join(blocks, "\n")
}
