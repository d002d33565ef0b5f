package registry

import "fmt"

// Code says what kind of thing went wrong with a call. Codes are stable: programs, policies and tests compare them.
type Code string

// The codes of failed calls.
const (
	UnknownTool           Code = "UNKNOWN_TOOL"
	InvalidArgs           Code = "INVALID_ARGS"
	InvalidOutput         Code = "INVALID_OUTPUT"
	Denied                Code = "DENIED"
	ApprovalDenied        Code = "APPROVAL_DENIED"
	ApprovalUnavailable   Code = "APPROVAL_UNAVAILABLE"
	GuardDenied           Code = "GUARD_DENIED"
	PolicyError           Code = "POLICY_ERROR"
	AbortedBeforeDispatch Code = "ABORTED_BEFORE_DISPATCH"
	Aborted               Code = "ABORTED"
	Timeout               Code = "TIMEOUT"
	ToolError             Code = "TOOL_ERROR"
	ToolPanic             Code = "TOOL_PANIC"
	UpstreamGone          Code = "UPSTREAM_GONE"
	LimitExceeded         Code = "LIMIT_EXCEEDED"
)

// Error is why a call failed. Message and Hint are read by models: they name the thing and the place in the caller's own
// arguments, and hold no host path, Go type or stack.
type Error struct {
	Code    Code   `json:"code"`
	Tool    string `json:"tool"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what to do next; empty: nothing better than the message
	Cause   error  `json:"-"`              // for errors.Is in Go code and for logs; never shown
}

// Errorf makes an error of a code; the scheduler fills in the tool. A %w in the format becomes the Cause.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	e := &Error{Code: code, Message: err.Error()}
	if u, ok := err.(interface{ Unwrap() error }); ok {
		e.Cause = u.Unwrap()
	}
	return e
}

// WithHint returns a copy of e that says what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// Error is the message, followed by the hint where there is one.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + "; " + e.Hint
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }
