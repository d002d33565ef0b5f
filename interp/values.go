package interp

import (
	"encoding/json"
	"fmt"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/value"
)

// arguments encodes what a host function was called with: one object, or nothing.
func (r *run) arguments(args []goja.Value, positional bool) (json.RawMessage, error) {
	if positional {
		items := make([]any, len(args))
		for i, a := range args {
			items[i] = a
		}
		return r.encoder.Arguments(r.vm.NewArray(items...), r.limits.Value)
	}
	if len(args) == 0 || len(args) == 1 && goja.IsUndefined(args[0]) {
		return json.RawMessage("{}"), nil
	}
	if len(args) > 1 {
		return nil, fmt.Errorf("expected one object argument; got %d arguments", len(args))
	}
	if what := value.NotAnObject(args[0]); what != "" {
		return nil, fmt.Errorf("expected one object argument; got %s", what)
	}
	return r.encoder.Arguments(args[0], r.limits.Value)
}

// finalValue encodes what the program returned, after the promises in it are settled.
func (r *run) finalValue(v goja.Value) (json.RawMessage, *Failure) {
	if v == nil || goja.IsUndefined(v) {
		return nil, nil
	}
	for {
		var result value.Result
		if f := r.enter(func() (err error) {
			result, err = r.encoder.Returned(v, r.limits.Value)
			return err
		}); f != nil {
			return nil, f
		}
		if len(result.Rejected) > 0 {
			p := result.Rejected[0]
			delete(r.rejects.open, p)
			return nil, r.exception(p.Result(), nil)
		}
		if len(result.Pending) == 0 {
			r.warnings = append(r.warnings, result.Warnings...)
			return result.JSON, nil
		}
		for _, p := range result.Pending {
			if _, f := r.await(func() (*goja.Promise, error) { return p, nil }); f != nil {
				return nil, f
			}
		}
	}
}
