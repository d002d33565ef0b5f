package run

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell"
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

// help runs what it is ordered to.
func help(in io.Reader, out io.Writer) {
	h := &helper{orders: json.NewDecoder(in), notes: json.NewEncoder(out), waiting: map[int]chan answer{}}
	var first order
	if err := h.orders.Decode(&first); err != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, endSignal)
	go func() {
		<-asked
		cancel()
	}()
	go watchMemory()
	go h.listen(cancel)
	h.send(h.run(ctx, first))
}

// helper is the helper's side of the talk.
type helper struct {
	orders *json.Decoder

	writing sync.Mutex // held for notes, and not together with mu: writing may have to wait for an answer to be read
	notes   *json.Encoder

	mu      sync.Mutex // held for what is below
	last    int        // ID of the last question
	waiting map[int]chan answer
	gone    bool // nobody answers any more
}

var errGone = errors.New("nobody answers")

func (h *helper) run(ctx context.Context, first order) note {
	tree, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(first.Text), "")
	if err != nil {
		return note{Failed: ErrNotUnderstood.Error()}
	}
	s := newSession(&Command{
		Dir: first.Dir, Env: first.Env, Writes: first.Writes, Grace: first.Grace, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}, h.decide)
	s.programs.shared = true
	status, err := s.run(ctx, tree)
	if err != nil {
		return note{Failed: err.Error()}
	}
	return note{Status: status}
}

// decide asks about a command line and waits for the answer.
func (h *helper) decide(ctx context.Context, dir string, words []string) (shell.Decision, error) {
	id, reply := h.expect()
	h.send(note{ID: id, Dir: dir, Words: toBytes(words)})
	select {
	case a, ok := <-reply:
		if !ok || a.Stop {
			return shell.Decision{}, errGone
		}
		return a.Decision, nil
	case <-ctx.Done():
		return shell.Decision{}, ctx.Err()
	}
}

// expect makes the ID of a question, and the channel on which its answer comes. It is closed when there will be none.
func (h *helper) expect() (id int, reply <-chan answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	c := make(chan answer, 1)
	if h.gone {
		close(c)
	} else {
		h.waiting[h.last] = c
	}
	return h.last, c
}

func (h *helper) send(n note) {
	h.writing.Lock()
	defer h.writing.Unlock()
	_ = h.notes.Encode(n) // when nobody reads it, listen ends too
}

// listen hands out answers. When there are no more, whoever started this process has gone, and the run ends.
func (h *helper) listen(cancel func()) {
	for {
		var a answer
		if err := h.orders.Decode(&a); err != nil {
			break
		}
		h.mu.Lock()
		if reply, ok := h.waiting[a.ID]; ok {
			delete(h.waiting, a.ID)
			reply <- a
		}
		h.mu.Unlock()
	}
	h.mu.Lock()
	h.gone = true
	for _, reply := range h.waiting {
		close(reply)
	}
	clear(h.waiting)
	h.mu.Unlock()
	cancel()
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
