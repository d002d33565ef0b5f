package bridge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry/truncate"
)

// part is one section of the text of a report.
type part struct{ title, text string }

// text lays the report out for a model: output, then the value or the failure, then warnings. Titles are there only if
// there is more than one section, and all of it together has at most budget characters.
func (r *Report) text(budget int) string {
	parts := r.parts()
	texts := make([]string, len(parts))
	room := budget
	if len(parts) > 1 {
		for _, p := range parts {
			room -= utf8.RuneCountInString(p.title) + len("[]\n\n\n")
		}
	}
	for i, p := range parts {
		texts[i] = p.text
	}
	texts, _ = truncate.Cutter{Max: max(room, 0)}.Texts(texts)
	if len(parts) == 1 {
		return texts[0]
	}
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "[%s]\n%s\n", p.title, strings.TrimSuffix(texts[i], "\n"))
	}
	text, _ := truncate.Text(strings.TrimSuffix(b.String(), "\n"), budget) // the titles alone may be too long
	return text
}

func (r *Report) parts() []part {
	var parts []part
	if len(r.Logs) > 0 {
		parts = append(parts, part{"output", logText(r.Logs)})
	}
	switch {
	case r.Failure != nil:
		parts = append(parts, part{"failure", r.FailureText()})
	case r.Value != nil:
		parts = append(parts, part{"value", r.ValueText()})
	case len(parts) == 0:
		parts = append(parts, part{"value", "(the program returned nothing; use `return` to give a value)"})
	}
	if len(r.Warnings) > 0 {
		parts = append(parts, part{"warnings", "- " + strings.Join(r.Warnings, "\n- ")})
	}
	return parts
}

func logText(logs []interp.Log) string {
	var b strings.Builder
	for i, l := range logs {
		if i > 0 {
			b.WriteByte('\n')
		}
		if l.Level == "warn" || l.Level == "error" {
			b.WriteString(l.Level + ": ")
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

// ValueText is the whole value as it is shown: a string as it is, and everything else as JSON. It is empty without a
// value.
func (r *Report) ValueText() string {
	if len(r.Value) == 0 {
		return ""
	}
	var s string
	if r.Value[0] == '"' && json.Unmarshal(r.Value, &s) == nil {
		return s
	}
	return indent(r.Value)
}

// FailureText says of a failed run what went wrong and where, what has already run, and what to do next. It is empty
// for a run that did not fail.
func (r *Report) FailureText() string {
	if r.Failure == nil {
		return ""
	}
	return FailureText(r.Failure) + r.callsText() + "Next: " + r.nextStep()
}

// maxMessage is how many characters of a thrown message are shown. What comes after it in a report matters more.
const maxMessage = 10_000

// FailureText says what went wrong in a program, and where. A very long message is cut, and control characters in it are
// made visible.
func FailureText(f *interp.Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The program failed (%s)", f.Kind)
	if f.Line > 0 {
		fmt.Fprintf(&b, " at line %d, column %d", f.Line, f.Column)
	}
	b.WriteString(": ")
	if f.Name != "" && !strings.HasPrefix(f.Message, f.Name) {
		b.WriteString(f.Name + ": ")
	}
	message, _ := truncate.Text(visible(f.Message), maxMessage)
	b.WriteString(message + "\n")
	if f.Source != "" {
		b.WriteString(excerpt(f))
	}
	if len(f.Stack) > 1 { // a single frame is the place that the first line names
		for _, frame := range f.Stack {
			b.WriteString("    at " + frame + "\n")
		}
	}
	if f.Hint != "" {
		b.WriteString("Hint: " + f.Hint + "\n")
	}
	return b.String()
}

// visible spells out control characters, which would make the text around them look like binary data.
func visible(s string) string {
	unseen := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	if !strings.ContainsFunc(s, unseen) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unseen(r) {
			fmt.Fprintf(&b, `\x%02x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// excerpt shows the line of a failure with a caret below the column.
func excerpt(f *interp.Failure) string {
	const before, after = 80, 80 // characters shown around the column of a long line
	line := []rune(visible(strings.ReplaceAll(f.Source, "\t", " ")))
	column := min(max(f.Column, 1), len(line)+1)
	from, to := max(0, column-1-before), min(len(line), column-1+after)
	prefix := fmt.Sprintf("%5d | ", f.Line)
	text := string(line[from:to])
	if from > 0 {
		text = "…" + text
		column++
	}
	if to < len(line) {
		text += "…"
	}
	return prefix + text + "\n" + strings.Repeat(" ", len(prefix)+column-1-from) + "^\n"
}

// maxListedCalls bounds the calls that a failure lists one by one.
const maxListedCalls = 50

// callsText lists the calls of a failed run with their outcomes. Neighbours that are alike share a line.
func (r *Report) callsText() string {
	if len(r.Calls) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Calls that were made (%d):\n", len(r.Calls))
	lines := 0
	for i := 0; i < len(r.Calls); lines++ {
		if lines == maxListedCalls {
			fmt.Fprintf(&b, "  … and %d more\n", len(r.Calls)-i)
			break
		}
		c, n := r.Calls[i], 1
		for i+n < len(r.Calls) && r.Calls[i+n].like(c) {
			n++
		}
		b.WriteString("  " + c.Tool)
		if n > 1 {
			fmt.Fprintf(&b, " ×%d", n)
		}
		b.WriteString(": " + c.Outcome)
		if c.Outcome != outcomeOK && !c.Started {
			b.WriteString(" (did not start)")
		}
		b.WriteByte('\n')
		i += n
	}
	return b.String()
}

// like reports whether two calls make one line of the list.
func (c CallReport) like(d CallReport) bool {
	return c.Tool == d.Tool && c.Outcome == d.Outcome && c.Started == d.Started
}

// succeededInChange reports whether a call has changed what it was to change.
func (c CallReport) succeededInChange() bool { return c.Changes && c.Outcome == outcomeOK }

// nextStep never says to run the program again where that would repeat an effect.
func (r *Report) nextStep() string {
	switch {
	case r.Changed() && !slices.ContainsFunc(r.Calls, CallReport.succeededInChange):
		return "a call above that failed may have changed something, and must not be repeated without a look at what is there; write a program that goes on from it."
	case r.Changed():
		return "calls above have changed things and must not be repeated; write a program that goes on from there."
	case r.Failure.Kind == interp.Worker:
		return "nothing was changed; run the program again."
	case r.Failure.Kind == interp.Aborted:
		return "the run was cancelled; nothing was changed."
	case r.Failure.Call != nil && len(r.Calls) > 0:
		return "nothing was changed; go by the error of the call, or catch it, and run a corrected program."
	}
	return "nothing was changed; correct the program and run it."
}
