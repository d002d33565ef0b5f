package gate_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

func TestReviewsAreMadeSafe(t *testing.T) {
	ok := &registry.Result{Value: json.RawMessage(`1`)}
	failed := &registry.Result{Err: registry.Errorf(registry.ToolError, "no")}
	text := []registry.Content{registry.Text("x")}
	tests := []struct {
		name     string
		change   *gate.Change
		err      error
		on       *registry.Result
		wantText string // of the error; empty: the change comes through
	}{
		{"nothing to change", nil, nil, ok, ""},
		{"content (P72)", &gate.Change{Content: text}, nil, ok, ""},
		{"content of a failed call", &gate.Change{Content: text}, nil, failed, ""},
		{"value", &gate.Change{Value: []byte(`2`)}, nil, ok, ""},
		{"value and content (P74)", &gate.Change{Value: []byte(`2`), Content: text}, nil, ok, "review 1 went wrong"},
		{"value of a failed call (P76)", &gate.Change{Value: []byte(`2`)}, nil, failed, "review 1 went wrong"},
		{"error (P82)", nil, errors.New("/etc/x"), ok, "review 1 went wrong"},
		{"coded error", nil, registry.Errorf(registry.LimitExceeded, "too long"), ok, "too long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gate.New(&gate.Options{Reviews: []gate.Review{func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) {
				return tt.change, tt.err
			}}})
			change, err := g.Reviews("")[0](t.Context(), subject(""), tt.on)
			if tt.wantText == "" {
				if diff := cmp.Diff(tt.change, change); diff != "" || err != nil {
					t.Errorf("got error %v, change (-want +got):\n%s", err, diff)
				}
				return
			}
			e, isErr := errors.AsType[*registry.Error](err)
			if !isErr || change != nil {
				t.Fatalf("got %v, %v, want only a *registry.Error", change, err)
			}
			if want := (gate.Decision{Code: e.Code, Reason: tt.wantText}).Err("echo"); e.Message != want.Message {
				t.Errorf("got %q, want %q", e.Message, want.Message)
			}
		})
	}
}

func TestReviewPanics(t *testing.T) {
	g := gate.New(nil)
	g.AddReview("a", func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) { panic("boom") })
	_, err := g.Reviews("a/b")[0](t.Context(), subject("a/b"), &registry.Result{})
	if e, ok := errors.AsType[*registry.Error](err); !ok || e.Code != registry.PolicyError {
		t.Errorf("got %v, want POLICY_ERROR", err)
	}
	if got := len(g.Reviews("b")); got != 0 {
		t.Errorf("got %d reviews in another scope, want none", got)
	}
}

func TestReviewsOfScopes(t *testing.T) {
	note := func(text string) gate.Review {
		return func(context.Context, gate.Subject, *registry.Result) (*gate.Change, error) {
			return &gate.Change{Notes: []registry.Content{registry.Text(text)}}, nil
		}
	}
	g := gate.New(nil)
	g.AddReview("a", note("a"))
	g.AddReview("", note("root"))
	remove := g.AddReview("", note("removed"))
	remove()
	got := ""
	for _, review := range g.Reviews("a") {
		change, err := review(t.Context(), subject("a"), &registry.Result{})
		if err != nil {
			t.Fatal(err)
		}
		got += change.Notes[0].Text + " "
	}
	if want := "root a "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
