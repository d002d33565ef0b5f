package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

func callIn(t testing.TB, made registry.Tool, run, args string) *registry.Result {
	t.Helper()
	r, err := made.Handler(t.Context(), &registry.Call{Root: run, Args: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAdviseOften(t *testing.T) {
	made := registry.Advise(tool("search"), registry.Advice{Often: 2})
	for i, want := range []bool{false, false, true, true} {
		r := callIn(t, made, "run", fmt.Sprintf(`{"q":"question %d"}`, i))
		if got := len(r.Notes) == 1; got != want {
			t.Errorf("call %d: got notes %q, want one: %v", i+1, texts(r.Notes), want)
		}
		if want && !strings.Contains(r.Notes[0].Text, fmt.Sprintf("search has now been called %d times", i+1)) {
			t.Errorf("call %d: got note %q, want the number of calls", i+1, r.Notes[0].Text)
		}
	}
	if r := callIn(t, made, "another run", `{}`); len(r.Notes) > 0 {
		t.Errorf("another run: got notes %q", texts(r.Notes))
	}
}

func TestAdviseAlike(t *testing.T) {
	tests := []struct {
		first, second string
		want          bool
	}{
		{`{"q":"go json schema validator"}`, `{"q":"Go JSON-schema validator library"}`, true},
		{`{"q":"go json schema validator","n":5}`, `{"n":5,"q":"json schema validator go"}`, true},
		{`{"q":"go json schema validator","n":5}`, `{"q":"go json schema validator","n":6}`, false},
		{`{"q":"go json schema validator"}`, `{"q":"rust async runtime comparison"}`, false},
		{`{"id":1}`, `{"id":2}`, false},
		{`{"id":9007199254740993}`, `{"id":9007199254740992}`, false},
		{`{"id":1}`, `{ "id": 1 }`, true},
		{`{"path":"src/a.go"}`, `{"path":"src/b.go"}`, false},
		{`{}`, `{}`, true},
		{`{"q":["a","b","c"]}`, `{"q":["a","b","c","c"]}`, false},
		{`nonsense`, `nonsense`, false},
		{`{"q":"` + strings.Repeat("a ", 9000) + `"}`, `{"q":"` + strings.Repeat("a ", 9000) + `"}`, false},
	}
	for _, tt := range tests {
		made := registry.Advise(tool("search"), registry.Advice{Alike: true})
		callIn(t, made, "run", tt.first)
		if r := callIn(t, made, "run", tt.second); (len(r.Notes) > 0) != tt.want {
			t.Errorf("%.60s, then %.60s: got notes %q, want some: %v", tt.first, tt.second, texts(r.Notes), tt.want)
		}
	}
}

func TestAdviseLeavesTheRest(t *testing.T) {
	broken := tool("x")
	broken.Handler = fail(errors.New("broken"))
	made := registry.Advise(broken, registry.Advice{Often: 1, Alike: true})
	for range 3 {
		if r, err := call(made, `{}`); r != nil || err == nil {
			t.Errorf("a failed call: got %v and error %v, want the error alone", r, err)
		}
	}
	shared := &registry.Result{Value: json.RawMessage(`1`)}
	same := tool("x")
	same.Handler = func(context.Context, *registry.Call) (*registry.Result, error) { return shared, nil }
	made = registry.Advise(same, registry.Advice{Often: 1})
	callIn(t, made, "r", `{}`)
	if r := callIn(t, made, "r", `{}`); len(r.Notes) != 1 || len(shared.Notes) != 0 {
		t.Error("the handler's own result was changed")
	}
	if made := registry.Advise(registry.Tool{}, registry.Advice{}); made.Handler != nil {
		t.Error("a tool without a handler has got one, so Add would not refuse it")
	}
}

// TestAdviseForgetsOldRuns: memory does not grow with the number of runs.
func TestAdviseForgetsOldRuns(t *testing.T) {
	made := registry.Advise(tool("x"), registry.Advice{Often: 1})
	callIn(t, made, "first", `{}`)
	for i := range 1023 {
		callIn(t, made, fmt.Sprint(i), `{}`)
	}
	if r := callIn(t, made, "first", `{}`); len(r.Notes) != 1 {
		t.Error("a run among the last 1,024 was forgotten")
	}
	callIn(t, made, "one more", `{}`)
	if r := callIn(t, made, "first", `{}`); len(r.Notes) != 0 {
		t.Error("the oldest run is still remembered")
	}
}

func oncePerRun(t *testing.T, once registry.Tool) registry.Tool {
	t.Helper()
	made, err := registry.OncePerRun(once)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestOncePerRun(t *testing.T) {
	calls := 0
	counting := tool("rules")
	counting.Handler = func(context.Context, *registry.Call) (*registry.Result, error) {
		calls++
		if calls == 1 {
			return nil, errors.New("broken")
		}
		return &registry.Result{Value: json.RawMessage(fmt.Sprint(calls)), Notes: []registry.Content{registry.Text("own")}}, nil
	}
	made := oncePerRun(t, counting)
	if _, err := made.Handler(t.Context(), &registry.Call{Root: "a"}); err == nil {
		t.Error("the failure was not passed on")
	}
	first := callIn(t, made, "a", `{"x":1}`)
	if diff := cmp.Diff([]string{"own"}, texts(first.Notes)); diff != "" || string(first.Value) != "2" {
		t.Errorf("first call: value %s, notes (-want +got):\n%s", first.Value, diff)
	}
	for range 2 {
		repeat := callIn(t, made, "a", `{"x":2}`)
		want := []string{"own", `rules does its work once in a run: this is the result of its first call, with the arguments {"x":1}`}
		if diff := cmp.Diff(want, texts(repeat.Notes)); diff != "" || string(repeat.Value) != "2" {
			t.Errorf("repeat: value %s, notes (-want +got):\n%s", repeat.Value, diff)
		}
	}
	calling := tool("x")
	calling.Calls = true
	if _, err := registry.OncePerRun(calling); err == nil {
		t.Error("a tool that calls others: got no error")
	}
	if r := callIn(t, made, "b", `{}`); string(r.Value) != "3" {
		t.Errorf("another run: got value %s, want 3", r.Value)
	}
}

func TestOncePerRunWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		slow := tool("slow")
		slow.Handler = func(context.Context, *registry.Call) (*registry.Result, error) {
			calls++
			<-time.After(time.Second)
			return &registry.Result{Value: json.RawMessage(`1`)}, nil
		}
		made := oncePerRun(t, slow)
		done := make(chan *registry.Result, 3)
		for range 3 {
			go func() { done <- callIn(t, made, "a", `{}`) }()
		}
		synctest.Wait()
		impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := made.Handler(impatient, &registry.Call{Root: "a"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a repeat that gives up: got error %v, want its deadline", err)
		}
		for range 3 {
			if r := <-done; string(r.Value) != `1` {
				t.Errorf("got value %s, want 1", r.Value)
			}
		}
		if calls != 1 {
			t.Errorf("the work was done %d times, want once", calls)
		}
	})
}
