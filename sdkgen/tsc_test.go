package sdkgen_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// mustCheck fails the test unless a TypeScript compiler takes each of the texts, in its strict mode. RUNCODE_TSC may name
// one that is not in the path; without one the test is skipped.
func mustCheck(t *testing.T, texts ...string) {
	t.Helper()
	compiler := os.Getenv("RUNCODE_TSC")
	if compiler == "" {
		var err error
		if compiler, err = exec.LookPath("tsc"); err != nil {
			t.Skip("types are not checked: there is no tsc in the path, and RUNCODE_TSC does not name one")
		}
	}
	args := []string{"--noEmit", "--strict", "--skipLibCheck", "--target", "es2023", "--lib", "es2023"}
	dir := t.TempDir()
	for i, text := range texts {
		file := filepath.Join(dir, fmt.Sprintf("%d.ts", i))
		if err := os.WriteFile(file, []byte(text+"export {};\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	out, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput()
	if err != nil {
		t.Errorf("types do not check: %v\n%s", err, out[:min(len(out), 4000)])
	}
}
