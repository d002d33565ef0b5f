package sdkgen_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

func nothing(context.Context, *registry.Call) (*registry.Result, error) { return nil, nil }

// viewOf gives the view of a registry that holds the tools.
func viewOf(t testing.TB, tools ...registry.Tool) *registry.View {
	t.Helper()
	r := registry.New(nil)
	for i := range tools {
		tools[i].Handler = nothing
	}
	if _, err := r.Root().Add(tools...); err != nil {
		t.Fatal(err)
	}
	v, err := r.View("")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// foreign parses a schema; nil if there is none, or the bytes are none.
func foreign(raw json.RawMessage) *schema.Schema {
	if raw == nil {
		return nil
	}
	s, _, err := schema.ParseForeign(raw)
	if err != nil {
		return nil
	}
	return s
}

// mustParse fails the test unless the text is TypeScript.
func mustParse(t testing.TB, text string) {
	t.Helper()
	result := api.Transform(text, api.TransformOptions{Loader: api.LoaderTS})
	for _, m := range append(result.Errors, result.Warnings...) {
		t.Errorf("not TypeScript: %s: %s\n%s", m.Text, m.Location.LineText, text[:min(len(text), 4000)])
		return
	}
}

// inModeCode gives a view of the same tools in mode code.
func inModeCode(t testing.TB, v *registry.View) *registry.View {
	t.Helper()
	return inMode(t, registry.ModeCode, v)
}

func inMode(t testing.TB, mode registry.Mode, v *registry.View) *registry.View {
	t.Helper()
	r := registry.New(nil)
	if err := r.ProvideRunCode(registry.Tool{Name: registry.RunCode, Handler: nothing}); err != nil {
		t.Fatal(err)
	}
	for tool := range v.Tools() {
		if _, err := r.Root().Add(*tool); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Root().SetMode(mode); err != nil {
		t.Fatal(err)
	}
	view, err := r.View("")
	if err != nil {
		t.Fatal(err)
	}
	return view
}
