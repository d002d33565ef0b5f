package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
)

//go:embed glob.md
var globText string

type globIn struct {
	Pattern string `json:"pattern" jsonschema:"the pattern of paths below path"`
	Path    string `json:"path,omitempty" jsonschema:"the directory to look in; left out: the workspace"`
	Hidden  bool   `json:"hidden,omitempty" jsonschema:"find names that begin with a dot too"`
	Ignored *bool  `json:"ignored,omitempty" jsonschema:"find what .gitignore leaves out too"`
	Sort    string `json:"sort,omitempty" jsonschema:"name or newest; left out: name"`
	Limit   int    `json:"limit,omitempty" jsonschema:"the most paths to give; left out: 10000"`
}

func (globIn) tune(s *jsonschema.Schema) {
	s.Properties["sort"].Enum = []any{"name", "newest"}
	atLeast(s, "limit", 1)
}

type globOut struct {
	Paths     []string `json:"paths" jsonschema:"the files, as the other tools take them"`
	Total     int      `json:"total" jsonschema:"how many there are"`
	Truncated bool     `json:"truncated" jsonschema:"paths holds the first of them only"`
	Unread    []string `json:"unread,omitempty" jsonschema:"directories that could not be read, and names that are no UTF-8"`
}

const defaultPaths = 10_000

func (w *Workspace) glob() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "glob", Description: globText,
		Effects: registry.Effects{ReadOnly: true, Idempotent: true},
		Access:  w.reads,
	}, w.runGlob, showGlob)
}

func (w *Workspace) runGlob(ctx context.Context, _ *registry.Call, in globIn) (globOut, error) {
	p, e := w.openDirectory(in.Path)
	if e != nil {
		return globOut{}, e
	}
	g, e := w.newGlobber(p, in)
	if e != nil {
		return globOut{}, e
	}
	unread, err := g.find(ctx, w.walkOptions(g.place, in.Hidden || g.hidden, in.Ignored))
	if err != nil {
		return globOut{}, stopped(ctx)
	}
	out := globOut{Paths: []string{}, Total: g.found.Total(), Unread: w.unreadNames(g.place, unread)}
	for _, f := range g.found.Sorted() {
		out.Paths = append(out.Paths, f.path)
	}
	out.Truncated = len(out.Paths) < out.Total
	return out, nil
}

func showGlob(in globIn, out globOut) []string {
	note := plural(out.Total, "file")
	if strings.HasSuffix(in.Pattern, "/") {
		note = fmt.Sprintf("%d directories", out.Total)
	}
	if out.Truncated {
		note += fmt.Sprintf(", the first %d shown; a narrower pattern or a larger limit shows the rest", len(out.Paths))
	}
	if out.Total == 0 && !strings.Contains(in.Pattern, "**") {
		note += fmt.Sprintf(`; %q looks in one directory only, "**/" before it in all below`, in.Pattern)
	}
	if out.Total == 0 {
		note += "; hidden and ignored files are found with hidden: true and ignored: true"
	}
	return shownWithNote(listed(out.Paths), note+unreadNote(out.Unread))
}
