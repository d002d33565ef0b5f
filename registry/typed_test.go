package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

type order struct {
	ID    int64           `json:"id"`
	Small int8            `json:"small,omitempty"`
	Name  string          `json:"name,omitempty"`
	Price float64         `json:"price,omitempty"`
	Tags  []string        `json:"tags,omitempty"`
	Paid  bool            `json:"paid,omitempty"`
	Extra any             `json:"extra,omitempty"`
	Lines []orderLine     `json:"lines,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
}

type orderLine struct {
	Count uint `json:"count"`
}

// echo makes a typed tool that returns its arguments.
func echo(t *testing.T) registry.Tool {
	t.Helper()
	made, err := registry.Typed(registry.Tool{Name: "echo"},
		func(_ context.Context, _ *registry.Call, in order) (order, error) { return in, nil })
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func call(t registry.Tool, args string) (*registry.Result, error) {
	return t.Handler(context.Background(), &registry.Call{ID: "r:1", Root: "r", Tool: t.FullName(), Args: json.RawMessage(args)})
}

func TestTypedKeepsValues(t *testing.T) {
	for args, want := range map[string]string{
		`{"id":9007199254740993}`:                                  `{"id":9007199254740993}`,
		`{"id":-9223372036854775808,"extra":9007199254740993}`:     `{"id":-9223372036854775808,"extra":9007199254740993}`,
		`{"id":1,"raw":{"b":1,"a":1.00}}`:                          `{"id":1,"raw":{"b":1,"a":1.00}}`,
		`{"id":1,"name":"<a & b>\u2028","tags":["x"],"paid":true}`: `{"id":1,"name":"<a & b>\u2028","tags":["x"],"paid":true}`,
		``: `{"id":0}`,
	} {
		r, err := call(echo(t), args)
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		if diff := cmp.Diff(want, string(r.Value)); diff != "" {
			t.Errorf("value of %s (-want +got):\n%s", args, diff)
		}
	}
}

func TestTypedRefusesArguments(t *testing.T) {
	for args, want := range map[string]string{
		`{"id":"x"}`:                      `args.id: got string, want a whole number of 64 bits`,
		`{"id":9223372036854775808}`:      `args.id: got number 9223372036854775808, want a whole number of 64 bits`,
		`{"id":1.5}`:                      `args.id: got number 1.5, want a whole number of 64 bits`,
		`{"id":1,"small":300}`:            `args.small: got number 300, want a whole number of 8 bits`,
		`{"id":1,"lines":[{"count":-1}]}`: `args.lines.count: got number -1, want a whole number of 64 bits, not negative`,
		`{"id":1,"name":5}`:               `args.name: got number, want a string`,
		`{"id":1,"paid":"yes"}`:           `args.paid: got string, want true or false`,
		`{"id":1,"tags":{}}`:              `args.tags: got object, want an array`,
		`{"id":1,"lines":[[]]}`:           `args.lines: got array, want an object`,
		`{"id":1,"price":[]}`:             `args.price: got array, want a number`,
		`[]`:                              `args: got array, want an object`,
		`{"id":1,"nmae":"x"}`:             `args: unknown property "nmae"`,
		`{"id":1} {}`:                     `args: there is more after the object`,
		`{"id":`:                          `args: they cannot be read as the arguments of this tool`,
	} {
		_, err := call(echo(t), args)
		e, ok := errors.AsType[*registry.Error](err)
		if !ok || e.Code != registry.InvalidArgs || e.Message != want {
			t.Errorf("%s: got error %v, want INVALID_ARGS: %s", args, err, want)
		}
	}
}

func TestTypedResultWithoutJSON(t *testing.T) {
	type node struct {
		Next any     `json:"next"`
		Size float64 `json:"size"`
	}
	cycle := &node{}
	cycle.Next = cycle
	for name, out := range map[string]*node{
		"NaN":   {Size: math.NaN()},
		"cycle": cycle,
		"func":  {Next: func() {}},
	} {
		made, err := registry.Typed(registry.Tool{Name: "x"},
			func(context.Context, *registry.Call, struct{}) (*node, error) { return out, nil })
		if err != nil {
			t.Fatal(err)
		}
		_, err = call(made, `{}`)
		e, ok := errors.AsType[*registry.Error](err)
		if !ok || e.Code != registry.InvalidOutput || !strings.Contains(e.Error(), "done its work") {
			t.Errorf("%s: got error %v, want INVALID_OUTPUT that says the work is done", name, err)
		} else if strings.Contains(e.Error(), "node") || strings.Contains(e.Error(), "func") {
			t.Errorf("%s: got error %q, which names a Go type", name, e)
		}
	}
}

func TestTypedSchemas(t *testing.T) {
	made := echo(t)
	violations := made.Input.Validate(json.RawMessage(`{"id":1,"nmae":2}`), "args")
	if len(violations) != 1 || !strings.Contains(violations[0].String(), "nmae") {
		t.Errorf("got violations %v, want one of the unknown property", violations)
	}
	if violations := made.Output.Validate(json.RawMessage(`{"id":1}`), "value"); len(violations) > 0 {
		t.Errorf("got violations %v of a good value", violations)
	}
}

func TestTypedRefuses(t *testing.T) {
	f := func(context.Context, *registry.Call, struct{}) (int, error) { return 0, nil }
	if _, err := registry.Typed(tool("x"), f); err == nil {
		t.Error("a tool with a handler: got no error")
	}
	if _, err := registry.Typed[int, int](registry.Tool{Name: "x"}, nil); err == nil {
		t.Error("no function: got no error")
	}
	_, err := registry.Typed(registry.Tool{Name: "x"}, func(context.Context, *registry.Call, struct{}) (chan int, error) { return nil, nil })
	if err == nil || !strings.Contains(err.Error(), `typed tool "x": result: `) {
		t.Errorf("a channel as result: got error %v, want one that says so", err)
	}
	type list struct{ Next *list }
	if _, err := registry.Typed(registry.Tool{Name: "x"}, func(context.Context, *registry.Call, list) (int, error) { return 0, nil }); err == nil {
		t.Error("a recursive type: got no error")
	}
}

func TestTypedPassesErrorsOn(t *testing.T) {
	want := registry.Errorf(registry.Denied, "no")
	made, err := registry.Typed(registry.Tool{Name: "x"}, func(context.Context, *registry.Call, struct{}) (int, error) { return 0, want })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call(made, `{}`); err != error(want) {
		t.Errorf("got error %v, want %v", err, want)
	}
}

type picture struct {
	Width int `json:"width"`
	data  []byte
}

func (p picture) Present() []registry.Content {
	return []registry.Content{registry.Image("image/png", p.data)}
}

func TestTypedPresenter(t *testing.T) {
	made, err := registry.Typed(registry.Tool{Name: "draw"}, func(context.Context, *registry.Call, struct{}) (picture, error) {
		return picture{3, []byte("png")}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := call(made, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	want := &registry.Result{Value: json.RawMessage(`{"width":3}`), Content: []registry.Content{registry.Image("image/png", []byte("png"))}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}
