package interp

import (
	"fmt"

	"github.com/dop251/goja"
)

// rejections are the promises that were rejected and that nothing has handled so far.
type rejections struct {
	open  map[*goja.Promise]bool
	order []*goja.Promise
}

// track implements [goja.PromiseRejectionTracker].
func (t *rejections) track(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionHandle {
		delete(t.open, p)
		return
	}
	if t.open == nil {
		t.open = make(map[*goja.Promise]bool)
	}
	t.open[p] = true
	t.order = append(t.order, p)
}

// maxRejections is how many unhandled rejections are described.
const maxRejections = 10

// warnAboutRejections names what failed without the program noticing.
func (r *run) warnAboutRejections() {
	told := 0
	for _, p := range r.rejects.order {
		if !r.rejects.open[p] {
			continue
		}
		if told++; told > maxRejections {
			continue
		}
		f := r.exception(p.Result(), nil)
		text := "a promise was rejected and nothing handled it: " + f.Message
		if f.Call != nil {
			text = fmt.Sprintf("the call of %s failed and nothing handled it: %s", f.Call.Tool, f.Message)
		}
		if f.Line > 0 {
			text += fmt.Sprintf(" (%s:%d:%d)", r.program.Name, f.Line, f.Column)
		}
		r.warn(text)
	}
	if told > maxRejections {
		r.warn(fmt.Sprintf("%d more rejected promises were not handled", told-maxRejections))
	}
}
