package builtin

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textedit"
	"github.com/runcode-dev/runcode/registry/truncate"
)

//go:embed edit_file.md
var editFileText string

type editFileIn struct {
	Path       string     `json:"path" jsonschema:"the file"`
	OldString  *string    `json:"old_string,omitempty" jsonschema:"the text to replace"`
	NewString  *string    `json:"new_string,omitempty" jsonschema:"what to put in its place"`
	ReplaceAll bool       `json:"replace_all,omitempty" jsonschema:"replace every occurrence"`
	Edits      []editStep `json:"edits,omitempty" jsonschema:"several replacements, instead of old_string and new_string"`
}

type editStep struct {
	OldString  string `json:"old_string" jsonschema:"the text to replace"`
	NewString  string `json:"new_string" jsonschema:"what to put in its place"`
	ReplaceAll bool   `json:"replace_all,omitempty" jsonschema:"replace every occurrence"`
}

type editFileOut struct {
	Path         string `json:"path" jsonschema:"the file, as the other tools name it"`
	Created      bool   `json:"created" jsonschema:"there was no such file"`
	Replacements int    `json:"replacements" jsonschema:"how many pieces were replaced"`
	Diff         string `json:"diff" jsonschema:"the change as a unified diff"`
	DiffCut      bool   `json:"diff_cut,omitempty" jsonschema:"the diff was too long to be given whole"`
	Warning      string `json:"warning,omitempty" jsonschema:"what else there is to know"`
}

// maxDiff is how many characters of a diff are given.
const maxDiff = 20_000

func (w *Workspace) editFile() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "edit_file", Description: editFileText,
		Effects:  registry.Effects{Destructive: true},
		Access:   w.writes,
		GrantKey: func(json.RawMessage) string { return writeGrant },
	}, w.runEditFile, showEditFile)
}

func (w *Workspace) runEditFile(_ context.Context, call *registry.Call, in editFileIn) (editFileOut, error) {
	edits, e := in.steps()
	if e != nil {
		return editFileOut{}, e
	}
	t, e := w.openTarget(call, in.Path)
	if e != nil {
		return editFileOut{}, e
	}
	defer t.unlock()
	if edits[0].Old == "" {
		return t.create(in, edits)
	}
	if !t.exists() {
		return editFileOut{}, registry.Errorf(registry.ToolError, "args.path: %s does not exist", t.place.name).
			WithHint("an empty old_string, or write_file, makes a new file")
	}
	return t.edit(in, edits)
}

// steps gives the edits of either form.
func (in editFileIn) steps() ([]textedit.Edit, *registry.Error) {
	switch {
	case in.OldString == nil && in.NewString == nil && len(in.Edits) == 0:
		return nil, registry.Errorf(registry.InvalidArgs, "args: give old_string and new_string, or edits")
	case len(in.Edits) > 0 && (in.OldString != nil || in.NewString != nil || in.ReplaceAll):
		return nil, registry.Errorf(registry.InvalidArgs, "args: give either edits or old_string and new_string, not both")
	case len(in.Edits) == 0 && in.OldString == nil:
		return nil, registry.Errorf(registry.InvalidArgs, "args.old_string: missing")
	case len(in.Edits) == 0 && in.NewString == nil:
		return nil, registry.Errorf(registry.InvalidArgs, "args.new_string: missing").WithHint(`"" removes old_string`)
	case len(in.Edits) == 0:
		return []textedit.Edit{{Old: *in.OldString, New: *in.NewString, All: in.ReplaceAll}}, nil
	}
	edits := make([]textedit.Edit, len(in.Edits))
	for i, s := range in.Edits {
		edits[i] = textedit.Edit{Old: s.OldString, New: s.NewString, All: s.ReplaceAll}
	}
	return edits, nil
}

// field is where an argument of an edit stands.
func (in editFileIn) field(index int, name string) string {
	if len(in.Edits) == 0 {
		return "args." + name
	}
	return fmt.Sprintf("args.edits[%d].%s", index, name)
}

// create makes a file by the first edit, and goes on with the others.
func (t *target) create(in editFileIn, edits []textedit.Edit) (editFileOut, error) {
	if t.exists() {
		return editFileOut{}, registry.Errorf(registry.InvalidArgs, "%s: is empty, but %s exists", in.field(0, "old_string"), t.place.name).
			WithHint("give the text to replace; write_file replaces a whole file")
	}
	text, replaced, failed := textedit.Apply(edits[0].New, edits[1:])
	if failed != nil {
		failed.Index++
		return editFileOut{}, t.notApplied(in, failed, "does not exist yet")
	}
	out := editFileOut{Path: string(t.place.name), Created: true, Replacements: 1 + replaced}
	out.setDiff("", text)
	return out, t.write([]byte(text))
}

func (t *target) edit(in editFileIn, edits []textedit.Edit) (editFileOut, error) {
	text, encoding, e := t.text()
	if e != nil {
		return editFileOut{}, e
	}
	result, replaced, failed := textedit.Apply(text, edits)
	if failed != nil {
		return editFileOut{}, t.notApplied(in, failed, "is as it was")
	}
	if result == text {
		return editFileOut{}, registry.Errorf(registry.ToolError, "args.edits: together they change nothing in %s", t.place.name)
	}
	content, err := encoding.Encode(result)
	if err != nil {
		return editFileOut{}, registry.Errorf(registry.ToolError, "args: the new text has characters that %s cannot hold, and %s is written as that",
			encoding, t.place.name).WithHint("use write_file to write the whole file as UTF-8")
	}
	t.blind = true
	out := editFileOut{Path: string(t.place.name), Replacements: replaced, Warning: t.warning()}
	out.setDiff(text, result)
	return out, t.write(content)
}

// notApplied is why an edit could not be made. state says how the file is now.
func (t *target) notApplied(in editFileIn, failed *textedit.Error, state string) *registry.Error {
	e := registry.Errorf(registry.ToolError, "%s: %s (%s %s)", in.field(failed.Index, failed.Field), failed.Message, t.place.name, state)
	e.Hint = failed.Hint
	return e
}

func (out *editFileOut) setDiff(before, after string) {
	diff := udiff.Unified(diffName("a/", out.Path), diffName("b/", out.Path), before, after)
	cut, omitted := truncate.Text(strings.ToValidUTF8(diff, "\ufffd"), maxDiff)
	out.Diff, out.DiffCut = cut, omitted > 0
}

func showEditFile(_ editFileIn, out editFileOut) []string {
	verb := "replaced " + plural(out.Replacements, "piece")
	if out.Created {
		verb = "created"
	}
	return withWarning(fmt.Sprintf("%s: %s\n%s", pathText(out.Path), verb, strings.TrimSuffix(out.Diff, "\n")), out.Warning)
}
