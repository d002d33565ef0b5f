package sdkgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// mustCheck fails the test unless a TypeScript compiler takes the text, in its strict mode. Without one it does nothing
// but say so. RUNCODE_TSC may name one that is not in the path.
func mustCheck(t testing.TB, text string) {
	t.Helper()
	compiler := os.Getenv("RUNCODE_TSC")
	if compiler == "" {
		var err error
		if compiler, err = exec.LookPath("tsc"); err != nil {
			t.Log("types are not checked: there is no tsc in the path, and RUNCODE_TSC does not name one")
			return
		}
	}
	file := filepath.Join(t.TempDir(), "sdk.ts")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), compiler, "--noEmit", "--strict", "--target", "es2023", "--skipLibCheck",
		"--lib", "es2023", file).CombinedOutput()
	if err != nil {
		t.Errorf("types do not check: %v\n%s", err, out[:min(len(out), 4000)])
	}
}
