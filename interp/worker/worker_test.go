package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

func TestMain(m *testing.M) {
	worker.Main()
	if os.Getenv(hostVariable) != "" {
		beHost()
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if left := childrenOf(os.Getpid()); len(left) > 0 {
			fmt.Fprintln(os.Stderr, "processes are left:", left)
			code = 1
		}
		os.Exit(code)
	}))
}

// hostVariable is set for a process that a test starts as a host of workers.
const hostVariable = "RUNCODE_TEST_HOST"

// beHost runs a program that ends when the host is killed. It writes the number of its worker first.
func beHost() {
	e, err := worker.New(nil)
	if err != nil {
		panic(err)
	}
	_, err = e.Run(context.Background(), interp.Request{
		Program: "await tools.ready({}); " + os.Getenv(hostVariable),
		Objects: []interp.Object{{Name: "tools", Functions: functions{
			"ready": func(_ context.Context, args json.RawMessage, settle interp.Settle) {
				fmt.Println(childrenOf(os.Getpid())[0])
				settle(args, nil)
			},
			"never": never,
		}}},
	})
	panic(err)
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

// A worker runs one program after another, and says how it is confined.
func TestRuns(t *testing.T) {
	e := newEngine(t, nil)
	e.Warm()
	for i := range 3 {
		out, err := e.Run(t.Context(), interp.Request{Program: "globalThis.n = (globalThis.n ?? 0) + 1; return n"})
		if err != nil || string(out.Value) != "1" {
			t.Errorf("run %d: got %+v, %v, want 1", i, out, err)
		}
	}
	if n := len(children(t)); n != 1 {
		t.Errorf("got %d workers after runs in sequence, want 1", n)
	}
	checks, err := e.Status()
	if err != nil || len(checks) < 5 {
		t.Errorf("got the checks %v, %v", checks, err)
	}
	for _, c := range checks {
		if c.Name == "" || c.Detail == "" {
			t.Errorf("got %+v, want a name and a text", c)
		}
	}
}

// Several programs at once get a worker each, and idle ones beyond those that are kept end.
func TestAtOnce(t *testing.T) {
	e := newEngine(t, &worker.Options{Idle: 1})
	var group sync.WaitGroup
	var waiting sync.WaitGroup
	waiting.Add(4)
	for range 4 {
		group.Go(func() {
			out, err := e.Run(t.Context(), interp.Request{Program: "return await tools.meet({})", Objects: []interp.Object{{
				Name: "tools", Functions: functions{"meet": func(_ context.Context, args json.RawMessage, settle interp.Settle) {
					go func() { waiting.Done(); waiting.Wait(); settle(args, nil) }()
				}},
			}}})
			if err != nil || string(out.Value) != "{}" {
				t.Errorf("got %+v, %v", out, err)
			}
		})
	}
	group.Wait()
}

// A worker is replaced after the number of programs that it may run.
func TestReplacement(t *testing.T) {
	e := newEngine(t, &worker.Options{Runs: 2})
	var pids []int
	for range 4 {
		if _, err := e.Run(t.Context(), interp.Request{Program: "await tools.look({})", Objects: []interp.Object{{
			Name: "tools", Functions: functions{"look": func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
				pids = append(pids, slices.Max(children(t)))
				settle(nil, errors.New("seen"))
			}},
		}}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(pids) != 4 || pids[0] == pids[3] {
		t.Errorf("got the processes %v, want more than one", pids)
	}
}

// After Close there are no workers, and no runs.
func TestClose(t *testing.T) {
	e, err := worker.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Warm()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := e.Run(t.Context(), interp.Request{Program: "return 1"}); err == nil {
		t.Error("got no error after Close")
	}
	if left := children(t); len(left) > 0 {
		t.Errorf("got the processes %v after Close, want none", left)
	}
}

// Close ends what is running.
func TestCloseEndsRuns(t *testing.T) {
	e := newEngine(t, nil)
	out, err := e.Run(t.Context(), interp.Request{Program: "await tools.close({})", Objects: []interp.Object{{
		Name: "tools", Functions: functions{"close": func(context.Context, json.RawMessage, interp.Settle) { go e.Close() }},
	}}})
	if err != nil || out.Failure == nil || out.Failure.Kind != interp.Worker {
		t.Errorf("got %+v, %v, want a failure of the worker", out, err)
	}
}

// Host code that breaks down or ends its goroutine is an error, whichever goroutine it was called on, and the next program
// runs.
func TestBrokenHost(t *testing.T) {
	e := newEngine(t, nil)
	objects := []interp.Object{{Name: "tools", Functions: functions{"echo": echo}}}
	serve := func(next func() func()) {
		for act := next(); act != nil; act = next() {
			act()
		}
	}
	for _, test := range []struct {
		name, program, want string
		log                 func(interp.Log)
	}{
		{"panic", "console.log(1); for (;;) {}", "no room", func(interp.Log) { panic("no room") }},
		{"panic on the helper", "for (;;) { await tools.echo({}); console.log(1) }", "no room", func(interp.Log) { panic("no room") }},
		{"end of the helper", "for (;;) { await tools.echo({}); console.log(1) }", "ended the goroutine", func(interp.Log) {
			b := make([]byte, 16<<10)
			if !bytes.Contains(b[:runtime.Stack(b, false)], []byte("(*Engine).Run")) { // not the goroutine of the test
				runtime.Goexit()
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := e.Run(t.Context(), interp.Request{Program: test.program, Objects: objects, Log: test.log, Serve: serve})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %+v, %v, want an error", out, err)
			}
			if out, err := e.Run(t.Context(), interp.Request{Program: "return 1"}); err != nil || string(out.Value) != "1" {
				t.Errorf("the next program: got %+v, %v", out, err)
			}
		})
	}
}

// A limit that is none is refused.
func TestOddLimit(t *testing.T) {
	_, err := newEngine(t, nil).Run(t.Context(), interp.Request{Program: "return 1", Limits: interp.Limits{Memory: -1}})
	if err == nil || !strings.Contains(err.Error(), "limit memory") {
		t.Errorf("got %v, want an error about the limit", err)
	}
}

// children are the processes that this one has started and not yet waited for.
func children(tb testing.TB) []int {
	tb.Helper()
	return childrenOf(os.Getpid())
}

func childrenOf(parent int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // elsewhere there are none
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it is gone
		}
		// The name, in parentheses, may hold anything; then come the state and the parent.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if ppid, _ := strconv.Atoi(fields[1]); ppid == parent {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			pids = append(pids, pid)
		}
	}
	return pids
}
