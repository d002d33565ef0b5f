package builtin_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

func TestPreview(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := builtin.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, test := range []struct{ name, tool, args, want string }{
		{"edit", "edit_file", `{"path":"a.txt","old_string":"two","new_string":"2"}`, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"},
		{"write over", "write_file", `{"path":"a.txt","content":"one\n"}`, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1 @@\n one\n-two\n"},
		{"write anew", "write_file", `{"path":"b.txt","content":"x\n"}`, "--- a/b.txt\n+++ b/b.txt\n@@ -0,0 +1 @@\n+x\n"},
		{"create by edit", "edit_file", `{"path":"b.txt","old_string":"","new_string":"x\n"}`, "--- a/b.txt\n+++ b/b.txt\n@@ -0,0 +1 @@\n+x\n"},
		{"no change", "write_file", `{"path":"a.txt","content":"one\ntwo\n"}`, ""},
		{"no match", "edit_file", `{"path":"a.txt","old_string":"three","new_string":"2"}`, ""},
		{"outside", "write_file", `{"path":"../b.txt","content":"x"}`, ""},
		{"another tool", "bash", `{"command":"rm a.txt"}`, ""},
	} {
		if got := w.Preview(&registry.Call{Tool: test.tool, Args: json.RawMessage(test.args)}); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("a preview left %v %v, want the one file", left, err)
	}
}
