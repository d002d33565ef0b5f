package policy_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/policy"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

// open makes a workspace with the given files, and its policy.
func open(t *testing.T, config string, files map[string]string) (*policy.Policy, []registry.Tool) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return reopen(t, config, dir)
}

func reopen(t *testing.T, config, dir string) (*policy.Policy, []registry.Tool) {
	t.Helper()
	return reopenAt(t, policy.Place{Config: config, Home: t.TempDir()}, dir)
}

func reopenAt(t *testing.T, place policy.Place, dir string) (*policy.Policy, []registry.Tool) {
	t.Helper()
	p := policy.New(place)
	w, err := builtin.Open(dir, &builtin.Options{Hide: p.Hide})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Load(w, tools); err != nil {
		t.Fatal(err)
	}
	return p, tools
}

func decide(t *testing.T, p *policy.Policy, tools []registry.Tool, name, args string) gate.Decision {
	t.Helper()
	for i := range tools {
		if tools[i].FullName() == name {
			d, err := p.Rules().Decide(t.Context(), gate.Subject{Call: &registry.Call{Tool: name, Args: json.RawMessage(args)}, Tool: &tools[i]})
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatalf("no tool %s", name)
	return gate.Decision{}
}

const allowWrites = `{"permissions": {"allow": ["write_file"]}}`

// The settings of a project allow calls only once it is trusted; a project without settings is trusted with its own.
func TestTrust(t *testing.T) {
	config := t.TempDir()
	p, tools := open(t, config, map[string]string{".runcode/settings.json": allowWrites})
	const write = `{"path":"a","content":""}`
	if d := decide(t, p, tools, "write_file", write); d.Verdict != gate.Ask || p.Notice() == "" {
		t.Errorf("an untrusted project gave %v, notice %q", d.Verdict, p.Notice())
	}
	p, _ = open(t, config, map[string]string{".runcode/settings.local.json": allowWrites})
	if p.CanRemember() {
		t.Error("rules would be remembered among those of somebody else, and trusted with them")
	}

	p, tools = open(t, config, nil)
	if !p.CanRemember() || p.Notice() != "" {
		t.Errorf("a project without settings cannot remember, or has the notice %q", p.Notice())
	}
	if err := p.Remember("write_file(a)"); err != nil {
		t.Fatal(err)
	}
	if d := decide(t, p, tools, "write_file", write); d.Verdict != gate.Allow {
		t.Errorf("after always: %v, want allow", d.Verdict)
	}
	if d := decide(t, p, tools, "write_file", `{"path":"b","content":""}`); d.Verdict != gate.Ask {
		t.Errorf("another file after always: %v, want ask", d.Verdict)
	}

	// What "always" has written is trusted, and nothing that comes later.
	settings := filepath.Join(dirOf(p), ".runcode", "settings.json")
	if err := os.WriteFile(settings, []byte(`{"permissions": {"allow": ["bash"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p, tools = reopen(t, config, dirOf(p))
	if d := decide(t, p, tools, "write_file", write); d.Verdict != gate.Allow {
		t.Errorf("the rule of always at the next start: %v, want allow", d.Verdict)
	}
	if d := decide(t, p, tools, "bash", `{"command":"touch x"}`); d.Verdict != gate.Ask || p.Notice() == "" {
		t.Errorf("settings that came later: %v, notice %q, want ask and a notice", d.Verdict, p.Notice())
	}
	if files, err := p.Trust(); err != nil || len(files) != 2 {
		t.Errorf("trusting gave %v, %v, want both files", files, err)
	}
	p, tools = reopen(t, config, dirOf(p))
	if d := decide(t, p, tools, "bash", `{"command":"touch x"}`); d.Verdict != gate.Allow || p.Notice() != "" {
		t.Errorf("trusted settings: %v, notice %q, want allow and none", d.Verdict, p.Notice())
	}
	if err := os.WriteFile(settings, []byte(`{"permissions": {"allow": ["bash", "edit_file"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p, tools = reopen(t, config, dirOf(p))
	if d := decide(t, p, tools, "bash", `{"command":"touch x"}`); d.Verdict != gate.Ask {
		t.Errorf("trusted settings that were changed: %v, want ask", d.Verdict)
	}

	nowhere, _ := open(t, "", nil)
	if nowhere.CanRemember() {
		t.Error("without a directory for settings nothing can be remembered, and yet it says so")
	}
}

func dirOf(p *policy.Policy) string { return p.Project() }

// The settings of a project hold in all of it, up to the top of its repository.
func TestProjectAbove(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"repo/.git/HEAD": "", "repo/.runcode/settings.json": `{"permissions": {"deny": ["read_file(sub/secret/**)", "bash(ls:*)"]}}`,
		"repo/sub/secret/a": "", "repo/sub/open": "", "repo/other/.git/HEAD": "",
		"repo/sub/secret/.git/other": "", "repo/sub/secret/.runcode/other": "", "repo/tree/.git": "gitdir: x\n", "repo/file/.git": "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		dir, tool, args string
		want            gate.Verdict
	}{
		{"repo/sub", "read_file", `{"path":"secret/a"}`, gate.Deny},
		{"repo/sub", "read_file", `{"path":"open"}`, gate.Allow},
		{"repo/sub/secret", "bash", `{"command":"ls"}`, gate.Deny},
		{"repo/other", "bash", `{"command":"ls"}`, gate.Allow}, // a repository of its own
		{"repo/tree", "bash", `{"command":"ls"}`, gate.Allow},
		{"repo/file", "bash", `{"command":"ls"}`, gate.Deny},
	} {
		p, tools := reopen(t, t.TempDir(), filepath.Join(dir, test.dir))
		if d := decide(t, p, tools, test.tool, test.args); d.Verdict != test.want {
			t.Errorf("%s: %s %s: got %v, want %v", test.dir, test.tool, test.args, d.Verdict, test.want)
		}
	}
}

func TestPossible(t *testing.T) {
	p, tools := open(t, t.TempDir(), map[string]string{"a": ""})
	for _, test := range []struct {
		tool, args string
		want       gate.Verdict
	}{
		{"read_file", `{"path":"a"}`, gate.Abstain},
		{"read_file", `{"path":"/etc/passwd"}`, gate.Deny},
		{"write_file", `{"path":"../x","content":""}`, gate.Deny},
		{"glob", `{"pattern":"*"}`, gate.Abstain},
		{"bash", `{"command":"true"}`, gate.Abstain},
	} {
		for i := range tools {
			if tools[i].Name != test.tool {
				continue
			}
			d, err := p.Possible(context.Background(), gate.Subject{Call: &registry.Call{Tool: test.tool, Args: json.RawMessage(test.args)}, Tool: &tools[i]})
			if err != nil || d.Verdict != test.want || d.Verdict == gate.Deny && d.Code != registry.InvalidArgs {
				t.Errorf("%s %s: got %+v %v, want %v", test.tool, test.args, d, err, test.want)
			}
		}
	}
}

// A search must not show what reading would be denied.
func TestHide(t *testing.T) {
	p, tools := open(t, t.TempDir(), map[string]string{".env": "key=secret\n", "a.txt": "key=open\n"})
	for i := range tools {
		if tools[i].Name != "grep" {
			continue
		}
		r, err := tools[i].Handler(t.Context(), &registry.Call{Tool: "grep", Args: json.RawMessage(`{"pattern":"key","hidden":true}`), Progress: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		var out struct {
			Matches []struct{ Path string }
			Unread  []string
		}
		if err := json.Unmarshal(r.Value, &out); err != nil {
			t.Fatal(err)
		}
		if len(out.Matches) != 1 || out.Matches[0].Path != "a.txt" || len(out.Unread) != 1 || out.Unread[0] != ".env" {
			t.Errorf("got %s, want the match in a.txt and .env left out", r.Value)
		}
	}
	if !p.Hide("/home/x/.ssh/id_rsa") {
		t.Error("a private key is not hidden")
	}
}

func TestPlace(t *testing.T) {
	for _, test := range []struct{ home, xdg, want string }{
		{"/home/a", "", "/home/a/.config/runcode"},
		{"/home/a", "/etc/x", "/etc/x/runcode"},
		{"/home/a", "relative", "/home/a/.config/runcode"},
		{"", "", ""},
	} {
		got := policy.PlaceFrom(func(key string) (string, bool) {
			v := map[string]string{"HOME": test.home, "XDG_CONFIG_HOME": test.xdg}[key]
			return v, v != ""
		})
		if filepath.ToSlash(got.Config) != test.want {
			t.Errorf("HOME=%q XDG_CONFIG_HOME=%q: got %q, want %q", test.home, test.xdg, got.Config, test.want)
		}
	}
}

// A command is judged for the directory that it runs in, and can only fail in one outside the workspace.
func TestDirectoryOfACommand(t *testing.T) {
	p, tools := open(t, "", map[string]string{"keys/.ssh/id_rsa": "secret", "a": ""})
	for args, want := range map[string]gate.Verdict{
		`{"command":"cat id_rsa","cwd":"keys/.ssh"}`:    gate.Deny,
		`{"command":"cat ./id_rsa","cwd":"keys/.ssh/"}`: gate.Deny,
		`{"command":"cat x","cwd":"/"}`:                 gate.Ask, // Possible denies it
	} {
		if d := decide(t, p, tools, "bash", args); d.Verdict != want {
			t.Errorf("%s: got %v (%s), want %v", args, d.Verdict, d.Reason, want)
		}
	}
	outside := gate.Subject{Call: &registry.Call{Tool: "bash", Args: json.RawMessage(`{"command":"cat x","cwd":"/"}`)}, Tool: &tools[6]}
	if d, err := p.Possible(t.Context(), outside); err != nil || d.Verdict != gate.Deny {
		t.Errorf("got %v, %v, want it denied", d, err)
	}
}

// A deny rule of a file tool is about the file: commands that read it ask, also by a link.
func TestFileRulesBindCommands(t *testing.T) {
	p, tools := open(t, t.TempDir(), map[string]string{
		"private/a": "x", "b": "y", ".runcode/settings.json": `{"permissions": {"deny": ["read_file(private/**)"]}}`,
	})
	if d := decide(t, p, tools, "bash", `{"command": "cat b"}`); d.Verdict == gate.Deny {
		t.Errorf("another file: got %v", d)
	}
	for _, command := range []string{"cat private/a", "cat PRIVATE/a", "sort < private/a"} {
		args, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		if d := decide(t, p, tools, "bash", string(args)); d.Verdict != gate.Ask {
			t.Errorf("%q: got %v, want ask", command, d)
		}
	}
	if d := decide(t, p, tools, "bash", `{"command": "make", "cwd": "private"}`); d.Verdict != gate.Ask {
		t.Errorf("make: got %v, want ask", d)
	}
}

// In the system's shell nobody looks at what a pattern comes to, so that a part which only reads takes a rule too.
func TestTheSystemShellTakesARuleForEachPart(t *testing.T) {
	config := t.TempDir()
	settings := []byte(`{"permissions": {"allow": ["bash(touch:*)"]}}`)
	if err := os.WriteFile(filepath.Join(config, "settings.json"), settings, 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]gate.Verdict{"touch x": gate.Allow, "touch x; cat a.txt": gate.Ask, "touch .gi*/hooks": gate.Ask} {
		p, tools := reopenAt(t, policy.Place{Config: config, Home: t.TempDir(), System: true}, t.TempDir())
		if d := decide(t, p, tools, "bash", `{"command":"`+command+`"}`); d.Verdict != want {
			t.Errorf("%q: got %v (%s), want %v", command, d.Verdict, d.Reason, want)
		}
	}
}

// Settings that lead nowhere are no settings without any.
func TestSettingsThatLeadNowhere(t *testing.T) {
	for _, name := range []string{".runcode", ".runcode/settings.json"} {
		dir := t.TempDir()
		link := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("nowhere", link); err != nil {
			t.Skip(err)
		}
		w, err := builtin.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		tools, err := w.Tools()
		if err != nil {
			t.Fatal(err)
		}
		p := policy.New(policy.Place{Home: t.TempDir()})
		if err := p.Load(w, tools); err == nil || !strings.Contains(err.Error(), "leads nowhere") {
			t.Errorf("%s: got %v, want that it leads nowhere", name, err)
		}
	}
}
