package scheduler_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

func TestContentIsBounded(t *testing.T) {
	tool := echo(answer(`"`+strings.Repeat("x", 5000)+`"`, nil))
	tool.MaxResult = 100
	r := newScheduler(t, nil, tool).Execute(t.Context(), call("echo"))
	if n := len(r.Content[0].Text); n > 100 {
		t.Errorf("content has %d characters, want at most 100", n)
	}
	if len(r.Value) != 5002 {
		t.Errorf("value has %d bytes, want all 5002", len(r.Value))
	}
}

// Texts share the bound, and keep their sources; images stay where they are, and what is left out leaves no empty blocks.
func TestBlocksShareTheBound(t *testing.T) {
	long := registry.Content{Text: strings.Repeat("long ", 200), Source: "a.b"}
	image := registry.Image("image/png", []byte("png"))
	blocks := []registry.Content{registry.Text("short"), long, image, long}
	for range 1000 {
		blocks = append(blocks, registry.Text("one of many"))
	}
	blocks = append(blocks, image, registry.Text("last"))
	tool := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Content: blocks}, nil
	})
	tool.MaxResult = 2000
	r := newScheduler(t, nil, tool).Execute(t.Context(), call("echo"))
	chars, images, empty := 0, 0, 0
	for _, c := range r.Content {
		chars += utf8.RuneCountInString(c.Text)
		switch {
		case !c.IsText():
			images++
		case c.Text == "":
			empty++
		}
	}
	if chars > 2000 || images != 2 || empty > 0 {
		t.Errorf("got %d characters, %d images and %d empty blocks, want at most 2000, 2 and 0", chars, images, empty)
	}
	first, last := r.Content[:3], r.Content[len(r.Content)-1]
	if first[0].Text != "short" || first[1].Source != "a.b" || len(first[1].Text) < 200 || !cmp.Equal(first[2], image) || last.Text != "last" {
		t.Errorf("got %+v first and %+v last, want them in their order with their sources", first, last)
	}
}
