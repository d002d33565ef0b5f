package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/run"
)

// The commands here are not understood in full before they run, so they run in the helper.

func TestDynamicCommandsRun(t *testing.T) {
	tests := []struct {
		text, out string
		status    int
	}{
		{"x=cat; $x a", "one\n", 0},
		{"cat $(echo b)", "two\n", 0},
		{"for f in *; do echo \"<$f>\"; done", "<a>\n<b>\n<sub>\n", 0},
		{"f() { echo \"$1\" | tr a-z A-Z; }; f x; exit 4", "X\n", 4},
		{"echo $((1 + 2)); [[ a == a ]] && cat <<< here", "3\nhere\n", 0},
		{"read x < a; echo got $x > new; cat new", "got one\n", 0},
		{"set -e; false; echo no", "", 1},
		{"export A=1 B=2; unset A; B=3 env | grep '^[AB]='", "B=3\n", 0},
		{"for i in 1; do echo NEW > .env; done; wc -c < a", "4\n", 0},
		{"sh -c 'kill -9 $$'", "", 137},
		{"cat < /dev/null; echo {1..3}", "1 2 3\n", 0},
	}
	for _, test := range tests {
		r := try(t, test.text, nil)
		if r.err != nil || r.status != test.status || r.out != test.out {
			t.Errorf("%q: got %q, status %d, %v, want %q, status %d", test.text, r.out, r.status, r.err, test.out, test.status)
		}
	}
}

func TestDynamicCommandsAreJudgedAfterExpansion(t *testing.T) {
	for _, text := range []string{
		"x=rm; $x a; echo after", "$(echo rm) a; echo after", "r$(echo m) a; echo after", "f() { rm a; }; f; echo after", "x='rm a'; eval \"$x\"; echo after",
		"x='rm a'; sh -c \"$x\"; echo after", "x=rm; env $x a; echo after", "for x in rm; do $x a; done; echo after", "x=(rm a); \"${x[@]}\"; echo after",
		"trap 'rm a' EXIT; echo after", "echo $(rm a); echo after", "cat <(rm a); echo after", "echo a | while read x; do rm $x; done; echo after", "{rm,a}; echo after",
	} {
		r := try(t, text, func(c *run.Command) { c.Judge = run.Policy(rules("deny rm:*"), true, nil) })
		if r.err != nil || !strings.Contains(r.out, "after\n") || !strings.Contains(r.out, "not run: the rule rm denies") || !exists(r, "a") {
			t.Errorf("%q: got %q, %v, a exists %v, want the refusal and what follows", text, r.out, r.err, exists(r, "a"))
		}
	}
}

func TestDynamicCommandsMeetTheFloor(t *testing.T) {
	for _, text := range []string{
		"x=v; cat .en$x", "cat $(echo .env)", "cat .en?", "cat < $(echo .env)", "x=$(cat < .en*); echo $x", "read x < .en$(echo v); echo $x", ". ./.en$(echo v)", "mapfile x < .en$(echo v); echo ${x[0]}",
		"ln -s .env l; x=l; cat < $x",
	} {
		if r := try(t, text, nil); strings.Contains(r.out, "SECRET") {
			t.Errorf("%q: got %q", text, r.out)
		}
	}
	if r := try(t, "x=LD_PRELOAD; export $x=y; cat a", nil); strings.Contains(r.out, "one") {
		t.Errorf("got %q, want a refusal", r.out)
	}
}

func TestDynamicCommandsWithoutEnd(t *testing.T) {
	tests := []struct {
		text string
		want string
	}{
		{"x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; while true; do x=$x$x; done", run.ErrMemory.Error()},
		{"f() { f; }; f", "functions call one another too deep"},
		{"x=$(yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)", run.ErrMemory.Error()},
	}
	for _, test := range tests {
		if r := try(t, test.text, nil); r.err == nil || r.err.Error() != test.want {
			t.Errorf("%q: got %q, status %d, %v, want %s", test.text, r.out, r.status, r.err, test.want)
		}
	}
}

func TestCancelOfADynamicCommand(t *testing.T) {
	why := errors.New("enough")
	for _, text := range []string{"echo $x; while true; do x=1; done", "echo $x; sleep 1000", "echo $x; sh -c 'trap : TERM; while :; do sleep 1000; done'"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := &run.Command{
			Analysis: shell.Analyze(text, nil), Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"}, Judge: run.Policy(rules(), true, nil), Grace: 100e6,
			Output: writer(func(p []byte) (int, error) { cancel(why); return len(p), nil }),
		}
		if exit, err := c.Run(ctx); !exit.Stopped || exit.Escaped > 0 || err != nil {
			t.Errorf("%q: got %+v, %v, want it stopped", text, exit, err)
		}
	}
}

func TestAnErrorOfTheJudgeEndsADynamicCommand(t *testing.T) {
	stop := errors.New("stop")
	r := try(t, "x=a; sleep 1000 | rm $x; rm b", func(c *run.Command) {
		c.Judge = func(_ context.Context, a *shell.Analysis) (shell.Decision, error) {
			if a.Parts[0].Words[0].Text == "rm" {
				return shell.Decision{}, stop
			}
			return shell.Decision{Verdict: gate.Allow}, nil
		}
	})
	if !errors.Is(r.err, stop) || !exists(r, "a") || !exists(r, "b") {
		t.Errorf("got %v, want stop and both files", r.err)
	}
}

func TestWordsNeedNotBeText(t *testing.T) {
	r := try(t, "printf '%s' $(printf '\\377') | od -An -tx1", nil)
	if r.err != nil || strings.TrimSpace(r.out) != "ff" {
		t.Errorf("got %q, %v, want the byte ff", r.out, r.err)
	}
}

func BenchmarkDynamicEcho(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		c := &run.Command{Analysis: shell.Analyze("echo $x", nil), Dir: dir, Judge: run.Policy(rules(), true, nil)}
		if exit, err := c.Run(b.Context()); exit.Code != 0 || err != nil {
			b.Fatal(exit, err)
		}
	}
}
