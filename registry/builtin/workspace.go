package builtin

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// Options are the settings of a workspace. The zero value is usable.
type Options struct {
	ReadOnly []string // directories outside the workspace that may be read too, absolute

	// Environ is the environment that commands may inherit from, as os.Environ gives it. nil: an empty one.
	Environ []string

	// EnvNames are the names of the variables that commands get of Environ; they get no other. A name that ends in "*"
	// stands for all that begin so. nil: what the function of this name gives.
	EnvNames []string

	Shell Shell // runs the commands of bash; nil: [SystemShell]

	CommandTime    time.Duration // how long a command runs unless the call says otherwise; 0: 2 min
	MaxCommandTime time.Duration // the longest that a call may ask for; 0: 10 min
	MaxOutput      int           // bytes of a command's output that are kept, from its start and its end; 0: 1 MiB

	MaxRead int // bytes of text that one call of read_file gives; 0: 1 MiB

	// Hide says of a file that a search comes upon, by its real path, absolute and with slashes, that it must not be read.
	// It is called from several goroutines. nil: all may be. Files that a call names are the gate's to judge; see [Workspace.Files].
	Hide func(path string) bool

	NoIgnore bool // ignore files are not respected unless a call says so

	// GlobalIgnore gives the path of an ignore file for all workspaces, such as git's core.excludesFile. It is asked once, by
	// the first search that respects ignore files. nil, an empty path and one that leads nowhere: there is none.
	GlobalIgnore func() string
}

const (
	defaultCommandTime    = 2 * time.Minute
	defaultMaxCommandTime = 10 * time.Minute
	defaultMaxOutput      = 1 << 20
	defaultMaxRead        = 1 << 20
)

// Workspace is a directory with the tools that work in it. Any goroutine may use it, and its tools.
type Workspace struct {
	options Options
	main    *tree                // the workspace itself
	trees   []*tree              // it, and those that may only be read
	blind   bool                 // names that differ only in case are one file
	outer   func() *ignore.Stack // see outerRules
	seen    seen
	edits   keyLocks

	id       string       // of this workspace among all on the machine
	commands atomic.Int64 // run so far

	mu   sync.Mutex
	kept []*process.Group // commands that go on until Close
}

// tree is a directory that tools may reach into.
type tree struct {
	root     *os.Root
	given    string // absolute path as the user gave it
	real     string // the same with all links resolved
	readOnly bool
}

// Open opens the workspace in a directory that exists. nil options are the zero value. The caller closes it.
func Open(dir string, o *Options) (*Workspace, error) {
	w := &Workspace{id: rand.Text()}
	if o != nil {
		w.options = *o
	}
	w.setDefaults()
	for i, d := range append([]string{dir}, w.options.ReadOnly...) {
		t, err := openTree(d)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opening workspace: %w", err), w.Close())
		}
		t.readOnly = i > 0
		w.trees = append(w.trees, t)
	}
	w.main = w.trees[0]
	w.blind = caseBlind(w.main.real)
	w.outer = sync.OnceValue(w.outerRules)
	return w, nil
}

func (w *Workspace) setDefaults() {
	o := &w.options
	o.CommandTime = orDefault(o.CommandTime, defaultCommandTime)
	o.MaxCommandTime = max(orDefault(o.MaxCommandTime, defaultMaxCommandTime), o.CommandTime)
	o.MaxOutput = orDefault(o.MaxOutput, defaultMaxOutput)
	o.MaxRead = orDefault(o.MaxRead, defaultMaxRead)
	if o.EnvNames == nil {
		o.EnvNames = EnvNames()
	}
	if o.Shell == nil {
		o.Shell = SystemShell
	}
}

func orDefault[T int | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

func openTree(dir string) (*tree, error) {
	given, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &tree{root: root, given: given, real: real}, nil
}

// Tools gives the seven tools. The error is of the tools' own definitions, and a mistake in this package.
func (w *Workspace) Tools() ([]registry.Tool, error) {
	var tools []registry.Tool
	for _, define := range []func() (registry.Tool, error){
		w.readFile, w.writeFile, w.editFile, w.listDirectory, w.glob, w.grep, w.bash,
	} {
		t, err := define()
		if err != nil {
			return nil, err
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// Close ends the commands that were left running on purpose, and closes the directories. No call may be running.
func (w *Workspace) Close() error {
	w.mu.Lock()
	kept := w.kept
	w.kept = nil
	w.mu.Unlock()
	var errs []error
	for _, g := range kept {
		if _, escaped := g.End(0); escaped > 0 {
			errs = append(errs, fmt.Errorf("%d processes of a command could not be ended", escaped))
		}
	}
	for _, t := range w.trees {
		errs = append(errs, t.root.Close())
	}
	return errors.Join(errs...)
}
