package interp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/value"
)

// arguments encodes what a host function was called with: one object, or nothing; all that there is for a positional one.
func (r *run) arguments(c *hostCall, args []goja.Value) (json.RawMessage, error) {
	if c.global.Positional {
		return r.positional(args)
	}
	if len(args) == 0 || len(args) == 1 && goja.IsUndefined(args[0]) {
		return json.RawMessage("{}"), nil
	}
	if len(args) > 1 {
		return nil, c.misused(fmt.Sprintf("%d arguments", len(args)))
	}
	if got := value.NotAnObject(args[0]); got != "" {
		return nil, c.misused(got)
	}
	encoded, err := r.encoder.Arguments(args[0], r.limits.Value)
	if err == nil && encoded[0] != '{' { // by a toJSON method, as a Date has one
		return nil, c.misused("a value whose JSON is no object")
	}
	return encoded, err
}

// misused is the error of a call with something else than one object.
func (c *hostCall) misused(got string) error {
	expected := "one object argument"
	if s, ok := c.global.Functions.(Signatures); ok {
		expected = strings.TrimRight(expected+" "+s.Signature(c.path), " ")
	}
	return fmt.Errorf("expected %s; got %s", expected, got)
}

// positional encodes arguments as an array, in which null stands for undefined.
func (r *run) positional(args []goja.Value) (json.RawMessage, error) {
	list := make([]any, len(args))
	for i, v := range args {
		if list[i] = v; goja.IsUndefined(v) {
			list[i] = goja.Null()
		}
	}
	return r.encoder.Arguments(r.vm.NewArray(list...), r.limits.Value)
}

// finalValue encodes what the program returned, after the promises in it are settled.
func (r *run) finalValue(v goja.Value) (json.RawMessage, *Failure) {
	if v == nil || goja.IsUndefined(v) {
		return nil, nil
	}
	waited := value.Waited{}
	for {
		var result value.Result
		if f := r.enter(func() (err error) {
			result, err = r.encoder.Returned(v, r.limits.Value, waited)
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
			for _, w := range result.Warnings {
				r.warn(w)
			}
			return result.JSON, nil
		}
		for _, p := range result.Pending {
			if _, f := r.await(func() (*goja.Promise, error) { return p, nil }); f != nil {
				return nil, f
			}
		}
	}
}
