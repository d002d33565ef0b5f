package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate/rules"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want rules.Rule
	}{
		{"read_file", rules.Rule{Tool: "read_file"}},
		{"github.create_issue", rules.Rule{Tool: "github.create_issue"}},
		{"github.*", rules.Rule{Tool: "github", Namespace: true}},
		{"my-server.get-it", rules.Rule{Tool: "my-server.get-it"}},
		{"größe.messen", rules.Rule{Tool: "größe.messen"}},
		{`"my tool (1)"`, rules.Rule{Tool: "my tool (1)"}},
		{`"github.*"`, rules.Rule{Tool: "github.*"}},
		{`"my server".*`, rules.Rule{Tool: "my server", Namespace: true}},
		{`"a\"b"(x)`, rules.Rule{Tool: `a"b`, Patterned: true, Pattern: "x"}},
		{"edit_file(src/**)", rules.Rule{Tool: "edit_file", Patterned: true, Pattern: "src/**"}},
		{"edit_file(a(1).txt)", rules.Rule{Tool: "edit_file", Patterned: true, Pattern: "a(1).txt"}},
		{"bash(git status:*)", rules.Rule{Tool: "bash", Patterned: true, Pattern: "git status:*"}},
		{"bash(echo ')')", rules.Rule{Tool: "bash", Patterned: true, Pattern: "echo ')'"}},
	}
	for _, tt := range tests {
		got, err := rules.Parse(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
		if got.String() != tt.text {
			t.Errorf("got %s written back, want %s", got, tt.text)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "the rule is empty"},
		{"*", `"*" can only stand for all tools of one namespace`},
		{"github*", `"*" can only stand for all tools of one namespace`},
		{"github.create_*", `"*" can only stand for all tools of one namespace`},
		{".*", `"*" can only stand for all tools of one namespace`},
		{"github.*x", `"x" cannot follow the name of a tool`},
		{"github.*(x)", "a rule about a whole namespace takes no pattern"},
		{"read_file ", `" " cannot follow the name of a tool`},
		{" read_file", `" " cannot begin the name of a tool`},
		{"read_file, edit_file", `"," cannot follow the name of a tool`},
		{"!read_file", `"!" cannot begin the name of a tool`},
		{"bash(ls", `")" is missing at the end`},
		{"bash(ls) ", `")" is missing at the end`},
		{"bash()", "the pattern is empty"},
		{"bash( )", "the pattern is empty"},
		{"bash)", `")" cannot follow the name of a tool`},
		{"(ls)", `"(" cannot begin the name of a tool`},
		{`"bash`, "the quoted name is not a JSON string"},
		{`""`, "the quoted name is empty"},
		{`"a\u0000"`, "the quoted name is empty or holds characters that nobody would see"},
		{`"a" (x)`, `" " cannot follow the name of a tool`},
		{"bash(rm\u200b x)", "the character U+200B cannot be in a rule"},
		{"bash(rm\u202e x)", "the character U+202E cannot be in a rule"},
		{"bash(rm\n x)", "the character U+000A cannot be in a rule"},
		{"ba\xffsh", "the character U+FFFD cannot be in a rule"},
	}
	for _, tt := range tests {
		if got, err := rules.Parse(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %+v and error %v, want one with %q", tt.text, got, err, tt.want)
		}
	}
}

// What a rule is written as must read back as the same rule, whatever is in it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"read_file", "github.*", `"a b".*`, `"\u0001"`, "bash(git status:*)", "bash(rm ':*')", "edit_file(**/{a,b})", "a(((", `"x"(`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := rules.Parse(text)
		if err != nil {
			return
		}
		back, err := rules.Parse(r.String())
		if err != nil || back != r {
			t.Errorf("%q: got %+v (%v) back from %q, want %+v", text, back, err, r.String(), r)
		}
	})
}
