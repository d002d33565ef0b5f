package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

// Presenter is a typed result that brings its own content for the model, such as an image, instead of its JSON text.
type Presenter interface {
	Present() []Content
}

// Typed makes a tool out of a Go function: t with a handler that decodes the arguments into In, calls f, and encodes what
// it returns. f gives an [*Error] to choose the code of a failure. t must not have a handler yet. Its schemas are those of
// the Go types, by [schema.For], where it has none.
//
// Decoding is strict: an unknown member and a value of another type are INVALID_ARGS. Integers are exact up to the size of
// their Go type, and numbers in a field of type any are a [json.Number]. An Out that has no JSON form (NaN, a cycle) is
// INVALID_OUTPUT, and the error says that the work has been done. An Out that is a [Presenter] says what a model sees.
func Typed[In, Out any](t Tool, f func(ctx context.Context, call *Call, in In) (Out, error)) (Tool, error) {
	if t.Handler != nil || f == nil {
		return Tool{}, fmt.Errorf("typed tool %q: it takes one function and no other handler", t.FullName())
	}
	if err := inferSchemas[In, Out](&t); err != nil {
		return Tool{}, fmt.Errorf("typed tool %q: %w", t.FullName(), err)
	}
	t.Handler = func(ctx context.Context, call *Call) (*Result, error) {
		in, err := decode[In](call)
		if err != nil {
			return nil, err
		}
		out, err := f(ctx, call, in)
		if err != nil {
			return nil, err
		}
		value, err := encode(out)
		if err != nil {
			return nil, err
		}
		r := &Result{Value: value}
		if p, ok := any(out).(Presenter); ok {
			r.Content = p.Present()
		}
		return r, nil
	}
	return t, nil
}

func inferSchemas[In, Out any](t *Tool) (err error) {
	if t.Input == nil {
		if t.Input, err = schema.For[In](); err != nil {
			return fmt.Errorf("arguments: %w", err)
		}
	}
	if t.Output == nil {
		if t.Output, err = schema.For[Out](); err != nil {
			return fmt.Errorf("result: %w", err)
		}
	}
	return nil
}

// decode reads the arguments of a call.
func decode[In any](call *Call) (in In, err error) {
	d := json.NewDecoder(bytes.NewReader(arguments(call)))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&in); err != nil {
		return in, decodeError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return in, Errorf(InvalidArgs, "args: there is more after the object")
	}
	return in, nil
}

// decodeError puts an error of encoding/json into words that name no Go type.
func decodeError(err error) *Error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		path := "args"
		if wrong.Field != "" {
			path += "." + wrong.Field
		}
		e := Errorf(InvalidArgs, "%s: got %s, want %s", path, wrong.Value, jsonKind(wrong.Type))
		e.Cause = err
		return e
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return Errorf(InvalidArgs, "args: unknown property %s", field)
	}
	e := Errorf(InvalidArgs, "args: they cannot be read as the arguments of this tool")
	e.Cause = err
	return e
}

// jsonKind says in JSON's words what a Go type holds.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("a whole number of %d bits", t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf("a whole number of %d bits, not negative", t.Bits())
	default:
		return "something else"
	}
}

// encode writes what a tool returned, once.
func encode(out any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		what := "a value that JSON cannot hold"
		if wrong, ok := errors.AsType[*json.UnsupportedValueError](err); ok && wrong.Value.CanFloat() {
			what = wrong.Str + ", which JSON cannot hold"
		}
		failed := Errorf(InvalidOutput, "the tool has done its work, but its result contains %s", what)
		failed.Cause = err
		return nil, failed.WithHint("do not call it again for the result alone: whatever it changes has been changed")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
