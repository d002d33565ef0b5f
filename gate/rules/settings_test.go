package rules_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate/rules"
)

func TestMistakes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "line:column: text"
	}{
		{"good", "// mine\n{\"permissions\": {\"allow\": [\"deploy\",], /* none */ \"mode\": \"plan\"}}", nil},
		{"nothing", "{}", nil},
		{"empty", "", []string{"1:1: parsing value: unexpected EOF"}},
		{"syntax", "{\n  \"permissions\" {}\n}", []string{"2:17: invalid character '{' after object name"}},
		{"cut off", "{\"permissions\": {\"deny\": [\"depl", []string{`1:32: parsing string: unexpected EOF`}},
		{"two values", "{} {}", []string{"1:4: invalid character '{' after top-level value"}},
		{"not an object", "[]", []string{"1:1: the settings must be an object, not an array"}},
		{"not UTF-8", "{\"permissions\": {\"deny\": [\"\xff\"]}}", []string{"1:28: the file is not UTF-8"}},
		{"byte order mark", "\ufeff{}", []string{"1:1: invalid character '\\ufeff' at start of value"}},
		{"deep", strings.Repeat("[", 2000), []string{"1:1001: more than 1000 brackets are open"}},
		{"unknown keys", "{\n  \"permission\": {},\n  \"x\": 1\n}", []string{
			`2:3: unknown key "permission"; did you mean "permissions"?`,
			`3:3: unknown key "x"; there is "permissions"`,
		}},
		{"unknown list", `{"permissions": {"denied": ["deploy"]}}`, []string{`1:18: unknown key "denied"; did you mean "deny"?`}},
		{"twice", `{"permissions": {"deny": [], "deny": []}}`, []string{`1:30: "deny" is given twice`}},
		{"wrong types", `{"permissions": {"allow": "deploy", "ask": [1, null, ["x"]], "deny": {}, "mode": true}}`, []string{
			`1:27: "allow" must be an array of rules, not a string`,
			`1:45: a rule must be a string, not a number`,
			`1:48: a rule must be a string, not null`,
			`1:54: a rule must be a string, not an array`,
			`1:70: "deny" must be an array of rules, not an object`,
			`1:82: "mode" must be a string, not true`,
		}},
		{"wrong type of all", `{"permissions": null}`, []string{`1:17: "permissions" must be an object, not null`}},
		{"modes", `{"permissions": {"mode": "acceptEdits"}}`, []string{`1:26: unknown mode "acceptEdits"; did you mean "accept-edits"?`}},
		{"no such mode", `{"permissions": {"mode": "bypassPermissions"}}`, []string{`1:26: unknown mode "bypassPermissions"; there is "accept-edits", "default", "dont-ask", "plan"`}},
		{"names", `{"permissions": {"deny": ["Bash", "raed_file", "nothing_like_it", "bash.*"]}}`, []string{
			`1:28: rule "Bash": there is no tool Bash; did you mean "bash"?`,
			`1:36: rule "raed_file": there is no tool raed_file; did you mean "read_file"?`,
			`1:49: rule "nothing_like_it": there is no tool nothing_like_it; a tool of a namespace is written "namespace.name"`,
			`1:68: rule "bash.*": bash is a tool, not a namespace; write its name alone`,
		}},
		{"patterns of nothing", `{"permissions": {"deny": ["Bash(rm:*)", "deploy(x)"]}}`, []string{
			`1:28: rule "Bash(rm:*)": Bash takes no pattern; did you mean "bash"?`,
			`1:42: rule "deploy(x)": deploy takes no pattern; write its name alone`,
		}},
		{"place inside a rule", `{"permissions": {"deny": ["\u0062ash(\"a\" *)"]}}`, []string{
			`1:44: rule "bash(\"a\" *)": "*" matches nothing here; end the pattern with ":*" to mean a prefix, or quote it`,
		}},
		{"columns count characters", "{\"permissions\": {/* größer */\"deny\": [\"größe(x)\"]}}", []string{
			`1:40: rule "größe(x)": größe takes no pattern; write its name alone`,
		}},
		{"lone surrogate", `{"permissions": {"deny": ["a\ud800"]}}`, []string{`1:29: rule "a�": the character U+FFFD cannot be in a rule, for nobody would see it`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := settings(t, tt.text).User
			var got []string
			for _, m := range rules.Check(file, options()) {
				got = append(got, strings.TrimPrefix(m.String(), file+":"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
			_, err := rules.Load(rules.Files{Project: file}, options())
			mistakes, _ := errors.AsType[rules.Mistakes](err)
			if len(mistakes) != len(tt.want) {
				t.Errorf("got %v of Load, want the same mistakes", err)
			}
		})
	}
}

func TestMistakesOfPatterns(t *testing.T) {
	tests := []struct{ rule, want string }{ // "offset in the rule: text"
		{"bash(ls *)", `8: "*" matches nothing here`},
		{"bash(ls && rm x)", `8: "&": a rule is about one simple command`},
		{"bash(echo $HOME)", `10: "$" must be quoted`},
		{"bash(ls ~/x)", `8: "~" must be quoted`},
		{"bash(git show HEAD~1)", ""},
		{"bash(echo '$HOME')", ""},
		{"bash(echo 'x)", "12: a quote is not closed"},
		{`bash(echo x\\)`, "13: a quote is not closed"},
		{"bash(A=1 rm)", "5: a rule begins with the name of a program"},
		{"bash(:*)", "5: the prefix is empty"},
		{"bash(git :*)", `9: ":*" must follow the last word without a blank`},
		{"edit_file(../x)", `10: ".." cannot be a part of a pattern`},
		{"edit_file(src/./x)", `14: "." cannot be a part of a pattern`},
		{"edit_file(src/**.go)", `14: "**" must stand alone between slashes`},
		{"edit_file(src/[a)", "10: the pattern has brackets, braces or a backslash that do not close"},
		{"edit_file(src/{a)", "10: the pattern has brackets, braces or a backslash that do not close"},
		{"edit_file(src/[z-a])", `15: the range "z-a" is backwards`},
		{"edit_file(src/[[:alpha:]]/b)", `15: classes with a name`},
		{"edit_file(src/[a-z][!0-9-])", ""},
		{"edit_file(~you/x)", `10: only "~/" is known`},
		{"edit_file({a,b}{a,b}{a,b}{a,b}{a,b})", "10: the pattern has more than 4 groups"},
		{"edit_file(" + strings.Repeat("a", 1001) + ")", "10: the pattern is longer than 1000 bytes"},
		{"edit_file(src/" + strings.Repeat("{a,b}", 4) + ")", ""},
	}
	for _, tt := range tests {
		mistakes := rules.Check(settings(t, `{"permissions": {"deny": ["`+tt.rule+`"]}}`).User, options())
		if tt.want == "" {
			if len(mistakes) > 0 {
				t.Errorf("%s: got %v, want no mistake", tt.rule, mistakes)
			}
			continue
		}
		at, text, _ := strings.Cut(tt.want, ": ")
		if len(mistakes) != 1 || !strings.Contains(mistakes[0].Text, text) {
			t.Errorf("%s: got %v, want one mistake with %q", tt.rule, mistakes, text)
			continue
		}
		if got := strconv.Itoa(mistakes[0].Column - len(`{"permissions": {"deny": ["`) - 1); got != at {
			t.Errorf("%s: got column %s, want %s", tt.rule, got, at)
		}
	}
}

func TestPatternsWithoutPlaces(t *testing.T) {
	opts := options()
	opts.Root, opts.Home = "", ""
	for rule, want := range map[string]string{
		"edit_file(src/**)":  "there is no project here",
		"edit_file(~/src)":   "there is no home directory",
		"edit_file(/src/**)": "",
	} {
		file := settings(t, `{"permissions": {"allow": ["`+rule+`"]}}`).User
		if got := rules.Check(file, opts).Error(); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: got %q, want %q in it", rule, got, want)
		}
	}
}

func TestFilesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge.json")
	if err := os.WriteFile(huge, append([]byte("{}"), make([]byte, 1<<20)...), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ file, want string }{
		{dir, dir + ": it is not a regular file"},
		{huge, huge + ": it is larger than 1048576 bytes"},
		{filepath.Join(huge, "x"), filepath.Join(huge, "x") + ": not a directory"},
	}
	for _, tt := range tests {
		if _, err := rules.Load(rules.Files{User: tt.file}, nil); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	missing := filepath.Join(dir, "missing.json")
	if _, err := rules.Load(rules.Files{User: missing}, nil); err != nil {
		t.Errorf("got %v of a file that is not there, want no rules", err)
	}
	if got, want := rules.Check(missing, nil).Error(), missing+": there is no such file"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMistakesOfAllFilesAreReported(t *testing.T) {
	files := write(t, "[", "[]", `{"x": 1}`)
	_, err := rules.Load(files, nil)
	mistakes, ok := errors.AsType[rules.Mistakes](err)
	if !ok || len(mistakes) != 3 {
		t.Errorf("got %v, want a mistake of each file", err)
	}
}

func TestReloadKeepsTheRulesOnAMistake(t *testing.T) {
	files := write(t, `{"permissions": {"deny": ["deploy"]}}`, "", "")
	p, err := rules.Load(files, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		text, want string
		fails      bool
	}{{"{", "deny deny deploy", true}, {"{}", "ask mode", false}} {
		if err := os.WriteFile(files.User, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := p.Reload(); (err != nil) != step.fails {
			t.Errorf("%s: got error %v, want one: %v", step.text, err, step.fails)
		}
		if got := outcome(p.Explain(subject("deploy"))); got != step.want {
			t.Errorf("%s: got %s, want %s", step.text, got, step.want)
		}
	}
}
