package term

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/registry"
)

// refresh is how often the status line is drawn.
const refresh = 100 * time.Millisecond

// Screen is where a run is shown: lines that stay, and below them, on a terminal, one status line that says which calls
// are running. Any goroutine may use it.
type Screen struct {
	w    io.Writer
	stop chan struct{} // nil: it is not live
	done chan struct{}

	mu      sync.Mutex
	running []string // names of tools
	calls   int      // that have ended
	start   time.Time
	drawn   bool // the status line is on the terminal
	asking  bool // a question is; no status line meanwhile
	held    bytes.Buffer
	lost    int // bytes that were not held, for there were too many
}

// maxHeld is how many bytes are held while a question is open.
const maxHeld = 1 << 20

// NewScreen makes a screen. A live one draws a status line, and must be closed.
func NewScreen(w io.Writer, live bool) *Screen {
	s := &Screen{w: w, start: time.Now()}
	if live {
		s.stop, s.done = make(chan struct{}), make(chan struct{})
		go s.draw()
	}
	return s
}

// Close takes the status line away. The screen can still be written to, and closed again.
func (s *Screen) Close() {
	if s.stop == nil {
		return
	}
	close(s.stop)
	<-s.done
	s.stop = nil
}

// Line writes text of a program or a tool as lines of its own.
func (s *Screen) Line(text string) { fmt.Fprintln(s, Safe(text)) }

// Write writes our own text, above the status line. While a question is open it waits, so that nothing comes between the
// question and its answer, such as a text that looks like another question.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.asking {
		s.eraseLocked()
		return s.w.Write(p)
	}
	if s.held.Len()+len(p) > maxHeld {
		s.lost += len(p)
		return len(p), nil
	}
	return s.held.Write(p)
}

// Middleware lets the screen know which calls are running.
func (s *Screen) Middleware(next registry.Handler) registry.Handler {
	return func(ctx context.Context, call *registry.Call) (*registry.Result, error) {
		s.begin(call.Tool)
		defer s.end(call.Tool)
		return next(ctx, call)
	}
}

func (s *Screen) begin(tool string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = append(s.running, tool)
}

func (s *Screen) end(tool string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if i := slices.Index(s.running, tool); i >= 0 {
		s.running = slices.Delete(s.running, i, i+1)
	}
}

// Progress shows what a handler reports, on a live screen only.
func (s *Screen) Progress(call *registry.Call, text string) {
	if s.done != nil {
		s.Line(call.Tool + ": " + text)
	}
}

// ask shows a question, without a status line until the returned function is called.
func (s *Screen) ask(text string) (answered func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.eraseLocked()
	s.asking = true
	io.WriteString(s.w, text)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asking = false
		if s.lost > 0 {
			fmt.Fprintf(&s.held, "runcode: %d bytes of output came while you were asked, and are not shown\n", s.lost)
		}
		s.held.WriteTo(s.w)
		s.held, s.lost = bytes.Buffer{}, 0
	}
}

func (s *Screen) draw() {
	defer close(s.done)
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.mu.Lock()
			s.drawLocked()
			s.mu.Unlock()
		case <-s.stop:
			s.mu.Lock()
			s.eraseLocked()
			s.mu.Unlock()
			return
		}
	}
}

// maxNamed is how many running calls the status line names.
const maxNamed = 3

func (s *Screen) drawLocked() {
	if s.asking {
		return
	}
	s.eraseLocked()
	named := s.running[:min(maxNamed, len(s.running))]
	text := fmt.Sprintf("%.1fs  %d calls done", time.Since(s.start).Seconds(), s.calls)
	if len(s.running) > 0 {
		text += ", running: " + strings.Join(named, ", ")
	}
	if more := len(s.running) - len(named); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	line := []rune(SafeLine(text))
	io.WriteString(s.w, string(line[:min(79, len(line))]))
	s.drawn = true
}

func (s *Screen) eraseLocked() {
	if s.drawn {
		io.WriteString(s.w, "\r\x1b[K")
		s.drawn = false
	}
}
