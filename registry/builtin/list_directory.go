package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
)

//go:embed list_directory.md
var listDirectoryText string

type listDirectoryIn struct {
	Path    string `json:"path,omitempty" jsonschema:"the directory; left out: the workspace"`
	Hidden  bool   `json:"hidden,omitempty" jsonschema:"list names that begin with a dot too"`
	Ignored *bool  `json:"ignored,omitempty" jsonschema:"list what .gitignore leaves out too"`
	Limit   int    `json:"limit,omitempty" jsonschema:"the most entries to give; left out: 1000"`
}

func (listDirectoryIn) tune(s *jsonschema.Schema) {
	atLeast(s, "limit", 1)
}

type listDirectoryOut struct {
	Path      string     `json:"path" jsonschema:"the directory, as the other tools name it"`
	Entries   []dirEntry `json:"entries" jsonschema:"in order of name"`
	Total     int        `json:"total" jsonschema:"how many there are, without those left out"`
	LeftOut   int        `json:"left_out" jsonschema:"how many are hidden or ignored"`
	NotUTF8   int        `json:"not_utf8,omitempty" jsonschema:"how many are left out since their names are not UTF-8, so that no tool but bash can name them"`
	Truncated bool       `json:"truncated" jsonschema:"entries holds the first of them only"`
}

type dirEntry struct {
	Name string `json:"name"`
	Path string `json:"path" jsonschema:"as the other tools take it"`
	Type string `json:"type" jsonschema:"file, directory, symlink or other"`
	Size int64  `json:"size" jsonschema:"of a file, in bytes; else 0"`
}

func (listDirectoryOut) tune(s *jsonschema.Schema) {
	s.Properties["entries"].Items.Properties["type"].Enum = []any{"file", "directory", "symlink", "other"}
}

const defaultEntries = 1000

func (w *Workspace) listDirectory() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "list_directory", Description: listDirectoryText,
		Effects: registry.Effects{ReadOnly: true, Idempotent: true},
		Access:  w.reads,
	}, w.runListDirectory, showListDirectory)
}

func (w *Workspace) runListDirectory(_ context.Context, _ *registry.Call, in listDirectoryIn) (listDirectoryOut, error) {
	p, e := w.openDirectory(in.Path)
	if e != nil {
		return listDirectoryOut{}, e
	}
	entries, leftOut, err := walk.List(p.tree.root, w.walkOptions(p, in.Hidden, in.Ignored))
	if err != nil {
		return listDirectoryOut{}, fileError(p.name, err)
	}
	found := len(entries)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !utf8.ValidString(e.Name()) })
	out := listDirectoryOut{
		Path: string(p.name), Entries: []dirEntry{}, Total: len(entries), LeftOut: leftOut, NotUTF8: found - len(entries),
	}
	limit := orDefault(in.Limit, defaultEntries)
	for _, e := range entries[:min(len(entries), limit)] {
		out.Entries = append(out.Entries, describeEntry(p, e))
	}
	out.Truncated = len(entries) > limit
	return out, nil
}

// openDirectory finds a directory; empty is the workspace.
func (w *Workspace) openDirectory(arg string) (place, *registry.Error) {
	if arg == "" {
		arg = "."
	}
	p, e := w.resolve(arg)
	if e != nil {
		return p, e
	}
	info, err := p.tree.root.Lstat(p.rel)
	if err != nil {
		return p, fileError(p.name, err)
	}
	if !info.IsDir() {
		return p, registry.Errorf(registry.ToolError, "args.path: %s is not a directory", p.name).
			WithHint("read_file reads files")
	}
	return p, nil
}

// walkOptions say what to see below a directory; a call's word on ignore files goes before the workspace's.
func (w *Workspace) walkOptions(p place, hidden bool, ignored *bool) walk.Options {
	o := walk.Options{Base: p.slash(), Hidden: hidden, All: w.options.NoIgnore}
	if ignored != nil {
		o.All = *ignored
	}
	if p.tree == w.main {
		o.Outer = w.outer()
	}
	if real := p.tree.real; filepath.Dir(real) == real { // of the whole machine, the kernel's trees are left out
		o.Enter = func(dir string) bool { return !isPseudo(filepath.Join(real, dir)) }
	}
	return o
}

func describeEntry(p place, e fs.DirEntry) dirEntry {
	d := dirEntry{Name: e.Name(), Path: path.Join(string(p.name), e.Name()), Type: "other"}
	switch {
	case e.IsDir():
		d.Type = "directory"
	case e.Type()&fs.ModeSymlink != 0:
		d.Type = "symlink"
	case e.Type().IsRegular():
		d.Type = "file"
		if info, err := e.Info(); err == nil { // else it has just gone, and has no size
			d.Size = info.Size()
		}
	}
	return d
}

func showListDirectory(_ listDirectoryIn, out listDirectoryOut) []string {
	var b strings.Builder
	for _, e := range out.Entries {
		switch e.Type {
		case "directory":
			fmt.Fprintf(&b, "%s/\n", pathText(e.Name))
		case "file":
			fmt.Fprintf(&b, "%s  %d\n", pathText(e.Name), e.Size)
		default:
			fmt.Fprintf(&b, "%s  (%s)\n", pathText(e.Name), e.Type)
		}
	}
	note := fmt.Sprintf("%s: %s", pathText(out.Path), entryCount(out.Total))
	if out.Truncated {
		note += fmt.Sprintf(", the first %d shown", len(out.Entries))
	}
	if out.LeftOut > 0 {
		note += fmt.Sprintf("; %d hidden or ignored", out.LeftOut)
	}
	if out.NotUTF8 > 0 {
		note += fmt.Sprintf("; %d left out whose names are not UTF-8: only bash can name them", out.NotUTF8)
	}
	return shownWithNote(b.String(), note)
}

func entryCount(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// shownWithNote gives the text, if there is any, and the note as a block of its own, so that neither is taken for the other.
func shownWithNote(text, note string) []string {
	note = "[" + note + "]"
	if text == "" {
		return []string{note}
	}
	return []string{strings.TrimSuffix(text, "\n"), note}
}
