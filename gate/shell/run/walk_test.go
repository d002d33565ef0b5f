package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/gate/shell/confine"
	"github.com/runcode-dev/runcode/gate/shell/run"
)

// TestWalksKeepOutOfSecrets runs in a directory with the files a, b, sub/c and .env.
func TestWalksKeepOutOfSecrets(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	tests := []struct {
		command string
		refused bool
	}{
		{"grep -r E .", true},
		{"grep -r E", true},
		{"grep -R E sub", true}, // a link leads to a secret
		{"grep -r e sub", false},
		{"timeout 60 grep -r E .", true},
		{"grep -d recurse E .", true},
		{"grep -r --exclude=.env e .", false},
		{"grep -r --exclude='.env*' e .", false},
		{"grep -r --exclude=.env --include='.e?v' E .", true},
		{"grep -r --include='*.go' --include=c e .", false},
		{"grep -r --exclude-dir=sub E .", true},
		{"grep -r --exclude-from=a E .", true},
		{"grep E a sub/c", false},
		{"diff -r . sub", true},
		{"diff . sub", true},
		{"diff -r -x .env -x link . sub", false},
		{"diff a b", false},
		{"git diff sub .", true},
	}
	for _, test := range tests {
		r := try(t, test.command, func(c *run.Command) {
			c.Options.Settings = func(string) string { return "" }
			c.Judge = run.Policy(rules(), false, nil)
			if err := os.Symlink("../.env", filepath.Join(c.Dir, "sub", "link")); err != nil {
				t.Fatal(err)
			}
		})
		refused := strings.Contains(r.out, "not run: it would read")
		if r.err != nil || refused != test.refused || strings.Contains(r.out, "SECRET") || !test.refused && r.status > 1 {
			t.Errorf("%q: got status %d, output %q, error %v, want refused %v", test.command, r.status, r.out, r.err, test.refused)
		}
	}
}

// In a linked worktree git's own file of ignored names is elsewhere, and may bring hidden files back for rg.
func TestHiddenFilesCountWhereNamesAreIgnoredElsewhere(t *testing.T) {
	for file, refused := range map[string]bool{".git": true, "other": false, ".ignore": true} {
		r := try(t, "rg E .", func(c *run.Command) {
			c.Judge = run.Policy(rules(), true, nil)
			if err := os.WriteFile(filepath.Join(c.Dir, file), []byte("\ufeff!.env\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		})
		if got := strings.Contains(r.out, "not run: it would read"); got != refused {
			t.Errorf("with %s: got status %d, output %q, error %v, want refused %v", file, r.status, r.out, r.err, refused)
		}
	}
}
