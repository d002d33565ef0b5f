package term

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// asks notes that a question waits for its turn or its answer, until the returned function is called.
func (p *Prompt) asks(req *gate.Request) (answered func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, req)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if i := slices.Index(p.asked, req); i >= 0 {
			p.asked = slices.Delete(p.asked, i, i+1)
		}
	}
}

// waiting gives the calls that wait for the answer to a question: those behind it, and those of other runs with their own.
func (p *Prompt) waiting(req *gate.Request) []registry.Call {
	p.mu.Lock()
	defer p.mu.Unlock()
	calls := slices.Clone(req.Waiting)
	for _, other := range p.asked {
		if other != req {
			calls = append(append(calls, *other.Call), other.Waiting...)
		}
	}
	return calls
}

const (
	maxWaiting     = 10 // calls that are shown
	maxWaitingText = 70 // characters of the arguments of one
)

// waitingList shows what comes after a question, a line for each call.
func waitingList(calls []registry.Call) string {
	if len(calls) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "not part of this question, but waiting (%d):\n", len(calls))
	for _, c := range calls[:min(len(calls), maxWaiting)] {
		fmt.Fprintf(&b, "  %s %s\n", ExactLine(c.Tool), inShort(c.Args))
	}
	if more := len(calls) - maxWaiting; more > 0 {
		fmt.Fprintf(&b, "  … and %d more\n", more)
	}
	return b.String()
}

// inShort is the arguments of a call on one line, the path or the command alone where there is one.
func inShort(args json.RawMessage) string {
	var main struct{ Path, Command string }
	text := ""
	if json.Unmarshal(args, &main) == nil {
		text = main.Path + main.Command
	}
	if text == "" {
		var compact bytes.Buffer
		if json.Compact(&compact, args) == nil {
			text = compact.String()
		}
	}
	line := []rune(ExactLine(text))
	if len(line) > maxWaitingText {
		line = append(line[:maxWaitingText], '…')
	}
	return string(line)
}
