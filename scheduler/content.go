package scheduler

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/truncate"
)

// render makes the content of a result that has none.
func (f *flight) render(r *registry.Result) {
	switch {
	case r.Content != nil:
	case r.Err != nil:
		r.Content = errorContent(r.Err)
	default:
		if f.tool != nil && f.tool.Render != nil {
			r.Content = f.rendered(r)
		}
		if r.Content == nil {
			r.Content = []registry.Content{registry.Text(f.valueText(r.Value))}
		}
	}
}

// valueText is a value as text. A program has the value itself and no model sees the text, so that of a large one is only
// its beginning; for everybody else it is cut with care later.
func (f *flight) valueText(value json.RawMessage) string {
	limit := f.contentLimit()
	if !f.lane.opts.Program || len(value) <= limit {
		return string(value)
	}
	head := strings.ToValidUTF8(string(value[:limit/2]), "")
	return fmt.Sprintf("%s … (the beginning of %d bytes; the program has all)", head, len(value))
}

// contentLimit is how many characters the tool may show a model.
func (f *flight) contentLimit() int {
	if f.tool != nil && f.tool.MaxResult > 0 {
		return f.tool.MaxResult
	}
	return registry.DefaultMaxResult
}

// rendered is what the tool makes of its value; a fault of it leaves the JSON text.
func (f *flight) rendered(r *registry.Result) []registry.Content {
	var fault *registry.Error
	defer f.recovered("renderer", registry.ToolPanic, &fault)
	return f.tool.Render(f.call.Args, r.Value)
}

func errorContent(err *registry.Error) []registry.Content {
	return []registry.Content{registry.Text("Error: " + err.Error())}
}

// bound cuts the texts of the content, all together, to what the tool may show a model. Images stay.
func (f *flight) bound(r *registry.Result) {
	var texts []string
	for _, c := range r.Content {
		if c.IsText() {
			texts = append(texts, c.Text)
		}
	}
	texts, omitted := truncate.Cutter{Max: f.contentLimit()}.Texts(texts)
	if omitted == 0 {
		return
	}
	var kept []registry.Content
	for _, c := range r.Content {
		if c.IsText() {
			c.Text, texts = texts[0], texts[1:]
			if c.Text == "" {
				continue
			}
		}
		kept = append(kept, c)
	}
	r.Content = kept
}

// finalContent lets the tool's Finalize replace the content, once. It gets a copy of the result.
func (f *flight) finalContent(r *registry.Result) {
	if f.finalize == nil {
		return
	}
	var fault *registry.Error
	defer func() {
		if fault != nil {
			*r = *f.instead(r, fault)
			r.Content = errorContent(r.Err)
		}
	}()
	defer f.recovered("finalizer", registry.ToolPanic, &fault)
	seen, call := *r, f.call
	r.Content = f.finalize(&call, &seen)
}
