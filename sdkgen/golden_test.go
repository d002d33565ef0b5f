package sdkgen_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares what is written about the tools in tools.json with the other parts of each file: declare.ts is the
// declarations without the prelude, describe.ts the descriptions of the tools one after the other, instructions.md the
// instructions in mode code.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files (%v)", err)
	}
	var written []string
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			written = append(written, golden(t, file)...)
		})
	}
	t.Run("types", func(t *testing.T) { mustCheck(t, written...) })
}

// golden tests one file, and gives all the TypeScript that was written.
func golden(t *testing.T, file string) (written []string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	view := readTools(t, archive.Files[0].Data)
	for i := range archive.Files[1:] {
		part := &archive.Files[i+1]
		got, modules := write(t, view, part.Name)
		written = append(written, modules...)
		if *update {
			part.Data = []byte(got)
			continue
		}
		if diff := cmp.Diff(string(part.Data), got); diff != "" {
			t.Errorf("%s: -want +got\n%s", part.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return written
}

// readTools gives the view of tools written as JSON.
func readTools(t *testing.T, data []byte) *registry.View {
	t.Helper()
	var list []struct {
		Namespace, Name, Summary, Description string
		Input, Output                         json.RawMessage
		Effects                               registry.Effects
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	var tools []registry.Tool
	for _, x := range list {
		tools = append(tools, registry.Tool{
			Namespace: x.Namespace, Name: x.Name, Summary: x.Summary, Description: x.Description,
			Input: foreign(x.Input), Output: foreign(x.Output), Effects: x.Effects,
		})
	}
	return viewOf(t, tools...)
}

// write makes one part of a golden file, and checks that it is TypeScript.
func write(t *testing.T, v *registry.View, part string) (text string, modules []string) {
	t.Helper()
	switch part {
	case "declare.ts":
		text := sdkgen.Declare(v)
		mustParse(t, text)
		rest, ok := strings.CutPrefix(text, readPrelude(t))
		if !ok {
			t.Errorf("Declare: got %q, want the prelude first", text[:min(len(text), 80)])
		}
		return rest, []string{text}
	case "describe.ts":
		for tool := range v.Tools() {
			one := sdkgen.Describe(tool)
			mustParse(t, one)
			modules = append(modules, one)
		}
		return strings.Join(modules, ""), modules
	case "instructions.md":
		return sdkgen.Instructions(inModeCode(t, v), nil), nil
	}
	t.Fatalf("no such part of a golden file: %s", part)
	return "", nil
}

func readPrelude(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("prelude.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
