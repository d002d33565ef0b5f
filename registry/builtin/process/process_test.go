//go:build unix

package process_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/registry/builtin/process"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// shell is a command that is told apart from all others by the test's name.
func shell(t testing.TB, line string, out *bytes.Buffer) process.Command {
	t.Helper()
	if _, err := os.Stat("/bin/bash"); err != nil {
		t.Skip("no /bin/bash")
	}
	return process.Command{
		Argv: []string{"/bin/bash", "-c", line}, Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"},
		Mark: fmt.Sprintf("%s.%d.%d", t.Name(), os.Getpid(), time.Now().UnixNano()), Output: out,
		Grace: 200 * time.Millisecond, Linger: 50 * time.Millisecond,
	}
}

// up lets a child tell that it has come so far, and its parent wait for that.
const up = "up() { touch up; }; export -f up; waitup() { while ! test -e up; do sleep 0.01; done; }; "

func run(t *testing.T, ctx context.Context, c process.Command) process.Exit {
	t.Helper()
	exit, err := process.Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	return exit
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, line, output string
		want               process.Exit // Ended -1: some
	}{
		{"output", "echo hello", "hello\n", process.Exit{}},
		{"both streams in order, OU-012", "echo 1; echo 2 >&2; echo 3; echo 4 >&2", "1\n2\n3\n4\n", process.Exit{}},
		{"exit code", "exit 3", "", process.Exit{Code: 3}},
		{"signal", "kill -9 $$", "", process.Exit{Code: -1, Signal: "SIGKILL"}},
		{"signal of a child", "bash -c 'kill -9 $$'; exit $?", "", process.Exit{Code: 137}},
		{"no input, PR-007", "cat; read x; echo $?", "1\n", process.Exit{}},
		{"no terminal", "(: < /dev/tty) 2>/dev/null || echo none", "none\n", process.Exit{}},
		{"background child, PR-002", "sleep 60 & echo done", "done\n", process.Exit{Ended: 1}},
		{"background child with streams of its own", "sleep 60 >/dev/null 2>&1 & echo done", "done\n", process.Exit{Ended: 1}},
		{"session of its own, PR-003", up + "setsid bash -c 'up; exec sleep 60' & waitup; echo done", "done\n", process.Exit{Ended: 1}},
		{"child that ignores signals", up + "(trap '' TERM HUP INT; up; exec sleep 60) & waitup; echo done", "done\n", process.Exit{Ended: 1}},
		{"child that cleans up", up + "(trap 'echo bye; /bin/echo clean; exit' TERM; up; while :; do sleep 0.01; done) & waitup; echo done", "bye\nclean\n", process.Exit{Ended: -1}},
		{"child that is about to end", "(sleep 0.01; echo late) & echo done", "done\nlate\n", process.Exit{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			command := shell(t, c.line, &out)
			if c.want.Ended == 0 {
				command.Linger = time.Minute // never waited for: all of them end by themselves
			}
			got := run(t, t.Context(), command)
			if c.want.Ended < 0 && got.Ended > 0 { // as many as there were at the moment
				got.Ended = c.want.Ended
			}
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if !strings.HasSuffix(out.String(), c.output) {
				t.Errorf("got output %q, want %q", out.String(), c.output)
			}
		})
	}
}

// cancelAt gives a context that ends when the command opens the pipe "ready" in its directory.
func cancelAt(t *testing.T, command process.Command) context.Context {
	t.Helper()
	pipe := filepath.Join(command.Dir, "ready")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes: ", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer cancel()
		if f, err := os.Open(pipe); err != nil {
			t.Error(err)
		} else if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { <-done })
	return ctx
}

func TestStop(t *testing.T) {
	for _, c := range []struct{ name, line, output string }{
		{"sleep, PR-005", "echo partial; : >ready; sleep 60", "partial\n"},
		{"a child in another session, PR-003", up + "setsid bash -c 'up; exec sleep 60' & waitup; : >ready; sleep 60", ""},
		{"a daemon", up + "(setsid bash -c 'up; exec sleep 60' &) ; waitup; : >ready; sleep 60", ""},
		{"one that ignores signals", "trap '' TERM INT HUP; echo on; : >ready; while :; do sleep 1; done", "on\n"},
		{"a flood", ": >ready; yes", ""},
		{"a clean environment", "env -i /bin/sleep 60 & : >ready; wait", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			command := shell(t, c.line, &out)
			got := run(t, cancelAt(t, command), command)
			if !got.Stopped || got.Escaped > 0 || got.Signal == "" {
				t.Errorf("got %+v, want it stopped by a signal", got)
			}
			if !strings.HasPrefix(out.String(), c.output) {
				t.Errorf("got output %q, want %q first", out.String(), c.output)
			}
			if n := left(t, command.Mark); n > 0 {
				t.Errorf("got %d processes left, want none", n)
			}
		})
	}
}

// left counts the processes that carry a mark.
func left(t *testing.T, mark string) int {
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		if environ, err := os.ReadFile(f); err == nil && bytes.Contains(environ, []byte(mark)) {
			n++
		}
	}
	return n
}

func TestKeep(t *testing.T) {
	var out bytes.Buffer
	command := shell(t, "sleep 60 & echo done", &out)
	command.Keep = true
	exit := run(t, t.Context(), command)
	if exit.Kept == nil || exit.Ended != 0 || out.String() != "done\n" {
		t.Fatalf("got %+v and %q, want a group that is kept", exit, out.String())
	}
	if ended, escaped := exit.Kept.End(0); ended != 1 || escaped != 0 {
		t.Errorf("got %d ended and %d escaped, want 1 and 0", ended, escaped)
	}
	if n := left(t, command.Mark); n > 0 {
		t.Errorf("got %d processes left, want none", n)
	}
}

func TestNotStarted(t *testing.T) {
	var out bytes.Buffer
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := process.Run(done, shell(t, "echo x", &out)); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	missing := shell(t, "", &out)
	missing.Argv = []string{"/nowhere"}
	if _, err := process.Run(t.Context(), missing); err == nil {
		t.Error("got no error of a program that does not exist")
	}
	if out.Len() > 0 {
		t.Errorf("got output %q, want none", out.String())
	}
}

// TestNothingStays runs many commands, half of them stopped, PR-012.
func TestNothingStays(t *testing.T) {
	before := descriptors(t)
	for i := range 500 {
		var out bytes.Buffer
		line := "exit 0"
		command := shell(t, line, &out)
		ctx := t.Context()
		if i%2 == 1 {
			command = shell(t, ": >ready; sleep 60", &out)
			ctx = cancelAt(t, command)
		}
		run(t, ctx, command)
	}
	if after := descriptors(t); after > before {
		t.Errorf("got %d descriptors open after, %d before", after, before)
	}
	if n := zombies(t); n > 0 {
		t.Errorf("got %d zombies, want none", n)
	}
}

func descriptors(t *testing.T) int {
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc/self/fd")
	}
	return len(fds)
}

func zombies(t *testing.T) int {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range stats {
		stat, _ := os.ReadFile(f)
		if strings.Contains(string(stat), fmt.Sprintf(") Z %d ", os.Getpid())) {
			n++
		}
	}
	return n
}

func BenchmarkRun(b *testing.B) {
	var out bytes.Buffer
	command := shell(b, "exit 0", &out)
	for b.Loop() {
		if _, err := process.Run(b.Context(), command); err != nil {
			b.Fatal(err)
		}
	}
}
