package builtin

import (
	"context"
	_ "embed"
	"path"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/search"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
)

//go:embed grep.md
var grepText string

type grepIn struct {
	Pattern      string `json:"pattern" jsonschema:"the regular expression"`
	Path         string `json:"path,omitempty" jsonschema:"a directory or a file; left out: the workspace"`
	Glob         string `json:"glob,omitempty" jsonschema:"search only files whose path below path fits"`
	Fixed        bool   `json:"fixed,omitempty" jsonschema:"the pattern is plain text"`
	IgnoreCase   bool   `json:"ignore_case,omitempty" jsonschema:"upper and lower case are the same"`
	Context      int    `json:"context,omitempty" jsonschema:"lines to give before and after each match"`
	Before       int    `json:"before,omitempty" jsonschema:"lines to give before each match"`
	After        int    `json:"after,omitempty" jsonschema:"lines to give after each match"`
	FilesOnly    bool   `json:"files_only,omitempty" jsonschema:"give no lines, only the files and how many matches each has"`
	Hidden       bool   `json:"hidden,omitempty" jsonschema:"search names that begin with a dot too"`
	Ignored      *bool  `json:"ignored,omitempty" jsonschema:"search what .gitignore leaves out too"`
	Limit        int    `json:"limit,omitempty" jsonschema:"the most matches to give; left out: 1000"`
	LimitPerFile int    `json:"limit_per_file,omitempty" jsonschema:"the most matches to give of one file; left out: no limit but the other"`
}

// maxContext is the most lines on each side of a match.
const maxContext = 100

func (grepIn) tune(s *jsonschema.Schema) {
	for _, name := range []string{"context", "before", "after"} {
		most := float64(maxContext)
		atLeast(s, name, 0)
		s.Properties[name].Maximum = &most
	}
	atLeast(s, "limit", 1)
	atLeast(s, "limit_per_file", 1)
}

type grepOut struct {
	Matches    []grepMatch `json:"matches" jsonschema:"in order of path and line"`
	Files      []grepFile  `json:"files" jsonschema:"the files with matches, in order of path"`
	Total      int         `json:"total" jsonschema:"lines that match, in all files"`
	TotalFiles int         `json:"total_files" jsonschema:"files with matches"`
	Searched   int         `json:"searched" jsonschema:"files searched"`
	Binary     int         `json:"binary" jsonschema:"files skipped as binary"`
	Truncated  bool        `json:"truncated" jsonschema:"matches or files holds only the first of them"`
	Unread     []string    `json:"unread,omitempty" jsonschema:"files and directories that could not be read"`
}

type grepMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line" jsonschema:"from 1"`
	Column int      `json:"column" jsonschema:"of the first match in the line, in characters from 1"`
	Text   string   `json:"text" jsonschema:"the line, or the part around the match if it is very long"`
	Cut    bool     `json:"cut,omitempty" jsonschema:"text is a part of the line"`
	Before []string `json:"before,omitempty" jsonschema:"lines before it, but for those given already"`
	After  []string `json:"after,omitempty" jsonschema:"lines after it"`
}

type grepFile struct {
	Path  string `json:"path"`
	Count int    `json:"count" jsonschema:"lines that match"`
}

const (
	defaultMatches = 1000
	maxGrepFiles   = 10_000 // files named in one result
)

func (w *Workspace) grep() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "grep", Description: grepText,
		Effects: registry.Effects{ReadOnly: true, Idempotent: true},
		Access:  w.reads,
	}, w.runGrep, showGrep)
}

func (w *Workspace) runGrep(ctx context.Context, _ *registry.Call, in grepIn) (grepOut, error) {
	if in.Path == "" {
		in.Path = "."
	}
	p, e := w.resolve(in.Path)
	if e != nil {
		return grepOut{}, e
	}
	g, e := newGrepper(p, in)
	if e != nil {
		return grepOut{}, e
	}
	g.hide = w.options.Hide
	info, err := p.tree.root.Lstat(p.rel)
	switch {
	case err != nil:
		return grepOut{}, fileError(p.name, err)
	case !info.IsDir():
		return g.one(ctx, p)
	}
	unread, err := walk.Walk(ctx, p.tree.root, w.walkOptions(p, in.Hidden || namesHidden(in.Glob), in.Ignored), func(f *walk.File) error { return g.visit(ctx, f) })
	if err != nil {
		return grepOut{}, stopped(ctx)
	}
	out := g.found.result(in)
	out.Unread = append(g.found.unreadFiles(), w.unreadNames(p, unread)...)
	return out, nil
}

func newGrepper(p place, in grepIn) (*grepper, *registry.Error) {
	m, err := search.Compile(search.Query{Pattern: in.Pattern, Fixed: in.Fixed, IgnoreCase: in.IgnoreCase})
	if err != nil {
		return nil, patternError(err)
	}
	g := &grepper{place: p, matcher: m, in: in}
	g.context = search.Context{Before: max(in.Before, in.Context), After: max(in.After, in.Context)}
	limit := orDefault(in.Limit, defaultMatches)
	if in.FilesOnly {
		limit, g.context = 0, search.Context{}
	}
	g.found, g.perFile = newGrepFound(limit), limit
	if in.LimitPerFile > 0 {
		g.perFile = min(limit, in.LimitPerFile)
	}
	if p.rel != "." {
		g.prefix = p.slash() + "/"
	}
	if in.Glob == "" {
		return g, nil
	}
	glob := in.Glob
	if !strings.Contains(glob, "/") { // as elsewhere with a filter of names: at any depth
		glob = "**/" + glob
	}
	if g.glob, err = wildcard.Glob(path.Clean(glob)); err != nil {
		return nil, registry.Errorf(registry.InvalidArgs, "args.glob: %w", err)
	}
	return g, nil
}
