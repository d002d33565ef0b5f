package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

// provider makes a provider for a fallback.
func provider(name string, h registry.Handler) registry.Tool {
	return registry.Tool{Name: name, Handler: h}
}

func fallback(t *testing.T, providers ...registry.Tool) registry.Tool {
	t.Helper()
	made, err := registry.Fallback("search", providers...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestFallbackAnswers(t *testing.T) {
	down := provider("down", fail(errors.New("connection refused")))
	gone := provider("gone", fail(registry.Errorf(registry.UpstreamGone, "the server has ended")))
	inResult := provider("failed", func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Err: registry.Errorf(registry.ToolError, "quota")}, nil
	})
	panics := provider("panics", func(context.Context, *registry.Call) (*registry.Result, error) { panic("secret /host/path") })
	good := provider("good", give(`"yes"`))
	silent := provider("silent", func(context.Context, *registry.Call) (*registry.Result, error) { return nil, nil })
	tests := []struct {
		name      string
		providers []registry.Tool
		value     string
		note      string
	}{
		{"the first", []registry.Tool{good, down}, `"yes"`, ""},
		{"the second", []registry.Tool{down, good}, `"yes"`, "good answered, since these failed: down (TOOL_ERROR: connection refused)"},
		{"the last", []registry.Tool{gone, inResult, panics, good}, `"yes"`,
			"good answered, since these failed: gone (UPSTREAM_GONE: the server has ended), failed (TOOL_ERROR: quota), panics (TOOL_PANIC: it panicked)"},
		{"null counts", []registry.Tool{silent, good}, `null`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := call(fallback(t, tt.providers...), `{}`)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(texts(r.Notes), "\n"); string(r.Value) != tt.value || got != tt.note {
				t.Errorf("got value %s and note %q, want %s and %q", r.Value, got, tt.value, tt.note)
			}
		})
	}
	_, err := call(fallback(t, down, gone, panics), `{}`)
	e, ok := errors.AsType[*registry.Error](err)
	if !ok || e.Code != registry.ToolError {
		t.Fatalf("all fail: got error %v, want TOOL_ERROR", err)
	}
	for _, part := range []string{"search", "down (", "gone (", "panics ("} {
		if !strings.Contains(e.Message, part) {
			t.Errorf("all fail: got %q, want it to name %q", e.Message, part)
		}
	}
	if strings.Contains(e.Error(), "secret") {
		t.Errorf("all fail: got %q, which tells of the inside of a panic", e)
	}
	chatty := provider("chatty", fail(errors.New(strings.Repeat("x", 5_000_000)))) // OU-018
	if _, err := call(fallback(t, chatty), `{}`); err == nil || len(err.Error()) > 2000 || !strings.Contains(err.Error(), "[cut: ") {
		t.Errorf("a long error: got %d characters, want it cut", len(err.Error()))
	}
	_, err = call(fallback(t, gone, gone), `{}`)
	if e, ok := errors.AsType[*registry.Error](err); !ok || e.Code != registry.UpstreamGone {
		t.Errorf("all fail alike: got error %v, want UPSTREAM_GONE", err)
	}
}

func TestFallbackSchemas(t *testing.T) {
	text, err := schema.Parse(json.RawMessage(`{"type":"string"}`))
	if err != nil {
		t.Fatal(err)
	}
	needsQuery, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`))
	if err != nil {
		t.Fatal(err)
	}
	first := provider("first", give(`1`)) // does not fit its own output
	first.Output = text
	second := provider("second", give(`"never asked"`))
	second.Input = needsQuery
	third := provider("third", give(`"fits"`))
	third.Render = func(_, _ json.RawMessage) []registry.Content { return []registry.Content{registry.Text("shown")} }
	r, err := call(fallback(t, first, second, third), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if string(r.Value) != `"fits"` || !cmp.Equal(texts(r.Content), []string{"shown"}) {
		t.Errorf("got value %s and content %q, want that of the third", r.Value, texts(r.Content))
	}
	for _, part := range []string{"first (INVALID_OUTPUT", "second (INVALID_ARGS"} {
		if note := r.Notes[0].Text; !strings.Contains(note, part) {
			t.Errorf("got note %q, want it to say %q", note, part)
		}
	}
}

func TestFallbackRendererPanics(t *testing.T) {
	p := provider("p", give(`1`))
	p.Render = func(_, _ json.RawMessage) []registry.Content { panic("no") }
	if r, err := call(fallback(t, p), `{}`); err != nil || r.Content != nil {
		t.Errorf("got %+v and error %v, want the value without content", r, err)
	}
}

func TestFallbackEnabled(t *testing.T) {
	key := ""
	r := registry.New(&registry.Options{Env: &registry.Env{Lookup: func(string) (string, bool) { return key, key != "" }}})
	keyed := provider("keyed", give(`"keyed"`))
	keyed.Enabled = func(e registry.Env) (bool, string) {
		_, ok := e.Lookup("KEY")
		return ok, "KEY is not set"
	}
	made := fallback(t, keyed)
	if _, err := call(made, `{}`); err == nil {
		t.Error("before anybody asked whether it is enabled: got no error")
	}
	mustAdd(t, r.Root(), made)
	want := []registry.Off{{Name: "search", Reason: "no provider is enabled: keyed: KEY is not set"}}
	if diff := cmp.Diff(want, view(t, r, "").Off()); diff != "" {
		t.Errorf("off (-want +got):\n%s", diff)
	}
	key = "secret"
	r.Refresh()
	found, ok := view(t, r, "").Lookup("search")
	if !ok {
		t.Fatal("the tool is still off")
	}
	if got, err := call(*found, `{}`); err != nil || string(got.Value) != `"keyed"` {
		t.Errorf("got %v and error %v, want the value of the provider", got, err)
	}
	key = ""
	if _, err := call(*found, `{}`); err == nil || !strings.Contains(err.Error(), "KEY is not set") {
		t.Errorf("after the key is gone: got error %v, want the reason", err)
	}
}

func TestFallbackTime(t *testing.T) {
	hang := func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	slow := provider("slow", hang)
	slow.Timeout = 2 * time.Second
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		r, err := call(fallback(t, slow, provider("good", give(`1`))), `{}`)
		if err != nil {
			t.Fatal(err)
		}
		want := "good answered, since these failed: slow (TIMEOUT: it did not answer within 2s)"
		if got := r.Notes[0].Text; got != want || time.Since(start) != 2*time.Second {
			t.Errorf("got note %q after %v, want %q after 2s", got, time.Since(start), want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		stop := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(stop) })
		tried := false
		next := provider("next", func(context.Context, *registry.Call) (*registry.Result, error) {
			tried = true
			return nil, nil
		})
		_, err := fallback(t, slow, next).Handler(ctx, &registry.Call{})
		if !errors.Is(err, stop) || tried {
			t.Errorf("cancelled: got error %v and another provider tried %v, want the cause and no more", err, tried)
		}
	})
}

func TestFallbackProperties(t *testing.T) {
	a, b := provider("a", give(`1`)), provider("b", give(`1`))
	a.Effects = registry.Effects{ReadOnly: true, Idempotent: true}
	b.Effects = registry.Effects{ReadOnly: true, Destructive: true, OpenWorld: true}
	a.Access = func(json.RawMessage) registry.Access { return registry.Access{Reads: []string{"x"}} }
	b.Access = func(json.RawMessage) registry.Access { return registry.Access{Writes: []string{"y"}} }
	made := fallback(t, a, b)
	if diff := cmp.Diff(registry.Effects{ReadOnly: true, Destructive: true, OpenWorld: true}, made.Effects); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(registry.Access{Reads: []string{"x"}, Writes: []string{"y"}}, made.Access(nil)); diff != "" {
		t.Errorf("access (-want +got):\n%s", diff)
	}
	if made.Foreign {
		t.Error("got a foreign tool out of providers that are not")
	}
	foreign := b
	foreign.Foreign = true
	if !fallback(t, a, foreign).Foreign {
		t.Error("the hints of a foreign provider are taken for ours")
	}
	if made.GrantKey != nil {
		t.Error("got a grant key, want none")
	}
	a.GrantKey = func(args json.RawMessage) string { return "key:" + string(args) }
	b.Access = nil
	made = fallback(t, a, b)
	if got, want := made.GrantKey(json.RawMessage(`1`)), `["search" "key:1"]`; got != want || made.Access != nil {
		t.Errorf("got grant key %q and access %v, want %q and none", got, made.Access != nil, want)
	}
	b.GrantKey = func(json.RawMessage) string { return "" }
	if got := fallback(t, a, b).GrantKey(nil); got != "" {
		t.Errorf("got grant key %q, want none", got)
	}
	finalizes := a
	finalizes.Finalize = func(*registry.Call, *registry.Result) []registry.Content { return nil }
	for name, providers := range map[string][]registry.Tool{"none": nil, "no handler": {{Name: "x"}}, "finalize": {finalizes}} {
		if _, err := registry.Fallback("f", providers...); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// What is wrong with the arguments or the value of a provider is told whole.
func TestFallbackNamesEveryViolation(t *testing.T) {
	picky := provider("picky", give(`"yes"`))
	s, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	picky.Input = s
	_, err = call(fallback(t, picky), `{"a":1,"b":2}`)
	want := "args.a: must be string (got 1); args.b: must be string (got 2)"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
}
