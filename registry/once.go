package registry

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/runcode-dev/runcode/registry/truncate"
)

// OncePerRun gives t with a handler that does its work once in a run: a repeat gets the result of the first call that
// succeeded, with a note that says so. A repeat that comes while the first call runs waits for it. Of a process that makes
// very many runs only the last 1,024 are remembered.
//
// t must have a handler, and not call other tools: it might wait for itself.
func OncePerRun(t Tool) (Tool, error) {
	if t.Handler == nil || t.Calls {
		return Tool{}, fmt.Errorf("once per run: tool %q must have a handler, and not call other tools", t.FullName())
	}
	name, handler := t.FullName(), t.Handler
	runs := newPerRun[once]()
	t.Handler = func(ctx context.Context, call *Call) (*Result, error) {
		o := runs.of(call.Root)
		select {
		case <-o.turn():
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		defer func() { o.token <- struct{}{} }()
		if o.first != nil {
			repeat := copyResult(o.first)
			repeat.Notes = append(repeat.Notes, Text(fmt.Sprintf("%s does its work once in a run: this is the result of "+
				"its first call, with the arguments %s", name, o.args)))
			return repeat, nil
		}
		r, err := handler(ctx, call)
		if err == nil && r != nil && r.Err == nil {
			args, _ := truncate.Text(string(call.Args), maxShownArgs)
			o.first, o.args = copyResult(r), args
		}
		return r, err
	}
	return t, nil
}

// maxShownArgs is how many characters of the first call's arguments a repeat is shown.
const maxShownArgs = 200

// once is the work of one run. Whoever holds the token may do it, or read what came of it.
type once struct {
	start sync.Once
	token chan struct{}
	first *Result // nil: not done yet
	args  string  // of the first call
}

func (o *once) turn() <-chan struct{} {
	o.start.Do(func() {
		o.token = make(chan struct{}, 1)
		o.token <- struct{}{}
	})
	return o.token
}

func copyResult(r *Result) *Result {
	c := *r
	c.Content = slices.Clone(r.Content)
	c.Notes = slices.Clone(r.Notes)
	return &c
}
