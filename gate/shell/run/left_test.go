//go:build linux

package run_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/confine"
	"github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// hidden starts a process that has given up its session, its parent and its environment, and that holds a file open.
const hidden = `(env -i /usr/bin/setsid /bin/sh -c '/bin/sleep 1000 >>"$0" & : >"$0.up"' "$PWD/held" >/dev/null 2>&1 &); while ! test -e held.up; do sleep 0.01; done; `

// holders counts the processes that have a file open.
func holders(t *testing.T, file string) (n int) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil && to == file {
			n++
		}
	}
	return n
}

// shells are the two ways to run a text.
func shells(dir string) map[string]func(ctx context.Context, text string, out io.Writer, keep bool) (process.Exit, error) {
	env := []string{"PATH=/usr/bin:/bin"}
	return map[string]func(ctx context.Context, text string, out io.Writer, keep bool) (process.Exit, error){
		"interpreted": func(ctx context.Context, text string, out io.Writer, keep bool) (process.Exit, error) {
			c := &run.Command{
				Analysis: shell.Analyze(text, nil), Dir: dir, Env: env, Judge: run.Policy(rules(), true, nil),
				Output: out, Writes: true, Keep: keep,
			}
			return c.Run(ctx)
		},
		"system": func(ctx context.Context, text string, out io.Writer, keep bool) (process.Exit, error) {
			return (*run.Helpers)(nil).Program(ctx, process.Command{
				Argv: []string{"/bin/sh", "-c", text}, Dir: dir, Env: env, Mark: dir, Output: out, Keep: keep,
			})
		},
	}
}

func TestWhatIsLeftBehindIsEndedAndTold(t *testing.T) {
	tests := []struct {
		text, out string
		ended     int
	}{
		{"echo done", "done\n", 0},
		{"sleep 1000 & echo done", "done\n", 1},
		{"(sleep 1000 >/dev/null 2>&1 &); echo done", "done\n", 1},
		{"setsid sleep 1000 & echo done", "done\n", 1},
		{hidden + "echo done", "done\n", 1},
		{"(while :; do :; done) & echo done", "done\n", 1},
		{"for i in 1 2; do cat /dev/null; done; echo $(echo done)", "done\n", 0},
	}
	for name := range shells("") {
		for _, test := range tests {
			dir := t.TempDir()
			var out bytes.Buffer
			exit, err := shells(dir)[name](t.Context(), test.text, &out, false)
			if err != nil || exit != (process.Exit{Ended: test.ended}) || out.String() != test.out {
				t.Errorf("%s: %q: got %+v, %v, %q, want %d ended and %q", name, test.text, exit, err, out.String(), test.ended, test.out)
			}
			if n := holders(t, filepath.Join(dir, "held")); n > 0 {
				t.Errorf("%s: %q: got %d processes left", name, test.text, n)
			}
		}
	}
}

func TestNothingSurvivesACancel(t *testing.T) {
	for name := range shells("") {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		out := writer(func(p []byte) (int, error) { cancel(); return len(p), nil })
		exit, err := shells(dir)[name](ctx, hidden+"echo up; sleep 1000; touch after", out, false)
		if err != nil || !exit.Stopped || exit.Escaped > 0 {
			t.Errorf("%s: got %+v, %v, want it stopped", name, exit, err)
		}
		if n := holders(t, filepath.Join(dir, "held")); n > 0 {
			t.Errorf("%s: got %d processes left", name, n)
		}
		if _, err := os.Stat(filepath.Join(dir, "after")); err == nil {
			t.Errorf("%s: the command went on", name)
		}
	}
}

func TestKeep(t *testing.T) {
	for name := range shells("") {
		dir := t.TempDir()
		exit, err := shells(dir)[name](t.Context(), hidden+"(while :; do sleep 0.01; done) & echo done", io.Discard, true)
		if err != nil || exit.Kept == nil || exit.Ended > 0 || holders(t, filepath.Join(dir, "held")) != 1 {
			t.Fatalf("%s: got %+v, %v, want it kept", name, exit, err)
		}
		if ended, escaped := exit.Kept.End(0); ended < 1 || escaped > 0 || holders(t, filepath.Join(dir, "held")) != 0 {
			t.Errorf("%s: got %d ended, %d escaped, want all ended", name, ended, escaped)
		}
		if exit, err := shells(t.TempDir())[name](t.Context(), "echo done", io.Discard, true); err != nil || exit.Kept != nil {
			t.Errorf("%s: got %+v, %v, want nothing kept", name, exit, err)
		}
	}
}

// caller is the environment variable that makes the test binary one that runs a command and waits to be killed.
const caller = "RUNCODE_TEST_CALLER"

func beCaller() bool {
	if os.Getenv(caller) == ready {
		new(run.Helpers).Prepare()
		fmt.Println(helperBelow(os.Getpid()))
		select {}
	}
	start, ok := shells(os.Getenv("PWD"))[os.Getenv(caller)]
	if ok {
		_, _ = start(context.Background(), hidden+"echo up; sleep 1000", os.Stdout, false)
	}
	return ok
}

// What git starts by itself is found too, however it tries to get away.
func TestNothingOfGitIsLeft(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	held := filepath.Join(dir, "held")
	for name, text := range map[string]string{
		"a": "x", ".gitattributes": "a filter=x", "held": "", "evil": "#!/bin/sh\n(env -i /usr/bin/setsid /bin/sleep 1000 <held >/dev/null 2>&1 &)\ncat\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	git("add", "a", ".gitattributes")
	git("commit", "-q", "-m", "first")
	git("config", "filter.x.clean", filepath.Join(dir, "evil"))
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("y"), 0o644); err != nil {
		t.Fatal(err)
	}
	opts := &shell.Options{Dir: dir, Settings: func(string) string { return "" }} // as if that had gone unseen
	var out bytes.Buffer
	c := &run.Command{
		Analysis: shell.Analyze("git diff", opts), Options: opts, Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}, Output: &out,
		Judge: run.Policy(rules(), false, nil),
	}
	exit, err := c.Run(t.Context())
	if err != nil || exit.Ended == 0 || exit.Escaped > 0 || !strings.Contains(out.String(), "+y") {
		t.Errorf("got %+v, %v, %q, want what it left ended", exit, err, out.String())
	}
	if n := holders(t, held); n > 0 {
		t.Errorf("got %d processes left", n)
	}
}

// TestNothingSurvivesItsCaller kills the process that runs a command, which can do nothing about it.
func TestNothingSurvivesItsCaller(t *testing.T) {
	for name := range shells("") {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Dir, cmd.Env = dir, []string{caller + "=" + name, "PWD=" + dir}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		pipe := filepath.Join(dir, "held") // of which the end comes when nobody holds it any more
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		held, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 3)
		if _, err := io.ReadFull(out, got); err != nil || string(got) != "up\n" {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if rest, err := io.ReadAll(held); err != nil || len(rest) > 0 {
			t.Errorf("%s: got %q, %v", name, rest, err)
		}
		held.Close()
	}
}

// ready is the caller that only has a helper made ready.
const ready = "ready"

// helperBelow waits until a process has a helper, and returns its number.
func helperBelow(parent int) int {
	for {
		if list := helpersBelow(parent); len(list) > 0 {
			return list[0]
		}
	}
}

// helpersBelow lists the helpers that a process has.
func helpersBelow(parent int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		line, err := os.ReadFile(f)
		if err != nil || string(line) != "runcode: shell\x00" {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "status"))
		if strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", parent)) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			list = append(list, pid)
		}
	}
	return list
}

func TestHelperIsKeptReady(t *testing.T) {
	h := &run.Helpers{}
	try := func() {
		t.Helper()
		r := try(t, "x=a; cat $x", func(c *run.Command) { c.Helpers = h })
		if r.err != nil || r.out != "one\n" {
			t.Errorf("got %q, %v, want the file", r.out, r.err)
		}
	}
	h.Prepare()
	first := helperBelow(os.Getpid())
	try()
	second := helperBelow(os.Getpid())
	if first == second {
		t.Error("a helper is used for a second command")
	}
	if err := syscall.Kill(second, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for syscall.Kill(second, 0) == nil { // until that has been noticed
	}
	try()
	h.Close()
	h.Prepare()
	if left := helpersBelow(os.Getpid()); len(left) > 0 {
		t.Errorf("got helpers %v after Close, want none", left)
	}
}

// TestReadyHelperEndsWithItsCaller kills a process that has a helper ready.
func TestReadyHelperEndsWithItsCaller(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = []string{caller + "=" + ready}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Error(err)
	}
	helper, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(helper)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for { // until it has ended
		if n, err := unix.Poll([]unix.PollFd{{Fd: int32(helper), Events: unix.POLLIN}}, -1); err != unix.EINTR {
			if n != 1 || err != nil {
				t.Errorf("got %d, %v, want the end of the helper", n, err)
			}
			return
		}
	}
}

// TestASignalEndsTheShell sends signals to the shell itself, also those that a fault would raise.
func TestASignalEndsTheShell(t *testing.T) {
	for _, name := range []string{"TERM", "SEGV", "BUS", "FPE", "ILL", "ABRT", "QUIT", "TRAP", "SYS", "KILL", "HUP", "INT", "USR1", "ALRM", "PIPE"} {
		if signal.Ignored(unix.SignalNum("SIG" + name)) {
			continue // by who started this process, as nohup does, and then by all shells
		}
		var out bytes.Buffer
		exit, err := shells(t.TempDir())["interpreted"](t.Context(), "echo before; kill -"+name+" $$; sleep 0.2; echo after", &out, false)
		want := process.Exit{Code: -1, Signal: "SIG" + name}
		if name == "PIPE" {
			want = process.Exit{}
		}
		exit.Ended = 0 // what it was about
		if err != nil || exit != want || strings.Contains(out.String(), "after") != (name == "PIPE") {
			t.Errorf("%s: got %+v, %v, %q, want %+v", name, exit, err, out.String(), want)
		}
	}
}

func TestWhatTheInterpreterHasNot(t *testing.T) {
	for _, text := range []string{
		"exec 3>f", "echo a >&3", "cat 0>f", "echo ${PIPESTATUS[0]}", "select x in a; do echo $x; done", "coproc cat",
	} {
		if r := try(t, text, nil); r.err == nil || !strings.Contains(r.err.Error(), "--shell=system") {
			t.Errorf("%q: got %v, want an error that names the other shell", text, r.err)
		}
	}
	for _, text := range []string{"trap 'echo x' INT", "x=-n; wait $x", "sleep 0 & kill $!", "ulimit -n", "x=umask; $x", "disown"} {
		if r := try(t, text+"; echo after", nil); r.err != nil || !strings.Contains(r.out, "--shell=system") || !strings.HasSuffix(r.out, "after\n") {
			t.Errorf("%q: got %q, %v, want that it names the other shell, and what follows", text, r.out, r.err)
		}
	}
}
