package main

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	shellrun "github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/interp/worker"
	"github.com/runcode-dev/runcode/registry"
)

// env is all that the commands touch of the process they run in. Only processEnv fills it from the real one.
type env struct {
	in       io.Reader
	out, err io.Writer
	dir      string // where it was started; empty: in no directory that is there
	environ  []string
	lookup   func(key string) (string, bool)

	inTerminal, outTerminal, errTerminal bool
}

// start is main: first of all, this process may be a worker, or a helper that runs a shell command.
func start(args []string) int {
	keepInherited()
	worker.Main()
	shellrun.Main()
	e := processEnv()
	if _, set := e.lookup("GOGC"); !set {
		debug.SetGCPercent(gcPercent)
	}
	return run(args, e)
}

// gcPercent is how much garbage may lie beside what lives, in percent of it, before it is collected: enough that a small
// command ends before the first collection.
const gcPercent = 200

func processEnv() *env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // it has been removed
	}
	return &env{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, dir: dir, environ: os.Environ(), lookup: os.LookupEnv,
		inTerminal: term.Is(os.Stdin), outTerminal: term.Is(os.Stdout), errTerminal: term.Is(os.Stderr),
	}
}

// dumb reports whether the terminal understands no escape sequences.
func (e *env) dumb() bool {
	name, _ := e.lookup("TERM")
	return name == "dumb"
}

// set reports whether a variable has a value.
func (e *env) set(key string) bool {
	value, _ := e.lookup(key)
	return value != ""
}

func (e *env) registryEnv() *registry.Env {
	return &registry.Env{GOOS: runtime.GOOS, Lookup: e.lookup}
}
