package term

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// Prompt asks the person at the terminal. Its exported fields must not be changed once a question has been asked.
type Prompt struct {
	Plain   bool   // without colours
	Discard func() // throws away what has been typed so far, just before a question is shown; nil: only whole lines are dropped

	screen  *Screen
	preview func(*registry.Call) string
	turn    chan struct{} // holds one value while no question is asked

	mu    sync.Mutex
	open  chan<- reply    // of the question that is open; nil: none is
	gone  bool            // the terminal has been closed
	asked []*gate.Request // and not answered
}

// reply is what came in answer to a question: a line, or why there is none.
type reply struct {
	line string
	err  error
}

// NewPrompt makes a prompt that reads answers from in, which it owns from then on: a goroutine reads it to its end. preview
// gives the change that a call would make as a unified diff, which is shown in place of the arguments; nil, and an empty
// answer: the arguments are shown.
func NewPrompt(in io.Reader, screen *Screen, preview func(*registry.Call) string) *Prompt {
	if preview == nil {
		preview = func(*registry.Call) string { return "" }
	}
	p := &Prompt{screen: screen, preview: preview, turn: make(chan struct{}, 1)}
	p.turn <- struct{}{}
	go p.read(in)
	return p
}

var (
	errNobody      = errors.New("the terminal was closed before an answer came")
	errInterrupted = errors.New("interrupted")
)

func (p *Prompt) read(in io.Reader) {
	for s := bufio.NewScanner(in); s.Scan(); {
		p.give(reply{line: s.Text()})
	}
	p.mu.Lock()
	p.gone = true
	p.mu.Unlock()
	p.give(reply{err: errNobody})
}

// give answers the question that is open, and reports whether there was one. What comes at another time is dropped: it was
// written before the person could know what it would answer, perhaps in answer to what only looked like a question.
func (p *Prompt) give(r reply) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		return false
	}
	p.open <- r
	p.open = nil
	return true
}

// Approve is a [gate.Approver]. It shows exactly what would run, asks until the answer is understood, and takes what
// follows a "n" as the reason for the model.
func (p *Prompt) Approve(ctx context.Context, req gate.Request) (gate.Grant, error) {
	defer p.asks(&req)()
	select {
	case <-p.turn:
		defer func() { p.turn <- struct{}{} }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return gate.Grant{}, context.Cause(ctx)
	}
	text := p.question(&req)
	for {
		if p.Discard != nil {
			p.Discard()
		}
		answered := p.screen.ask(text)
		line, err := p.line(ctx)
		answered()
		if err == errInterrupted {
			return gate.Grant{Scope: gate.No, Reason: "the person interrupted the question"}, nil
		}
		if err != nil {
			return gate.Grant{}, err
		}
		if grant, ok := answer(line, req); ok {
			return grant, nil
		}
		text = "please answer " + choices(req) + " "
	}
}

// Interrupt answers the question that is open with no, and reports whether there was one.
func (p *Prompt) Interrupt() bool { return p.give(reply{err: errInterrupted}) }

// line waits for the answer to the question that has just been shown.
func (p *Prompt) line(ctx context.Context) (string, error) {
	replies := make(chan reply, 1)
	p.mu.Lock()
	p.open = replies
	gone := p.gone
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.open = nil
		p.mu.Unlock()
	}()
	if gone {
		return "", errNobody
	}
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case r := <-replies:
		return r.line, r.err
	}
}

// question shows a call whole: nothing of it is cut, and what is invisible is made visible.
func (p *Prompt) question(req *gate.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s asks to run (%s)\n", ExactLine(req.Call.Tool), ExactLine(req.Reason))
	if diff := p.preview(req.Call); diff != "" {
		b.WriteString(p.diff(diff))
	} else {
		b.WriteString(indented(arguments(req.Call.Args)))
	}
	b.WriteString(waitingList(p.waiting(req)))
	if req.Always != "" {
		fmt.Fprintf(&b, "always would add the rule: %s\n", strings.ReplaceAll(Exact(req.Always), "\n", ", "))
	}
	b.WriteString(choices(*req) + " ")
	return b.String()
}

// arguments lays the arguments of a call out; a command alone is shown as it is.
func arguments(args json.RawMessage) string {
	var members map[string]json.RawMessage
	var command string
	if json.Unmarshal(args, &members) == nil && len(members) == 1 && json.Unmarshal(members["command"], &command) == nil {
		return command
	}
	var pretty bytes.Buffer
	if json.Indent(&pretty, args, "", "  ") != nil {
		return string(args)
	}
	return pretty.String()
}

// diff lays a diff out, with what is added in green and what is removed in red. Its first two lines name the file.
func (p *Prompt) diff(diff string) string {
	const names = 2
	var b strings.Builder
	n := 0
	for line := range strings.Lines(diff) {
		line = Exact(strings.TrimSuffix(line, "\n"))
		n++
		switch {
		case n <= names || p.Plain:
		case strings.HasPrefix(line, "+"):
			line = "\x1b[32m" + line + "\x1b[0m"
		case strings.HasPrefix(line, "-"):
			line = "\x1b[31m" + line + "\x1b[0m"
		}
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(Exact(text), "\n", "\n  ") + "\n"
}

func choices(req gate.Request) string {
	c := []string{"[y]es once"}
	if req.Key != "" {
		c = append(c, "[s]ession")
	}
	if req.Always != "" {
		c = append(c, "[a]lways")
	}
	return strings.Join(append(c, "[n]o, or n and a reason"), " / ") + ">"
}

// answer understands a line; ok is false for one that it does not.
func answer(line string, req gate.Request) (g gate.Grant, ok bool) {
	line = strings.TrimSpace(line)
	if word, reason, _ := strings.Cut(line, " "); strings.EqualFold(word, "n") || strings.EqualFold(word, "no") {
		return gate.Grant{Scope: gate.No, Reason: strings.TrimSpace(reason)}, true
	}
	switch strings.ToLower(line) {
	case "y", "yes":
		return gate.Grant{Scope: gate.Once}, true
	case "s", "session":
		return gate.Grant{Scope: gate.Session}, req.Key != ""
	case "a", "always":
		return gate.Grant{Scope: gate.Always}, req.Always != ""
	}
	return gate.Grant{}, false
}
