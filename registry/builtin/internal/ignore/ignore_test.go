package ignore_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
)

// ignored decides about a path as a walk does: from the top down, and not below what is ignored. files holds the text of
// the ignore files by directory; dir says whether the path is a directory.
func ignored(files map[string]string, name string, dir bool) bool {
	var rules *ignore.Stack
	at := "."
	steps := strings.Split(name, "/")
	for i, step := range steps {
		rules = rules.Push(at, ignore.Parse([]byte(files[at])))
		at = path.Join(at, step)
		if rules.Ignored(at, dir || i < len(steps)-1) {
			return true
		}
	}
	return false
}

func TestRules(t *testing.T) { // TO-022
	files := map[string]string{
		".":   "build\n!build/**\n*.log\n/root.txt\n\\#file\nb/\n# comment\n\nspace\\ \ntrailing   \n",
		"sub": "!a.log\n",
	}
	for name, want := range map[string]bool{
		"build/x.js": true, "sub/a.log": false, "sub/keep/b.log": true, "a/b/c.txt": true, "#file": true,
		"root.txt": true, "a/root.txt": false, ".hid/z": false, "Foo.LOG": false, "space ": true, "space": false, "trailing": true,
		"b": false,
	} {
		if got := ignored(files, name, false); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func TestAbove(t *testing.T) {
	var rules *ignore.Stack
	rules = rules.PushAbove("pkg/x", ignore.Parse([]byte("/pkg/x/out\n*.tmp\n")))
	rules = rules.Push(".", ignore.Parse([]byte("!keep.tmp\n")))
	for name, want := range map[string]bool{"out": true, "a/out": false, "a/b.tmp": true, "keep.tmp": false} {
		if got := rules.Ignored(name, false); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func TestBadLines(t *testing.T) {
	files := map[string]string{".": "\ufeffa\r\n[\nfoo\\\n/\n!\n  \n"}
	for name, want := range map[string]bool{"a": true, "[": false, "foo\\": false, "foo": false, "x": false} {
		if got := ignored(files, name, false); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestGit compares with git check-ignore on many random trees of rules.
func TestGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	random := rand.New(rand.NewPCG(5, 77))
	for range 40 { // 60 paths each
		dir := t.TempDir()
		git(t, dir, nil, "init", "-q")
		files := map[string]string{}
		for _, d := range []string{".", "a", "a/b", "c"} {
			if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
				t.Fatal(err)
			}
			if d == "." || random.IntN(2) == 0 {
				files[d] = randomRules(random)
				if err := os.WriteFile(filepath.Join(dir, d, ".gitignore"), []byte(files[d]), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		compare(t, dir, files, randomPaths(random))
	}
}

func compare(t *testing.T, dir string, files map[string]string, names []string) {
	t.Helper()
	stdin := []byte(strings.Join(names, "\x00") + "\x00")
	out := git(t, dir, stdin, "check-ignore", "-z", "--stdin", "--no-index")
	want := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		want[name] = true
	}
	for _, name := range names {
		dir := name == "a" || name == "a/b" || name == "c" // those that are there
		if got := ignored(files, name, dir); got != want[name] {
			t.Errorf("%q: got %v, git has %v; rules %q", name, got, want[name], files)
		}
	}
}

func git(t *testing.T, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH")}
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 {
		return out // none is ignored
	}
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

func randomRules(random *rand.Rand) string {
	pieces := []string{
		"a", "b", "c", "x", "y", "*", "**", "/", "/", "?", "a*", "*.log", "[ab]", "[!a]", "[a-c]", "x.log", `\a`, "[]]", "[[:alpha:]]", "**/", "/**",
	}
	var lines []string
	for range 1 + random.IntN(5) {
		var line strings.Builder
		if random.IntN(3) == 0 {
			line.WriteString("!")
		}
		for range 1 + random.IntN(4) {
			line.WriteString(pieces[random.IntN(len(pieces))])
		}
		if random.IntN(6) == 0 {
			line.WriteString("/")
		}
		if random.IntN(10) == 0 {
			line.WriteString(" ")
		}
		lines = append(lines, line.String())
	}
	return strings.Join(lines, "\n") + "\n"
}

func randomPaths(random *rand.Rand) []string {
	var names []string
	for i := range 60 {
		steps := []string{"a", "b", "c", "x", "x.log", "ab", "y", "a.log", "]"}
		var name []string
		for range 1 + random.IntN(4) {
			name = append(name, steps[random.IntN(len(steps))])
		}
		names = append(names, strings.Join(name, "/")+fmt.Sprint(map[bool]string{true: "", false: "1"}[i%2 == 0]))
	}
	return names
}
