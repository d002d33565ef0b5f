package rules_test

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/registry"
)

// tools are what the rules of these tests are about.
var tools = map[string]*registry.Tool{
	"read_file":           {Name: "read_file", Effects: registry.Effects{ReadOnly: true}},
	"edit_file":           {Name: "edit_file"},
	"bash":                {Name: "bash"},
	"deploy":              {Name: "deploy"},
	"run_code":            {Name: "run_code"},
	"github.list_issues":  {Namespace: "github", Name: "list_issues", Foreign: true, Effects: registry.Effects{ReadOnly: true}},
	"github.create_issue": {Namespace: "github", Name: "create_issue", Foreign: true},
	"git.hub":             {Namespace: "git", Name: "hub", Foreign: true},
	"odd (tool)":          {Name: "odd (tool)"},
	"box.bash":            {Namespace: "box", Name: "bash"},
}

// options are a project at /work of a person at /home/me, where /work/link is a link to /srv and /work/in one to /work/src.
func options() *rules.Options {
	files := func(args json.RawMessage) ([]rules.File, error) {
		var in struct{ Path string }
		if err := json.Unmarshal(args, &in); err != nil || in.Path == "" {
			return nil, errors.New("path is missing")
		}
		var files []rules.File
		for name := range strings.SplitSeq(in.Path, "|") {
			if !path.IsAbs(name) {
				name = path.Join("/work", name)
			}
			real := strings.Replace(strings.Replace(name, "/work/link", "/srv", 1), "/work/in/", "/work/src/", 1)
			files = append(files, rules.File{Path: name, Real: real})
		}
		return files, nil
	}
	return &rules.Options{
		Root: "/work", Home: "/home/me", Trust: rules.TrustAll{}, Confined: true,
		Shell: func(dir string) *shell.Options {
			return &shell.Options{Home: "/home/me", Dir: dir, Settings: func(string) string { return "" }}
		},
		Names: []string{"read_file", "edit_file", "bash", "deploy", "run_code", "odd (tool)"},
		Targets: map[string]rules.Target{
			"read_file": {Files: files},
			"edit_file": {Files: files, Writes: true},
			"bash":      {Command: command},
			"box.bash":  {Command: command},
		},
	}
}

// command reads the arguments of the tools that run commands.
func command(args json.RawMessage) (text, dir string, err error) {
	var in struct {
		Command *string
		Cwd     string
	}
	if err := json.Unmarshal(args, &in); err != nil || in.Command == nil {
		return "", "", errors.New("command is missing")
	}
	return *in.Command, path.Join("/work", in.Cwd), nil
}

// subject is a call written as "tool", "edit_file path" or "bash command".
func subject(call string) gate.Subject {
	name, rest, _ := strings.Cut(call, " ")
	if tools[call] != nil {
		name, rest = call, ""
	}
	args := map[string]string{}
	switch {
	case rest == "":
	case strings.HasSuffix(name, "bash"):
		args["command"] = rest
	default:
		args["path"] = rest
	}
	text, _ := json.Marshal(args)
	return gate.Subject{Call: &registry.Call{Tool: name, Args: text}, Tool: tools[name]}
}

// write puts settings files into a directory; an empty text means no file.
func write(t *testing.T, user, project, local string) rules.Files {
	t.Helper()
	dir := t.TempDir()
	put := func(name, text string) string {
		name = filepath.Join(dir, name)
		if text != "" {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return name
	}
	return rules.Files{User: put("user.json", user), Project: put("project.json", project), Local: put("local.json", local)}
}

// settings is one file, that of the person.
func settings(t testing.TB, text string) rules.Files {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return rules.Files{User: file}
}

// permissions is a settings file with lists such as "deny: bash(rm:*), read_file; mode: plan".
func permissions(text string) string {
	if text == "" {
		return ""
	}
	p := map[string]any{}
	for part := range strings.SplitSeq(text, "; ") {
		key, value, _ := strings.Cut(part, ": ")
		if key == "mode" {
			p[key] = value
			continue
		}
		p[key] = strings.Split(value, ", ")
	}
	out, _ := json.Marshal(map[string]any{"permissions": p})
	return string(out)
}

func load(t *testing.T, user, project, local string, opts *rules.Options) *rules.Policy {
	t.Helper()
	p, err := rules.Load(write(t, permissions(user), permissions(project), permissions(local)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outcome is what a test wants of an explanation: "deny deny bash(rm:*)" is verdict, step and rule.
func outcome(e rules.Explanation) string {
	return strings.TrimSpace(e.Verdict.String() + " " + string(e.Step) + " " + e.Rule)
}

func TestDecisions(t *testing.T) {
	tests := []struct{ user, project, local, call, want string }{
		// No rules: the mode default.
		{"", "", "", "read_file a.txt", "allow read-only"},
		{"", "", "", "edit_file a.txt", "ask mode"},
		{"", "", "", "deploy", "ask mode"},
		{"", "", "", "run_code", "allow mode"},
		{"", "", "", "github.list_issues", "ask mode"},
		{"", "", "", "bash ls -l", "allow read-only"},
		{"", "", "", "bash make", "ask mode"},

		// Names and namespaces.
		{"allow: deploy", "", "", "deploy", "allow allow deploy"},
		{"allow: github.create_issue", "", "", "github.create_issue", "allow allow github.create_issue"},
		{"allow: github.create_issue", "", "", "github.list_issues", "ask mode"},
		{"allow: github.*", "", "", "github.create_issue", "allow allow github.*"},
		{"allow: github.*", "", "", "git.hub", "ask mode"},
		{"allow: git.*", "", "", "github.create_issue", "ask mode"},
		{"deny: github.*; allow: github.list_issues", "", "", "github.list_issues", "deny deny github.*"},
		{`allow: "odd (tool)"`, "", "", "odd (tool)", `allow allow "odd (tool)"`},
		{"deny: run_code", "", "", "run_code", "deny deny run_code"},

		// Precedence, whatever the file and the order.
		{"allow: deploy; ask: deploy; deny: deploy", "", "", "deploy", "deny deny deploy"},
		{"allow: deploy; ask: deploy", "", "", "deploy", "ask ask deploy"},
		{"deny: deploy", "allow: deploy", "allow: deploy", "deploy", "deny deny deploy"},
		{"allow: deploy", "deny: deploy", "", "deploy", "deny deny deploy"},
		{"allow: deploy", "", "ask: deploy", "deploy", "ask ask deploy"},
		{"", "allow: deploy", "", "deploy", "allow allow deploy"},
		{"ask: read_file", "", "", "read_file a.txt", "ask ask read_file"},
		{"deny: read_file", "", "", "read_file a.txt", "deny deny read_file"},

		// Files.
		{"allow: edit_file(src/**)", "", "", "edit_file src/a/b.go", "allow allow edit_file(src/**)"},
		{"allow: edit_file(src/**)", "", "", "edit_file srcs/a.go", "ask mode"},
		{"allow: edit_file(src/**)", "", "", "edit_file src/../a.go", "ask mode"},
		{"allow: edit_file(src/*.go)", "", "", "edit_file src/a/b.go", "ask mode"},
		{"allow: edit_file(*.go)", "", "", "edit_file a.go", "allow allow edit_file(*.go)"},
		{"allow: edit_file(*.go)", "", "", "edit_file src/a.go", "ask mode"},
		{"allow: edit_file(**/*.go)", "", "", "edit_file /other/a.go", "ask mode"},
		{"allow: edit_file(/other/*.go)", "", "", "edit_file /other/a.go", "allow allow edit_file(/other/*.go)"},
		{"allow: edit_file(//other/*.go)", "", "", "edit_file /other/a.go", "allow allow edit_file(//other/*.go)"},
		{"allow: edit_file(~/notes/**)", "", "", "edit_file /home/me/notes/x", "allow allow edit_file(~/notes/**)"},
		{"allow: edit_file(SRC/**)", "", "", "edit_file src/a.go", "ask mode"},
		{"allow: edit_file(src/{a,b}.go)", "", "", "edit_file src/b.go", "allow allow edit_file(src/{a,b}.go)"},
		{"allow: edit_file", "", "", "edit_file /anywhere", "allow allow edit_file"},
		{"allow: edit_file(src/**)", "", "", "read_file src/a.go", "allow read-only"},

		// Of several files each needs a rule; one is enough to deny.
		{"allow: edit_file(a.txt), edit_file(b.txt)", "", "", "edit_file a.txt|b.txt", "allow allow edit_file(a.txt)"},
		{"allow: edit_file(a.txt)", "", "", "edit_file a.txt|b.txt", "ask mode"},
		{"allow: edit_file; deny: edit_file(b.txt)", "", "", "edit_file a.txt|b.txt", "deny deny edit_file(b.txt)"},

		// Symbolic links: allowed by the real path alone, denied by either.
		{"allow: edit_file(link/**)", "", "", "edit_file link/a", "ask mode"},
		{"allow: edit_file(src/**)", "", "", "edit_file in/a", "allow allow edit_file(src/**)"},
		{"deny: read_file(/srv/**)", "", "", "read_file link/a", "deny deny read_file(/srv/**)"},
		{"deny: read_file(link/**)", "", "", "read_file link/a", "deny deny read_file(link/**)"},

		// What restricts reaches farther: letter case, trees, anywhere.
		{"deny: read_file(Private)", "", "", "read_file PRIVATE/a/b", "deny deny read_file(Private)"},
		{"deny: read_file(private/)", "", "", "read_file private", "deny deny read_file(private/)"},
		{"deny: read_file(**/x.txt)", "", "", "read_file /other/x.txt", "deny deny read_file(**/x.txt)"},
		{"deny: read_file(/**)", "", "", "read_file a", "deny deny read_file(/**)"},
		{"deny: read_file(/)", "", "", "read_file a", "deny deny read_file(/)"},
		{"deny: read_file(x)", "", "", "read_file xy", "allow read-only"},
		{"deny: read_file([!A])", "", "", "read_file a", "deny deny read_file([!A])"},
		{"deny: read_file([!A])", "", "", "read_file B", "deny deny read_file([!A])"},
		{"deny: read_file([Z-a])", "", "", "read_file ^", "deny deny read_file([Z-a])"},
		{"deny: read_file(A/*/B)", "", "", "read_file a/x/b/c", "deny deny read_file(A/*/B)"},

		// Not understood: asked, but denied where no understanding is needed.
		{"allow: edit_file", "", "", "edit_file", "ask unknown"},
		{"deny: edit_file", "", "", "edit_file", "deny deny edit_file"},
		{"", "", "", "read_file", "ask unknown"},
		{"", "", "", "read_file a\x00b", "ask unknown"},
		{"allow: bash", "", "", "bash", "ask unknown"},

		// The floor.
		{"allow: read_file", "", "", "read_file .env", "deny floor"},
		{"allow: edit_file", "", "", "edit_file .ssh/id_rsa", "deny floor"},
		{"allow: edit_file", "", "", "edit_file .git/hooks/pre-commit", "ask floor"},
		{"allow: edit_file", "", "", "edit_file .GIT/config", "ask floor"},
		{"allow: edit_file", "", "", "edit_file .runcode/settings.json", "ask floor"},
		{"allow: edit_file", "", "", "edit_file /home/me/.bashrc", "ask floor"},
		{"allow: edit_file", "", "", "edit_file /etc/hosts", "ask floor"},
		{"allow: edit_file", "", "", "edit_file .gitignore", "allow allow edit_file"},
		{"", "", "", "read_file .git/config", "allow read-only"},

		// Commands.
		{"allow: bash(npm run test)", "", "", "bash npm run test", "allow allow bash(npm run test)"},
		{"allow: bash(npm run test)", "", "", "bash npm run test --all", "ask mode"},
		{"allow: bash(npm run:*)", "", "", "bash npm run build", "allow allow bash(npm run:*)"},
		{"allow: bash(make:*)", "", "", "bash makedepend", "ask mode"},
		{"allow: bash(make:*)", "", "", "bash make && rm x", "ask mode"},
		{"allow: bash(make:*), bash(rm x)", "", "", "bash make && rm x", "allow allow bash(make:*)"},
		{"allow: bash(make:*)", "", "", "bash make > log", "ask mode"},
		{"allow: bash(make:*)", "", "", "bash make $(rm x)", "ask unknown"},
		{"allow: bash(rm 'a b')", "", "", "bash rm 'a b'", "allow allow bash(rm 'a b')"},
		{"allow: bash(rm 'a b')", "", "", "bash rm a b", "ask mode"},
		{"allow: bash(rm ':*')", "", "", "bash rm -rf /", "ask mode"},
		{"allow: bash(find:*)", "", "", "bash find . -delete", "ask mode"},
		{"allow: bash", "", "", "bash make", "allow allow bash"},
		{"deny: bash(rm:*)", "", "", "bash timeout 5 rm x", "deny deny bash(rm:*)"},
		{"deny: bash(rm:*); allow: bash", "", "", "bash sh -c 'rm x'", "deny deny bash(rm:*)"},
		{"deny: bash(git push:*)", "", "", "bash git -C . push", "deny deny bash(git push:*)"},
		{"deny: bash(git push --force:*)", "", "", "bash git push --force-with-lease", "ask mode"},
		{"deny: bash", "", "", "bash ls", "deny deny bash"},
		{"deny: bash", "", "", "bash \n", "deny deny bash"},
		{"allow: bash", "", "", "bash \n", "ask unknown"},
		{"deny: bash(rm:*), bash(rm -r:*), bash(chmod:*)", "", "", "bash chmod x && rm -r y", "deny deny bash(chmod:*)"},
		{"deny: bash(/bin/rm:*)", "", "", "bash rm x", "deny deny bash(/bin/rm:*)"},
		{"deny: box.*", "", "", "box.bash ls", "deny deny box.*"},
		{"allow: box.*", "", "", "box.bash make", "allow allow box.*"},
		{"allow: box.*", "", "", "box.bash make $(rm x)", "ask unknown"},
		{"ask: box.*", "", "", "box.bash ls", "ask ask box.*"},
		{"allow: box.bash(make:*); deny: bash(make:*)", "", "", "box.bash make", "allow allow box.bash(make:*)"},
		{"ask: bash(ls:*)", "", "", "bash ls", "ask ask bash(ls:*)"},
		{"allow: bash", "", "", "bash cat .env", "deny floor"},

		// Modes.
		{"mode: plan", "", "", "edit_file a", "deny mode"},
		{"mode: plan; allow: edit_file", "", "", "edit_file a", "deny mode"},
		{"mode: plan", "", "", "read_file a", "allow read-only"},
		{"mode: plan; ask: read_file", "", "", "read_file a", "ask ask read_file"},
		{"mode: plan", "", "", "bash ls", "allow read-only"},
		{"mode: plan", "", "", "bash make", "deny mode"},
		{"mode: plan", "", "", "run_code", "allow mode"},
		{"mode: accept-edits", "", "", "edit_file a", "allow mode"},
		{"mode: accept-edits", "", "", "edit_file link/a", "ask mode"},
		{"mode: accept-edits", "", "", "edit_file /tmp/a", "ask mode"},
		{"mode: accept-edits", "", "", "edit_file .git/config", "ask floor"},
		{"mode: accept-edits", "", "", "edit_file a|/tmp/a", "ask mode"},
		{"mode: accept-edits; ask: edit_file", "", "", "edit_file a", "ask ask edit_file"},
		{"mode: accept-edits", "", "", "bash make", "ask mode"},
		{"mode: dont-ask", "", "", "edit_file a", "deny mode"},
		{"mode: dont-ask", "", "", "read_file a", "allow read-only"},
		{"mode: dont-ask; allow: edit_file", "", "", "edit_file a", "allow allow edit_file"},
		{"mode: dont-ask; ask: read_file", "", "", "read_file a", "deny mode read_file"},
		{"mode: dont-ask", "", "", "bash make $(x)", "deny mode"},
		{"mode: accept-edits", "mode: default", "", "edit_file a", "ask mode"},
		{"", "mode: plan", "mode: accept-edits", "edit_file a", "allow mode"},
		{"mode: plan", "mode: accept-edits", "", "edit_file a", "deny mode"},
		{"mode: dont-ask", "", "mode: plan", "edit_file a", "deny mode"},
	}
	for _, tt := range tests {
		p := load(t, tt.user, tt.project, tt.local, options())
		if got := outcome(p.Explain(subject(tt.call))); got != tt.want {
			t.Errorf("user %q, project %q, local %q: %s: got %s, want %s", tt.user, tt.project, tt.local, tt.call, got, tt.want)
		}
	}
}

func TestProjectThatIsNotTrusted(t *testing.T) {
	tests := []struct{ user, project, local, call, want string }{
		{"", "allow: deploy", "", "deploy", "ask mode"},
		{"", "", "allow: deploy", "deploy", "ask mode"},
		{"allow: deploy", "deny: deploy", "", "deploy", "deny deny deploy"},
		{"allow: deploy", "", "ask: deploy", "deploy", "ask ask deploy"},
		{"", "mode: accept-edits", "", "edit_file a", "ask mode"},
		{"mode: accept-edits", "mode: default", "", "edit_file a", "ask mode"},
		{"", "mode: plan", "mode: default", "edit_file a", "deny mode"},
	}
	for _, tt := range tests {
		opts := options()
		opts.Trust = nil
		p := load(t, tt.user, tt.project, tt.local, opts)
		if got := outcome(p.Explain(subject(tt.call))); got != tt.want {
			t.Errorf("user %q, project %q, local %q: %s: got %s, want %s", tt.user, tt.project, tt.local, tt.call, got, tt.want)
		}
	}
}

func TestIgnored(t *testing.T) {
	opts := options()
	files := write(t, `{"permissions": {"mode": "dont-ask"}}`, "{\"permissions\": {\n  \"allow\": [\"deploy\"],\n  \"mode\": \"default\"}}", "")
	tests := []struct {
		trust bool
		want  []rules.Mistake
	}{
		{true, []rules.Mistake{{File: files.Project, Line: 3, Column: 11, Text: `mode "default" has no effect: a project cannot loosen "dont-ask" here`}}},
		{false, []rules.Mistake{
			{File: files.Project, Line: 2, Column: 13, Text: `rule "deploy" allows nothing, since the file is not trusted as it is now`},
			{File: files.Project, Line: 3, Column: 11, Text: `mode "default" has no effect: a project cannot loosen "dont-ask" here`},
		}},
	}
	for _, tt := range tests {
		opts.Trust = nil
		if tt.trust {
			opts.Trust = rules.TrustAll{}
		}
		p, err := rules.Load(files, opts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, p.Ignored()); diff != "" {
			t.Errorf("trusted %v (-want +got):\n%s", tt.trust, diff)
		}
		if p.Mode() != rules.ModeDontAsk {
			t.Errorf("trusted %v: got mode %s, want dont-ask", tt.trust, p.Mode())
		}
	}
}

func TestModeOption(t *testing.T) {
	opts := options()
	opts.Mode = rules.ModeAcceptEdits
	p := load(t, "mode: plan", "", "", opts)
	if got, want := outcome(p.Explain(subject("edit_file a"))), "allow mode"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	opts.Mode = "yolo"
	if _, err := rules.Load(rules.Files{}, opts); err == nil {
		t.Error("got an unknown mode accepted, want an error")
	}
}

func TestWithoutOptions(t *testing.T) {
	p, err := rules.Load(rules.Files{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{"read_file a": "allow read-only", "edit_file a": "ask mode", "bash ls": "ask mode"} {
		if got := outcome(p.Explain(subject(call))); got != want {
			t.Errorf("%s: got %s, want %s", call, got, want)
		}
	}
}

func TestConfinement(t *testing.T) {
	opts := options()
	opts.Confined = false
	p := load(t, "", "", "", opts)
	e := p.Explain(subject("bash ls"))
	if got, want := outcome(e), "ask mode"; got != want || !strings.Contains(e.Reason, "only reads") {
		t.Errorf("got %s (%s), want %s since nothing confines it", got, e.Reason, want)
	}
}

// What a command turns out to run is judged by the same rules while it runs.
func TestCommandsWhileTheyRun(t *testing.T) {
	tests := []struct{ user, command, want string }{
		{"deny: bash(rm:*)", "rm x", "deny deny"},
		{"ask: bash(ls:*)", "ls", "ask ask"},
		{"allow: bash(make:*)", "make x", "allow allow"},
		{"", "ls", "allow read-only"},
		{"", "make", "ask default"},
		{"mode: plan; allow: bash", "make", "deny default"},
		{"mode: plan", "ls", "allow read-only"},
		{"mode: dont-ask; allow: bash(make)", "make", "allow allow"},
		{"mode: dont-ask", "make", "deny default"},
	}
	for _, tt := range tests {
		opts := options()
		policy := load(t, tt.user, "", "", opts).Commands(tools["bash"])
		d := shell.Decide(shell.Analyze(tt.command, opts.Shell("/work")), policy)
		if got := d.Verdict.String() + " " + string(d.Step); got != tt.want {
			t.Errorf("user %q: %s: got %s, want %s", tt.user, tt.command, got, tt.want)
		}
	}
}

func TestHides(t *testing.T) {
	p := load(t, "deny: read_file(private/**), edit_file(src/**)", "", "", options())
	for name, want := range map[string]bool{
		"/work/a": false, "/work/private/a": true, "/work/Private": true, "/work/src/a": false, "/work/.env": true,
	} {
		if got := p.Hides(tools["read_file"], rules.File{Path: name, Real: name}); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	linked := rules.File{Path: "/work/a", Real: "/work/private/a"}
	if !p.Hides(tools["read_file"], linked) || !load(t, "deny: read_file", "", "", options()).Hides(tools["read_file"], linked) {
		t.Error("got a file that is denied shown")
	}
}

func TestTrustedServer(t *testing.T) {
	opts := options()
	opts.Trusted = func(tool *registry.Tool) bool { return tool.Namespace == "github" }
	p := load(t, "", "", "", opts)
	for call, want := range map[string]string{"github.list_issues": "allow read-only", "github.create_issue": "ask mode"} {
		if got := outcome(p.Explain(subject(call))); got != want {
			t.Errorf("%s: got %s, want %s", call, got, want)
		}
	}
}

func TestHook(t *testing.T) {
	tests := []struct {
		user, call string
		want       gate.Decision
	}{
		{"allow: deploy", "deploy", gate.Decision{Verdict: gate.Allow, Reason: "the user settings allow it", Rule: "deploy"}},
		{"deny: deploy", "deploy", gate.Decision{Verdict: gate.Deny, Reason: "the user settings forbid it", Rule: "deploy"}},
		{"deny: bash(rm:*)", "bash ls && rm -rf x", gate.Decision{Verdict: gate.Deny, Reason: `the user settings forbid "rm -rf x"`, Rule: "bash(rm:*)"}},
		{"ask: deploy", "deploy", gate.Decision{Verdict: gate.Ask, Reason: "the user settings want a person to be asked", Rule: "deploy"}},
		{"", "deploy", gate.Decision{Verdict: gate.Ask, Reason: "it may change something", Always: "deploy"}},
		{"", "github.list_issues", gate.Decision{Verdict: gate.Ask, Reason: "its server says that it only reads, but that server is not trusted", Always: "github.list_issues"}},
		{"", "edit_file src/a.go", gate.Decision{Verdict: gate.Ask, Reason: "it may change something", Always: "edit_file(src/a.go)"}},
		{"", "edit_file .git/config", gate.Decision{Verdict: gate.Ask, Reason: `".git/config" can make programs run, or decides what may run`, Fresh: true}},
		{"", "edit_file", gate.Decision{Verdict: gate.Ask, Reason: "which files it touches cannot be told: path is missing", Fresh: true}},
		{"", "read_file /home/me/.ssh/id_rsa", gate.Decision{Verdict: gate.Deny, Reason: `"id_rsa" may hold secrets`}},
		{"mode: plan", "deploy", gate.Decision{Verdict: gate.Deny, Reason: "the mode is plan, in which calls may only read: it may change something"}},
		{"mode: dont-ask", "deploy", gate.Decision{Verdict: gate.Deny, Code: registry.ApprovalUnavailable, Always: "deploy",
			Reason: "it may change something; the mode is dont-ask, in which nobody is asked"}},
	}
	for _, tt := range tests {
		p := load(t, tt.user, "", "", options())
		got, err := p.Decide(t.Context(), subject(tt.call))
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: error %v, decision (-want +got):\n%s", tt.call, err, diff)
		}
	}
}

// A rule that is offered must read back, allow what it was offered for, and nothing that was not seen.
func TestProposals(t *testing.T) {
	tests := []struct {
		call  string
		want  []string
		never []string // calls that the rules must not allow
	}{
		{"deploy", []string{"deploy"}, []string{"edit_file a"}},
		{"odd (tool)", []string{`"odd (tool)"`}, nil},
		{"edit_file src/a.go", []string{"edit_file(src/a.go)"}, []string{"edit_file src/b.go"}},
		{"edit_file a[1]*.go", []string{`edit_file(a\[1\]\*.go)`}, []string{"edit_file a1b.go"}},
		{"edit_file ~x", nil, nil},
		{"edit_file in/a", []string{"edit_file(src/a)"}, nil},
		{"edit_file /tmp/a", []string{"edit_file(/tmp/a)"}, []string{"edit_file tmp/a"}},
		{"edit_file a|b", []string{"edit_file(a)", "edit_file(b)"}, nil},
		{"edit_file 1|2|3|4|5|6", nil, nil},
		{"edit_file a\u200b", nil, nil},
		{"bash make test", []string{"bash(make test)"}, []string{"bash make", "bash make install"}},
		{"bash rm 'a b'", []string{"bash(rm 'a b')"}, []string{"bash rm a b"}},
		{"bash rm ':*'", []string{"bash(rm ':*')"}, []string{"bash rm -rf /"}},
		{"bash make && touch x", []string{"bash(make)", "bash(touch x)"}, []string{"bash touch y"}},
		{"bash make > x", nil, nil},
		{"bash make $(x)", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.call, func(t *testing.T) {
			p := load(t, "", "", "", options())
			got := p.Explain(subject(tt.call)).Proposed
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatalf("proposed (-want +got):\n%s", diff)
			}
			if got == nil {
				return
			}
			if err := p.Remember(strings.Join(got, "\n")); err != nil {
				t.Fatal(err)
			}
			if e := p.Explain(subject(tt.call)); e.Verdict != gate.Allow || e.Step != rules.StepAllow {
				t.Errorf("got %s, want the call allowed by its own rules", outcome(e))
			}
			for _, other := range tt.never {
				if e := p.Explain(subject(other)); e.Verdict == gate.Allow {
					t.Errorf("%s: got %s, want no wider rule", other, outcome(e))
				}
			}
		})
	}
}

func TestExplanationForCLI(t *testing.T) {
	files := write(t, "{\n  \"permissions\": {\"deny\": [\"bash(rm:*)\"]}\n}", "", "")
	p, err := rules.Load(files, options())
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(p.Explain(subject("bash ls && rm x")))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"decision":"deny","step":"deny","reason":"the user settings forbid \"rm x\"","rule":"bash(rm:*)","file":"` + files.User +
		`","line":2,"parts":[{"text":"ls"},{"text":"rm x","why":`
	if !strings.HasPrefix(string(got), want) {
		t.Errorf("got %s, want it to begin with %s", got, want)
	}
}
