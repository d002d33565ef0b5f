package builtin

import (
	"encoding/json"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textedit"
)

// Preview is the change that a call of write_file or edit_file would make, as a unified diff, for the person who is asked
// about it. It is whole, however long. It is empty for other tools, for a call that would change nothing, and for one that
// would fail.
func (w *Workspace) Preview(call *registry.Call) string {
	var path string
	var change func(before string, exists bool) (after string, ok bool)
	switch call.Tool {
	case "write_file":
		var in writeFileIn
		if json.Unmarshal(call.Args, &in) != nil {
			return ""
		}
		path, change = in.Path, func(string, bool) (string, bool) { return in.Content, true }
	case "edit_file":
		var in editFileIn
		if json.Unmarshal(call.Args, &in) != nil {
			return ""
		}
		edits, e := in.steps()
		if e != nil {
			return ""
		}
		path, change = in.Path, func(before string, exists bool) (string, bool) { return edited(before, exists, edits) }
	default:
		return ""
	}
	return w.difference(call, path, change)
}

// difference is the unified diff of a change to a file.
func (w *Workspace) difference(call *registry.Call, path string, change func(before string, exists bool) (string, bool)) string {
	t, e := w.openTarget(call, path)
	if e != nil {
		return ""
	}
	defer t.unlock()
	before := ""
	if t.exists() {
		if before, _, e = t.text(); e != nil {
			return ""
		}
	}
	after, ok := change(before, t.exists())
	if !ok {
		return ""
	}
	return strings.ToValidUTF8(udiff.Unified(diffName("a/", string(t.place.name)), diffName("b/", string(t.place.name)), before, after), "\ufffd")
}

// edited is a file's text after edits; an empty old text makes a new file, as in edit_file itself.
func edited(before string, exists bool, edits []textedit.Edit) (string, bool) {
	if len(edits) == 1 && edits[0].Old == "" {
		return edits[0].New, !exists
	}
	after, _, failed := textedit.Apply(before, edits)
	return after, exists && failed == nil
}
