package registry_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry"
)

// tool makes a tool of a full name whose namespace is what stands before the last dot.
func tool(fullName string) registry.Tool {
	namespace, name := "", fullName
	if i := strings.LastIndexByte(fullName, '.'); i >= 0 {
		namespace, name = fullName[:i], fullName[i+1:]
	}
	return registry.Tool{Namespace: namespace, Name: name, Description: fullName, Handler: give(`null`)}
}

// give makes a handler that returns a value.
func give(value string) registry.Handler {
	return func(context.Context, *registry.Call) (*registry.Result, error) {
		return &registry.Result{Value: json.RawMessage(value)}, nil
	}
}

// fail makes a handler that returns an error.
func fail(err error) registry.Handler {
	return func(context.Context, *registry.Call) (*registry.Result, error) { return nil, err }
}

func add(t testing.TB, s *registry.Scope, fullNames ...string) (remove func()) {
	t.Helper()
	var tools []registry.Tool
	for _, name := range fullNames {
		tools = append(tools, tool(name))
	}
	remove, err := s.Add(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return remove
}

func child(t testing.TB, s *registry.Scope, name string) *registry.Scope {
	t.Helper()
	c, err := s.Child(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func restrict(t testing.TB, s *registry.Scope, rs registry.Restriction) (lift func()) {
	t.Helper()
	lift, err := s.Restrict(rs)
	if err != nil {
		t.Fatal(err)
	}
	return lift
}

func view(t testing.TB, r *registry.Registry, path string) *registry.View {
	t.Helper()
	v, err := r.View(path)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// names gives the full names of what a scope sees, in a line.
func names(t testing.TB, r *registry.Registry, path string) string {
	t.Helper()
	var names []string
	for found := range view(t, r, path).Tools() {
		names = append(names, found.FullName())
	}
	return strings.Join(names, " ")
}

// texts gives the texts of blocks.
func texts(blocks []registry.Content) []string {
	var texts []string
	for _, b := range blocks {
		texts = append(texts, b.Text)
	}
	return texts
}
