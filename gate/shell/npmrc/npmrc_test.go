package npmrc_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/runcode-dev/runcode/gate/shell/npmrc"
)

func TestTrouble(t *testing.T) {
	for _, test := range []struct {
		text    string
		trouble bool
	}{
		{"", false},
		{"registry=https://host/\n@a:registry = https://host/\n# globalconfig=x\n; x\n\nsave-exact=true\nfund=false", false},
		{"globalconfig=/x", true},
		{" userconfig = ${HOME}/x", true},
		{"registry=${HOME}", true},
		{"unheard=of", true},
		{"[section]", true},
		{"fund=false\r\nglobalconfig=/x\r\n", true},
	} {
		home := t.TempDir()
		dir := filepath.Join(home, "project", "sub")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, "project", ".npmrc"), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := npmrc.Trouble(dir, home); got != "" != test.trouble {
			t.Errorf("%q: got %q, want trouble %v", test.text, got, test.trouble)
		}
		if got := npmrc.Trouble(dir, filepath.Join(home, "project")); got != "" {
			t.Errorf("%q: got %q for the settings of the person, want nothing", test.text, got)
		}
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
