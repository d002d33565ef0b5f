//go:build unix

package builtin_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
	"github.com/runcode-dev/runcode/registry/builtin/process"
)

func needShell(t testing.TB) {
	if _, err := os.Stat("/bin/bash"); err != nil {
		t.Skip("no /bin/bash")
	}
}

func TestBash(t *testing.T) {
	needShell(t)
	for _, c := range []struct {
		name, command string
		want          object
	}{
		{"output", "echo hello", object{"output": "hello\n"}},
		{"both streams, OU-012", "echo 1; echo 2 >&2; echo 3; echo 4 >&2", object{"output": "1\n2\n3\n4\n"}},
		{"exit code", "echo no >&2; exit 3", object{"output": "no\n", "exit_code": 3.0}},
		{"signal", "kill -SEGV $$", object{"exit_code": nil, "signal": "SIGSEGV"}},
		{"syntax", "if", object{"output": "/bin/bash: -c: line 2: syntax error: unexpected end of file\n", "exit_code": 2.0}},
		{"no input, PR-007", "cat; echo end", object{"output": "end\n"}},
		{"progress, OU-009", `for i in 0 50 100; do printf '\r%d%%' $i; done; printf '\ndone'`, object{"output": "100%\ndone"}},
		{"escapes, OU-010", `printf 'a\0b\x1b]0;t\x07c\x9b31m'`, object{"output": "a\\x00bc\ufffd31m"}},
		{"not UTF-8, OU-011", `printf 'caf\xe9\n'; exit 3`, object{"output": "caf\ufffd\n", "exit_code": 3.0}},
		{"background, PR-002", "sleep 60 & echo done", object{"output": "done\n", "ended": 1.0}},
		{"no secrets", "echo ${SECRET-none} $TERM $GIT_TERMINAL_PROMPT $LC_X", object{"output": "none dumb 0 x\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, &builtin.Options{Environ: []string{"SECRET=1", "PATH=" + os.Getenv("PATH"), "LC_X=x"}})
			want := object{"output": "", "exit_code": 0.0, "timed_out": false, "truncated": false}
			for k, v := range c.want {
				want[k] = v
			}
			if diff := cmp.Diff(want, b.call("bash", object{"command": c.command})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestBashShown(t *testing.T) {
	needShell(t)
	b := newBench(t, nil)
	for command, want := range map[string]string{
		"echo a":           "a\n[exit code 0]",
		"true":             "[exit code 0; no output]",
		"exit 2":           "[exit code 2; no output]",
		"kill -9 $$":       "[ended by SIGKILL; no output]",
		"sleep 60 &":       "[exit code 0; 1 process left in the background ended; keep_running: true lets them run on; no output]",
		"printf 'a\\n\\n'": "a\n\n[exit code 0]",
	} {
		if got := b.show("bash", object{"command": command}); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

// TestBashFresh carries nothing over from one call to the next, PR-009.
func TestBashFresh(t *testing.T) {
	needShell(t)
	b := newBench(t, nil)
	b.file("d/x", "")
	b.call("bash", object{"command": "cd /; export A=1"})
	if got := b.call("bash", object{"command": "pwd; echo $A"})["output"]; got != b.dir+"\n\n" {
		t.Errorf("got %q, want the workspace and no variable", got)
	}
	if got := b.call("bash", object{"command": "pwd", "cwd": "d"})["output"]; got != b.dir+"/d\n" {
		t.Errorf("got %q, want the directory asked for", got)
	}
	if err := os.RemoveAll(filepath.Join(b.dir, "d")); err != nil {
		t.Fatal(err)
	}
	if e := b.fail("bash", object{"command": "pwd", "cwd": "d"}); e.Error() != "args.cwd: d does not exist; list_directory and glob show what there is" {
		t.Errorf("got %v", e)
	}
}

func TestBashRefused(t *testing.T) { // PR-013
	needShell(t)
	b := newBench(t, nil)
	for _, c := range []struct {
		args object
		want string
	}{
		{object{"command": ""}, "args.command: is empty"},
		{object{"command": " \n"}, "args.command: is empty"},
		{object{"command": "echo a\x00b"}, `args.command: contains a NUL character; to make one, write \0 in a string of printf`},
		{object{"command": "echo " + strings.Repeat("x", 200<<10)},
			"args.command: is longer than the system allows; write it to a file with write_file, and run that"},
		{object{"command": "ls", "timeout_ms": 600_001},
			"args.timeout_ms: 600001 is more than the 600000 allowed; start what takes longer with keep_running: true in the background, and look at it later"},
		{object{"command": "ls", "cwd": "/"}, "args.cwd: / is outside the workspace; the workspace is " + b.dir + "; paths are relative to it"},
	} {
		if got := b.fail("bash", c.args).Error(); got != c.want {
			t.Errorf("%.30v:\n got %s\nwant %s", c.args, got, c.want)
		}
	}
}

// TestBashTimeout keeps what was written until the time was over, PR-005. The wait is the shortest there is: what
// happens first cannot matter, for the command never ends by itself.
func TestBashTimeout(t *testing.T) {
	needShell(t)
	b := newBench(t, nil)
	got := b.call("bash", object{"command": "echo partial; sleep 1000", "timeout_ms": 500})
	if got["timed_out"] != true || got["exit_code"] != nil || !strings.HasPrefix("partial\n", got["output"].(string)) {
		t.Errorf("got %v, want it timed out", got)
	}
	if got := b.show("bash", object{"command": "sleep 1000", "timeout_ms": 1}); !strings.Contains(got, "timed out after 1 ms and was stopped") {
		t.Errorf("got %q, want the time said", got)
	}
}

// TestBashCancel stops a command when the call is no longer wanted, while it writes all the time, PR-010.
func TestBashCancel(t *testing.T) {
	needShell(t)
	b := newBench(t, nil)
	ctx := cancelAtPipe(t, filepath.Join(b.dir, "started"))
	_, e := b.result(ctx, "bash", object{"command": "echo first; : >started; while :; do echo flood; done"})
	if e == nil || e.Code != registry.Aborted || !strings.Contains(e.Message, "the command was stopped: context canceled; it had written:\nfirst\n") {
		t.Errorf("got %v, want it aborted with what it wrote", e)
	}
}

// cancelAtPipe makes a pipe, and a context that ends when a command opens it for writing.
func cancelAtPipe(t *testing.T, pipe string) context.Context {
	t.Helper()
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

// TestBashNotStarted starts nothing for a call that is no longer wanted, PR-014.
func TestBashNotStarted(t *testing.T) {
	needShell(t)
	b := newBench(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 {
		if _, e := b.result(ctx, "bash", object{"command": "touch late"}); e == nil || e.Code != registry.Aborted {
			t.Fatalf("got %v, want it aborted", e)
		}
	}
	if _, err := os.Stat(filepath.Join(b.dir, "late")); err == nil {
		t.Error("got the file, want no command run")
	}
}

// TestBashMuchOutput keeps the start and the end of output, in memory that does not grow with it, OU-001, OU-002, PR-011.
func TestBashMuchOutput(t *testing.T) {
	needShell(t)
	b := newBench(t, &builtin.Options{MaxOutput: 100_000})
	got := b.call("bash", object{"command": "echo fatal: first; yes ✓ | head -c 30000000; echo; echo FAIL: last; exit 1"})
	text := got["output"].(string)
	if !strings.HasPrefix(text, "fatal: first\n") || !strings.HasSuffix(text, "FAIL: last\n") || got["exit_code"] != 1.0 {
		t.Errorf("got %q ... %q, want both ends", text[:30], text[len(text)-30:])
	}
	if len(text) > 100_100 || !utf8.ValidString(text) || got["truncated"] != true || got["omitted_bytes"].(float64) < 29_000_000 {
		t.Errorf("got %d bytes, %v omitted", len(text), got["omitted_bytes"])
	}
}

// TestBashMemoryIsFlat writes 250 MB, and looks at the memory of this process.
func TestBashMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	needShell(t)
	b := newBench(t, nil)
	before := resident(t)
	got := b.call("bash", object{"command": "yes one line of output | head -c 250000000"})
	if omitted := got["omitted_bytes"].(float64); omitted < 248_000_000 {
		t.Errorf("got %v bytes left out, want nearly all", omitted)
	}
	if grown := resident(t) - before; grown > 64<<20 {
		t.Errorf("got %d bytes more memory, want it flat", grown)
	}
}

// resident is how much memory of the machine this process uses, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc: ", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func TestBashKeepRunning(t *testing.T) {
	needShell(t)
	dir := t.TempDir()
	w, err := builtin.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	args := `{"command":"(trap 'touch ended; exit' TERM; touch up; while :; do sleep 0.01; done) >/dev/null 2>&1 & while ! test -e up; do sleep 0.01; done","keep_running":true}`
	r, err := tools[6].Handler(t.Context(), &registry.Call{Args: []byte(args)})
	if err != nil || !strings.Contains(string(r.Value), `"kept_running":true`) {
		t.Fatalf("got %v and %v, want it kept", r, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ended")); err == nil {
		t.Error("got it ended before Close")
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ended")); err != nil {
		t.Errorf("got %v, want it ended by Close", err)
	}
}

// TestShell runs commands by another shell, which sees what the tool was given.
func TestShell(t *testing.T) {
	var got builtin.Script
	var dir string
	b := newBench(t, &builtin.Options{Shell: func(_ context.Context, s builtin.Script) (process.Exit, error) {
		got = s
		dir = s.Dir
		_, err := s.Output.Write([]byte("\x1b[31mred\n"))
		return process.Exit{Code: 7}, err
	}})
	value := b.call("bash", object{"command": "anything"})
	if got.Command != "anything" || dir != b.dir || got.Mark == "" || value["output"] != "red\n" || value["exit_code"] != 7.0 {
		t.Errorf("got %+v and %v", got, value)
	}
	denied := registry.Errorf(registry.Denied, "rm is not permitted")
	b = newBench(t, &builtin.Options{Shell: func(context.Context, builtin.Script) (process.Exit, error) { return process.Exit{}, denied }})
	if e := b.fail("bash", object{"command": "rm"}); e.Code != registry.Denied {
		t.Errorf("got %v, want the shell's own error", e)
	}
}

// TestOutputBounds cuts at each size: what comes out is valid, no longer than it may be, and says exactly what is left
// out, OU-003.
func TestOutputBounds(t *testing.T) {
	var all strings.Builder
	for i := range 40 {
		all.WriteString([]string{"aaaaaaaaa✓b\n", "中中中中", "💰\n", "plain line\n", ""}[i%5])
	}
	text := all.String()
	marker := regexp.MustCompile(`(?m)^\[\.\.\. (\d+) bytes of output left out \.\.\.\]\n`)
	for size := 1; size <= len(text)+1; size++ {
		if 100 < size && size < len(text)-3 { // the text repeats itself
			continue
		}
		b := newBench(t, &builtin.Options{MaxOutput: size, Shell: func(_ context.Context, s builtin.Script) (process.Exit, error) {
			for part := range slices.Chunk([]byte(text), 7) {
				if _, err := s.Output.Write(part); err != nil {
					return process.Exit{}, err
				}
			}
			return process.Exit{}, nil
		}})
		value := b.call("bash", object{"command": "x"})
		got := value["output"].(string)
		cut := marker.FindString(got)
		omitted, _ := value["omitted_bytes"].(float64)
		if size >= len(text) {
			if got != text || cut != "" || value["truncated"] != false {
				t.Fatalf("size %d: got %q, want it whole", size, got)
			}
			continue
		}
		head, tail, _ := strings.Cut(got, cut)
		kept := len(strings.TrimSuffix(head, "\n")) + len(tail)
		if cut == "" || !utf8.ValidString(got) || kept > size || !strings.HasPrefix(text, strings.TrimSuffix(head, "\n")) || !strings.HasSuffix(text, tail) {
			t.Fatalf("size %d: got %q", size, got)
		}
		if total := kept + int(omitted); total != len(text) && total != len(text)-1 { // the line feed of the head is one, or the cut's
			t.Fatalf("size %d: got %d kept and %v left out of %d", size, kept, omitted, len(text))
		}
	}
}
