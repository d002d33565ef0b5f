package shell_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/program"
)

// pieces are what the scripts of the differential test are made of: words, operators, and what parsers and shells are
// known to cut differently.
var pieces = []string{
	"a", "b", "rm", "f", " ", " ", " ", " ", " ", "\n", "\n", ";", "&", "|", "&&", "||", "!", "(", ")", "{ ", "; }", "if ", "; then ", "; fi",
	"'", "\"", "\\", "\\\n", "$", "$\\\n", "$(", "`", "${", "}", "#", " #", "#x\\\n", "<", ">", ">>", "<<E", "<<'E'", "<<E\n", "\nE\n", "E",
	"<&", ">&", "<>", ">|", "&>", "1", "2", "12", "-", "=", "x=", "y=1 ", "+=", "[", "]", "*", "~", "time ", "echo ", "env ", "command ", "timeout 5 ",
	"$'", "\t", "--", "{a,b}", ":", "\"\"", "''", "for i in a; do ", "; done", "case a in a) ", ";; esac", "a b", "rm f", "true", "cd .",
	"for i in a b; do ", "for i in f -x; do ", "for i in *; do ", "$i", "\"$i\"", "\"${i}b\"", "i=b ", "read i", "while read i; do ", "[[ ", " ]]", "-f ", " == ", "\"$?\"", "set -e;", "break", "export i=b;",
}

// frames are what the pieces stand in.
var frames = [][2]string{
	{}, {}, {}, {"for i in a b; do ", "; done"}, {"for i in f x; do for x in a b; do ", "; done; done"}, {"if true; then ", "; fi"},
	{"echo a | while read i; do ", "; done"}, {"case a in a) ", ";; esac"},
}

// stubs makes a directory of programs that only write down how they were called, in the file that $LOG names.
func stubs(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	script := "#!/bin/sh\nprintf '%s\\0' \"$#\" \"${0##*/}\" \"$@\" >>\"$LOG\"\n"
	for _, name := range []string{"a", "b", "rm", "f", "E", "x", "i", "1", "2", "12", "aa", "ab", "ba", "bb", "arm", "rmf"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"env", "timeout"} {
		if real, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(real, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// calls reads what the stubs have written down.
func calls(t *testing.T, log string) [][]string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		return nil
	}
	fields := strings.Split(string(text), "\x00")
	var list [][]string
	for len(fields) > 1 {
		n, err := strconv.Atoi(fields[0])
		if err != nil || len(fields) < n+2 {
			t.Fatalf("the log is damaged: %q", text)
		}
		list = append(list, fields[1:n+2])
		fields = fields[n+2:]
	}
	return list
}

// TestShellsRunNothingElse makes scripts, and has real shells run those that the analysis understands: every program
// that a shell starts must be among the parts, and every file that it makes must be the target of a redirection.
func TestShellsRunNothingElse(t *testing.T) {
	runs := 150
	if n, err := strconv.Atoi(os.Getenv("RUNCODE_DIFFERENTIAL_RUNS")); err == nil {
		runs = n
	}
	var shells []string
	for _, name := range []string{"bash", "dash"} {
		if path, err := exec.LookPath(name); err == nil {
			shells = append(shells, path)
		}
	}
	if len(shells) == 0 {
		t.Skip("neither bash nor dash is here")
	}
	seed := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("RUNCODE_DIFFERENTIAL_SEED"), 10, 64); err == nil {
		seed = n
	}
	random := rand.New(rand.NewPCG(seed, 2))
	path := stubs(t)
	understood := 0
	for understood < runs {
		var b strings.Builder
		around := frames[random.IntN(len(frames))]
		b.WriteString(around[0])
		for range 1 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		b.WriteString(around[1])
		a := shell.Analyze(b.String(), place())
		if a.Unknown != "" {
			continue
		}
		understood++
		for _, sh := range shells {
			compare(t, sh, path, b.String(), a)
		}
	}
}

// compare runs a script, as it was written, in a directory of its own.
func compare(t *testing.T, sh, path, script string, a *shell.Analysis) {
	t.Helper()
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // only so that a script that hangs ends the test
	defer cancel()
	cmd := exec.CommandContext(ctx, sh, "-c", script)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + path, "LOG=" + log, "HOME=/home/user"}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // the status says nothing here
	for _, call := range calls(t, log) {
		if !found(a, call) {
			t.Errorf("%s ran %q of %q, which the analysis does not have: %v", filepath.Base(sh), call, script, a.Parts)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !redirectsTo(a, e.Name()) {
			t.Errorf("%s made the file %q of %q, to which the analysis has no redirection", filepath.Base(sh), e.Name(), script)
		}
	}
}

// found reports whether a command line is among the parts. Where a word is a pattern only the name is compared.
func found(a *shell.Analysis, call []string) bool {
	return slices.ContainsFunc(a.Parts, func(p shell.Part) bool {
		pattern := slices.ContainsFunc(p.Words, func(w shell.Word) bool { return w.Kind == program.Pattern })
		if pattern {
			return shell.Rule{Words: call[:1], Prefix: true}.MatchLoose(&p)
		}
		return shell.Rule{Words: call}.MatchLoose(&p)
	})
}

func redirectsTo(a *shell.Analysis, name string) bool {
	return slices.ContainsFunc(a.Parts, func(p shell.Part) bool {
		return slices.ContainsFunc(p.Redirects, func(r shell.Redirect) bool {
			return r.Write && (filepath.Base(r.Target.Text) == name || r.Target.Kind == program.Pattern)
		})
	})
}

// FuzzAnalyze holds for any text: nothing panics, the same text is judged the same, nothing runs unasked that is not
// understood, and no fewer commands are found than the parser finds.
func FuzzAnalyze(f *testing.F) {
	for _, seed := range []string{"ls -la | sort", "echo \"$\\\n(rm f)\"", "cat <<E\n$(x)\nE", "if a; then b; fi > c", "x=(1 2) y[z]=3 w", "env -S 'a b' c", "a 2>&1 &", "git show HEAD:.env"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		a := shell.Analyze(command, place())
		d := shell.Decide(a, shell.Policy{Confined: true, Allow: covers(rule("a:*"), rule("b"))})
		if again := shell.Decide(shell.Analyze(command, place()), shell.Policy{Confined: true, Allow: covers(rule("a:*"), rule("b"))}); again != d {
			t.Errorf("%q: got %v, then %v", command, d, again)
		}
		if a.Unknown != "" && word(d.Verdict) == "allow" {
			t.Errorf("%q: got allow, and it is not understood: %s", command, a.Unknown)
		}
		checkProposal(t, command, a)
		if a.Tree == nil {
			return
		}
		commands := 0
		syntax.Walk(a.Tree, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				commands++
			}
			return true
		})
		if len(a.Parts) < commands {
			t.Errorf("%q: got %d parts, want at least the parser's %d commands", command, len(a.Parts), commands)
		}
	})
}
