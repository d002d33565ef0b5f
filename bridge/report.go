package bridge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/truncate"
	"github.com/runcode-dev/runcode/scheduler"
)

// Report is what came of a run. Its JSON form is stable.
type Report struct {
	ID       string          `json:"id"`
	Value    json.RawMessage `json:"value,omitempty"` // nil: the program returned nothing, or failed
	Logs     []interp.Log    `json:"logs,omitempty"`
	Dropped  int             `json:"dropped_log_bytes,omitempty"` // of output beyond the limit on logs
	Warnings []string        `json:"warnings,omitempty"`
	Failure  *interp.Failure `json:"failure,omitempty"` // nil: the program ran to its end
	Calls    []CallReport    `json:"calls,omitempty"`   // in the order of submission; what never started stands last
	Duration time.Duration   `json:"duration_ns"`
	Compute  time.Duration   `json:"compute_ns"` // spent in the program itself

	// Content is what a model sees: one text of at most Config.MaxResult characters, followed by the images and notes of
	// the calls, in the order of submission.
	Content []registry.Content `json:"-"`

	done bool // a tool said that the turn is over
}

// CallReport is one call of a run.
type CallReport struct {
	ID       string        `json:"id"`
	Parent   string        `json:"parent,omitempty"` // the call of a tool that made this one; empty: the program made it
	Tool     string        `json:"tool"`
	Outcome  string        `json:"outcome"`           // "ok", or the code of its error
	Message  string        `json:"message,omitempty"` // of its error; a long one is cut
	Started  bool          `json:"started"`           // its handler ran, so it may have had an effect
	Changes  bool          `json:"changes,omitempty"` // its tool is not read-only
	Duration time.Duration `json:"duration_ns"`       // of its handler
}

// outcomeOK is the outcome of a call that succeeded.
const outcomeOK = "ok"

// OK reports whether the program ran to its end.
func (r *Report) OK() bool { return r.Failure == nil }

// Text is what a model reads of the report, without images and notes. It is empty for a report that was read from JSON.
func (r *Report) Text() string {
	if len(r.Content) == 0 {
		return ""
	}
	return r.Content[0].Text
}

// Changed reports whether a call that may change something has started.
func (r *Report) Changed() bool {
	for _, c := range r.Calls {
		if c.Started && c.Changes {
			return true
		}
	}
	return false
}

// What a report keeps of the texts of calls, in characters, for a program can make very many.
const (
	maxReportName    = 200       // of the name of a tool that there is not; in bytes
	maxReportMessage = 1_000     // of one message
	maxReportTexts   = 1_000_000 // of all messages; further ones have at most maxLateMessage
	maxLateMessage   = 100
)

// callReport reports a call. err is nil if it succeeded.
func (r *run) callReport(id, tool string, err *registry.Error) CallReport {
	changes, exists := r.lookUp(tool)
	if !exists && len(tool) > maxReportName {
		tool = strings.ToValidUTF8(tool[:maxReportName], "") + "…"
	}
	c := CallReport{ID: id, Tool: tool, Outcome: outcomeOK, Changes: changes}
	if err == nil {
		return c
	}
	limit := maxReportMessage
	if r.messages > maxReportTexts {
		limit = maxLateMessage
	}
	c.Outcome = string(err.Code)
	c.Message, _ = truncate.Text(err.Message, limit)
	r.messages += utf8.RuneCountInString(c.Message)
	return c
}

// observed reports a finished call.
func (r *run) observed(o scheduler.Observation) CallReport {
	c := r.callReport(o.Call.ID, o.Call.Tool, o.Result.Err)
	if o.Call.Parent != r.parent {
		c.Parent = o.Call.Parent
	}
	if c.Started = !o.Started.IsZero(); c.Started {
		c.Duration = o.Settled.Sub(o.Started)
	}
	return c
}

// lookUp reports whether a tool may change anything, and whether it exists. One that is gone counts as one that may.
func (r *run) lookUp(tool string) (changes, exists bool) {
	if known, ok := r.effects[tool]; ok {
		return known, true
	}
	v, err := r.cfg.Scheduler.Registry().View(r.cfg.Scope)
	if err != nil {
		return true, false
	}
	t, ok := v.Lookup(tool)
	if !ok {
		return true, false
	}
	r.effects[tool] = !t.Effects.ReadOnly
	return r.effects[tool], true
}

// report puts together what is known once the lane is closed. pending are the calls that were not waited for.
func (r *run) report(o *interp.Outcome, pending []*call) *Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	report := &Report{
		ID: r.name(), Value: o.Value, Logs: o.Logs, Dropped: o.Dropped, Failure: o.Failure, Compute: o.Compute,
		Warnings: o.Warnings, Calls: slices.Clone(r.reports), done: r.riders.done,
	}
	observed := make(map[string]*CallReport, len(report.Calls))
	for i, c := range report.Calls {
		observed[c.ID] = &r.reports[i]
	}
	for _, c := range pending {
		seen := observed[c.id]
		if seen == nil {
			report.Calls = append(report.Calls, r.unobserved(c))
			seen = &report.Calls[len(report.Calls)-1]
		}
		if o.Failure == nil {
			report.Warnings = append(report.Warnings, notAwaited(c, seen))
		}
	}
	if o.Dropped > 0 {
		report.Warnings = append(report.Warnings,
			fmt.Sprintf("%d bytes from the middle of the output were not kept; log less, or raise the setting logs", o.Dropped))
	}
	if r.unheard > 0 {
		report.Warnings = append(report.Warnings, fmt.Sprintf("where output is shown as it comes, %d lines of it may be missing; they are here", r.unheard))
	}
	report.Warnings = append(report.Warnings, r.riders.warnings()...)
	report.Content = append([]registry.Content{registry.Text(report.text(r.cfg.MaxResult))}, r.riders.content...)
	return report
}

// unobserved reports a call that no observation has come of. It counts as started unless it is known that it was not.
func (r *run) unobserved(c *call) CallReport {
	report := r.callReport(c.id, c.tool, c.err)
	report.Started = c.err == nil || c.err.Code != registry.AbortedBeforeDispatch
	return report
}

// notAwaited says what became of a call that the program did not wait for.
func notAwaited(c *call, seen *CallReport) string {
	what := "it was never started"
	switch {
	case !seen.Started:
	case seen.Outcome == outcomeOK:
		what = "it ran to its end"
	default:
		what = "it was cancelled and may have taken effect"
	}
	return fmt.Sprintf("the program ended without waiting for tools.%s (call %s): %s; use await", seen.Tool, c.id, what)
}
