package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

func TestPathsOfACommandLine(t *testing.T) {
	tests := []struct {
		line []string
		want []string
	}{
		{[]string{"cat", "-n", "a", "--", "-b"}, []string{"a", "-b"}},
		{[]string{"grep", "-rn", "text", "a", "b"}, []string{"a", "b"}},
		{[]string{"grep", "-e", "text", "a"}, []string{"a"}},
		{[]string{"grep", "-fpatterns", "a"}, []string{"patterns", "a"}},
		{[]string{"head", "-n", "5", "a"}, []string{"a"}},
		{[]string{"head", "--lines=5", "a"}, []string{"a"}},
		{[]string{"jq", "-e", ".key", "a"}, []string{"a"}},
		{[]string{"sed", "-e", "p", "a"}, []string{"a"}},
		{[]string{"find", "a", "-name", "b", "-newer", "c"}, []string{"a", "c"}},
		{[]string{"git", "log", "-S", "x", "--grep=y", "--", "a"}, []string{"a"}},
		{[]string{"git", "grep", "x", "a"}, []string{"a"}},
		{[]string{"git", "commit", "-m", "text", "a"}, []string{"a"}},
		{[]string{"echo", "a"}, nil},
		{[]string{"unknown", "-x", "a"}, []string{"-x", "a"}},
		{[]string{"sort", "-o", "a", "b"}, []string{"-o", "a", "b"}},
		{[]string{"find", "a", "-exec", "cat", "b", ";"}, []string{"a", "cat", "b"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, program.Classify(program.Literals(test.line...)).Paths); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.line, diff)
		}
	}
}

func TestName(t *testing.T) {
	for path, want := range map[string]string{
		"ls": "ls", "/bin/ls": "ls", "/usr/bin/git": "git", "./ls": "", "bin/ls": "", "/tmp/ls": "", "/usr/bin/../bin/ls": "", "/bin//ls": "", "/bin/": "", "": "", "/usr/bin/x/ls": "",
	} {
		if got, ok := program.Name(program.Word{Text: path}); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", path, got, ok, want)
		}
	}
	if _, ok := program.Name(program.Word{Text: "ls", Kind: program.Dynamic}); ok {
		t.Error("a dynamic word is the name of a program")
	}
}

func TestNotReadOnlySaysWhy(t *testing.T) {
	for _, line := range [][]string{{}, {"rm"}, {"ls", "--unknown"}, {"sort", "-o", "x"}, {"uniq", "a", "b"}, {"head", "-n"}, {"head", "-n", "-x"}, {"git"}, {"git", "push"}, {"./ls"}, {"sed"}, {"test", "-v", "x"}} {
		if c := program.Classify(program.Literals(line...)); c.ReadOnly || c.Why == "" {
			t.Errorf("%q: got read-only %v, why %q, want a reason", line, c.ReadOnly, c.Why)
		}
	}
}

// A word of awk may follow a number without a blank, and stand in a text.
func TestAwkThatMayDoMoreIsRefused(t *testing.T) {
	for text, readOnly := range map[string]bool{
		`{print $1}`: true, `NR>1{print $2 ": " $3}`: true, `{if ($3 > 5) n++} END {print n}`: true, `/a/ || $2 == "b" {print > 1}`: false,
		`{x=1system("id")}`: false, `{print 1getline<".env"; print}`: false, `{print 1ENVIRON["HOME"]}`: false, `{print 1PROCINFO["pid"]}`: false,
		`BEGIN{1while(1);}`: false, `{print "a" | "sh"}`: false, `{print 1|"sh"}`: false, `{f="system"; @f("id")}`: false, `{print "system"}`: false,
		`BEGIN{ARGV[1]="/etc/passwd"; ARGC=2}`: false, `BEGIN{for(print "x" > "f"; 0;);}`: false, `{print("x")>"f"}`: false,
		`{awk::system("id")}`: false, "{x=1sys\\\ntem(\"id\")}": false,
	} {
		if got := program.Classify(program.Literals("awk", text)); got.ReadOnly != readOnly {
			t.Errorf("%q: got read-only %v (%s), want %v", text, got.ReadOnly, got.Why, readOnly)
		}
	}
}

// What find gives a command is a file to it and nothing else, and with "+" there may be many.
func TestFindGivesNamesOfFiles(t *testing.T) {
	for line, readOnly := range map[string]bool{
		"find src -exec wc -l {} +": true, "find . -exec grep -n x {} ;": true, "find a -exec uniq {} ;": true, "find a -exec echo {} +": true,
		"find . -exec basename {} ;": true, "find . -exec printf %s {} ;": true, "find . -exec test -f {} ;": true, "find . -exec find {} ;": false,
		"find a b -exec uniq {} +": false, "find a b -exec xxd {} +": false, "find env -exec jq -n {} ;": false, "find . -exec grep {} a ;": false,
		"find . -exec grep -e {} a ;": false, "find . -exec sed {} a ;": false,
	} {
		if got := program.Classify(program.Literals(strings.Fields(line)...)); got.ReadOnly != readOnly {
			t.Errorf("%q: got read-only %v (%s), want %v", line, got.ReadOnly, got.Why, readOnly)
		}
	}
}

// No command of git enters a repository inside, nor prints a setting that may hold a password.
func TestGitThatMayTellMoreIsRefused(t *testing.T) {
	for line, readOnly := range map[string]bool{
		"git show HEAD~1 --submodule=diff": false, "git diff A B --submodule": false, "git log -p --submodule=log": false,
		"git grep --recurse-submodules x": false, "git ls-files --recurse-submodules": false,
		"git config --get user.name": true, "git config core.editor": true, "git config --get sendemail.smtppass": false, "git config imap.pass": false,
		"git config --get http.proxy": false, "git config --get remote.origin.url": false, "git config --get x.y": false,
	} {
		if got := program.Classify(program.Literals(strings.Fields(line)...)); got.ReadOnly != readOnly {
			t.Errorf("%q: got read-only %v (%s), want %v", line, got.ReadOnly, got.Why, readOnly)
		}
	}
}

func ExampleClassify() {
	for _, line := range [][]string{{"sort", "-u", "names"}, {"sort", "-u", "names", "-o", "names"}} {
		class := program.Classify(program.Literals(line...))
		fmt.Printf("%v %q\n", class.ReadOnly, class.Why)
	}
	// Output:
	// true ""
	// false "the option \"-o\" is not known to only read"
}

// TestRipgrepAndHiddenNames holds that what is left out for the dot in front counts as read where a pattern may bring it back.
func TestRipgrepAndHiddenNames(t *testing.T) {
	tests := []struct {
		options, ignored string
		skips            bool
	}{
		{"", "", true},
		{"-g '!x'", "", true},
		{"-g *.go", "", true},
		{"-g *", "", false},
		{"-g .e*", "", false},
		{"-g **/.e*", "", false},
		{"--iglob .E*", "", false},
		{"--hidden", "", false},
		{"-uu", "", false},
		{"--hidden -g !.env", "", true},
		{"--hidden -g !.env --iglob *nv", "", false},
		{"-g !.env --iglob *", "", false},
		{"--glob-case-insensitive -g .ENV", "", false},
		{"--ignore-file f", "", false},
		{"", "!.gitkeep", true},
		{"", "!.env", false},
		{"", "!sub/.env/", false},
		{"", "!.e*", false},
		{"", `!\.env`, false},
		{"", "!*", false},
	}
	for _, test := range tests {
		words := append(append([]string{"rg"}, strings.Fields(test.options)...), "x", ".")
		w := program.Walks(program.Literals(words...))
		if w == nil {
			t.Errorf("%q: got no walk", words)
			continue
		}
		if test.ignored != "" {
			w.Unignore(test.ignored)
		}
		if got := w.Skips(".env", false); got != test.skips {
			t.Errorf("%q, ignoring %q: skips .env: got %v, want %v", words, test.ignored, got, test.skips)
		}
	}
}
