package registry

import (
	"context"
	"encoding/json"
)

// Call is one use of a tool. The scheduler fills ID and Root, and hands its own copy to hooks, handlers and observers,
// who must not change it.
type Call struct {
	ID     string // "<root>:<n>", n from 1 in the order of submission; nested deeper: "<parent>:<n>"
	Parent string // ID of the running call that made this one; empty: a direct call
	Root   string // the run or batch that everything here belongs to
	Scope  string // path of the caller's scope; empty: the root scope
	Tool   string // full name

	Args json.RawMessage // the arguments, an object; nil counts as {}

	// Progress tells whoever listens how far the call has come. It never blocks, may be called from any goroutine of the
	// handler, and is never nil inside a handler.
	Progress func(text string)

	// Submit starts a call of another tool as a child of this one and returns at once; wait returns its result, and may be
	// called from any goroutine, more than once. It is nil unless the tool has Calls set. All children have settled
	// before this call is finished.
	Submit func(ctx context.Context, tool string, args json.RawMessage) (wait func() *Result)
}

// Result is what came of a call. Exactly one of Value and Err is set once the scheduler has finished it, and from then
// on nothing in it changes: it is shared by the program, the transcript and every observer.
type Result struct {
	Value   json.RawMessage // what a program gets
	Content []Content       // what a model sees
	Notes   []Content       // remarks beside the content (advice, warnings); they survive a failure in a later stage
	Err     *Error          // nil: the call succeeded

	// Done tells an agent loop that the turn is over with this result: there is nothing left for the model to add.
	Done bool
}

// OK reports whether the call succeeded.
func (r *Result) OK() bool { return r.Err == nil }

// DefaultMaxResult is how many characters of a result's content a model is shown, unless the tool or the run says
// otherwise.
const DefaultMaxResult = 50_000

// Content is one block that a model sees: text, or an image.
type Content struct {
	Text      string `json:"text,omitempty"`
	MediaType string `json:"media_type,omitempty"` // of Data, such as "image/png"; empty: the block is text
	Data      []byte `json:"data,omitempty"`
	Source    string `json:"source,omitempty"` // full name of the tool that it came from, once it rides on another result
}

// Text makes a text block.
func Text(s string) Content { return Content{Text: s} }

// Image makes an image block.
func Image(mediaType string, data []byte) Content { return Content{MediaType: mediaType, Data: data} }

// IsText reports whether the block is text.
func (c Content) IsText() bool { return c.MediaType == "" }
