package interp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// rejections are the promises that were rejected and that nothing has handled so far, numbered in order.
type rejections struct {
	open map[*goja.Promise]int
	last int
}

// trackRejection implements [goja.PromiseRejectionTracker].
func (r *run) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	t := &r.rejects
	if operation == goja.PromiseRejectionHandle {
		delete(t.open, p)
		return
	}
	if t.open == nil {
		t.open = make(map[*goja.Promise]int)
	}
	t.last++
	t.open[p] = t.last
	r.tellCaught(p.Result())
	var room [1]goja.StackFrame
	if at := r.vm.CaptureCallStack(1, room[:0]); len(at) > 0 && at[0].SrcName() != r.program.Name {
		r.throws.note(r.vm, p.Result()) // by a function such as Promise.reject; a throw tells it itself
	}
}

// inOrder lists what is left.
func (t *rejections) inOrder() []*goja.Promise {
	return slices.SortedFunc(maps.Keys(t.open), func(a, b *goja.Promise) int { return cmp.Compare(t.open[a], t.open[b]) })
}

// maxRejections is how many unhandled rejections are described.
const maxRejections = 10

// warnAboutRejections names what failed without the program noticing.
func (r *run) warnAboutRejections() {
	if r.stopped.Load() != nil {
		return // what is left was cut off, not forgotten
	}
	left := r.rejects.inOrder()
	for _, p := range left[:min(len(left), maxRejections)] {
		f := r.exception(p.Result(), nil)
		what := f.Message
		if f.Name != "" {
			what = f.Name + ": " + what
		}
		text := "a promise was rejected and nothing handled it: " + what
		if f.Call != nil {
			text = fmt.Sprintf("the call of %s failed and nothing handled it: %s", f.Call.Tool, f.Message)
		}
		if f.Line > 0 {
			text += fmt.Sprintf(" (%s:%d:%d)", r.program.Name, f.Line, f.Column)
		}
		r.warn(text)
	}
	if more := len(left) - maxRejections; more > 0 {
		r.warn(fmt.Sprintf("%d more rejected promises were not handled", more))
	}
}
