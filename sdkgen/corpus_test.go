package sdkgen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

// readCorpus reads tool lists of MCP servers from the directory that RUNCODE_CORPUS names.
func readCorpus(t testing.TB) []registry.Tool {
	t.Helper()
	dir := os.Getenv("RUNCODE_CORPUS")
	if dir == "" {
		t.Skip("RUNCODE_CORPUS does not name a directory of tool lists")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tool lists in %s (%v)", dir, err)
	}
	var tools []registry.Tool
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name, Description         string
				InputSchema, OutputSchema json.RawMessage
			}
		}
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, x := range list.Tools {
			tools = append(tools, registry.Tool{
				Namespace: strings.TrimSuffix(filepath.Base(file), ".json"), Name: x.Name, Description: x.Description,
				Input: foreign(x.InputSchema), Output: foreign(x.OutputSchema), Foreign: true,
			})
		}
	}
	return tools
}

func TestCorpus(t *testing.T) {
	tools := readCorpus(t)
	view := viewOf(t, tools...)
	all := sdkgen.Declare(view)
	mustParse(t, all)
	t.Run("types", func(t *testing.T) { mustCheck(t, all) })
	described, cut := 0, 0
	for tool := range view.Tools() {
		text := sdkgen.Describe(tool)
		mustParse(t, text)
		described += len(text)
		if strings.Contains(text, "too large to show") || strings.Contains(text, "// … ") {
			cut++
			t.Logf("%s is cut: %d bytes", tool.FullName(), len(text))
		}
		if !utf8.ValidString(text) {
			t.Errorf("%s: got text that is not UTF-8", tool.FullName())
		}
	}
	t.Logf("%d tools: %d bytes of declarations, %d cut; %d bytes of descriptions, %d cut", view.Len(), len(all),
		strings.Count(all, "too large to show")+strings.Count(all, "// … "), described, cut)
}
