//go:build unix

package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/runcode-dev/runcode/gate/rules"
)

// Whatever is in a settings file, reading it ends with rules or with mistakes that have a place; and what can be read can
// be added to, after which it holds what it held before and the new rule.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `{"permissions": {}}`, "// x\n{\"permissions\": {\"allow\": [\"a\", /* y */ \"b\",], \"mode\": \"plan\"},}\n// z",
		`{"permissions": {"allow": ["bash(git log:*)", "edit_file(src/**)"], "deny": ["github.*"]}}`, `{"permissions": {"allow": "x"}}`, "[[[[", `{"\ud800": 1}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		opts := options()
		opts.Names = nil
		for _, m := range rules.Check(file, opts) {
			if m.Line < 1 || m.Column < 1 || m.Text == "" {
				t.Errorf("got mistake %+v, want a place and a text", m)
			}
		}
		p, err := rules.Load(rules.Files{Local: file}, opts)
		if err != nil {
			return
		}
		before := allowList(t, []byte(text))
		if err := p.Remember("a_new_rule"); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		have := make(map[string]bool)
		for _, rule := range allowList(t, after) {
			have[rule] = true
		}
		for _, rule := range append(before, "a_new_rule") {
			if !have[rule] {
				t.Errorf("lost %q:\n%s", rule, after)
			}
		}
	})
}

// allowList gives the rules that a settings file allows, read in the plainest way.
func allowList(t *testing.T, text []byte) []string {
	t.Helper()
	v, err := hujson.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	list := v.Find("/permissions/allow")
	if list == nil {
		return nil
	}
	var texts []string
	for _, e := range list.Value.(*hujson.Array).Elements {
		texts = append(texts, e.Value.(hujson.Literal).String())
	}
	return texts
}
