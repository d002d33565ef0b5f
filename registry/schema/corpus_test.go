package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/schema"
)

// TestCorpus takes every schema of recorded tool lists: files <RUNCODE_CORPUS>/*.json (and one level below) that hold
// "inputSchema" and "outputSchema" anywhere.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("RUNCODE_CORPUS")
	if dir == "" {
		t.Skip("RUNCODE_CORPUS names no directory of tool lists")
	}
	var files []string
	for _, pattern := range []string{"*.json", "*/*.json"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	taken, strict, warned := 0, 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range schemasIn(t, data) {
			s, warnings, err := schema.ParseForeign(raw)
			if err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
				continue
			}
			taken++
			if len(warnings) > 0 {
				warned++
				t.Logf("%s: %s", filepath.Base(file), strings.Join(warnings, " | "))
			}
			if _, err := schema.Parse(raw); err == nil {
				strict++
			}
			for _, v := range s.Validate([]byte(`[]`), "args") { // compiles the full validator
				if strings.Contains(v.Message, "cannot be") {
					t.Errorf("%s: %s: %s", filepath.Base(file), v, raw)
				}
			}
		}
	}
	t.Logf("%d files: %d schemas taken, %d of them with warnings; %d are strict", len(files), taken, warned, strict)
	if taken == 0 {
		t.Error("the directory holds no schemas")
	}
}

// schemasIn finds the schemas of tools anywhere in a JSON text.
func schemasIn(t *testing.T, data []byte) []json.RawMessage {
	t.Helper()
	var found []json.RawMessage
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) == nil {
		for name, v := range members {
			if name == "inputSchema" || name == "outputSchema" {
				found = append(found, v)
			} else {
				found = append(found, schemasIn(t, v)...)
			}
		}
		return found
	}
	var elems []json.RawMessage
	if json.Unmarshal(data, &elems) == nil {
		for _, v := range elems {
			found = append(found, schemasIn(t, v)...)
		}
	}
	return found
}
