//go:build unix

package rules_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/tailscale/hujson"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/registry"
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

// A pattern of files allows exactly what doublestar matches, whatever is done to find rules quickly.
func FuzzGlob(f *testing.F) {
	for _, seed := range [][2]string{
		{"/a/**", "/a"}, {"/a/*.go", "/a/b.go"}, {"/**/x/{y,z}", "/q/x/z"}, {"/{a/b,c}/d", "/c/d"}, {`/a\*/b`, "/a*/b"}, {"/[a-c]/**/d", "/b/x/d"}, {"/a?/", "/ab"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		rule := rules.Rule{Tool: "edit_file", Patterned: true, Pattern: pattern}.String()
		text, err := json.Marshal(map[string]any{"permissions": map[string]any{"allow": []string{rule, "edit_file(/other/**)"}}})
		if err != nil || !path.IsAbs(pattern) || !path.IsAbs(name) || path.Clean(name) != name || strings.Contains(name, "|") {
			return
		}
		p, err := rules.Load(settings(t, string(text)), options())
		if err != nil {
			return
		}
		call := gate.Subject{Call: &registry.Call{Tool: "edit_file"}, Tool: tools["edit_file"]}
		if call.Call.Args, err = json.Marshal(map[string]string{"path": name}); err != nil || !utf8.ValidString(name) {
			return
		}
		e := p.Explain(call)
		if e.Step != rules.StepAllow && e.Step != rules.StepMode {
			return // a secret or protected file
		}
		real := e.Parts[0].Text // the link of the test project is followed
		want := doublestar.MatchUnvalidated(path.Clean(pattern), real) || doublestar.MatchUnvalidated("/other/**", real)
		if got := e.Verdict == gate.Allow; got != want {
			t.Errorf("%s for %s: got allowed %v, want %v", pattern, real, got, want)
		}
	})
}

// The rules that are offered for a command read back from a file and allow that command.
func FuzzProposals(f *testing.F) {
	for _, seed := range []string{"make", "rm 'a b' \":*\" ''", "git log -p | sort", "make && touch x", `printf '%s\n' "it's" \#`, "a=b c", "~x ~ !"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args, err := json.Marshal(map[string]string{"command": text})
		if err != nil {
			return
		}
		s := gate.Subject{Call: &registry.Call{Tool: "bash", Args: args}, Tool: tools["bash"]}
		opts := options()
		opts.Confined = false // so that what only reads is asked about too
		p, err := rules.Load(rules.Files{}, opts)
		if err != nil {
			t.Fatal(err)
		}
		proposed := p.Explain(s).Proposed
		if len(proposed) == 0 {
			return
		}
		saved, err := json.Marshal(map[string]any{"permissions": map[string]any{"allow": proposed}})
		if err != nil {
			t.Fatal(err)
		}
		if p, err = rules.Load(settings(t, string(saved)), opts); err != nil {
			t.Fatal(err)
		}
		if e := p.Explain(s); e.Step != rules.StepAllow {
			t.Errorf("%q: got %s with %q, want it allowed", text, outcome(e), proposed)
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
