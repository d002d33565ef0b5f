package builtin

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/headtail"
	"github.com/runcode-dev/runcode/registry/builtin/internal/termtext"
	"github.com/runcode-dev/runcode/registry/builtin/process"
	"github.com/runcode-dev/runcode/registry/truncate"
)

//go:embed bash.md
var bashText string

type bashIn struct {
	Command     string `json:"command" jsonschema:"the command line"`
	Description string `json:"description,omitempty" jsonschema:"what it does, in 5 to 10 words, for whoever is asked"`
	Cwd         string `json:"cwd,omitempty" jsonschema:"the directory to start in; left out: the workspace"`
	TimeoutMS   int    `json:"timeout_ms,omitempty" jsonschema:"milliseconds until it is stopped; left out: 120000 unless the settings say otherwise"`
	KeepRunning bool   `json:"keep_running,omitempty" jsonschema:"let what it leaves in the background run on"`
}

func (bashIn) tune(s *jsonschema.Schema) { atLeast(s, "timeout_ms", 1) }

// cwd is the directory to start in, as the call spells it.
func (in bashIn) cwd() string {
	if in.Cwd == "" {
		return "."
	}
	return in.Cwd
}

type bashOut struct {
	Output       string `json:"output" jsonschema:"what it wrote to standard output and standard error, in order"`
	ExitCode     *int   `json:"exit_code" jsonschema:"null if it was stopped or a signal ended it"`
	Signal       string `json:"signal,omitempty" jsonschema:"the signal that ended it, such as SIGSEGV"`
	TimedOut     bool   `json:"timed_out" jsonschema:"it was stopped after timeout_ms"`
	Truncated    bool   `json:"truncated" jsonschema:"output leaves out a part in the middle"`
	OmittedBytes int64  `json:"omitted_bytes,omitempty" jsonschema:"how much is left out"`
	Ended        int    `json:"ended,omitempty" jsonschema:"processes that it had left in the background and that were ended"`
	Escaped      int    `json:"escaped,omitempty" jsonschema:"processes of it that could not be ended"`
	KeptRunning  bool   `json:"kept_running,omitempty" jsonschema:"processes of it run on in the background"`
}

func (bashOut) tune(s *jsonschema.Schema) {
	s.Properties["exit_code"].Type, s.Properties["exit_code"].Types = "", []string{"integer", "null"}
}

func (w *Workspace) bash() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "bash", Description: bashText,
		Effects:  registry.Effects{Destructive: true, OpenWorld: true},
		Access:   func(json.RawMessage) registry.Access { return registry.Access{Alone: true} },
		GrantKey: w.bashGrant,
	}, w.runBash, showBash)
}

// bashGrant makes a grant hold for the very same command in the same directory only.
func (w *Workspace) bashGrant(args json.RawMessage) string {
	var in bashIn
	if json.Unmarshal(args, &in) != nil || in.Command == "" {
		return ""
	}
	p, e := w.resolve(in.cwd())
	if e != nil {
		return ""
	}
	return fmt.Sprintf("bash:%t:%q:%s", in.KeepRunning, p.abs(), in.Command)
}

func (w *Workspace) runBash(ctx context.Context, _ *registry.Call, in bashIn) (bashOut, error) {
	limit, e := w.commandTime(in)
	if e != nil {
		return bashOut{}, e
	}
	dir, e := w.openDirectory(in.cwd())
	if e != nil {
		return bashOut{}, argument("cwd", e)
	}
	kept := headtail.New(w.options.MaxOutput)
	text := termtext.NewWriter(kept)
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	exit, err := w.options.Shell(timed, Script{
		Command: in.Command, Dir: dir.abs(), Env: w.environment(), Output: text, Keep: in.KeepRunning,
		Mark: fmt.Sprintf("%s.%d", w.id, w.commands.Add(1)),
	})
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		exit, err = process.Exit{Stopped: true}, nil // the time was over before it began
	}
	if err != nil {
		return bashOut{}, shellError(ctx, err)
	}
	_ = text.Close() // a headtail.Buffer takes everything
	if exit.Kept != nil {
		w.keep(exit.Kept)
	}
	if exit.Stopped && ctx.Err() != nil {
		return bashOut{}, stoppedError(ctx, kept)
	}
	return bashResult(exit, kept), nil
}

// commandTime checks the command, and gives how long it may run.
func (w *Workspace) commandTime(in bashIn) (time.Duration, *registry.Error) {
	longest := w.options.MaxCommandTime.Milliseconds()
	switch {
	case strings.TrimSpace(in.Command) == "":
		return 0, registry.Errorf(registry.InvalidArgs, "args.command: is empty")
	case strings.ContainsRune(in.Command, 0):
		return 0, registry.Errorf(registry.InvalidArgs, "args.command: contains a NUL character").
			WithHint(`to make one, write \0 in a string of printf`)
	case int64(in.TimeoutMS) > longest:
		return 0, registry.Errorf(registry.InvalidArgs, "args.timeout_ms: %d is more than the %d allowed", in.TimeoutMS, longest).
			WithHint("start what takes longer with keep_running: true in the background, and look at it later")
	case in.TimeoutMS > 0:
		return time.Duration(in.TimeoutMS) * time.Millisecond, nil
	}
	return w.options.CommandTime, nil
}

func (w *Workspace) keep(g *process.Group) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, g)
}

// shellError says why a command did not run at all.
func shellError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return registry.Errorf(registry.Aborted, "the command was not started: %w", context.Cause(ctx))
	}
	if e, ok := errors.AsType[*registry.Error](err); ok {
		return e
	}
	if errors.Is(err, syscall.E2BIG) {
		return registry.Errorf(registry.ToolError, "args.command: is longer than the system allows").
			WithHint("write it to a file with write_file, and run that")
	}
	e := registry.Errorf(registry.ToolError, "args.command: could not be started")
	e.Cause = err
	return e
}

// stoppedError keeps the end of what a command wrote before the call was no longer wanted.
func stoppedError(ctx context.Context, kept *headtail.Buffer) error {
	const shown = 2000 // characters
	e := registry.Errorf(registry.Aborted, "the command was stopped: %w", context.Cause(ctx))
	if text, _ := kept.Text(); text != "" {
		cut, _ := truncate.Text(text, shown)
		e.Message += "; it had written:\n" + cut
	}
	return e
}

func bashResult(exit process.Exit, kept *headtail.Buffer) bashOut {
	out := bashOut{
		Signal: exit.Signal, TimedOut: exit.Stopped, Ended: exit.Ended, Escaped: exit.Escaped, KeptRunning: exit.Kept != nil,
	}
	out.Output, out.OmittedBytes = kept.Text()
	out.Truncated = out.OmittedBytes > 0
	if !exit.Stopped && exit.Signal == "" {
		out.ExitCode = &exit.Code
	}
	return out
}

// shownOutput is how many characters of output a model is shown, below registry.DefaultMaxResult so that the note stays.
const shownOutput = 45_000

func showBash(in bashIn, out bashOut) []string {
	var note string
	switch {
	case out.TimedOut && in.TimeoutMS > 0:
		note = fmt.Sprintf("timed out after %d ms and was stopped", in.TimeoutMS)
	case out.TimedOut:
		note = "timed out and was stopped"
	case out.Signal != "":
		note = "ended by " + out.Signal
	case out.ExitCode != nil:
		note = fmt.Sprintf("exit code %d", *out.ExitCode)
	}
	if out.Ended > 0 {
		note += fmt.Sprintf("; %s left in the background ended; keep_running: true lets them run on", plural(out.Ended, "process"))
	}
	if out.Escaped > 0 {
		note += fmt.Sprintf("; %s could not be ended", plural(out.Escaped, "process"))
	}
	if out.KeptRunning {
		note += "; background processes run on"
	}
	if out.Output == "" {
		note += "; no output"
	}
	text, _ := truncate.Text(out.Output, shownOutput)
	return shownWithNote(text, note)
}
