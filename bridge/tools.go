package bridge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/registry"
)

// tools is the global `tools` of a program: the tools of a view, which may change while it runs.
type tools struct {
	view func() *registry.View
	call func(tool string, args json.RawMessage, settle interp.Settle)
}

func (t *tools) Names() [][]string {
	v := t.view()
	if v == nil {
		return nil
	}
	paths := make([][]string, 0, v.Len())
	for tool := range v.Tools() {
		paths = append(paths, pathOf(tool))
	}
	return paths
}

// pathOf is how a program reaches a tool.
func pathOf(t *registry.Tool) []string {
	if t.Namespace == "" {
		return []string{t.Name}
	}
	return []string{t.Namespace, t.Name}
}

// Namespace reports whether there are tools below a name.
func (t *tools) Namespace(name string) bool {
	v := t.view()
	return v != nil && v.Namespace(name)
}

// Lookup finds a tool. What does not exist can be called too: the call goes the whole road and fails on record.
func (t *tools) Lookup(path []string) (interp.Func, bool) {
	name := strings.Join(path, ".")
	f := func(_ context.Context, args json.RawMessage, settle interp.Settle) { t.call(name, args, settle) }
	if name == registry.RunCode {
		return f, false
	}
	v := t.view()
	if v == nil {
		return f, false
	}
	tool, exists := v.Lookup(name)
	return f, exists && slices.Equal(path, pathOf(tool))
}

// maxSignature is how many arguments of a tool an error names.
const maxSignature = 8

// Signature names the arguments of a tool, the optional ones with a question mark: "{path, content?}".
func (t *tools) Signature(path []string) string {
	v := t.view()
	if v == nil {
		return ""
	}
	tool, ok := v.Lookup(strings.Join(path, "."))
	if !ok || tool.Input == nil {
		return ""
	}
	var names []string
	for _, p := range tool.Input.Root().Properties() {
		switch {
		case len(names) == maxSignature:
			return "{" + strings.Join(names, ", ") + ", …}"
		case p.Required:
			names = append(names, p.Name)
		default:
			names = append(names, p.Name+"?")
		}
	}
	return "{" + strings.Join(names, ", ") + "}"
}
