package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/secret"
	"github.com/runcode-dev/runcode/registry"
)

// call is what the rules see of one call.
type call struct {
	name   string
	tool   *registry.Tool // nil: there is none
	target Target
	files  []file

	command  *shell.Analysis // nil: it runs none, or unknown says why it cannot be told
	confined bool            // a command that only reads runs under the sandbox

	floor     string // why it is denied whatever the rules say
	unknown   string // why it cannot be told what it does
	protected string // why a person is asked whatever the rules allow

	readOnly     bool
	why          string // why it does not only read
	editsProject bool   // it changes files below the root, and nothing else
}

// file is a file with its paths in lower case, which rules that restrict compare too.
type file struct {
	File
	lowerPath, lowerReal string
	shown                string // for a model: without what is above the root
}

func (p *Policy) file(f File) file {
	return file{f, strings.ToLower(f.Path), strings.ToLower(f.Real), p.show(f.Path)}
}

// secret reports whether the file may hold secrets, by its name.
func (f *file) secret() bool { return secret.Path(f.Path) || secret.Path(f.Real) }

// examine finds out what a call does.
func (p *Policy) examine(s gate.Subject) *call {
	c := &call{name: s.Call.Tool, tool: s.Tool, target: p.opts.Targets[s.Call.Tool]}
	c.readOnly = gate.ReadOnly(s.Tool, p.opts.Trusted)
	switch {
	case c.readOnly:
	case s.Tool != nil && s.Tool.Foreign && s.Tool.Effects.ReadOnly:
		c.why = "its server says that it only reads, but that server is not trusted"
	default:
		c.why = "it may change something"
	}
	switch {
	case c.target.Files != nil:
		p.examineFiles(c, s.Call)
	case c.target.Command != nil:
		p.examineCommand(c, s.Call)
	}
	return c
}

func (p *Policy) examineFiles(c *call, rc *registry.Call) {
	files, err := c.target.Files(rc.Args)
	if err != nil {
		c.unknown = "which files it touches cannot be told: " + err.Error()
		return
	}
	for _, f := range files {
		if err := checkFile(f); err != nil {
			c.unknown = "which files it touches cannot be told: " + err.Error()
			return
		}
		c.files = append(c.files, p.file(f))
	}
	c.editsProject = c.target.Writes && len(files) > 0
	for _, f := range c.files {
		if f.secret() {
			c.floor = fmt.Sprintf("%q may hold secrets", f.shown)
		}
		if c.target.Writes && (p.protects(f.lowerPath) || p.protects(f.lowerReal)) {
			c.protected = fmt.Sprintf("%q can make programs run, or decides what may run", f.shown)
		}
		if !below(f.Real, p.opts.Root) {
			c.editsProject = false
		}
	}
}

// checkFile refuses a path that rules could be misled by.
func checkFile(f File) error {
	for _, p := range []string{f.Path, f.Real} {
		if p == "" || strings.ContainsRune(p, 0) || path.Clean(p) != p {
			return fmt.Errorf("%q is not a clean path", path.Base(p))
		}
	}
	return nil
}

// below reports whether a path is the directory or in it. Nothing is below no directory.
func below(p, dir string) bool {
	rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/"))
	return ok && dir != "" && (rest == "" || rest[0] == '/')
}

// show makes a path fit for a model: relative to the root, or its last part.
func (p *Policy) show(name string) string {
	if below(name, p.opts.Root) && name != p.opts.Root {
		return strings.TrimPrefix(name[len(strings.TrimSuffix(p.opts.Root, "/")):], "/")
	}
	return path.Base(name)
}

// parts lists what the call touches.
func (c *call) parts() []Part {
	var parts []Part
	for _, f := range c.files {
		parts = append(parts, Part{Text: f.Real})
	}
	switch {
	case c.command == nil:
	case c.command.Tree == nil: // there are only pieces, which are not shown as they were written
		parts = append(parts, Part{Text: c.command.Text, Why: c.command.Why})
	default:
		for i := range c.command.Parts {
			p := &c.command.Parts[i]
			parts = append(parts, Part{Text: p.String(), Why: p.Why})
		}
	}
	return parts
}
