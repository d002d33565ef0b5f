package interp

import (
	"context"
	"encoding/json"
	"time"
)

// Engine runs programs. [Interpreter] runs them in this process; package interp/worker runs them in a child process.
type Engine interface {
	// Run runs one program to its end and returns what came of it. The error is the engine's own trouble only (it could
	// not start, its child vanished); whatever the program did wrong is Outcome.Failure. When Run returns, nothing of the
	// program runs any more. Any goroutine may call it, also several at once.
	Run(ctx context.Context, req Request) (*Outcome, error)
}

// Request is one program and what it may reach.
type Request struct {
	Program string          // JavaScript or TypeScript, as the model wrote it
	Name    string          // what positions call it, of letters, digits and ". _ -"; empty: "program.ts"
	Input   json.RawMessage // the global `input`; nil: undefined
	Objects []Object        // globals whose members are host functions
	Limits  Limits
	Fixed   *Fixed // nil: the real clock and random numbers

	// Log receives each line of output as it is written, one at a time; nil: only Outcome has them.
	Log func(Log)

	// Stopping is called once, on any goroutine, when the run is told to end before its program has ended. A built-in
	// function that is at work can hold up the end itself. nil: nobody is told.
	Stopping func(*Failure)

	// Idle is called on the engine's goroutine before it waits for calls to be settled, for at most the given time; the
	// longest that there is: for calls alone. It may settle some itself. As soon as wake is not empty, there is something
	// to do. nil: the engine just waits.
	Idle func(wake <-chan struct{}, wait time.Duration)

	// Serve works on calls on the goroutine that calls it, for engines that get them from elsewhere: switching to another
	// goroutine takes longer than most calls. next waits for calls, and gives the function that makes them without waiting
	// for anything; nil ends Serve. In between Serve works on the calls, for as long as they take, and one that ends the
	// goroutine ends Serve too: the engine goes on without it. nil: calls are worked on elsewhere, as they always may be.
	Serve func(next func() (submit func()))
}

// Object is a global variable of the program whose members are host functions, such as `tools`. It is immutable, has no
// prototype, and a function in it comes to life when it is first touched, so ten thousand of them cost nothing.
type Object struct {
	Name      string // the global variable
	Functions Functions

	// Positional functions get all their arguments as one JSON array; others take one object, and a call with anything
	// else fails before it is made.
	Positional bool
}

// Functions is the set of functions behind an [Object]. The engine calls it on its own goroutine.
type Functions interface {
	// Names lists every function as the path by which a program reaches it: {"read_file"} for tools.read_file,
	// {"github", "create_issue"} for tools.github.create_issue. Paths have one or two elements and are sorted.
	Names() [][]string

	// Lookup finds the function at a path. For a path that does not exist it returns the function that says so when it is
	// called (with the nearest names, and on the record), or nil for one that is not even callable.
	Lookup(path []string) (f Func, exists bool)
}

// Namespaces is what [Functions] may implement beside if they are many, so that reading one of them does not need the names
// of all.
type Namespaces interface {
	// Namespace reports whether there are functions whose paths begin with the name and have a second element.
	Namespace(name string) bool
}

// Signatures is what [Functions] may implement beside, to say in errors how a function is called.
type Signatures interface {
	// Signature is the argument of the function at a path, such as "{path, content}"; empty: unknown.
	Signature(path []string) string
}

// Func starts one call of a host function. It is called on the engine's goroutine in the order of the program's calls, and
// must not block. It arranges that settle is called exactly once, from any goroutine; a second call panics. ctx is done
// when the run is over; after that, settling does nothing.
type Func func(ctx context.Context, args json.RawMessage, settle Settle)

// Settle ends a call with its value, or with an error: a [*CallError] becomes the program's ToolCallError with all its
// fields, a [*StopError] ends the run where no catch or finally can see it.
type Settle func(value json.RawMessage, err error)

// CallError is the failure of a host call as the program sees it.
type CallError struct {
	Tool    string `json:"tool"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (e *CallError) Error() string { return e.Message }

// StopError ends the whole run with the given failure.
type StopError struct{ Failure *Failure }

func (e *StopError) Error() string { return e.Failure.Message }

// Limits bound one run. A zero field means its default, in brackets. What the in-process engine cannot bound is listed at
// [Interpreter].
type Limits struct {
	Compute time.Duration // time spent in the program itself, not in waiting for calls or timers [60 s]
	Stack   int           // frames of the call stack [1,000]
	Source  int           // bytes of program text [256 KiB]
	Logs    int           // bytes of output kept, head and tail; the rest is counted and dropped [1 MiB]
	Value   int           // bytes of JSON in the returned value, and in the arguments of one call [64 MiB]
	Pending int           // calls that wait at one time [1,000]
	Calls   int           // calls in all [100,000]
	Timers  int           // timers that wait at one time [10,000]
	Memory  int64         // bytes of heap; bounded by the worker engine only [256 MiB]
}

// Fixed makes a run repeatable.
type Fixed struct {
	Now      time.Time // what the clock says at the start; it advances only by timers
	Seed     uint64    // of Math.random and crypto
	TimeZone string    // IANA name, for Date and Intl; empty: UTC
	Instant  bool      // timers do not wait: once no call is outstanding, the next one fires; for replays
}

// Outcome is what came of a program.
type Outcome struct {
	Value    json.RawMessage // what it returned; nil where it returned nothing or failed
	Logs     []Log
	Dropped  int // bytes of output beyond Limits.Logs
	Warnings []string
	Failure  *Failure // nil: it ran to its end
	Compute  time.Duration
}

// Log is one line of console output.
type Log struct {
	Level string `json:"level"` // log, info, warn, error, debug
	Text  string `json:"text"`

	// Dropped is how many bytes were taken out of the middle of a line that was longer than half of the room for all. The text
	// says so too.
	Dropped int `json:"dropped,omitempty"`
}

// Kind says why a program failed.
type Kind string

// The kinds of failures.
const (
	Syntax    Kind = "syntax"    // the text is not a program
	Check     Kind = "check"     // it is refused before it runs: too large, too deep, badly typed
	Exception Kind = "exception" // it threw, or a promise was rejected, and nothing caught it
	TimedOut  Kind = "timeout"   // a time limit
	Memory    Kind = "memory"    // a memory or stack limit
	Output    Kind = "output"    // a limit on what it sends: value, calls, timers
	Stalled   Kind = "stalled"   // it waits for a promise that nothing can settle
	Aborted   Kind = "aborted"   // the caller cancelled the run
	Worker    Kind = "worker"    // the process that ran it is gone
)

// Failure is why a program did not run to its end, in terms of the program as it was written.
type Failure struct {
	Kind    Kind     `json:"kind"`
	Name    string   `json:"name,omitempty"` // class of the thrown error, such as "TypeError"
	Message string   `json:"message"`
	Hint    string   `json:"hint,omitempty"` // what to do next
	Line    int      `json:"line,omitempty"` // from 1; 0: no place in the program
	Column  int      `json:"column,omitempty"`
	Source  string   `json:"source,omitempty"` // the text of that line
	Stack   []string `json:"stack,omitempty"`  // frames of the program, innermost first, such as "main (program.ts:3:9)"
	Limit   string   `json:"limit,omitempty"`  // the setting that raises the limit, where one was reached

	Call *CallError `json:"call,omitempty"` // the failed call whose error was not caught; nil: none
}
