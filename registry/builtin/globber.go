package builtin

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/least"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
)

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
	found *least.List[foundFile]
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
	g.found = least.New(orDefault(in.Limit, defaultPaths), g.compare)
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
		g.found.Add(foundFile{string(g.place.name), info.ModTime()})
	}
}

func (g *globber) add(name string, t time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.found.Add(foundFile{path.Join(string(g.place.name), strings.TrimPrefix(name, g.prefix)), t})
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

// compare orders what was found as the call wants it.
func (g *globber) compare(a, b foundFile) int {
	if c := b.time.Compare(a.time); g.newest && c != 0 {
		return c
	}
	return strings.Compare(a.path, b.path)
}

// namesHidden reports whether a pattern itself has a component that begins with a dot.
func namesHidden(pattern string) bool {
	return strings.HasPrefix(pattern, ".") || strings.Contains(pattern, "/.")
}
