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
