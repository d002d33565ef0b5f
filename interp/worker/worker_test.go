package worker_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

func TestMain(m *testing.M) {
	worker.Main()
	goleak.VerifyTestMain(m)
}

// newEngine makes an engine that is closed at the end of the test.
func newEngine(tb testing.TB, opts *worker.Options) *worker.Engine {
	tb.Helper()
	e, err := worker.New(opts)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := e.Close(); err != nil {
			tb.Error(err)
		}
	})
	return e
}

// functions are host functions by dotted path. The ones that are missing say so as a host would.
type functions map[string]interp.Func

func (f functions) Names() (names [][]string) {
	for path := range f {
		names = append(names, strings.SplitN(path, ".", 2))
	}
	slices.SortFunc(names, slices.Compare)
	return names
}

func (f functions) Lookup(path []string) (interp.Func, bool) {
	name := strings.Join(path, ".")
	if g, ok := f[name]; ok {
		return g, true
	}
	return func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
		settle(nil, &interp.CallError{Tool: name, Code: "UNKNOWN_TOOL", Message: "there is no tool " + name})
	}, false
}

// echo settles a call with its arguments, from another goroutine.
func echo(_ context.Context, args json.RawMessage, settle interp.Settle) { go settle(args, nil) }

func TestSmoke(t *testing.T) {
	e := newEngine(t, nil)
	checks, err := e.Status()
	t.Log(checks, err)
	for range 2 {
		out, err := e.Run(t.Context(), interp.Request{Program: "console.log('hi'); const r = await tools.echo({a: 1}); return r.a + 1",
			Objects: []interp.Object{{Name: "tools", Functions: functions{"echo": echo}}}})
		t.Logf("%+v %v", out, err)
		if out != nil {
			t.Logf("%s %+v", out.Value, out.Failure)
		}
	}
	_ = os.Stdout
}
