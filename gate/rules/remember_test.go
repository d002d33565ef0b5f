//go:build unix

package rules_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

// writerOf names the file to which a test binary that was started as another process adds rules.
const writerOf = "RUNCODE_TEST_WRITER_OF"

func TestMain(m *testing.M) {
	if file := os.Getenv(writerOf); file != "" {
		os.Exit(writeRules(file, os.Args[1]))
	}
	os.Exit(m.Run())
}

// writeRules adds rules to a file until it is killed or has added a hundred, and prints each that is saved.
func writeRules(file, name string) int {
	p, err := rules.Load(rules.Files{Local: file}, &rules.Options{Trust: rules.TrustAll{}})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for i := range 100 {
		rule := fmt.Sprintf("%s.tool%d", name, i)
		if err := p.Remember(rule); err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(rule)
	}
	return 0
}

func startWriter(t *testing.T, file, name string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, name)
	cmd.Env = append(os.Environ(), writerOf+"="+file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

func local(t *testing.T, text string) (*rules.Policy, string) {
	t.Helper()
	files := write(t, "", "", text)
	p, err := rules.Load(files, options())
	if err != nil {
		t.Fatal(err)
	}
	return p, files.Local
}

// The files in testdata/remember are settings before and, below the line of dashes, after "always" for deploy.
func TestRememberKeepsTheFile(t *testing.T) {
	const line = "----------\n"
	names, err := filepath.Glob("testdata/remember/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("got %v, %v, want golden files", names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			golden, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			before, want, _ := strings.Cut(string(golden), line)
			p, file := local(t, before)
			if err := p.Remember("deploy"); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(name, []byte(before+line+string(got)), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRememberIsInForceAtOnce(t *testing.T) {
	p, file := local(t, "")
	if got, want := outcome(p.Explain(subject("deploy"))), "ask mode"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	for range 2 { // the second time nothing is added
		if err := p.Remember("deploy\nbash(make 'a <b> & c')\ndeploy"); err != nil {
			t.Fatal(err)
		}
	}
	for call, want := range map[string]string{
		"deploy":                 "allow allow deploy",
		"bash make 'a <b> & c'":  "allow allow bash(make 'a <b> & c')",
		"bash make 'a <b> & cd'": "ask mode",
	} {
		if got := outcome(p.Explain(subject(call))); got != want {
			t.Errorf("%s: got %s, want %s", call, got, want)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"permissions": {"allow": ["deploy", "bash(make 'a <b> & c')"]}}` + "\n"
	if string(got) != want {
		t.Errorf("got file %s, want %s", got, want)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v, want a file for its owner alone", info.Mode(), err)
	}
}

func TestRememberRefuses(t *testing.T) {
	const text = `{"permissions": {"allow": ["deploy"]}}`
	tests := []struct {
		name, rule, want string
		spoil            func(t *testing.T, file string)
	}{
		{"a rule that is none", "bash(", `rule "bash(": ")" is missing at the end`, nil},
		{"one of several", "deploy\n*", `rule "*": "*" can only stand`, nil},
		{"a file that was broken meanwhile", "bash", "parsing value", func(t *testing.T, file string) {
			if err := os.WriteFile(file, []byte(`{"permissions": {"allow": [`), 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		{"a read-only file", "bash", "it is read-only", func(t *testing.T, file string) {
			if err := os.Chmod(file, 0o400); err != nil {
				t.Fatal(err)
			}
		}},
		{"a symbolic link", "bash", "it is not a regular file", func(t *testing.T, file string) {
			if err := errors.Join(os.Rename(file, file+".real"), os.Symlink(file+".real", file)); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, file := local(t, text)
			if tt.spoil != nil {
				tt.spoil(t, file)
			}
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Remember(tt.rule); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
			after, err := os.ReadFile(file)
			if err != nil || string(after) != string(before) {
				t.Errorf("got %s, %v, want the file as it was", after, err)
			}
			if got, want := outcome(p.Explain(subject("bash make"))), "ask mode"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestRememberNeedsAPlaceAndTrust(t *testing.T) {
	p, err := rules.Load(rules.Files{}, options())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Remember("deploy"); err == nil || !strings.Contains(err.Error(), "no local settings file") {
		t.Errorf("got %v, want an error that says that there is no file", err)
	}
	opts := options()
	opts.Trust = nil
	p = load(t, "", "", "", opts)
	if err := p.Remember("deploy"); err == nil || !strings.Contains(err.Error(), "not trusted") {
		t.Errorf("got %v, want an error that says that the project is not trusted", err)
	}
}

func TestRememberMakesTheDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "project", ".runcode", "settings.local.json")
	p, err := rules.Load(rules.Files{Local: file}, options())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Remember("deploy"); err != nil {
		t.Fatal(err)
	}
	if got, want := outcome(p.Explain(subject("deploy"))), "allow allow deploy"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// allowed counts the rules in a file, and wants it to be a whole one.
func allowed(t *testing.T, file string, want []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if mistakes := rules.Check(file, nil); len(mistakes) > 0 {
		t.Fatalf("got a broken file: %v", mistakes)
	}
	for _, rule := range want {
		if !strings.Contains(string(text), `"`+rule+`"`) {
			t.Errorf("the rule %s was saved and is lost", rule)
		}
	}
}

func TestTwoProcessesLoseNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.local.json")
	var wait sync.WaitGroup
	saved := make([][]string, 2)
	for i, name := range []string{"one", "two"} {
		cmd, out := startWriter(t, file, name)
		wait.Go(func() {
			for out.Scan() {
				saved[i] = append(saved[i], out.Text())
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("writer %s: %v: %s", name, err, saved[i])
			}
		})
	}
	wait.Wait()
	allowed(t, file, append(saved[0], saved[1]...))
	if got := len(saved[0]) + len(saved[1]); got != 200 {
		t.Errorf("got %d rules saved, want 200", got)
	}
}

// A writer that is killed at any moment leaves the file of before or after a write, and the lock free.
func TestCrashInTheMiddleOfAWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.local.json")
	var saved []string
	for round := range 10 {
		cmd, out := startWriter(t, file, fmt.Sprintf("round%d", round))
		for range 1 + round%3 {
			if !out.Scan() {
				t.Fatalf("round %d: the writer ended by itself", round)
			}
			saved = append(saved, out.Text())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for out.Scan() { // it may have saved more before it died
			saved = append(saved, out.Text())
		}
		_ = cmd.Wait() // it was killed
		allowed(t, file, saved)
	}
}

func TestLockIsNotWaitedForForEver(t *testing.T) {
	p, file := local(t, "")
	f, err := os.Create(file + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := p.Remember("deploy"); err == nil || !strings.Contains(err.Error(), "held the lock for too long") {
			t.Errorf("got %v, want an error about the lock", err)
		}
	})
}

// The whole way of an "always": asked once, saved, and never asked again, also by a policy that is loaded later.
func TestAlways(t *testing.T) {
	p, file := local(t, "")
	asked := 0
	g := gate.New(&gate.Options{
		Hooks: []gate.Hook{p.Decide}, Remember: p.Remember,
		Approver: func(_ context.Context, req gate.Request) (gate.Grant, error) {
			asked++
			if want := "bash(make)\nbash(touch x)"; req.Always != want {
				t.Errorf("got %q offered, want %q", req.Always, want)
			}
			return gate.Grant{Scope: gate.Always}, nil
		},
	})
	s := subject("bash make && touch x")
	for range 2 {
		if d := g.Decide(t.Context(), s); d.Verdict != gate.Allow {
			t.Errorf("got %+v, want it allowed", d)
		}
	}
	if asked != 1 {
		t.Errorf("got %d questions, want one", asked)
	}
	later, err := rules.Load(rules.Files{Local: file}, options())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outcome(later.Explain(s)), "allow allow bash(make)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOwnSettingsAreProtected(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "real"), 0o700), os.Symlink("real", filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	p, err := rules.Load(rules.Files{User: filepath.Join(dir, "link", "mine.json")}, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link/mine.json", "real/mine.json", "real/MINE.json"} {
		if got, want := outcome(p.Explain(subject("edit_file "+filepath.Join(dir, name)))), "ask floor"; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
