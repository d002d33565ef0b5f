package run

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"syscall"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// Main must be the first thing that main does. In a process that was started as the helper it does the helper's work and
// never returns; in every other process it does nothing.
func Main() {
	if len(os.Args) != 1 || os.Args[0] != marker {
		return
	}
	in, out := os.NewFile(3, "orders"), os.NewFile(4, "notes")
	keepToSelf(in)
	keepToSelf(out)
	help(in, out)
	os.Exit(0)
}

// help runs what it is ordered to, and stays until nobody needs it as the parent of what the command has left behind.
func help(in io.Reader, out io.Writer) {
	h := &helper{
		orders: json.NewDecoder(in), notes: json.NewEncoder(out), waiting: map[int]chan answer{}, gone: make(chan struct{}),
	}
	var first order
	if err := h.orders.Decode(&first); err != nil {
		return
	}
	ctx, stop := context.WithCancelCause(context.Background())
	endBySignal(stop)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a background command that nobody listens to is not the end
	h.adopts = process.Adopt() == nil
	go watchMemory()
	go h.listen(stop)
	h.run(ctx, first)
	if h.adopts {
		<-h.gone // or the caller kills this process
	}
	<-ctx.Done()
	for tries := 0; tries < 5 && closed(h.gone); tries++ { // the caller did not see to it that nothing goes on
		if process.Own(first.Mark).End(0); process.Childless() {
			break
		}
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// ended says that the process was asked to end by a signal.
type ended struct{ syscall.Signal }

func (e ended) Error() string { return e.String() }

// endBySignal has a signal that ends a shell end the context. One that a fault would raise counts too, when somebody has
// sent it: the runtime would take it for a fault of this process.
func endBySignal(stop context.CancelCauseFunc) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endSignals()...)
	go func() { stop(ended{(<-signals).(syscall.Signal)}) }()
}

// helper is the helper's side of the talk.
type helper struct {
	orders *json.Decoder
	adopts bool          // all that the command leaves behind becomes a child of this process
	gone   chan struct{} // closed when nobody answers any more

	writing sync.Mutex // held for notes, and not together with mu: writing may have to wait for an answer to be read
	notes   *json.Encoder

	mu      sync.Mutex // held for what is below
	last    int        // ID of the last question
	waiting map[int]chan answer
}

var errGone = errors.New("nobody answers")

// run runs an order until it is over or the context is done, and sends the outcome. What the command has in the background
// goes on until the context is done.
func (h *helper) run(ctx context.Context, first order) {
	isProgram := len(first.Argv) > 0
	over := make(chan note, 1)
	go func() {
		if isProgram {
			over <- execute(first)
		} else {
			over <- h.interpret(ctx, first)
		}
	}()
	n := note{Kind: outcome}
	select {
	case n = <-over:
	case <-ctx.Done():
		if e, ok := errors.AsType[ended](context.Cause(ctx)); ok {
			n.Signal = process.SignalName(e.Signal)
		}
		if isProgram { // which need not end for that
			h.send(n)
			go func() {
				<-over
				h.rest(ctx)
			}()
			return
		}
		<-over // so that nothing more is started
	}
	if h.adopts && !interpreting() && process.Childless() {
		h.send(note{Kind: idle})
		h.send(note{Kind: lonely})
		h.send(n)
		return
	}
	h.send(n)
	go h.rest(ctx)
}

// rest follows what goes on in the background, and says when that has come to its end by itself, and when nothing is left.
func (h *helper) rest(ctx context.Context) {
	finish()
	if ctx.Err() == nil {
		h.send(note{Kind: idle})
	}
	dropOutput() // then its reader does not wait any longer for what this process might write
	if h.adopts && process.AwaitChildless() {
		h.send(note{Kind: lonely})
	}
}

// interpret runs the text of an order.
func (h *helper) interpret(ctx context.Context, first order) note {
	tree, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(string(first.Text)), "bash")
	if err != nil {
		return note{Kind: outcome, Failed: ErrNotUnderstood.Error()}
	}
	c := &Command{Dir: string(first.Dir), Env: toStrings(first.Env), Writes: first.Writes}
	s := newSession(ctx, c, h.decide, together)
	s.out, s.errOut = os.Stdout, os.Stderr
	status, err := s.run(tree)
	if err != nil {
		return note{Kind: outcome, Failed: err.Error()}
	}
	return note{Kind: outcome, Status: status}
}

// execute runs the program of an order. It is not stopped here, but by the caller or with the rest of the command.
func execute(first order) note {
	words := toStrings(first.Argv)
	cmd := &exec.Cmd{
		Path: words[0], Args: words, Dir: string(first.Dir), Env: append(toStrings(first.Env), process.Marked(first.Mark)),
		Stdout: os.Stdout, Stderr: os.Stderr,
	}
	ownSession(cmd)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, syscall.E2BIG) {
			return note{Kind: outcome, Failed: ErrTooLong.Error()}
		}
		return note{Kind: outcome, Failed: "the shell cannot be started"}
	}
	dropOutput()
	_ = cmd.Wait() // the state says more
	return note{Kind: outcome, Status: cmd.ProcessState.ExitCode(), Signal: process.SignalOf(cmd.ProcessState)}
}

// decide asks about a command line and waits for the answer.
func (h *helper) decide(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	id, reply := h.expect()
	h.send(note{Kind: question, ID: id, Dir: []byte(dir), Words: toBytes(words)})
	select {
	case a := <-reply:
		if a.Stop {
			return shell.Decision{}, errGone
		}
		return a.Decision, nil
	case <-h.gone:
		return shell.Decision{}, errGone
	case <-ctx.Done():
		return shell.Decision{}, ctx.Err()
	}
}

// expect makes the ID of a question, and the channel on which its answer comes.
func (h *helper) expect() (id int, reply <-chan answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	c := make(chan answer, 1)
	h.waiting[h.last] = c
	return h.last, c
}

func (h *helper) send(n note) {
	h.writing.Lock()
	defer h.writing.Unlock()
	_ = h.notes.Encode(n) // when nobody reads it, listen ends too
}

// listen hands out answers until there are no more: then whoever started this process has gone.
func (h *helper) listen(stop context.CancelCauseFunc) {
	defer stop(errGone)
	defer close(h.gone)
	for {
		var a answer
		if err := h.orders.Decode(&a); err != nil {
			return
		}
		h.mu.Lock()
		if reply, ok := h.waiting[a.ID]; ok {
			delete(h.waiting, a.ID)
			reply <- a
		}
		h.mu.Unlock()
	}
}

// maxMemory is how many bytes the helper may use. Variables and substitutions of a command can grow without end.
const maxMemory = 512 << 20

// outOfMemory is the exit status of a helper that needed too much. A note might not be read in time.
const outOfMemory = 3

// watchMemory ends the process when it uses too much. What it has started ends with its session.
func watchMemory() {
	debug.SetMemoryLimit(maxMemory / 2) // from there on garbage is collected at once
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(5 * time.Millisecond) {
		metrics.Read(used)
		if used[0].Value.Uint64()-used[1].Value.Uint64() > maxMemory {
			os.Exit(outOfMemory)
		}
	}
}
