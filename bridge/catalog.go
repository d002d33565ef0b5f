package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// defaultFound is how many tools a search gives, if the program does not say.
const defaultFound = 10

// catalog is the global `catalog` of a program: search(text, limit?) and describe(name).
type catalog struct{ view func() *registry.View }

func (c *catalog) Names() [][]string { return [][]string{{"describe"}, {"search"}} }

func (c *catalog) Lookup(path []string) (interp.Func, bool) {
	if len(path) != 1 {
		return nil, false
	}
	switch path[0] {
	case "search":
		return c.answer(c.search), true
	case "describe":
		return c.answer(c.describe), true
	}
	return nil, false
}

// answer makes a host function of one that answers at once.
func (c *catalog) answer(f func(v *registry.View, args []json.RawMessage) (any, error)) interp.Func {
	return func(_ context.Context, raw json.RawMessage, settle interp.Settle) {
		var args []json.RawMessage
		err := json.Unmarshal(raw, &args)
		var value any
		switch v := c.view(); {
		case err != nil:
		case v == nil:
			err = errors.New("catalog: the tools of this run are gone")
		default:
			value, err = f(v, args)
		}
		if err != nil {
			settle(nil, &interp.CallError{Tool: "catalog", Code: string(registry.InvalidArgs), Message: err.Error()})
			return
		}
		text, err := json.Marshal(value)
		settle(text, err)
	}
}

func (c *catalog) search(v *registry.View, args []json.RawMessage) (any, error) {
	text, limit := "", defaultFound
	if len(args) > 0 && json.Unmarshal(args[0], &text) != nil {
		return nil, fmt.Errorf(`catalog.search: the first argument must be a string; write catalog.search("words")`)
	}
	if len(args) > 1 && (json.Unmarshal(args[1], &limit) != nil || limit < 1) {
		return nil, fmt.Errorf("catalog.search: the second argument must be a whole number from 1, the most tools to find")
	}
	found := sdkgen.Search(v, text, limit)
	if found == nil {
		found = []sdkgen.Match{}
	}
	return found, nil
}

func (c *catalog) describe(v *registry.View, args []json.RawMessage) (any, error) {
	var name string
	if len(args) != 1 || json.Unmarshal(args[0], &name) != nil {
		return nil, fmt.Errorf(`catalog.describe: give one name; write catalog.describe("namespace.name")`)
	}
	t, ok := v.Lookup(name)
	if !ok || name == registry.RunCode {
		return nil, fmt.Errorf("catalog.describe: there is no tool %q; use catalog.search(text) to find one", name)
	}
	return sdkgen.Describe(t), nil
}
