package shell_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/program"
)

func TestDecisions(t *testing.T) {
	text, err := os.ReadFile("testdata/decisions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		want, quoted, _ := strings.Cut(line, " ")
		command, err := strconv.Unquote(strings.TrimSpace(quoted))
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		a := shell.Analyze(command, place())
		d := shell.Decide(a, shell.Policy{Confined: true})
		if got := word(d.Verdict); got != want {
			t.Errorf("%q: got %s (%s: %s), want %s", command, got, d.Step, d.Reason, want)
		}
		if d.Verdict != gate.Allow && d.Reason == "" {
			t.Errorf("%q: got %s without a reason", command, word(d.Verdict))
		}
		if unconfined := shell.Decide(a, shell.Policy{}); unconfined.Verdict == gate.Allow {
			t.Errorf("%q: got allow where nothing is confined, want ask", command)
		}
		checkProposal(t, command, a)
	}
}

// checkProposal holds that "always" never widens: every rule proposed covers a part, and the rules together allow the
// command again; and nothing is proposed for what cannot be proven.
func checkProposal(t *testing.T, command string, a *shell.Analysis) {
	t.Helper()
	rules := shell.Propose(a)
	if len(rules) == 0 {
		return
	}
	if a.Unknown != "" || a.Floor != "" {
		t.Errorf("%q: got proposals %v for what is not understood or refused", command, rules)
	}
	d := shell.Decide(a, shell.Policy{Allow: covers(rules...)})
	if d.Verdict != gate.Allow || d.Step != shell.StepAllow {
		t.Errorf("%q: with the proposed %v got %s (%s), want allow", command, rules, word(d.Verdict), d.Reason)
	}
}

// covers makes the allow rules of a policy.
func covers(rules ...shell.Rule) shell.Cover {
	return func(p *shell.Part) (string, bool, bool) {
		for _, r := range rules {
			if r.MatchProven(p) {
				return strings.Join(r.Words, " "), !r.Prefix, true
			}
		}
		return "", false, false
	}
}

// hits makes the deny or ask rules of a policy.
func hits(rules ...shell.Rule) shell.Match {
	return func(p *shell.Part) (string, bool) {
		for _, r := range rules {
			if r.MatchLoose(p) {
				return strings.Join(r.Words, " "), true
			}
		}
		return "", false
	}
}

// rule makes a rule of words with blanks between; ":*" at the end makes a prefix.
func rule(text string) shell.Rule {
	text, prefix := strings.CutSuffix(text, ":*")
	return shell.Rule{Words: strings.Fields(text), Prefix: prefix}
}

func TestPartsOfACommand(t *testing.T) {
	type part struct {
		Words, Assigns, Redirects []string
		Nested                    bool
	}
	tests := []struct {
		command string
		want    []part
	}{
		{`A=1 r\m "a b" 'c$d' >x 2>&1 | cat`, []part{
			{Words: []string{"rm", "a b", "c$d"}, Assigns: []string{"A=1"}, Redirects: []string{">x", "2>&1"}},
			{Words: []string{"cat"}},
		}},
		{"A=1; >x", []part{{Assigns: []string{"A=1"}}, {Redirects: []string{">x"}}}},
		{`echo "a\b\$\"" \\ ''`, []part{{Words: []string{"echo", `a\b$"`, `\`, ""}}}},
		{"(a; b) >x", []part{{Words: []string{"a"}, Redirects: []string{">x"}}, {Words: []string{"b"}, Redirects: []string{">x"}}}},
		{"if a; then b; elif c; then d; else e; fi", []part{
			{Words: []string{"a"}}, {Words: []string{"b"}}, {Words: []string{"c"}}, {Words: []string{"d"}}, {Words: []string{"e"}},
		}},
		{"bash -c 'a; b c'", []part{
			{Words: []string{"bash", "-c", "a; b c"}}, {Words: []string{"a"}, Nested: true}, {Words: []string{"b", "c"}, Nested: true},
		}},
		{"case a in b) ;; esac >x", []part{{Redirects: []string{">x"}}}},
		{"time a | b", []part{{Words: []string{"time", "a"}}, {Words: []string{"b"}}}},
	}
	for _, test := range tests {
		var got []part
		for _, p := range shell.Analyze(test.command, place()).Parts {
			q := part{Nested: p.Nested}
			if len(p.Words) > 0 {
				q.Words = program.Texts(p.Words)
			}
			for _, a := range p.Assigns {
				q.Assigns = append(q.Assigns, a.Name+"="+a.Value.Text)
			}
			for _, r := range p.Redirects {
				q.Redirects = append(q.Redirects, r.FD+r.Op+r.Target.Text)
			}
			got = append(got, q)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.command, diff)
		}
	}
}

func TestDenyRulesSeeThrough(t *testing.T) {
	deny := hits(rule("rm:*"))
	for _, command := range []string{
		"rm x", "/bin/rm x", "./rm x", "RM x", `\rm x`, "r''m x", "\"rm\" x", "r\\\nm x", `$'\x72m' x`, "A=1 rm x", "! rm x", "ls; rm x", "ls | rm x",
		"if ls; then rm x; fi", "(rm x)", "f() { rm x; }", "for i in a; do rm $i; done", "case a in a) rm x;; esac", "while rm x; do ls; done",
		"timeout 5 rm x", "timeout -s KILL 5 rm x", "timeout --unknown 5 rm x", "nice rm x", "nohup rm x", "stdbuf -o0 rm x", "ionice rm x", "time rm x", "command rm x",
		"command -p rm x", "builtin command rm x", "exec rm x", "env rm x", "env -u X A=1 rm x", "env -S 'rm x'", "env -S'A=1 rm x'", "env --split-string='rm x'",
		"xargs rm", "xargs -I{} rm {}", "xargs -0 -n 1 rm -f", "setsid rm x", "flock l rm x", "flock l -c 'rm x'", "watch rm x", "watch 'ls; rm x'", "sudo rm x", "sudo -u root rm x",
		"doas rm x", "echo 'rm x' | sh", "bash <<< 'rm x'", "busybox rm x", "script -qc 'rm x' /dev/null", "parallel rm ::: x", "chroot d rm x", "docker exec c rm x", "ssh host rm x", "strace -f rm x",
		"find . -exec rm {} +", "find . -name x -execdir rm {} ';'", "find . -ok env rm {} ';'", "fd -x rm",
		"git -c alias.x='!rm x' x", "git -calias.x='!rm x' x", "git bisect run rm x", "git rebase --exec 'rm x' HEAD~3", "git submodule foreach --recursive 'rm x'",
		"sh -c 'rm x'", "bash -lc 'ls && rm x'", "bash -c 'bash -c \"rm x\"'", "sudo sh -c 'rm x'", "eval 'rm x'", "eval rm x", "trap 'rm x' EXIT", "sh <<'E'\nrm x\nE", "sudo env bash -s <<'E'\nrm x\nE",
		"echo $(rm x)", "echo `rm x`", "echo \"$(rm x)\"", "cat <(rm x)", "cat <<E\n$(rm x)\nE", "x=$(rm x)", "echo ${x:-$(rm x)}", "echo $((x + $(rm x)))", "a[$(rm x)]=1", "[[ $(rm x) ]]",
		"coproc rm x", "rm $y", "rm x &> y", "rm x 12>&1", "rm 'x", "/*/rm x",
	} {
		d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Deny: deny, Default: gate.Allow})
		if d.Verdict != gate.Deny || d.Step != shell.StepDeny || d.Rule != "rm" {
			t.Errorf("%q: got %s (%s: %s), want the rule to deny", command, word(d.Verdict), d.Step, d.Reason)
		}
	}
	for _, command := range []string{"rmdir x", "echo rm x", "ls rm", "grep 'rm x' y", "git commit -m 'rm x'", "timeout 5 ls rm", "env A=rm ls"} {
		if d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Deny: deny, Default: gate.Allow}); d.Verdict == gate.Deny {
			t.Errorf("%q: got deny (%s), want it not to hit", command, d.Reason)
		}
	}
}

func TestProgramsFindRules(t *testing.T) {
	for command, want := range map[string][]string{
		"RM x": {"rm"}, "/bin/rm x": {"rm"}, "timeout 5 nice rm x": {"timeout", "nice", "rm"}, "git -C . push": {"git"}, "": nil, "A=1": nil, "''": {""},
	} {
		var got []string
		for _, p := range shell.Analyze(command, place()).Parts {
			got = append(got, p.Programs()...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", command, diff)
		}
	}
	if got := rule("/usr/bin/RM:*").Program(); got != "rm" {
		t.Errorf("got the program %q of a rule, want rm", got)
	}
}

func TestDenyRulesAboutSubcommands(t *testing.T) {
	deny := hits(rule("git push:*"))
	for _, command := range []string{"git push", "git -C . push", "git --no-pager push -f", "git -c a.b=c push", "git --git-dir x push", "/usr/bin/git push", "A=1 git push"} {
		if d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Deny: deny}); d.Step != shell.StepDeny {
			t.Errorf("%q: got %s, want the rule to deny", command, d.Step)
		}
	}
	exact := hits(rule("git push --force"))
	for command, want := range map[string]bool{
		"git push --force": true, "git push --force-with-lease": false, "echo 'git push --force'": false, "git push --force origin": false,
	} {
		if d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Deny: exact}); (d.Step == shell.StepDeny) != want {
			t.Errorf("%q: got %s, want denied %v", command, d.Step, want)
		}
	}
}

func TestAllowRulesSeeOnlyWhatIsProven(t *testing.T) {
	tests := []struct {
		rules   string // with ", " between
		command string
		allowed bool
	}{
		{"ls:*", "ls -la", true},
		{"ls:*", "lsof -i", false},
		{"ls:*", "ls-secret", false},
		{"ls:*", "./ls", false},
		{"ls:*", "/bin/ls", true},
		{"/usr/bin/git push", "git push", true},
		{"./deploy", "/tmp/deploy", false},
		{"./deploy", "./deploy", true},
		{"make, cd:*", "cd /elsewhere && make", false},
		{"./deploy, cd:*", "cd sub; ./deploy", false},
		{"./deploy, cd:*, pushd:*", "pushd sub; ./deploy", false},
		{"make, cd:*", "command cd sub; make", false},
		{"make, cd:*", "make && cd sub", true},
		{"make, cd:*", "cd . && make", true},
		{"make, cd:*", "cd /work && make", true},
		{"make, cd:*", "cd sub && cd /work && make", false},
		{"make, cd:*", "while test -d sub; do make; cd sub; done", false},
		{"make:*, cd:*", "cd sub && make -j2", false},
		{"sort:*, cd:*", "cd sub && sort x", true},
		{"ls:*", "timeout 5 ls", true},
		{"ls:*", "A=1 ls", false},
		{"ls:*", "LC_ALL=C ls", true},
		{"ls:*", "> f; ls", false},
		{"ls:*", "ls > f", false},
		{"ls:*", "ls $x", false},
		{"ls:*", "env -u ls rm x", false},
		{"ls:*", "ls && rm x", false},
		{"ls:*", "(ls)", true},
		{"ls:*, git push:*", "ls; git push", true},
		{"git log:*", "git log | tee x", false},
		{"git log:*", "git log --output=x", false},
		{"git log:*", "git --no-pager log", true},
		{"git log:*", "git -C log push", false},
		{"git push:*", "git push --force", true},
		{"git push:*", "git push $(rm x)", false},
		{"git add:*", "git add *.go", true},
		{"find:*", "find . -name x", true},
		{"find:*", "find . -delete", false},
		{"sort:*", "sort -o x y", false},
		{"npm run test", "npm run test", true},
		{"npm run test", "npm run test --fix", false},
		{"A=1 make", "A=1 make", true},
		{"make:*", "A=1 make", false},
		{"timeout:*", "timeout 5 rm x", false},
		{"xargs:*", "xargs rm", false},
		{"xargs rm", "xargs rm", true},
		{"find:*, cat:*", "find . -exec rm {} +", false},
		{"bash:*", "bash -c 'rm x'", false},
		{"bash:*", "bash x.sh", true},
		{"sh:*", "sh", false},
		{"sh:*", "sh -s x", false},
		{"sh", "echo rm x | env sh", false},
		{"sudo sh", "sudo sh", false},
		{"bash:*", "bash --norc", false},
		{"bash:*", "bash -o pipefail", false},
		{"python3:*", "python3 - x", false},
		{"python3:*", "python3 -c 1", true},
		{"cat:*", "cat .env", false},
		{"sudo:*", "sudo rm x", false},
		{"printf:*, echo:*, test:*", "printf -v 'a[$(rm x)]' y", false},
		{"echo:*", "echo a # b", true},
		{"cat:*, sort:*", "cat <<E | deploy\nx\nE", false},
	}
	for _, test := range tests {
		var rules []shell.Rule
		for r := range strings.SplitSeq(test.rules, ", ") {
			rules = append(rules, rule(r))
		}
		d := shell.Decide(shell.Analyze(test.command, place()), shell.Policy{Allow: covers(rules...)})
		if got := d.Verdict == gate.Allow; got != test.allowed {
			t.Errorf("%q with %s: got allowed %v (%s: %s), want %v", test.command, test.rules, got, d.Step, d.Reason, test.allowed)
		}
	}
	exact := shell.Rule{Words: []string{"bash", "-c", "rm x"}}
	if d := shell.Decide(shell.Analyze("bash -c 'rm x'", place()), shell.Policy{Allow: covers(exact)}); d.Verdict != gate.Allow {
		t.Errorf("an exact rule: got %s (%s), want it to cover the text inside", word(d.Verdict), d.Reason)
	}
	exact.Words[2] = "rm *"
	if d := shell.Decide(shell.Analyze("rm *", place()), shell.Policy{Allow: covers(shell.Rule{Words: []string{"rm", "*"}})}); d.Verdict == gate.Allow {
		t.Error("a rule with a literal star covers a pattern")
	}
}

func TestProposals(t *testing.T) {
	tests := []struct{ command, want string }{
		{"git --no-pager log -p", "git log:*"},
		{"rg foo | tee out.txt", "rg:*, tee out.txt"},
		{"find . -name x", "find . -name x"},
		{"rm -r 'a b'", "rm -r 'a b'"},
		{"A=1 make -j4", "A=1 make -j4"},
		{"git -C d status", "git -C d status"},
		{"LC_ALL=C sort x && sort y", "sort:*"},
		{"timeout 5 npm test", "npm test"},
		{"python3 x.py", "python3 x.py"},
		{"rm *.o", ""},
		{"echo x > y", ""},
		{"echo $x", ""},
		{"cat .env", ""},
		{"eval ls", ""},
		{"cd sub && make", ""},
		{"cd sub && ls", "cd sub, ls:*"},
		{"ls | xargs rm", ""},
		{"", ""},
	}
	for _, test := range tests {
		var got []string
		for _, r := range shell.Propose(shell.Analyze(test.command, place())) {
			var words []string
			for _, w := range r.Words {
				if strings.Contains(w, " ") {
					w = "'" + w + "'"
				}
				words = append(words, w)
			}
			text := strings.Join(words, " ")
			if r.Prefix {
				text += ":*"
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.command, got, test.want)
		}
	}
}

func TestSteps(t *testing.T) {
	policy := shell.Policy{Deny: hits(rule("rm:*")), Ask: hits(rule("mv:*")), Allow: covers(rule("mv:*"), rule("cp:*"), rule("rm:*"), rule("cat:*")), Confined: true}
	tests := []struct {
		command   string
		step      shell.Step
		verdict   gate.Verdict
		cacheable bool
	}{
		{"cat .env; rm x", shell.StepFloor, gate.Deny, false},
		{"rm x", shell.StepDeny, gate.Deny, false},
		{"cp $x y", shell.StepUnknown, gate.Ask, false},
		{"mv x y; cp x y", shell.StepAsk, gate.Ask, true},
		{"cp x y; ls", shell.StepAllow, gate.Allow, false},
		{"ls", shell.StepReadOnly, gate.Allow, false},
		{"make", shell.StepDefault, gate.Ask, true},
	}
	for _, test := range tests {
		d := shell.Decide(shell.Analyze(test.command, place()), policy)
		if d.Step != test.step || d.Verdict != test.verdict || d.Cacheable != test.cacheable {
			t.Errorf("%q: got %s at %s, cacheable %v, want %s at %s, cacheable %v", test.command, word(d.Verdict), d.Step, d.Cacheable,
				word(test.verdict), test.step, test.cacheable)
		}
	}
	if d := shell.Decide(shell.Analyze("make", place()), shell.Policy{Default: gate.Deny}); d.Verdict != gate.Deny {
		t.Errorf("with the default deny: got %s", word(d.Verdict))
	}
}

// Where a command runs is chosen by the model: a rule with words holds in the directory that it was made for.
func TestRulesHoldInTheirDirectory(t *testing.T) {
	for _, test := range []struct {
		command, rule string
		away          bool
		want          gate.Verdict
	}{
		{"make", "make", false, gate.Allow},
		{"make", "make", true, gate.Ask},
		{"./run.sh x", "./run.sh:*", true, gate.Ask},
		{"ls sub", "ls:*", true, gate.Allow},
	} {
		opts := place()
		opts.Away = test.away
		a := shell.Analyze(test.command, opts)
		if d := shell.Decide(a, shell.Policy{Allow: covers(rule(test.rule))}); d.Verdict != test.want {
			t.Errorf("%q away %v with the rule %q: got %s, want %s", test.command, test.away, test.rule, word(d.Verdict), word(test.want))
		}
		if test.away && test.want == gate.Ask && len(shell.Propose(a)) > 0 {
			t.Errorf("%q away: got proposals", test.command)
		}
		x := shell.Expanded(strings.Fields(test.command), opts.Dir, opts)
		if d := shell.Decide(x, shell.Policy{Allow: covers(rule(test.rule))}); d.Verdict != test.want {
			t.Errorf("%q away %v with the rule %q, as it runs: got %s, want %s", test.command, test.away, test.rule, word(d.Verdict), word(test.want))
		}
	}
}

// A prefix never lets a command change what runs or configures something later on; the very words of a rule do.
func TestPrefixesKeepFromProtectedFiles(t *testing.T) {
	opts := place()
	opts.Protected = func(path string) bool {
		return strings.HasPrefix(path+"/", "/work/.git/") || path == "/home/user/.bashrc"
	}
	opts.Resolve = func(path string) string {
		return strings.NewReplacer("/work/to/", "/work/.git/", "/work/to, too/", "/work/.git/").Replace(path)
	}
	for _, test := range []struct {
		command, rule string
		want          gate.Verdict
	}{
		{"cp a b", "cp:*", gate.Allow},
		{"cp a .git/hooks/pre-commit", "cp:*", gate.Ask},
		{"cp -t .git/hooks a", "cp:*", gate.Ask},
		{"cp --target-directory=.git/hooks a", "cp:*", gate.Ask},
		{"cp a ~/.bashrc", "cp:*", gate.Ask},
		{"ls | tee sub/../.git/config", "tee:*", gate.Ask},
		{"cp a -t.git/hooks", "cp:*", gate.Ask},
		{"cp a -vt.git/hooks", "cp:*", gate.Ask},
		{"cp a -tto/hooks", "cp:*", gate.Ask},
		{"cp a -vtto/hooks", "cp:*", gate.Ask},
		{"cp a --target-directory=to/hooks", "cp:*", gate.Ask},
		{"cp a 'to, too/hooks'", "cp:*", gate.Ask},
		{"sed -n 'w .git/hooks/x' a", "sed:*", gate.Ask},
		{"sed -n 'w.git/hooks/x' a", "sed:*", gate.Ask},
		{"sed s/a/b/gw.git/hooks/x a", "sed:*", gate.Ask},
		{"sed s/a/b/gwto/hooks/x a", "sed:*", gate.Ask},
		{"sed -i 's/w/x/' a.go", "sed:*", gate.Allow},
		{"tool \"open('.git/hooks/x')\"", "tool:*", gate.Ask},
		{"tool out:./x/../.git/hooks/x", "tool:*", gate.Ask},
		{"git clone https://example.com/some/name.git", "git clone:*", gate.Allow},
		{"git clone git@example.com:some/name.git", "git clone:*", gate.Allow},
		{"git add .gitignore src/a.git.go", "git add:*", gate.Allow},
		{"cat .git/config", "cat:*", gate.Allow},
		{"cp -t.git/hooks a", "cp -t.git/hooks a", gate.Allow},
		{"touch .git/config", "touch .git/config", gate.Allow},
	} {
		d := shell.Decide(shell.Analyze(test.command, opts), shell.Policy{Confined: true, Allow: covers(rule(test.rule))})
		if d.Verdict != test.want {
			t.Errorf("%q with the rule %q: got %s, want %s", test.command, test.rule, word(d.Verdict), word(test.want))
		}
	}
}

// What the system's shell runs is judged once only: each part takes a rule, and a prefix covers no files that are not named.
func TestTheSystemShellIsJudgedOnce(t *testing.T) {
	for _, test := range []struct {
		command string
		rules   []string
		want    gate.Verdict
	}{
		{"touch x", []string{"touch:*"}, gate.Allow},
		{"cat d/*.md a.txt", nil, gate.Allow}, // the interpreter runs what only reads as a whole
		{"touch x; cat a.txt", []string{"touch:*", "cat:*"}, gate.Allow},
		{"touch x; cat a.txt", []string{"touch:*"}, gate.Ask},
		{"touch x; while read -r l; do cat \"$l\"; done < list", []string{"touch:*", "cat:*", "read:*"}, gate.Ask},
		{"touch x; for f in d/*.md; do cat \"$f\"; done", []string{"touch:*", "cat:*"}, gate.Ask},
		{"touch x; cat -- d/*.md", []string{"touch:*", "cat:*"}, gate.Ask},
		{"touch x; grep -r SECRET .", []string{"touch:*", "grep:*"}, gate.Ask},
		{"touch x; grep SECRET a.txt", []string{"touch:*", "grep:*"}, gate.Allow},
		{"touch x; xargs cat < list", []string{"touch:*", "xargs:*", "cat:*"}, gate.Ask},
		{"touch x; find . -name '*.md' -exec cat {} \\;", []string{"touch:*", "find:*", "cat:*"}, gate.Ask},
		{"touch x && cat a.txt | awk '{print}'", []string{"touch:*"}, gate.Ask},
		{"cp a .gi*/hook?", []string{"cp:*"}, gate.Ask},
		{"mv evil/.r* .", []string{"mv:*"}, gate.Ask},
	} {
		opts := place()
		opts.Judged, opts.System = true, true
		var allowed []shell.Rule
		for _, r := range test.rules {
			allowed = append(allowed, rule(r))
		}
		d := shell.Decide(shell.Analyze(test.command, opts), shell.Policy{Confined: true, Allow: covers(allowed...)})
		if d.Verdict != test.want {
			t.Errorf("%q with the rules %q: got %s (%s), want %s", test.command, test.rules, word(d.Verdict), d.Reason, word(test.want))
		}
		if test.command == "touch x; cat a.txt" && d.Verdict == gate.Ask && !strings.Contains(d.Reason, "no rule covers cat a.txt") {
			t.Errorf("%q: got the reason %q, want the part that no rule covers", test.command, d.Reason)
		}
	}
}

// What comes in for xargs is known to nobody, so it takes somebody who judges each command as it runs.
func TestXargsNeedsAJudge(t *testing.T) {
	for command, want := range map[string]gate.Verdict{
		"find . -name x | xargs -0 -r grep -n text":         gate.Allow,
		"ls | xargs -n1 basename":                           gate.Allow,
		"ls | xargs -I{} echo {}":                           gate.Allow,
		"ls | xargs":                                        gate.Allow,
		"ls | xargs rm":                                     gate.Ask,
		"ls | xargs sort -o x":                              gate.Ask,
		"ls | xargs sh -c ls":                               gate.Ask,
		"ls | xargs env ls":                                 gate.Ask,
		"ls | xargs git log":                                gate.Ask,
		"ls | xargs xargs ls":                               gate.Ask,
		"ls | xargs find":                                   gate.Ask,
		"ls | xargs -I{} {} x":                              gate.Ask,
		"ls | xargs -a f ls":                                gate.Ask,
		"ls | xargs --arg-file=f ls":                        gate.Ask,
		"ls | xargs -x ls":                                  gate.Ask,
		"ls | xargs ./cat":                                  gate.Ask,
		"ls | xargs cat *":                                  gate.Ask,
		"ls | timeout 5 xargs cat":                          gate.Ask,
		"ls | /usr/bin/xargs cat":                           gate.Ask,
		"find . -exec xargs cat ';'":                        gate.Ask,
		"ls | xargs cat .env":                               gate.Deny,
		"ls | while read -r f; do wc -l \"$f\"; done":       gate.Allow,
		"ls | while read f; do grep -n x -- \"d/$f\"; done": gate.Allow,
		"ls | while read f; do sed -n 1,5p \"$f\"; done":    gate.Allow,
		"ls | while read f; do sed \"$f\" x; done":          gate.Ask,
		"ls | while read f; do awk \"$f\" < x; done":        gate.Ask,
		"ls | while read f; do jq \"$f\" x; done":           gate.Allow,
		"ls | while read f; do rm \"$f\"; done":             gate.Ask,
		"ls | while read f; do find \"$f\"; done":           gate.Ask,
		"ls | while read f; do git log \"$f\"; done":        gate.Ask,
		"ls | while read f; do sort -o \"$f\" x; done":      gate.Ask,
		"ls | while read f; do cat $f; done":                gate.Ask,
		"ls | while read f; do xargs \"$f\"; done":          gate.Ask,
		"ls | while read f; do cat < \"$f\"; done":          gate.Ask,
		"ls | while read f; do python3 \"$f\"; done":        gate.Ask,
	} {
		opts := place()
		opts.Judged = true
		if d := shell.Decide(shell.Analyze(command, opts), shell.Policy{Confined: true}); d.Verdict != want {
			t.Errorf("%q: got %s (%s), want %s", command, word(d.Verdict), d.Reason, word(want))
		}
		d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Confined: true})
		if d.Verdict == gate.Allow {
			t.Errorf("%q: got allow where nobody judges, want ask", command)
		}
	}
}

// A rule that keeps a file from the tools that read files has commands ask that read it.
func TestRulesOfOtherToolsHold(t *testing.T) {
	opts := place()
	opts.Forbidden = func(path string) string {
		if strings.HasPrefix(path+"/", "/work/private/") {
			return "read_file(private/**)"
		}
		return ""
	}
	for command, want := range map[string]gate.Verdict{
		"cat private/a": gate.Ask, "cat private/*.md": gate.Ask, "head -n1 -- ./x/../private/a": gate.Ask, "wc -l < private/a": gate.Ask,
		"cd private && cat a": gate.Ask, "git show HEAD:private/a": gate.Ask, "for x in a; do cat private/$x; done": gate.Ask,
		"grep -f private/a b": gate.Ask, "timeout 5 cat private/a": gate.Ask, "ls private/a": gate.Allow,
		`find private/a -exec cat {} \;`: gate.Ask, `find private/ -exec grep x {} +`: gate.Ask, "find private/a -name x": gate.Allow, "cat public/a": gate.Allow, "echo private/a": gate.Allow,
	} {
		d := shell.Decide(shell.Analyze(command, opts), shell.Policy{Confined: true, Allow: covers(rule("cat:*"))})
		if d.Verdict != want {
			t.Errorf("%q: got %s (%s), want %s", command, word(d.Verdict), d.Reason, word(want))
		}
	}
}

// nestedLoops begins loops in one another, each with a variable of its own.
func nestedLoops(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "for x%d in 1 2 3 4; do ", i)
	}
	return b.String()
}

// The work is bounded however deep commands are in one another.
func TestAnalysisIsBounded(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("find . -exec ", 600) + "ls", strings.Repeat("find . -ok ", 300) + "ls ';'", strings.Repeat("xargs find . -execdir env ", 300) + "ls",
		strings.Repeat("for x in 1 2 3 4 5 6 7 8 9; do for y in a b c d e f g h; do ", 50) + "((1))" + strings.Repeat("; done; done", 50),
		nestedLoops(40) + "((1))" + strings.Repeat("; done", 40),
		strings.Repeat("cd a.txt;", 1000) + "ls", strings.Repeat("cd sub && git status;", 400), strings.Repeat("sh -c ", 1000) + "ls",
	} {
		if d := shell.Decide(shell.Analyze(text, place()), shell.Policy{Confined: true}); d.Verdict != gate.Ask {
			t.Errorf("%.40q…: got %s, want ask", text, word(d.Verdict))
		}
	}
}

func TestPlaceMatters(t *testing.T) {
	trusted := func(string) string { return "" }
	tests := []struct {
		command string
		opts    *shell.Options
		want    gate.Verdict
	}{
		{"git status", nil, gate.Ask},
		{"git status", &shell.Options{Settings: func(string) string { return "filter" }}, gate.Ask},
		{"git status", &shell.Options{Settings: trusted}, gate.Allow},
		{"cat ~/x", nil, gate.Ask},
		{"cat \"$PWD/x\"", &shell.Options{Dir: "/work"}, gate.Allow},
		{"cd y && cat \"$PWD/x\"", &shell.Options{Dir: "/work"}, gate.Ask},
		{"cat link", &shell.Options{Resolve: func(p string) string { return "/work/.env" }}, gate.Deny},
		{"cat link", &shell.Options{Resolve: func(p string) string { return "" }}, gate.Allow},
	}
	for _, test := range tests {
		if d := shell.Decide(shell.Analyze(test.command, test.opts), shell.Policy{Confined: true}); d.Verdict != test.want {
			t.Errorf("%q: got %s (%s), want %s", test.command, word(d.Verdict), d.Reason, word(test.want))
		}
	}
}

func TestStraight(t *testing.T) {
	for command, want := range map[string]bool{
		"ls": true, "ls | wc -l && rm x; make": true, "sh -c 'a; b'": true,
		"ls &": false, "(ls)": false, "if a; then b; fi": false, "while a; do b; done": false, "ls $x": false, "f() { ls; }": false, "": false,
	} {
		if got := shell.Analyze(command, nil).Straight(); got != want {
			t.Errorf("%q: got %v, want %v", command, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	key := func(command, dir string) string { return shell.Analyze(command, place()).Key(dir) }
	if key("make  x", "/a") != key("make x", "/a") {
		t.Error("blanks make another key")
	}
	for _, other := range []string{key("make y", "/a"), key("make x", "/b"), key("make 'x y'", "/a"), key("make x y", "/a")} {
		if other == key("make x", "/a") || other == "" {
			t.Errorf("got the key %q, want another", other)
		}
	}
	for _, command := range []string{"make $x", "cat .env", ""} {
		if got := key(command, "/a"); got != "" {
			t.Errorf("%q: got the key %q, want none", command, got)
		}
	}
}

// However often a command is wrapped, a deny rule finds it: a bound never turns a denial into a question.
func TestDenyRulesSeeThroughEverything(t *testing.T) {
	deep := "rm x"
	for range 12 {
		deep = "sh -c " + strconv.Quote(deep)
	}
	many := "true"
	for range 100 {
		many += "; sh -c true"
	}
	for name, command := range map[string]string{
		"env": strings.Repeat("env ", 2000) + "rm x", "docker": strings.Repeat("docker ", 1000) + "rm x", "options": "timeout " + strings.Repeat("--unknown ", 900) + "rm x",
		"deep": deep, "many": many + "; sh -c 'rm x'", "long": "echo " + strings.Repeat("a ", shell.MaxLength) + "; rm x", "groups": strings.Repeat("{ ", 200) + "rm x" + strings.Repeat("; }", 200),
	} {
		if d := shell.Decide(shell.Analyze(command, place()), shell.Policy{Deny: hits(rule("rm:*"))}); d.Step != shell.StepDeny {
			t.Errorf("%s: got %s at %s, want the rule to deny", name, word(d.Verdict), d.Step)
		}
	}
}

func TestLongAndDeepCommands(t *testing.T) {
	if a := shell.Analyze("echo "+strings.Repeat("a ", shell.MaxLength), place()); a.Unknown == "" {
		t.Error("a command that is too long is understood")
	}
	text := "ls"
	for range 8 {
		text = "sh -c " + strconv.Quote(strings.ReplaceAll(text, `"`, `\"`))
	}
	if a := shell.Analyze(text, place()); a.Unknown == "" {
		t.Error("commands nested without end are understood")
	}
}

func TestExpandedAgreesWithAnalyze(t *testing.T) {
	for _, words := range [][]string{
		{"ls", "-la"}, {"rm", "x"}, {"cat", ".env"}, {"git", "status"}, {"timeout", "5", "ls"}, {"sh", "-c", "rm x"}, {"sort", "-o", "x"}, {"export", "PATH=x"},
		{"test", "-v", "x"}, {"xargs", "rm"}, {"find", ".", "-delete"},
	} {
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = "'" + w + "'"
		}
		if words[0] == "export" {
			quoted = words
		}
		policy := shell.Policy{Confined: true, Deny: hits(rule("rm:*"))}
		static := shell.Decide(shell.Analyze(strings.Join(quoted, " "), place()), policy)
		final := shell.Decide(shell.Expanded(words, "/work", place()), policy)
		if diff := cmp.Diff(static, final); diff != "" {
			t.Errorf("%v (-static +final):\n%s", words, diff)
		}
	}
}

func TestAnotherHome(t *testing.T) {
	tests := []struct {
		text string
		want gate.Verdict
	}{
		{`HOME=/x; ls "$HOME"`, gate.Ask},
		{"HOME=/x; cd sub; cat a", gate.Ask},
		{"HOME=/x; git status", gate.Deny},
		{"HOME=/x ./ls", gate.Deny},
		{`HOME=/x; "$c" a`, gate.Deny},
		{`HOME=/x; ls $(git status)`, gate.Deny},
		{"HOME=/x; PATH=/x; ls", gate.Deny},
		{"export HOME=/x; ls", gate.Deny},
	}
	for _, test := range tests {
		if got := shell.Decide(shell.Analyze(test.text, nil), shell.Policy{}).Verdict; got != test.want {
			t.Errorf("%q: got %v, want %v", test.text, got, test.want)
		}
	}
}

// Loops that repeat the variable of the loop around them are bounded, and what is in them is still looked at.
func TestWordsOfLoopsAreBounded(t *testing.T) {
	text := "cat $i; cat .env"
	for c := 'i'; c > 'a'; c-- {
		text = fmt.Sprintf(`for %c in "%s"; do %s; done`, c, strings.Repeat("$"+string(c-1), 10), text)
	}
	text = "for a in x; do " + text + "; done"
	a := shell.Analyze(text, place())
	size := 0
	for _, p := range a.Parts {
		for _, w := range p.Words {
			size += len(w.Text)
		}
	}
	if a.Unknown == "" || a.Floor == "" || size > 4<<20 {
		t.Errorf("got unknown %q, floor %q, %d bytes of words, want all known reasons and few bytes", a.Unknown, a.Floor, size)
	}
}
