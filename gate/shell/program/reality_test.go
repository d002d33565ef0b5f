package program_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

// scratch makes a directory with a repository in it that has history, changes and a branch.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"one.txt": "b 1\na 2\nb 1\n", "two.txt": "b 1\nc 3\n", "sub/three.txt": "x\n", "data.json": "{\"a\": [1]}\n"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "one.txt", "sub"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "first"}, {"branch", "other"}, {"tag", "v1"},
		{"add", "two.txt"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "second"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "one.txt"), []byte("changed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// snapshot describes every file below a directory: its mode, time and content.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	state := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		sum := ""
		if entry.Type().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		state[path] = fmt.Sprint(info.Mode(), info.ModTime().UnixNano(), sum)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// environment is what read-only commands get, as far as it keeps git from refreshing its index.
var environment = []string{"PATH=" + strings.Join(program.Directories(), ":"), "GIT_OPTIONAL_LOCKS=0", "GIT_PAGER=cat", "PAGER=cat", "GIT_TERMINAL_PROMPT=0"}

// follows reports whether a command line goes on for ever, or for as long as it says.
func follows(line []string) bool {
	return line[0] == "tail" && slices.ContainsFunc(line, func(w string) bool {
		return w == "-f" || w == "-F" || strings.HasPrefix(w, "--follow") || w == "--retry"
	})
}

// runs runs a command line in a directory and returns what it printed. Whether it succeeds does not matter.
func runs(t *testing.T, dir string, line []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // only so that a program that hangs ends the test
	defer cancel()
	path, err := exec.LookPath(line[0])
	if err != nil {
		return ""
	}
	cmd := exec.CommandContext(ctx, path, line[1:]...)
	cmd.Dir, cmd.Env = dir, append(slices.Clone(environment), "HOME="+dir, "TMPDIR="+dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	if ctx.Err() != nil {
		t.Errorf("%q hangs", line)
	}
	return out.String()
}

// TestReadOnlyCommandsChangeNothing runs every option of every program of the tables that is installed here, and compares
// the tree before and after.
func TestReadOnlyCommandsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs a thousand programs")
	}
	dir := scratch(t)
	before := snapshot(t, dir)
	count, since := 0, [][]string{}
	values := []string{"new"}
	if os.Getenv("RUNCODE_REALITY") != "" {
		values = append(values, "1", "one.txt", "-")
	}
	for _, value := range values {
		for _, line := range program.Lines(value, "one.txt", "two.txt") {
			if _, err := exec.LookPath(line[0]); err != nil || follows(line) {
				continue
			}
			if class := program.Classify(program.Literals(line...)); !class.ReadOnly {
				continue // some options only make sense with others
			}
			runs(t, dir, line)
			count++
			if since = append(since, line); len(since) < 50 {
				continue
			}
			unchanged(t, dir, before, since)
			since = since[:0]
		}
	}
	unchanged(t, dir, before, since)
	t.Logf("%d command lines were run", count)
}

func unchanged(t *testing.T, dir string, before map[string]string, lines [][]string) {
	t.Helper()
	if diff := cmp.Diff(before, snapshot(t, dir)); diff != "" {
		t.Fatalf("one of %q changes files (-before +after):\n%s", lines, diff)
	}
}

// TestPlainSedScriptsChangeNothing makes scripts of the pieces that are dangerous in sed, and runs those that the table
// accepts.
func TestPlainSedScriptsChangeNothing(t *testing.T) {
	if _, err := exec.LookPath("sed"); err != nil {
		t.Skip(err)
	}
	pieces := []string{
		"p", "d", "q", "=", "n", "s", "y", "w", "e", "r", "W", "/", "/", "|", "#", ",", ";", " ", "1", "$", "!", "{", "}", "\\", "[", "]", "a", "b", "g", "I", "w new", "e touch new",
		"s/a/b/", "/a/", "\n", "~", "+", "&", "(", ")", "*", ".",
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "one.txt"), []byte("a\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	random := rand.New(rand.NewPCG(1, 2))
	for accepted := 0; accepted < 400; {
		var script strings.Builder
		for range 1 + random.IntN(8) {
			script.WriteString(pieces[random.IntN(len(pieces))])
		}
		line := []string{"sed", script.String(), "one.txt"}
		if !program.Classify(program.Literals(line...)).ReadOnly {
			continue
		}
		accepted++
		runs(t, dir, line)
		unchanged(t, dir, before, [][]string{line})
	}
}

// TestPlainAwkProgramsChangeNothing does the same with awk, in each of its kinds that is installed here.
func TestPlainAwkProgramsChangeNothing(t *testing.T) {
	pieces := []string{
		"{", "}", "(", ")", "print", "printf", "$1", "1", "NR", "x", "\"f\"", "\"", "\"}\"", "\"{\"", "\"\\\"\"", ">", ">", ">=", ">>", "|", "||", "&&", "/", "/a/", "/}/", "/\"/",
		"#", "\n", ";", ",", " ", "=", "+", "BEGIN", "END", "if", "getline", "system", "<", "1system(\"touch new\")", "for", "1getline", "\\", "in", "[", "]", "?", ":", "!", "~", "print > \"f\"", "print x", "(1 > 2)",
	}
	dir := t.TempDir()
	before := snapshot(t, dir)
	random := rand.New(rand.NewPCG(3, 4))
	for _, awk := range []string{"gawk", "mawk", "original-awk", "awk"} {
		if _, err := exec.LookPath(awk); err != nil {
			continue
		}
		for accepted := 0; accepted < 300; {
			var text strings.Builder
			for range 1 + random.IntN(9) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
			line := []string{"awk", text.String()}
			if !program.Classify(program.Literals(line...)).ReadOnly || !strings.Contains(text.String(), ">") {
				continue
			}
			accepted++
			runs(t, dir, append([]string{awk}, line[1:]...))
			unchanged(t, dir, before, [][]string{line})
		}
	}
}
