package builtin

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
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

const (
	defaultPaths = 10_000
	maxUnread    = 20 // names given of what could not be read
)

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
	g.order()
	limit := orDefault(in.Limit, defaultPaths)
	out := globOut{Paths: []string{}, Total: len(g.found), Truncated: len(g.found) > limit, Unread: w.unreadNames(g.place, unread)}
	for _, f := range g.found[:min(limit, len(g.found))] {
		out.Paths = append(out.Paths, f.path)
	}
	return out, nil
}

// namesHidden reports whether a pattern itself has a component that begins with a dot.
func namesHidden(pattern string) bool {
	return strings.HasPrefix(pattern, ".") || strings.Contains(pattern, "/.")
}

// globber finds files by one pattern.
type globber struct {
	workspace *Workspace
	place     place             // where to look: the directory of the call, and below it those that the pattern begins with
	prefix    string            // of the paths of a walk, down to the place
	pattern   *wildcard.Pattern // of paths below the place; nil: the pattern was a name, and that has been looked up
	hidden    bool              // the pattern names something hidden
	depth     int               // of directories below the place that can hold what fits; negative: any
	dirs      bool              // directories are wanted
	newest    bool

	mu    sync.Mutex
	found []foundFile
}

type foundFile struct {
	path string
	time time.Time // of its last change, if that is wanted
}

func (w *Workspace) newGlobber(p place, in globIn) (*globber, *registry.Error) {
	text, dirs := strings.CutSuffix(strings.TrimPrefix(in.Pattern, "./"), "/")
	switch {
	case text == "":
		return nil, registry.Errorf(registry.InvalidArgs, "args.pattern: is empty").WithHint(`"**" finds all files`)
	case path.IsAbs(text), slices.Contains(strings.Split(text, "/"), ".."):
		return nil, registry.Errorf(registry.InvalidArgs, "args.pattern: must stay below args.path").
			WithHint("give the directory as path and the rest as pattern")
	}
	g := &globber{workspace: w, dirs: dirs, newest: in.Sort == "newest"}
	dir, rest := wildcard.Split(text)
	if wildcard.IsLiteral(text) {
		dir, rest = text, ""
	}
	pattern, err := wildcard.Glob(rest)
	if err != nil {
		return nil, registry.Errorf(registry.InvalidArgs, "args.pattern: %w", err)
	}
	var e *registry.Error
	if g.place, e = w.follow(in.Pattern, filepath.Join(p.abs(), filepath.FromSlash(dir))); e != nil {
		return nil, argument("pattern", e)
	}
	if rest == "" {
		g.addExact()
		return g, nil
	}
	g.pattern, g.hidden, g.depth = pattern, namesHidden(rest), -1
	if !strings.Contains(rest, "**") {
		g.depth = strings.Count(rest, "/")
	}
	if g.place.rel != "." {
		g.prefix = g.place.slash() + "/"
	}
	return g, nil
}

// addExact finds the one path that a pattern without special characters names, whatever rules there are.
func (g *globber) addExact() {
	if info, err := g.place.tree.root.Lstat(g.place.rel); err == nil && info.IsDir() == g.dirs {
		g.found = append(g.found, foundFile{g.place.name, info.ModTime()})
	}
}

func (g *globber) add(name string, t time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.found = append(g.found, foundFile{path.Join(g.place.name, strings.TrimPrefix(name, g.prefix)), t})
}

func (g *globber) find(ctx context.Context, o walk.Options) ([]walk.Unread, error) {
	if g.pattern == nil {
		return nil, nil
	}
	if info, err := g.place.tree.root.Lstat(g.place.rel); err != nil || !info.IsDir() {
		return nil, nil // there is nothing below what is no directory
	}
	permitted := o.Enter
	o.Enter = func(dir string) bool {
		if permitted != nil && !permitted(dir) {
			return false
		}
		if g.dirs && g.matches(dir) {
			g.visit(dir, func() (fs.FileInfo, error) { return g.place.tree.root.Lstat(dir) })
		}
		return g.depth < 0 || strings.Count(strings.TrimPrefix(dir, g.prefix), "/") < g.depth
	}
	return walk.Walk(ctx, g.place.tree.root, o, func(f *walk.File) error {
		if !g.dirs && g.matches(f.Path) && g.wanted(f) {
			g.visit(f.Path, f.Info)
		}
		return nil
	})
}

func (g *globber) matches(name string) bool {
	return g.pattern.Match(strings.TrimPrefix(name, g.prefix))
}

// wanted reports whether something that is no directory is a file, or a link that leads to one inside the workspace.
func (g *globber) wanted(f *walk.File) bool {
	if f.Type&fs.ModeSymlink == 0 {
		return true
	}
	p, e := g.workspace.follow(f.Path, filepath.Join(g.place.tree.real, filepath.FromSlash(f.Path)))
	return e == nil && p.info != nil && !p.info.IsDir()
}

func (g *globber) visit(name string, stat func() (fs.FileInfo, error)) {
	var t time.Time
	if g.newest {
		info, err := stat()
		if err != nil {
			return // it has just gone
		}
		t = info.ModTime()
	}
	g.add(name, t)
}

func (g *globber) order() {
	slices.SortFunc(g.found, func(a, b foundFile) int {
		if c := b.time.Compare(a.time); g.newest && c != 0 {
			return c
		}
		return strings.Compare(a.path, b.path)
	})
}

// unreadNames names what could not be read below a place, the first of it if it is much.
func (w *Workspace) unreadNames(p place, unread []walk.Unread) []string {
	var names []string
	for _, u := range unread[:min(len(unread), maxUnread)] {
		name := strings.ToValidUTF8(w.nameOf(p.tree, u.Path), "\ufffd")
		if errors.Is(u.Err, walk.ErrName) {
			name += " (its name is not UTF-8: only bash can name it)"
		}
		names = append(names, name)
	}
	if len(unread) > maxUnread {
		names = append(names, fmt.Sprintf("... and %d more", len(unread)-maxUnread))
	}
	return names
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
	return shownWithNote(strings.Join(out.Paths, "\n"), note+unreadNote(out.Unread))
}

func unreadNote(unread []string) string {
	if len(unread) == 0 {
		return ""
	}
	return "; not read: " + strings.Join(unread, ", ")
}
