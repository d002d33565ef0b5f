//go:build linux

package worker_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/bridge"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// Workers do not outlive a host that is killed, whatever they are doing.
func TestKilledHost(t *testing.T) {
	for _, program := range []string{"await tools.never({})", "for (;;) {}", `/^(a+)+\1$/.test("a".repeat(50) + "!")`} {
		host := exec.Command("/proc/self/exe")
		host.Env = append(os.Environ(), hostVariable+"="+program)
		out, err := host.StdoutPipe()
		if err == nil {
			err = host.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		gone := exits(t, pid)
		if err := host.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = host.Wait() // killed
		if !gone() {
			t.Errorf("%s: the worker lives on after its host", program)
		}
	}
}

// exits gives a function that waits until a process has ended.
func exits(t *testing.T, pid int) func() bool {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Skip(err)
	}
	return func() bool {
		defer unix.Close(fd)
		const hang = 60_000 // milliseconds: a guard
		for {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, hang)
			if err != unix.EINTR {
				return n == 1
			}
		}
	}
}

// A worker that is killed in the middle of a call fails the run; the call is cancelled, and the next program runs.
func TestKilledWorker(t *testing.T) {
	e := newEngine(t, nil)
	cancelled := make(chan struct{})
	out, err := e.Run(t.Context(), interp.Request{
		Program: "console.log('before'); await tools.die({})",
		Objects: []interp.Object{{Name: "tools", Functions: functions{
			"die": func(ctx context.Context, _ json.RawMessage, settle interp.Settle) {
				context.AfterFunc(ctx, func() { settle(nil, ctx.Err()); close(cancelled) })
				_ = unix.Kill(children(t)[0], unix.SIGKILL)
			},
		}}},
	})
	<-cancelled
	if err != nil || out.Failure == nil || out.Failure.Kind != interp.Worker || !strings.Contains(out.Failure.Message, "killed") {
		t.Errorf("got %+v, %v, want a failure of the worker", out.Failure, err)
	}
	if len(out.Logs) != 1 {
		t.Errorf("got %v, want what was written before", out.Logs)
	}
	if out, err := e.Run(t.Context(), interp.Request{Program: "return 1"}); err != nil || string(out.Value) != "1" {
		t.Errorf("the next program: got %+v, %v", out, err)
	}
}

// An idle worker that is killed is not used.
func TestKilledIdleWorker(t *testing.T) {
	e := newEngine(t, nil)
	for range 3 {
		if out, err := e.Run(t.Context(), interp.Request{Program: "return 1"}); err != nil || string(out.Value) != "1" {
			t.Fatalf("got %+v, %v", out, err)
		}
		for _, pid := range children(t) {
			gone := exits(t, pid)
			_ = unix.Kill(pid, unix.SIGKILL)
			gone()
		}
		for len(children(t)) > 0 { // until its host has noticed
			runtime.Gosched()
		}
	}
}

// writeScript writes a program for the shell that takes the part of a worker.
func writeScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "binary")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is no worker is told apart, with what to do.
func TestWrongBinary(t *testing.T) {
	if _, err := worker.New(&worker.Options{Binary: "/nowhere/runcode"}); err == nil || !strings.Contains(err.Error(), "Options.Binary") {
		t.Errorf("a missing binary: got %v", err)
	}
	for name, test := range map[string]struct {
		text, want string
		start      time.Duration
	}{
		"ends":            {"exit 0", "it ended at once: exit status 0", 0},
		"closes":          {"exec >&-; exec sleep 1000", "it ended at once", 0},
		"says why":        {"echo no such option >&2; exit 2", "it said: no such option", 0},
		"echoes":          {"exec cat", "greeting", 0},
		"talks":           {"exec yes", "frame too large", 0},
		"never answers":   {"exec sleep 1000", "did not answer within 100ms", 100 * time.Millisecond},
		"another version": {`printf '\000\000\000\034\000\000\000\000{"ready":{"Version":999999}}'; exec cat`, "version 999999", 0},
	} {
		e := newEngine(t, &worker.Options{Binary: writeScript(t, test.text), Start: test.start})
		out, err := e.Run(t.Context(), interp.Request{Program: "return 1"})
		if err == nil || !strings.Contains(err.Error(), test.want) || name != "closes" && !strings.Contains(err.Error(), "runcode binary") {
			t.Errorf("%s: got %+v, %v, want %q", name, out, err, test.want)
		}
	}
}

// A worker that does not come to life for want of something says of what, and what to do; not how its runtime says it.
func TestStillborn(t *testing.T) {
	for text, want := range map[string]string{
		"kill -9 $$": "it ended at once: signal: killed; something has killed it: try again",
		"echo 'runtime/cgo: pthread_create failed: Resource temporarily unavailable' >&2; echo SIGABRT >&2; exit 2": "it got no threads; " +
			"there are too many processes: end some, or raise the limit (ulimit -u)",
		"echo 'fatal error: runtime: cannot allocate memory' >&2; exit 2": "it got no memory; there is too little memory: end other programs",
	} {
		e := newEngine(t, &worker.Options{Binary: writeScript(t, text)})
		out, err := e.Run(t.Context(), interp.Request{Program: "return 1"})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SIGABRT") {
			t.Errorf("%s: got %+v, %v, want %q", text, out, err, want)
		}
	}
}

// Without descriptors there is an error that says what to do, and none of them is lost.
func TestNoDescriptors(t *testing.T) {
	e := newEngine(t, nil)
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 64, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_NOFILE, &old) }()
	var files []*os.File
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		files = append(files, f)
	}
	for left := range 8 {
		_, err := e.Run(t.Context(), interp.Request{Program: "return 1"})
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "ulimit -n") {
			t.Errorf("with %d free: got %v, want what to do", left, err)
		}
		files[0].Close()
		files = files[1:]
	}
	for _, f := range files {
		f.Close()
	}
	if out, err := e.Run(t.Context(), interp.Request{Program: "return 1"}); err != nil || string(out.Value) != "1" {
		t.Errorf("afterwards: got %+v, %v", out, err)
	}
}

// Runs leave no descriptors behind.
func TestDescriptorsAreClosed(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	before := count()
	for _, program := range []string{"return 1", "let s = '0123456789'; for (;;) s += s"} {
		e, err := worker.New(&worker.Options{Idle: -1})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := e.Run(t.Context(), interp.Request{Program: program, Limits: interp.Limits{Memory: 16 << 20}}); err != nil {
				t.Error(err)
			}
		}
		e.Close()
	}
	if after := count(); after > before {
		t.Errorf("got %d descriptors, and %d before", after, before)
	}
}

// What a person reads when the process of a program was killed says what it had done, and not to correct the program.
func TestTextAfterAKill(t *testing.T) {
	allow := func(context.Context, gate.Subject) (gate.Decision, error) {
		return gate.Decision{Verdict: gate.Allow}, nil
	}
	for writes, want := range map[bool]string{
		false: "Calls that were made (1):\n  tool: ABORTED\nNext: nothing was changed; run the program again.",
		true:  "Calls that were made (1):\n  tool: ABORTED\nNext: a call above that failed may have changed something",
	} {
		reg := registry.New(nil)
		_, err := reg.Root().Add(registry.Tool{
			Name: "tool", Summary: "Kills the worker.", Effects: registry.Effects{ReadOnly: !writes},
			Handler: func(ctx context.Context, _ *registry.Call) (*registry.Result, error) {
				for _, pid := range children(t) {
					_ = unix.Kill(pid, unix.SIGKILL)
				}
				<-ctx.Done()
				return nil, ctx.Err()
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		s, err := scheduler.New(reg, gate.New(&gate.Options{Hooks: []gate.Hook{allow}}), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := bridge.Run(t.Context(), "await tools.tool()", bridge.Config{Scheduler: s, Engine: newEngine(t, nil)})
		if err != nil || !strings.Contains(r.FailureText(), "signal: killed") || !strings.Contains(r.FailureText(), want) {
			t.Errorf("got %v, %v, want %q", r, err, want)
		}
	}
}
