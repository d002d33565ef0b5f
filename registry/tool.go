package registry

import (
	"context"
	"encoding/json"
	"time"

	"github.com/runcode-dev/runcode/registry/schema"
)

// RunCode is the reserved name of the tool that runs programs. It can be neither registered nor shadowed nor
// restricted; see [Registry.ProvideRunCode].
const RunCode = "run_code"

// Tool is one thing that a model, a program or a Go developer can call. It is a value: nothing in it may change once it
// has been added to a scope.
type Tool struct {
	// Namespace groups tools of one source ("github"); empty for a tool of its own. Name is the name inside it
	// ("create_issue"). Both are kept exactly as given, whatever characters they hold; neither may be renamed to suit a
	// language. See [Tool.FullName].
	Namespace, Name string

	Description string // full text, for the schema and the SDK
	Summary     string // one or two sentences for the catalog; empty: the first sentence of Description

	Input  *schema.Schema // nil: any JSON object
	Output *schema.Schema // nil: any JSON

	Effects Effects // what calling it may change; the zero value promises nothing

	// Access says what a call with these arguments touches. It is pure and cheap, and is called on the lane. nil, a
	// panic, and a tool that is not visible all mean that the call runs alone.
	Access func(args json.RawMessage) Access

	// GrantKey names what a person allows by "for this session": later calls with the same key are not asked about
	// again. nil: the full name of the tool. An empty key: never for the session, ask each time.
	GrantKey func(args json.RawMessage) string

	Timeout   time.Duration // of one call, from the start of its handler; 0: no limit but the run's
	MaxResult int           // characters of content shown to a model; 0: [DefaultMaxResult]

	// Enabled says whether the tool exists here at all, and if not, why ("GITHUB_TOKEN is not set"). nil: it does. It is
	// asked when the tool is added to a scope and again by [Registry.Refresh], from any goroutine; a panic means no.
	Enabled func(Env) (ok bool, reason string)

	// Render makes the model-facing content of a value. nil: the JSON text. A panic or an empty answer counts as nil.
	Render func(args, value json.RawMessage) []Content

	// Finalize has the last word on the content of every call of this tool, whatever its outcome, exactly once. It gets
	// its own copy of the result, and what it returns is the content, nil for none; it is not cut any more. A nil Finalize
	// leaves the content as it is.
	Finalize func(call *Call, r *Result) []Content

	Undo    Handler // makes good what Handler did, from the same call; nil: it cannot be undone
	Handler Handler // does the work

	// Calls marks a tool whose handler calls other tools through [Call.Submit], as [Meta] and run_code do. Such a call
	// claims nothing in the set of accesses that all lanes share, since its children claim for themselves.
	Calls bool

	// Foreign marks a tool whose schemas were written by others (an MCP server): a value that does not fit Output is
	// reported in a note instead of failing the call, for the effect has happened.
	Foreign bool
}

// FullName is the name by which the tool is called, restricted, permitted and audited: "namespace.name", or the name
// alone where there is no namespace.
func (t *Tool) FullName() string {
	if t.Namespace == "" {
		return t.Name
	}
	return t.Namespace + "." + t.Name
}

// Handler does the work of one call. It must return soon after ctx is done; it is waited for. Either the error or the
// Err of the result fails the call: an [*Error] keeps its code, any other error is TOOL_ERROR. A nil result with a nil
// error is the value null. The call must not be changed. Several goroutines may call it at once, as far as the Access of
// the tool lets calls overlap.
type Handler func(ctx context.Context, call *Call) (*Result, error)

// Effects says what a call may change. They are the hints of the Model Context Protocol (tool annotations, 2025-06-18),
// named the same; a false hint promises nothing.
type Effects struct {
	ReadOnly    bool // changes nothing
	Destructive bool // may destroy what was there
	Idempotent  bool // a second identical call has no further effect
	OpenWorld   bool // reaches beyond this machine
}

// Env is what a tool's Enabled may ask about the process it would run in.
type Env struct {
	GOOS   string                          // as runtime.GOOS
	Lookup func(key string) (string, bool) // of environment variables; never nil
}
