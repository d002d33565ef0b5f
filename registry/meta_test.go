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
)

// submitter starts each call on a goroutine and gives what its handler gives, as a scheduler does.
func submitter(handlers map[string]registry.Handler) func(context.Context, string, json.RawMessage) func() *registry.Result {
	return func(ctx context.Context, tool string, args json.RawMessage) func() *registry.Result {
		result := make(chan *registry.Result, 1)
		go func() {
			r, err := handlers[tool](ctx, &registry.Call{Tool: tool, Args: args})
			switch {
			case ctx.Err() != nil:
				r = &registry.Result{Err: registry.Errorf(registry.Aborted, "cancelled")}
			case err != nil:
				r = &registry.Result{Err: registry.Errorf(registry.ToolError, "%w", err)}
			}
			result <- r
		}()
		return func() *registry.Result { return <-result }
	}
}

func meta(t *testing.T, parts ...registry.Part) registry.Tool {
	t.Helper()
	made, err := registry.Meta(registry.Tool{Name: "meta"}, func(context.Context, *registry.Call) ([]registry.Part, error) { return parts, nil })
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestMeta(t *testing.T) {
	handlers := map[string]registry.Handler{
		"a.one": func(context.Context, *registry.Call) (*registry.Result, error) {
			return &registry.Result{
				Value:   json.RawMessage(`{"n":9007199254740993}`),
				Content: []registry.Content{registry.Text("one"), {Text: "deep", Source: "deeper"}},
				Notes:   []registry.Content{registry.Text("note")},
			}, nil
		},
		"a.two": give(`null`),
		"a.bad": fail(errors.New("broken")),
	}
	made := meta(t, registry.Part{Tool: "a.one"}, registry.Part{Tool: "a.bad"}, registry.Part{Tool: "a.two"})
	if !made.Calls || made.Access != nil {
		t.Error("the tool does not say that it calls others")
	}
	got, err := made.Handler(t.Context(), &registry.Call{Submit: submitter(handlers)})
	if err != nil {
		t.Fatal(err)
	}
	want := &registry.Result{
		Value: json.RawMessage(`[{"tool":"a.one","value":{"n":9007199254740993}},` +
			`{"tool":"a.bad","error":{"code":"TOOL_ERROR","tool":"a.bad","message":"broken"}},{"tool":"a.two","value":null}]`),
		Content: []registry.Content{{Text: "one", Source: "a.one"}, {Text: "deep", Source: "deeper"}},
		Notes:   []registry.Content{{Text: "note", Source: "a.one"}, registry.Text("1 of 3 calls failed: a.bad (TOOL_ERROR: broken)")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	if violations := made.Output.Validate(got.Value, "value"); len(violations) > 0 {
		t.Errorf("the value does not fit the tool's own schema: %v", violations)
	}
}

func TestMetaAllFail(t *testing.T) {
	handlers := map[string]registry.Handler{"x": fail(errors.New("broken")), "y": fail(errors.New("empty"))}
	_, err := meta(t, registry.Part{Tool: "x"}, registry.Part{Tool: "y"}).Handler(t.Context(), &registry.Call{Submit: submitter(handlers)})
	for _, part := range []string{"x (TOOL_ERROR: broken)", "y (TOOL_ERROR: empty)"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v, want it to say %q", err, part)
		}
	}
}

func TestMetaWithoutParts(t *testing.T) {
	got, err := meta(t).Handler(t.Context(), &registry.Call{Submit: submitter(nil)})
	if err != nil || string(got.Value) != `[]` {
		t.Errorf("got %v and error %v, want an empty array", got, err)
	}
	if _, err := meta(t).Handler(t.Context(), &registry.Call{}); err == nil {
		t.Error("a call that cannot submit: got no error")
	}
	want := errors.New("no plan")
	made, err := registry.Meta(registry.Tool{Name: "m"}, func(context.Context, *registry.Call) ([]registry.Part, error) { return nil, want })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := made.Handler(t.Context(), &registry.Call{Submit: submitter(nil)}); !errors.Is(err, want) {
		t.Errorf("a plan that fails: got error %v, want %v", err, want)
	}
	if _, err := registry.Meta(tool("x"), nil); err == nil {
		t.Error("a tool with a handler: got no error")
	}
}

// TestMetaDeadlines: the parts run at the same time, and each has its own deadline.
func TestMetaDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		after := func(d time.Duration) registry.Handler {
			return func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
				select {
				case <-time.After(d):
					return &registry.Result{Value: json.RawMessage(`true`)}, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
		}
		handlers := map[string]registry.Handler{"fast": after(time.Second), "slow": after(time.Hour)}
		start := time.Now()
		made := meta(t, registry.Part{Tool: "slow", Timeout: 3 * time.Second}, registry.Part{Tool: "fast", Timeout: 2 * time.Second})
		got, err := made.Handler(t.Context(), &registry.Call{Submit: submitter(handlers)})
		if err != nil {
			t.Fatal(err)
		}
		want := `[{"tool":"slow","error":{"code":"TIMEOUT","tool":"slow","message":"it did not answer within 3s"}},{"tool":"fast","value":true}]`
		if string(got.Value) != want || time.Since(start) != 3*time.Second {
			t.Errorf("got %s after %v, want %s after 3s", got.Value, time.Since(start), want)
		}
	})
}
