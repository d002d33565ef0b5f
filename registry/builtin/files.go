package builtin

import (
	"encoding/json"
	"path"
	"path/filepath"
)

// File is a file that a call names: absolute, clean paths with slashes, as the call spells it and after links. Where it
// does not exist yet, Real is that of the nearest directory above it that does, with the rest added.
type File struct{ Path, Real string }

// Files gives the files that a call of one of the tools with a path names, for a policy that is about files. The error
// is for a path that leads nowhere the tools may go; such a call fails by itself.
func (w *Workspace) Files(args json.RawMessage) ([]File, error) {
	var in struct{ Path string }
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	if in.Path == "" {
		in.Path = "."
	}
	p, e := w.resolve(in.Path)
	if e != nil {
		return nil, e
	}
	named := filepath.ToSlash(in.Path)
	if !path.IsAbs(named) && !filepath.IsAbs(in.Path) {
		named = path.Join(filepath.ToSlash(w.main.real), named)
	}
	return []File{{Path: path.Clean(named), Real: filepath.ToSlash(p.abs())}}, nil
}

// Dir is the workspace's directory: absolute, with slashes, and free of links.
func (w *Workspace) Dir() string { return filepath.ToSlash(w.main.real) }

// Command gives the command line that a call of bash runs, and the directory where: absolute and free of links. The error
// is for a directory that the tools may not work in; such a call fails by itself.
func (w *Workspace) Command(args json.RawMessage) (text, dir string, err error) {
	var in bashIn
	if err := json.Unmarshal(args, &in); err != nil {
		return "", "", err
	}
	p, e := w.resolve(in.cwd())
	if e != nil {
		return "", "", argument("cwd", e)
	}
	return in.Command, p.abs(), nil
}
