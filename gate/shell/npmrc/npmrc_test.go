package npmrc_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/runcode-dev/runcode/gate/shell/npmrc"
)

func TestTrouble(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "project", "sub")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := npmrc.Trouble(dir, home); got != "" {
		t.Errorf("without settings: got %q, want nothing", got)
	}
	text := "registry=https://host/\rglobalconfig=/x\n" // npm reads two lines
	if err := os.WriteFile(filepath.Join(home, "project", ".npmrc"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if npmrc.Trouble(dir, home) == "" {
		t.Error("got nothing, want a reason")
	}
	if got := npmrc.Trouble(dir, filepath.Join(home, "project")); got != "" {
		t.Errorf("got %q for the settings of the person, want nothing", got)
	}
}

func TestALinkIsTrouble(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("package.json", filepath.Join(dir, ".npmrc")); err != nil {
		t.Skip(err)
	}
	if npmrc.Trouble(dir, "") == "" {
		t.Error("got nothing, want a reason")
	}
}
