package run_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/confine"
	"github.com/runcode-dev/runcode/gate/shell/program"
	"github.com/runcode-dev/runcode/gate/shell/run"
)

func TestMain(m *testing.M) {
	run.Main()
	if beCaller() {
		return
	}
	goleak.VerifyTestMain(m)
}

// rules makes a policy of rules in a simple form: "deny rm", "allow cp a b", "allow git:*" with ":*" for a prefix.
func rules(texts ...string) shell.Policy {
	lists := map[string][]shell.Rule{}
	for _, t := range texts {
		kind, body, _ := strings.Cut(t, " ")
		body, prefix := strings.CutSuffix(body, ":*")
		lists[kind] = append(lists[kind], shell.Rule{Words: strings.Fields(body), Prefix: prefix})
	}
	match := func(kind string) shell.Match {
		return func(p *shell.Part) (string, bool) {
			for _, r := range lists[kind] {
				if r.MatchLoose(p) {
					return strings.Join(r.Words, " "), true
				}
			}
			return "", false
		}
	}
	return shell.Policy{
		Deny: match("deny"), Ask: match("ask"), Confined: confine.Available() == nil,
		Allow: func(p *shell.Part) (string, bool, bool) {
			for _, r := range lists["allow"] {
				if r.MatchProven(p) {
					return strings.Join(r.Words, " "), !r.Prefix, true
				}
			}
			return "", false, false
		},
	}
}

// result is what came of a command.
type result struct {
	status int
	out    string // both streams
	dir    string // where it ran; it holds the files a, b and sub/c
	err    error
}

func try(t *testing.T, text string, change func(*run.Command)) result {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"a": "one\n", "b": "two\n", "sub/c": "three\n", ".env": "SECRET\n"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	opts := &shell.Options{Home: "/home/user", Dir: dir}
	var out bytes.Buffer
	c := &run.Command{
		Analysis: shell.Analyze(text, opts), Options: opts, Dir: dir, Env: []string{"PATH=/usr/bin:/bin", "HOME=/home/user"},
		Output: &out, Writes: true, Judge: run.Policy(rules(), true, nil),
	}
	if change != nil {
		change(c)
	}
	exit, err := c.Run(t.Context())
	return result{exit.Code, out.String(), dir, err}
}

func exists(r result, name string) bool {
	_, err := os.Lstat(filepath.Join(r.dir, name))
	return err == nil
}

func TestRunsAsAShell(t *testing.T) {
	tests := []struct {
		text, out string
		status    int
	}{
		{"cat a b", "one\ntwo\n", 0},
		{"cat a | tr a-z A-Z | cat", "ONE\n", 0},
		{"cd sub && cat c && pwd >/dev/null", "three\n", 0},
		{"false || echo no; exit 3", "no\n", 3},
		{"echo x > new && cat new", "x\n", 0},
		{"cat <<'EOF'\n$HOME\nEOF", "$HOME\n", 0},
		{"cat < b; wc -c < a", "two\n4\n", 0},
		{"echo out; echo err >&2", "out\nerr\n", 0},
		{"echo to-stdout > /dev/stdout; cat a > /dev/null", "to-stdout\n", 0},
		{"for i in 1 2; do echo x; done", "x\nx\n", 0},
		{"ls a* sub/*", "a\nsub/c\n", 0},
		{"kill -0 1", "", 0},
		{"nosuchprogram", "nosuchprogram: there is no such program\n", 127},
	}
	for _, test := range tests {
		r := try(t, test.text, nil)
		if r.err != nil || r.status != test.status || r.out != test.out {
			t.Errorf("%q: got %q, status %d, %v, want %q, status %d", test.text, r.out, r.status, r.err, test.out, test.status)
		}
	}
}

func TestARefusedCommandFailsAndTheRestGoesOn(t *testing.T) {
	for _, text := range []string{
		"rm a; echo after", "env rm a; echo after", "timeout 5 rm a; echo after", "sh -c 'rm a'; echo after",
		"echo a | xargs rm; echo after", "find . -name a -exec rm {} ';'; echo after", "command rm a; echo after",
		"rm a || echo after", "if rm a; then echo no; else echo after; fi",
	} {
		r := try(t, text, func(c *run.Command) { c.Judge = run.Policy(rules("deny rm:*"), true, nil) })
		if r.err != nil || !strings.Contains(r.out, "after\n") || !strings.Contains(r.out, "not run: the rule rm denies") {
			t.Errorf("%q: got %q, %v, want the refusal and what follows", text, r.out, r.err)
		}
		if !exists(r, "a") {
			t.Errorf("%q: the file is gone", text)
		}
	}
}

func TestNothingRunsWithoutAJudge(t *testing.T) {
	r := try(t, "cat a", func(c *run.Command) { c.Judge = nil })
	if r.status != 126 || !strings.Contains(r.out, "nothing may run") {
		t.Errorf("got %q, status %d, want a refusal", r.out, r.status)
	}
}

func TestWhatIsNotApprovedIsAskedInTheMiddle(t *testing.T) {
	var asked []string
	judge := func(answer bool) run.Judge {
		return run.Policy(rules("allow echo:*"), false, func(_ context.Context, a *shell.Analysis, _ shell.Decision) (bool, error) {
			asked = append(asked, a.Parts[0].String())
			return answer, nil
		})
	}
	r := try(t, "echo before; rm a; echo after", func(c *run.Command) { c.Judge = judge(false) })
	if !exists(r, "a") || r.status != 0 || !strings.HasSuffix(r.out, "after\n") {
		t.Errorf("after no: got %q, status %d, a exists %v", r.out, r.status, exists(r, "a"))
	}
	r = try(t, "echo before; rm a; echo after", func(c *run.Command) { c.Judge = judge(true) })
	if exists(r, "a") {
		t.Error("after yes: the file is still there")
	}
	if len(asked) != 2 || asked[0] != "rm a" {
		t.Errorf("got asked about %q, want rm a twice", asked)
	}
}

func TestAnErrorOfTheJudgeEndsTheCommand(t *testing.T) {
	stop := errors.New("stop")
	r := try(t, "true; rm a; rm b", func(c *run.Command) {
		c.Judge = run.Policy(rules("allow true"), false, func(context.Context, *shell.Analysis, shell.Decision) (bool, error) { return false, stop })
	})
	if !errors.Is(r.err, stop) || !exists(r, "a") || !exists(r, "b") {
		t.Errorf("got %v, want stop and both files", r.err)
	}
}

func TestRedirections(t *testing.T) {
	for _, text := range []string{"echo x > new", "echo x >> a", ": > b", "echo x <> a"} {
		r := try(t, text, func(c *run.Command) { c.Writes = false })
		if r.status == 0 && r.err == nil || exists(r, "new") {
			t.Errorf("%q: got status 0 or a file, want a failure", text)
		}
	}
	for _, text := range []string{"cat < /proc/self/environ", "cat < /proc/self/cmdline", "cat < link", "cat < /dev/tty", "cat < pipe"} {
		r := try(t, "true", nil)
		_ = os.Symlink(".env", filepath.Join(r.dir, "link"))
		opts := &shell.Options{Dir: r.dir}
		var out bytes.Buffer
		c := &run.Command{Analysis: shell.Analyze(text, opts), Dir: r.dir, Output: &out, Judge: run.Policy(rules(), true, nil),
			Env: []string{"PATH=/usr/bin:/bin"}}
		exit, err := c.Run(t.Context())
		if (exit.Code == 0 && err == nil) || strings.Contains(out.String(), "SECRET") {
			t.Errorf("%q: got %q, status %d, %v, want a failure", text, out.String(), exit.Code, err)
		}
	}
}

func TestDangerousVariablesReachNoProgram(t *testing.T) {
	r := try(t, "export LD_PRELOAD=x; cat a", nil)
	if r.status != 126 || strings.Contains(r.out, "one") {
		t.Errorf("got %q, status %d, want a refusal", r.out, r.status)
	}
}

// A person's own settings do not lead git into a repository inside, which has a configuration of its own.
func TestGitStaysOutOfRepositoriesInside(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".gitconfig"), []byte("[diff]\n\tsubmodule = log\n[user]\n\tname = n\n\temail = e\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/usr/bin:/bin", "HOME=" + dir}
	cmd := exec.Command("sh", "-c", "git init -q && git update-index --add --cacheinfo 160000,"+strings.Repeat("1", 40)+",inside && git commit -qm first")
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	r := try(t, "git show", func(c *run.Command) {
		c.Options.Settings = func(string) string { return "" }
		c.Options.Dir, c.Dir, c.Env = dir, dir, env
		c.Analysis, c.Judge = shell.Analyze("git show", c.Options), run.Policy(rules(), false, nil)
	})
	if r.err != nil || !strings.Contains(r.out, "diff --git a/inside b/inside") {
		t.Errorf("got %q, status %d, %v, want the short form", r.out, r.status, r.err)
	}
}

func TestWordsThatAreTooLongAreRefused(t *testing.T) {
	r := try(t, `x=$(head -c 3000000 /dev/zero | tr '\0' x); echo "$x" | wc -c`, nil)
	if !strings.Contains(r.out, "its words are longer than") {
		t.Errorf("got %.200q, status %d, %v, want a refusal", r.out, r.status, r.err)
	}
}

func TestAScriptWithoutInterpreterIsRefused(t *testing.T) {
	r := try(t, "true", nil)
	if err := os.WriteFile(filepath.Join(r.dir, "script"), []byte("rm a\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := &run.Command{Analysis: shell.Analyze("./script", nil), Dir: r.dir, Output: &out, Judge: run.Policy(rules(), true, nil)}
	exit, err := c.Run(t.Context())
	if err != nil || exit.Code != 126 || !exists(r, "a") || !strings.Contains(out.String(), "must name its interpreter") {
		t.Errorf("got %q, status %d, %v, want a refusal", out.String(), exit.Code, err)
	}
}

func TestReadOnlyCommandsRunConfined(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	judge := func(c *run.Command) { c.Judge = run.Policy(rules(), false, nil) }
	if r := try(t, "cat a | sort | head -n 1; ls", judge); r.err != nil || r.status != 0 || !strings.HasPrefix(r.out, "one\na\nb\n") {
		t.Errorf("got %q, status %d, %v, want the text and the names", r.out, r.status, r.err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	c := &run.Command{
		Analysis: shell.Analyze("sh -c 'echo started; exec sleep 1000'; echo after", nil), Dir: t.TempDir(),
		Env: []string{"PATH=/usr/bin:/bin"}, Judge: run.Policy(rules(), true, nil),
	}
	var out bytes.Buffer
	c.Output = writer(func(p []byte) (int, error) {
		cancel(why)
		return out.Write(p)
	})
	exit, err := c.Run(ctx)
	if !exit.Stopped || err != nil || out.String() != "started\n" {
		t.Errorf("got %q, %+v, %v, want only the first line, and it stopped", out.String(), exit, err)
	}
}

func TestWhatIsLeftBehindIsKilled(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	c := &run.Command{
		Analysis: shell.Analyze("sh -c 'sleep 1000 & echo started'", nil), Dir: t.TempDir(), Output: write,
		Env: []string{"PATH=/usr/bin:/bin"}, Judge: run.Policy(rules(), true, nil),
	}
	if exit, err := c.Run(t.Context()); exit.Code != 0 || err != nil {
		t.Fatalf("got status %d, %v", exit.Code, err)
	}
	write.Close()
	if out, err := io.ReadAll(read); err != nil || string(out) != "started\n" { // ends when nobody holds the pipe
		t.Errorf("got %q, %v", out, err)
	}
}

func TestWritersThatCannotBeCompared(t *testing.T) {
	var out bytes.Buffer
	w := writer(out.Write)
	for _, text := range []string{"echo x", "echo x$y"} {
		c := &run.Command{Analysis: shell.Analyze(text, nil), Dir: t.TempDir(), Output: w, Judge: run.Policy(rules(), true, nil)}
		if exit, err := c.Run(t.Context()); exit.Code != 0 || err != nil {
			t.Errorf("%q: got status %d, %v", text, exit.Code, err)
		}
	}
	if out.String() != "x\nx\n" {
		t.Errorf("got %q", out.String())
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestTheInterpreterRunsWhatWasAnalysed makes scripts, and has the interpreter run those that the analysis understands:
// every command line that it is about to run must be among the parts.
func TestTheInterpreterRunsWhatWasAnalysed(t *testing.T) {
	pieces := []string{
		"a", "b", "f", " ", " ", " ", "\n", ";", "&&", "||", "|", "!", "(", ")", "{ ", "; }", "if ", "; then ", "; fi", "'", "\"", "\\", "\\\n", "$", "#", "<", ">", "<<E\n", "\nE\n", "2>&1", "=", "x=",
		"time ", "echo ", "env ", "command ", "timeout 5 ", "for i in a; do ", "; done", "case a in a) ", ";; esac", "true", "a b", "sh -c 'a b'", "exec ", "cd .", "~", "[ a ]",
	}
	random := rand.New(rand.NewPCG(3, 4))
	for understood := 0; understood < 300; {
		var text strings.Builder
		for range 1 + random.IntN(10) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		analysis := shell.Analyze(text.String(), nil)
		if analysis.Unknown != "" {
			continue
		}
		understood++
		c := &run.Command{Analysis: analysis, Dir: t.TempDir(), Env: []string{"PATH=/nowhere"}, Writes: true}
		c.Judge = func(_ context.Context, final *shell.Analysis) (shell.Decision, error) {
			rule := shell.Rule{Words: program.Texts(final.Parts[0].Words)}
			if !slices.ContainsFunc(analysis.Parts, func(p shell.Part) bool { return rule.MatchLoose(&p) }) {
				t.Errorf("%q: runs %q, which the analysis does not have", text.String(), rule.Words)
			}
			return shell.Decision{Verdict: gate.Allow}, nil
		}
		if _, err := c.Run(t.Context()); err != nil {
			t.Errorf("%q: got %v", text.String(), err)
		}
	}
}

func TestNewFollowsThePolicy(t *testing.T) {
	dir := t.TempDir()
	opts := &shell.Options{Dir: dir, Home: "/home/user"}
	env := []string{"PATH=/usr/bin:/bin", "HOME=/home/user"}
	if c := run.New("echo a", opts, rules("allow echo:*"), env); c.Writes {
		t.Error("a command that a rule allows may write by redirection")
	}
	if exit, err := run.New("echo a > new", opts, rules(), env).Run(t.Context()); exit.Code != 0 || err != nil {
		t.Errorf("approved: got status %d, %v", exit.Code, err)
	}
	if exit, err := run.New("rm new", opts, rules("deny rm:*"), env).Run(t.Context()); exit.Code != 126 || err != nil {
		t.Errorf("denied: got status %d, %v, want 126", exit.Code, err)
	}
	if _, err := run.New("ls ~/x", opts, rules(), []string{"HOME=/other"}).Run(t.Context()); err == nil {
		t.Error("another home: got no error")
	}
}

func Example() {
	opts := &shell.Options{Dir: os.TempDir()}
	policy := shell.Policy{Deny: func(p *shell.Part) (string, bool) {
		return "rm", shell.Rule{Words: []string{"rm"}, Prefix: true}.MatchLoose(p)
	}}
	c := run.New("echo before; rm -rf x || echo after", opts, policy, []string{"PATH=/usr/bin:/bin"})
	c.Judge = run.Policy(policy, true, nil)
	c.Output = os.Stdout
	exit, err := c.Run(context.Background())
	fmt.Println(exit.Code, err)
	// Output:
	// before
	// rm: not run: the rule rm denies rm -rf x (rule rm)
	// after
	// 0 <nil>
}

func BenchmarkEcho(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		c := &run.Command{Analysis: shell.Analyze("echo x", nil), Dir: dir, Judge: run.Policy(rules(), true, nil)}
		if exit, err := c.Run(b.Context()); exit.Code != 0 || err != nil {
			b.Fatal(exit, err)
		}
	}
}

// TestXargs holds that what comes in for xargs is judged like words of the command itself.
func TestXargs(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	unasked := func(c *run.Command) {
		c.Options.Judged = true
		c.Analysis = shell.Analyze(c.Analysis.Text, c.Options)
		c.Judge, c.Writes = run.Policy(rules("deny tac:*"), false, nil), false
	}
	for _, test := range []struct {
		text, out string
		status    int
	}{
		{"find . -type f -name '[ab]' | sort | xargs cat", "one\ntwo\n", 0},
		{"printf 'a\\0b\\0' | xargs -0 -n1 cat", "one\ntwo\n", 0},
		{"printf '%s\\n' a b | xargs -I{} echo '<{}>' {}", "<a> a\n<b> b\n", 0},
		{"printf 'a:b' | xargs -d : -n 1 echo", "a\nb\n", 0},
		{"printf '\"a b\" c\\\\ d' | xargs -n1 echo", "a b\nc d\n", 0},
		{"ls missing 2>/dev/null | xargs -r cat a", "", 0},
		{"ls missing 2>/dev/null | xargs echo x", "x\n", 0},
		{"echo a missing | xargs grep -l o 2>/dev/null", "a\n", 123},
		{"xargs cat < sub/c", "cat: three: No such file or directory\n", 123},
		{"printf 'a b' | xargs -n1 cat | wc -l", "2\n", 0},
		{"ls | while read -r f; do [ -f \"$f\" ] && cat \"$f\"; done", "one\ntwo\n", 0},
		{"printf '.env\\na\\n' | while read -r f; do cat \"$f\"; done", "cat: not run: \".env\" names a file with secrets\none\n", 0},
		{"echo '-o new' | while read -r f; do sort \"$f\" a; done", "sort: not run: the option \"-o new\" is not known to only read\n", 0},
		{"echo '\"a' | xargs echo", "xargs: a quote in the input is not closed; find -print0 with xargs -0 takes any name\n", 1},
		{"echo .env | xargs cat", "cat: not run: \".env\" names a file with secrets\n", 126},
		{"find . -type f | xargs cat; echo after", "", -1},
		{"echo -o new a | xargs sort", "sort: not run: ", 126},
		{"echo -r E . | xargs grep", "grep: not run: it would read \".env\"", 126},
	} {
		r := try(t, test.text, unasked)
		ok := r.out == test.out && r.status == test.status
		if test.status == 126 {
			ok = strings.HasPrefix(r.out, test.out) && r.status == 126
		} else if test.status < 0 {
			ok = strings.Contains(r.out, "names a file with secrets") && strings.HasSuffix(r.out, "after\n")
		}
		if r.err != nil || !ok || strings.Contains(r.out, "SECRET") || exists(r, "new") {
			t.Errorf("%q: got %q, status %d, %v, want %q, status %d", test.text, r.out, r.status, r.err, test.out, test.status)
		}
	}
}

// TestReadOnlyLoops runs conditions and loops that only read: nobody has approved them, so whatever in them does more is
// refused while they run.
func TestReadOnlyLoops(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ text, out string }{
		{"for x in a b; do cat \"$x\"; done", "one\ntwo\n"},
		{"for x in a b; do for y in 1 2; do echo $x$y; done; done | tail -1", "b2\n"},
		{"for x in *; do [ -f \"$x\" ] && wc -l \"$x\"; done", "1 a\n1 b\n"},
		{"if [ -f a ] && [[ ! -d b ]]; then echo yes; else echo no; fi", "yes\n"},
		{"while IFS= read -r x; do printf '<%s>\\n' \"$x\"; done < a; echo \"status $?\"", "<one>\nstatus 0\n"},
		{"cat a b | while read x; do echo \"- $x\"; done", "- one\n- two\n"},
		{"case a in a) cat b;; *) cat a;; esac", "two\n"},
		{"cat a | tr a-z A-Z", "ONE\n"},
		{"tr -d '\\n' < a", "one"},
		{"cat a b | awk '{n++; print NR \": \" $1} END {print n}'", "1: one\n2: two\n2\n"},
		{"find . -type f -name 'a' -exec cat {} +", "one\n"},
	} {
		r := try(t, test.text, func(c *run.Command) { c.Judge, c.Writes = run.Policy(rules(), false, nil), false })
		if r.err != nil || r.out != test.out {
			t.Errorf("%q: got %q, %v, want %q", test.text, r.out, r.err, test.out)
		}
	}
	for _, text := range []string{"find . -exec cat {} +", "find . -name '.e*' -exec cat {} ';'", "find . -name a -o -exec cat {} +"} {
		r := try(t, text, func(c *run.Command) { c.Judge, c.Writes = run.Policy(rules(), false, nil), false })
		if r.err != nil || strings.Contains(r.out, "SECRET") || !strings.Contains(r.out, "not run: it would read") {
			t.Errorf("%q: got %q, %v, want a refusal", text, r.out, r.err)
		}
	}
}
