package builtin

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

//go:embed write_file.md
var writeFileText string

// writeGrant is what a person allows by "for this session": changing files, by either tool.
const writeGrant = "file:write"

type writeFileIn struct {
	Path    string `json:"path" jsonschema:"the file"`
	Content string `json:"content" jsonschema:"all that will be in it"`
}

type writeFileOut struct {
	Path     string            `json:"path" jsonschema:"the file, as the other tools name it"`
	Created  bool              `json:"created" jsonschema:"there was no such file"`
	Changed  bool              `json:"changed" jsonschema:"false: the file had this content already"`
	Lines    int               `json:"lines" jsonschema:"of the file"`
	Size     int               `json:"size" jsonschema:"of the file, in bytes"`
	Encoding textfile.Encoding `json:"encoding" jsonschema:"utf-8, or what the file was written as before"`
	Warning  string            `json:"warning,omitempty" jsonschema:"what else there is to know"`
}

func (w *Workspace) writeFile() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "write_file", Description: writeFileText,
		Effects:  registry.Effects{Destructive: true, Idempotent: true},
		Access:   w.writes,
		GrantKey: func(json.RawMessage) string { return writeGrant },
	}, w.runWriteFile, showWriteFile)
}

func (w *Workspace) runWriteFile(_ context.Context, call *registry.Call, in writeFileIn) (writeFileOut, error) {
	t, e := w.openTarget(call, in.Path)
	if e != nil {
		return writeFileOut{}, e
	}
	defer t.unlock()
	content, encoding := t.encodeLike(in.Content)
	out := writeFileOut{
		Path: string(t.place.name), Created: !t.exists(), Size: len(content), Lines: countLines(in.Content), Encoding: encoding,
		Warning: t.warning(),
	}
	if t.holds(content) {
		return out, nil
	}
	out.Changed = true
	return out, t.write(content)
}

func showWriteFile(_ writeFileIn, out writeFileOut) []string {
	verb := "replaced"
	switch {
	case out.Created:
		verb = "created"
	case !out.Changed:
		verb = "unchanged, for it had this content already"
	}
	text := fmt.Sprintf("%s: %s; %s, %s", pathText(out.Path), verb, plural(out.Lines, "line"), plural(out.Size, "byte"))
	if out.Encoding != textfile.UTF8 {
		text += ", " + string(out.Encoding)
	}
	return withWarning(text, out.Warning)
}

func withWarning(text, warning string) []string {
	if warning == "" {
		return []string{text}
	}
	return []string{text, "warning: " + warning}
}

func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}
