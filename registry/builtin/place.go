package builtin

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/runcode-dev/runcode/registry"
)

// place is a path of the caller, resolved: it is in a tree, and no component of it is a link.
type place struct {
	tree *tree
	rel  string   // from the tree's root, with the system's separators; "." is the root
	name pathText // as the caller is told: from the workspace, or absolute in another tree; with slashes
	link pathText // how the caller wrote it, where a link on the way led elsewhere; empty: none did

	info fs.FileInfo // of what was there when it was looked at; nil: nothing
}

func (p place) abs() string { return filepath.Join(p.tree.real, p.rel) }

// slash is rel with slashes, as walks use it.
func (p place) slash() string { return filepath.ToSlash(p.rel) }

// Bounds of a path: how many links it may lead through, and its length in bytes; no system takes longer ones.
const (
	maxLinks = 40
	maxPath  = 32 << 10
)

// resolve finds what a path of the caller means. Relative paths begin in the workspace. Links are followed as long as
// they stay in the trees; the last components need not exist. It only looks: opening goes through the tree's os.Root, so
// that a link that is put there afterwards leads nowhere.
func (w *Workspace) resolve(arg string) (place, *registry.Error) {
	switch {
	case arg == "":
		return place{}, registry.Errorf(registry.InvalidArgs, "args.path: is empty").
			WithHint(`"." is the workspace itself`)
	case len(arg) > maxPath:
		return place{}, registry.Errorf(registry.InvalidArgs, "args.path: has %d bytes; the longest that can be looked at has %d", len(arg), maxPath)
	case strings.ContainsRune(arg, 0):
		return place{}, registry.Errorf(registry.InvalidArgs, "args.path: contains a NUL character")
	case arg == "~" || strings.HasPrefix(arg, "~/"):
		return place{}, registry.Errorf(registry.InvalidArgs, "args.path: ~ is not expanded").
			WithHint("write a path relative to the workspace (%s)", w.main.given)
	}
	target := filepath.FromSlash(arg)
	if !filepath.IsAbs(target) {
		target = filepath.Join(w.main.real, target)
	}
	return w.follow(arg, filepath.Clean(target))
}

// follow resolves an absolute path component by component, from the start again after each link.
func (w *Workspace) follow(arg, target string) (place, *registry.Error) {
	for followed := range maxLinks {
		t, rest, ok := w.treeOf(target)
		if !ok || isPseudo(filepath.Join(t.real, rest)) {
			return place{}, w.outside(arg)
		}
		p, link, err := follow(t, rest)
		if err != nil {
			return place{}, fileError(pathText(arg), err)
		}
		if link == "" {
			p.name = pathText(w.nameOf(t, p.rel))
			if followed > 0 {
				p.link = pathText(arg)
			}
			return p, nil
		}
		target = link
	}
	return place{}, registry.Errorf(registry.ToolError, "args.path: %s leads through too many links", pathText(arg))
}

// follow walks rest down from the tree's root. At a link it stops and gives the absolute path that this one stands for.
func follow(t *tree, rest string) (p place, link string, err error) {
	p = place{tree: t, rel: "."}
	parts := strings.Split(rest, string(filepath.Separator))
	for i, part := range parts {
		full := filepath.Join(t.real, p.rel, part)
		info, err := os.Lstat(full)
		if errors.Is(err, fs.ErrNotExist) {
			if other, ok := sameName(filepath.Dir(full), part); ok {
				parts[i] = other
				return p, filepath.Join(append([]string{t.real, p.rel}, parts[i:]...)...), nil
			}
			p.rel, p.info = filepath.Join(append([]string{p.rel}, parts[i:]...)...), nil
			return p, "", nil
		}
		if err != nil {
			return p, "", err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(full)
			if err != nil {
				return p, "", err
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(full), target)
			}
			return p, filepath.Join(append([]string{target}, parts[i+1:]...)...), nil
		}
		p.rel, p.info = filepath.Join(p.rel, part), info
	}
	return p, "", nil
}

// sameName finds the one entry of a directory whose name differs from name only in how its accents are composed.
func sameName(dir, name string) (string, bool) {
	if isASCII(name) {
		return "", false
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	found, want := "", norm.NFC.String(name)
	for _, e := range entries {
		if norm.NFC.String(e.Name()) == want {
			if found != "" {
				return "", false
			}
			found = e.Name()
		}
	}
	return found, found != ""
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// treeOf gives the tree that an absolute path is in, and the way down from its root.
func (w *Workspace) treeOf(abs string) (*tree, string, bool) {
	for _, t := range w.trees {
		for _, top := range []string{t.real, t.given} {
			if rest, ok := w.below(top, abs); ok {
				return t, rest, true
			}
		}
	}
	return w.main, "", false
}

func (w *Workspace) below(top, abs string) (string, bool) {
	if len(abs) < len(top) || !w.samePath(abs[:len(top)], top) {
		return "", false
	}
	rest := abs[len(top):]
	if rest == "" {
		return ".", true
	}
	separator := string(filepath.Separator)
	if strings.HasSuffix(top, separator) {
		return rest, true
	}
	return strings.CutPrefix(rest, separator)
}

func (w *Workspace) samePath(a, b string) bool {
	return a == b || w.blind && strings.EqualFold(a, b)
}

func (w *Workspace) nameOf(t *tree, rel string) string {
	if t == w.main {
		return filepath.ToSlash(rel)
	}
	return path.Join(filepath.ToSlash(t.given), filepath.ToSlash(rel))
}

// key is the access key of a place: one for all spellings.
func (w *Workspace) key(p place) string {
	key := filepath.ToSlash(p.abs())
	if w.blind {
		key = strings.ToLower(key)
	}
	return registry.FilePrefix + key
}

func (w *Workspace) outside(arg string) *registry.Error {
	return registry.Errorf(registry.InvalidArgs, "args.path: %s is outside the workspace", pathText(arg)).
		WithHint("the workspace is %s; paths are relative to it", w.main.given)
}

// caseBlind reports whether the file system takes names that differ only in case for one.
func caseBlind(dir string) bool {
	other := strings.ToUpper(dir)
	if other == dir {
		other = strings.ToLower(dir)
	}
	a, err := os.Stat(dir)
	if err != nil || other == dir {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}
