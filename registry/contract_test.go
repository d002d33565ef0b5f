package registry_test

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

func TestConflicts(t *testing.T) {
	reads := func(keys ...string) registry.Access { return registry.Access{Reads: keys} }
	writes := func(keys ...string) registry.Access { return registry.Access{Writes: keys} }
	alone := registry.Access{Alone: true}
	tests := []struct {
		name string
		a, b registry.Access
		want bool
	}{
		{"nothing", registry.Access{}, registry.Access{}, false},
		{"alone", alone, registry.Access{}, true},
		{"both alone", alone, alone, true},
		{"two readers", reads("db:a"), reads("db:a"), false},
		{"reader and writer", reads("db:a"), writes("db:a"), true},
		{"two writers", writes("db:a"), writes("db:a"), true},
		{"other keys", writes("db:a"), writes("db:ab", "db:b"), false},
		{"no tree but of files", writes("db:a"), reads("db:a/b"), false},
		{"file in a directory", writes("file:/w/a/b"), reads("file:/w/a"), true},
		{"file in the root", writes("file:/"), writes("file:/w/a"), true},
		{"files of a common beginning", writes("file:/w/a"), writes("file:/w/ab"), false},
		{"files side by side", writes("file:/w/a"), writes("file:/w/b"), false},
		{"one of many", writes("x", "y"), reads("z", "y"), true},
	}
	for _, tt := range tests {
		if got := tt.a.Conflicts(tt.b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		if got := tt.b.Conflicts(tt.a); got != tt.want {
			t.Errorf("%s, the other way round: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestError(t *testing.T) {
	plain := registry.Errorf(registry.UpstreamGone, "server %q has ended: %w", "github", io.EOF)
	hinted := plain.WithHint("start it with %s", "runcode serve")
	if got, want := plain.Error(), `server "github" has ended: EOF`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := hinted.Error(), `server "github" has ended: EOF; start it with runcode serve`; got != want {
		t.Errorf("with a hint: got %q, want %q", got, want)
	}
	if plain.Hint != "" || !errors.Is(hinted, io.EOF) || registry.Errorf(registry.Denied, "no").Unwrap() != nil {
		t.Error("WithHint has changed the original, or the cause is lost or made up")
	}
	if !(&registry.Result{}).OK() || (&registry.Result{Err: plain}).OK() {
		t.Error("OK does not tell success from failure")
	}
}

func TestContent(t *testing.T) {
	want := []registry.Content{{Text: "a"}, {MediaType: "image/png", Data: []byte("b")}}
	if diff := cmp.Diff(want, []registry.Content{registry.Text("a"), registry.Image("image/png", []byte("b"))}); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
	if !want[0].IsText() || want[1].IsText() {
		t.Error("IsText does not tell text from images")
	}
}
