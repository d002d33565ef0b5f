package confine_test

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/gate/shell/confine"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		if attempt, ok := attempts[os.Args[1]]; ok {
			attemptAndExit(attempt)
		}
	}
	goleak.VerifyTestMain(m)
}

// attemptAndExit does what a program that runs confined might try, and tells how it went.
func attemptAndExit(attempt func(string) error) {
	if err := attempt(os.Args[2]); err != nil {
		println(err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

// confined runs a program confined in a directory of its own that holds the file "kept".
func confined(t *testing.T, args ...string) (output string, dir string, err error) {
	t.Helper()
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kept"), []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := confine.Start(cmd); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	return out.String(), dir, err
}

func TestReadingWorks(t *testing.T) {
	for _, args := range [][]string{
		{"cat", "kept"}, {"sh", "-c", "cat kept | sort >/dev/null; cat kept"}, {"grep", "text", "kept"}, {"timeout", "5", "cat", "kept"},
	} {
		out, _, err := confined(t, args...)
		if err != nil || !strings.Contains(out, "text") {
			t.Errorf("%v: got %q, %v, want the text of the file", args, out, err)
		}
	}
}

func TestChangingFails(t *testing.T) {
	for _, script := range []string{
		"echo x > new", "echo x >> kept", "echo x > kept", "rm kept", "mv kept other", "mkdir d", "ln -s kept l", "ln kept l", "mkfifo p",
		"chmod 777 kept", "touch -d 2001-01-01 kept", "chown 1:1 kept", "truncate -s 0 kept", "cp kept /tmp/confined-copy",
		"sort -o kept kept", "dd if=/dev/zero of=kept bs=1 count=1", "hostname evil", "date -s 2001-01-01",
	} {
		out, dir, err := confined(t, "sh", "-c", script)
		if err == nil {
			t.Errorf("%q: got success (%q), want a failure", script, out)
		}
		info, statErr := os.Stat(filepath.Join(dir, "kept"))
		if statErr != nil || info.Size() != 5 || info.Mode().Perm() != 0o644 {
			t.Errorf("%q: the file was changed: %v %v", script, info, statErr)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%q: got %d entries in the directory, want 1", script, len(entries))
		}
	}
}

// bothWays makes an attempt without limits, where it must succeed, and then confined.
func bothWays(t *testing.T, name, arg string) (output string, confinedErr error) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(own, name, arg).CombinedOutput(); err != nil {
		t.Skipf("without limits: got %q, %v, want it to work", out, err)
	}
	output, _, confinedErr = confined(t, own, name, arg)
	return output, confinedErr
}

func TestNoNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	if out, err := bothWays(t, "dial", l.Addr().String()); err == nil || !strings.Contains(out, "dial tcp") {
		t.Errorf("got %q, %v, want no connection", out, err)
	}
}

func TestStatusIsKept(t *testing.T) {
	_, _, err := confined(t, "sh", "-c", "exit 7")
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 7 {
		t.Errorf("got %v, want status 7", err)
	}
}

func TestMissingProgram(t *testing.T) {
	if err := confine.Available(); err != nil {
		t.Skip(err)
	}
	if err := confine.Start(exec.Command("/nowhere/program")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that it does not exist", err)
	}
}

// The limits stay on the thread that started the program.
func TestThisProcessIsNotLimited(t *testing.T) {
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { confined(t, "true") })
	}
	all.Wait()
	for range 50 {
		all.Go(func() {
			if err := os.WriteFile(filepath.Join(t.TempDir(), "file"), nil, 0o644); err != nil {
				t.Error(err)
			}
			if l, err := net.Listen("tcp", "127.0.0.1:0"); err != nil {
				t.Error(err)
			} else {
				l.Close()
			}
			if out, err := exec.Command("sh", "-c", "echo x > "+filepath.Join(t.TempDir(), "file")).CombinedOutput(); err != nil {
				t.Errorf("a program that is not confined: %s, %v", out, err)
			}
		})
	}
	all.Wait()
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		cmd := exec.Command("/bin/true")
		if err := confine.Start(cmd); err != nil {
			b.Skip(err)
		}
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWithoutLimits(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("/bin/true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}
