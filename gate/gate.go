// Package gate decides whether a call may run.
//
// A decision comes from hooks (policy), from a person (the approver) and from guards (which can only refuse); package
// gate/rules makes hooks out of settings files. Everything fails closed: what is not exactly Allow is a denial, and so
// are an error, a panic and an unknown verdict. It knows tools and calls, and nothing of programs or of scheduling.
package gate

import (
	"context"

	"github.com/runcode-dev/runcode/registry"
)

// Verdict is what one hook says of a call. Of several the greatest wins.
type Verdict uint8

// The verdicts, in rising order of strength.
const (
	Abstain Verdict = iota // no opinion
	Allow
	Ask // a person decides
	Deny
)

// Decision is a verdict and what led to it.
type Decision struct {
	Verdict Verdict
	Code    registry.Code // of a denial; empty: Denied
	Reason  string        // for the model and for a person; a denial needs one
	Rule    string        // the rule that decided, as it is written in the settings; empty: none
	Always  string        // the rules, one a line, that would make an approval permanent; empty: there are none to offer
	Fresh   bool          // of Ask: a person is asked each time, whatever was granted for the session
	ByUser  bool          // a person answered, about this very call

	// Cause says that this denial is no decision but a fault: an error, a panic or an unknown verdict. It is for logs and
	// errors.Is, never shown to a model; nil: nothing went wrong.
	Cause error
}

// Subject is the call to decide about. Its fields must not be changed.
type Subject struct {
	Call *registry.Call
	Tool *registry.Tool // nil: no such tool is visible; whatever is decided, the call cannot run

	// Asking is told true when a person begins to be waited for and false when the waiting is over; nil: nobody listens.
	// It never blocks.
	Asking func(bool)

	// Waiting gives the calls that wait for this one, in order: a person may want to know what comes next. nil: not known.
	// It never blocks.
	Waiting func() []registry.Call
}

// Hook is a policy: it says what it thinks of a call before anyone is asked. An error means Deny; of an error that is a
// [*registry.Error] the model sees code and text, of any other only which hook it was. It may run again for the same call,
// and from many goroutines at once.
type Hook func(ctx context.Context, s Subject) (Decision, error)

// Guard can only refuse. Guards run last, on every path to allow. An error refuses; its text is the reason, and the model
// reads it. A guard may be called from many goroutines at once.
type Guard func(ctx context.Context, s Subject) error

// Review sees every result before it is final, failed ones too. It returns nil to leave the result as it is, or what to
// change. An error fails the call. It may be called from many goroutines at once.
type Review func(ctx context.Context, s Subject, r *registry.Result) (*Change, error)

// Change is what a review wants changed in a result. Replacing both Value and Content is an error, and so is replacing
// the value of a failed call.
type Change struct {
	Value    []byte             // replaces the value, which is validated and rendered anew; nil: kept
	Content  []registry.Content // replaces the content, value kept; nil: kept
	Notes    []registry.Content // added
	Withhold string             // not empty: the call fails with this feedback; value and the tool's own notes are dropped
}

// Approver asks a person. ctx is done when the call is no longer wanted; it must return soon after. An error counts as
// "nobody there". It may be called for several calls at once, which then have different keys or none.
type Approver func(ctx context.Context, req Request) (Grant, error)

// Request is what a person is asked.
type Request struct {
	Call   *registry.Call
	Tool   *registry.Tool
	Reason string // why it asks
	Rule   string // the rule that asks, as it is written in the settings; empty: none
	Always string // the rules, one a line, that "always" would write; empty: "always" cannot be offered
	Key    string // what "for this session" would allow; empty: it cannot be offered

	// Waiting are the calls of the same program or batch that wait for this one, in order. The answer is not about them.
	Waiting []registry.Call
}

// Scope is how far a person's answer reaches.
type Scope uint8

// The answers to a request. The zero value is a refusal.
const (
	No Scope = iota
	Once
	Session
	Always
)

// Grant is a person's answer.
type Grant struct {
	Scope  Scope
	Reason string // for the model, above all with No
}
