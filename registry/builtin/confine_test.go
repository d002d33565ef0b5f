package builtin_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

// outside makes a directory next to nothing, with a secret in it.
func outside(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "secret"), []byte("needle"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestConfinement tries each way out with each tool that takes a path.
func TestConfinement(t *testing.T) {
	b, out := newBench(t, nil), outside(t)
	b.file("in/a", "x\n")
	b.link(out, "away")
	b.link(filepath.Join(out, "secret"), "file")
	b.link("away", "twice")
	b.link("../../../../../../../../../../"+out, "relative")
	up, err := filepath.Rel(b.dir, out)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"..", "../", "in/../..", out, out + "/secret", up + "/secret", "away", "away/secret", "file", "twice/secret", "relative/secret",
		"/", "/etc/passwd", "/proc/self/environ", "/dev/zero", "away/new",
	} {
		for tool, args := range map[string]object{
			"read_file": {}, "write_file": {"content": "bad"}, "edit_file": {"old_string": "needle", "new_string": "bad"},
			"list_directory": {}, "glob": {"pattern": "*"}, "grep": {"pattern": "needle"},
		} {
			args["path"] = path
			e := b.fail(tool, args)
			if !strings.Contains(e.Error(), "outside the workspace") || !strings.Contains(e.Error(), b.dir) {
				t.Errorf("%s %s: got %q, want the workspace named", tool, path, e)
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(out, "secret")); string(text) != "needle" {
		t.Errorf("got %q and %v, want the secret as it was", text, err)
	}
	if found := b.call("grep", object{"pattern": "needle", "hidden": true, "ignored": true}); found["total"] != 0.0 {
		t.Errorf("got %v, want nothing found outside", found)
	}
	if found := b.call("glob", object{"pattern": "**", "hidden": true}); found["total"] != 1.0 {
		t.Errorf("got %v, want in/a alone", found["paths"])
	}
	for _, pattern := range []string{"../*", "/etc/*", "in/../../*"} {
		if e := b.fail("glob", object{"pattern": pattern}); !strings.Contains(e.Message, "args.pattern: must stay below args.path") {
			t.Errorf("%s: got %v", pattern, e)
		}
	}
	for _, pattern := range []string{"away/*", "away/secret", "file"} {
		if e := b.fail("glob", object{"pattern": pattern}); !strings.Contains(e.Message, "is outside the workspace") {
			t.Errorf("%s: got %v", pattern, e)
		}
	}
}

// TestSpellings reaches one file by each of its names, which have one key.
func TestSpellings(t *testing.T) {
	b := newBench(t, nil)
	b.file("d/a.txt", "text")
	b.link("d", "l")
	b.link("d/a.txt", "f")
	b.link(filepath.Join(b.dir, "d"), "absolute")
	b.file("cafe\u0301.txt", "accent") // its name is decomposed
	want := registry.FilePrefix + filepath.ToSlash(b.dir) + "/d/a.txt"
	for _, path := range []string{"d/a.txt", "./d/a.txt", "d//a.txt", "d/../d/a.txt", "l/a.txt", "f", "absolute/a.txt", b.dir + "/d/a.txt"} {
		if got := b.call("read_file", object{"path": path})["content"]; got != "text" {
			t.Errorf("%s: got %v, want it read", path, got)
		}
		args, err := json.Marshal(object{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(registry.Access{Writes: []string{want}}, b.tools["edit_file"].Access(args)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", path, diff)
		}
	}
	if got := b.call("read_file", object{"path": "caf\u00e9.txt"})["content"]; got != "accent" {
		t.Errorf("got %v, want the file whose name is composed otherwise", got)
	}
}

func TestAccess(t *testing.T) {
	b := newBench(t, nil)
	for _, c := range []struct {
		tool, args string
		want       registry.Access
	}{
		{"read_file", `{"path":"a"}`, registry.Access{Reads: []string{"file:" + b.dir + "/a"}}},
		{"glob", `{"pattern":"*"}`, registry.Access{Reads: []string{"file:" + b.dir}}},
		{"grep", `{"pattern":"x","path":"d"}`, registry.Access{Reads: []string{"file:" + b.dir + "/d"}}},
		{"write_file", `{"path":"a","content":""}`, registry.Access{Writes: []string{"file:" + b.dir + "/a"}}},
		{"write_file", `{"path":"../a","content":""}`, registry.Access{Alone: true}},
		{"write_file", `[]`, registry.Access{Alone: true}},
		{"bash", `{"command":"ls"}`, registry.Access{Alone: true}},
	} {
		if diff := cmp.Diff(c.want, b.tools[c.tool].Access([]byte(c.args))); diff != "" {
			t.Errorf("%s %s: -want +got:\n%s", c.tool, c.args, diff)
		}
	}
}

func TestGrantKeys(t *testing.T) {
	b := newBench(t, nil)
	b.link(".", "same")
	for _, c := range []struct{ tool, args, want string }{
		{"write_file", `{"path":"a"}`, "file:write"},
		{"edit_file", `{"path":"b"}`, "file:write"},
		{"bash", `{"command":"ls -l"}`, fmt.Sprintf("bash:false:%q:ls -l", b.dir)},
		{"bash", `{"command":"ls -l","cwd":"./same/"}`, fmt.Sprintf("bash:false:%q:ls -l", b.dir)},
		{"bash", `{"command":"ls -l","cwd":"sub","keep_running":true}`, fmt.Sprintf("bash:true:%q:ls -l", b.dir+"/sub")},
		{"bash", `{"command":"ls -l","cwd":"/"}`, ""},
		{"bash", `{}`, ""},
	} {
		if got := b.tools[c.tool].GrantKey([]byte(c.args)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.tool, got, c.want)
		}
	}
}

func TestReadOnlyRoots(t *testing.T) {
	out := outside(t)
	b := newBench(t, &builtin.Options{ReadOnly: []string{out}})
	b.link(out, "lib")
	for _, path := range []string{out + "/secret", "lib/secret"} {
		if got := b.call("read_file", object{"path": path}); got["content"] != "needle" || got["path"] != out+"/secret" {
			t.Errorf("%s: got %v, want it read", path, got)
		}
		if e := b.fail("write_file", object{"path": path, "content": "x"}); !strings.Contains(e.Message, "may only be read") {
			t.Errorf("%s: got %v, want it refused", path, e)
		}
	}
	if got := b.call("grep", object{"pattern": "needle", "path": out}); got["total"] != 1.0 {
		t.Errorf("got %v, want a match", got)
	}
	if got := b.call("glob", object{"pattern": "*", "path": out})["paths"]; cmp.Diff([]any{out + "/secret"}, got) != "" {
		t.Errorf("got %v, want %s/secret", got, out)
	}
}

func TestDanglingLink(t *testing.T) {
	b := newBench(t, nil)
	b.link("gone.txt", "link")
	if e := b.fail("read_file", object{"path": "link"}); e.Message != "args.path: link is a link to gone.txt, which does not exist" {
		t.Errorf("got %v, want both names", e)
	}
	if got := b.call("write_file", object{"path": "link", "content": "x"}); got["path"] != "gone.txt" || got["created"] != true {
		t.Errorf("got %v, want what the link names made", got)
	}
}

func TestLinkLoop(t *testing.T) { // TO-019
	b := newBench(t, nil)
	b.file("a/x", "needle\n")
	b.link("..", "a/up")
	b.link("b", "c")
	b.link("c", "b")
	if e := b.fail("read_file", object{"path": "b"}); !strings.Contains(e.Message, "too many links") {
		t.Errorf("got %v, want the loop refused", e)
	}
	if got := b.call("glob", object{"pattern": "**/*"})["paths"]; cmp.Diff([]any{"a/x"}, got) != "" {
		t.Errorf("got %v, want a/x once", got)
	}
	if got := b.call("grep", object{"pattern": "needle"}); got["total"] != 1.0 {
		t.Errorf("got %v, want one match", got)
	}
}

func TestOpenFails(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		dir string
		o   *builtin.Options
	}{
		{filepath.Join(dir, "none"), nil},
		{dir, &builtin.Options{ReadOnly: []string{filepath.Join(dir, "none")}}},
	} {
		if w, err := builtin.Open(c.dir, c.o); err == nil {
			t.Errorf("%s: got a workspace, want an error", c.dir)
			_ = w.Close()
		}
	}
}

// TestWholeMachine opens all there is as a workspace, where the kernel's own trees stay closed.
func TestWholeMachine(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("no /proc")
	}
	b := openBench(t, "/", nil)
	for _, path := range []string{"/proc/self/environ", "proc/self/environ", "dev/zero", "/sys", "/proc/self/cwd"} {
		if e := b.fail("read_file", object{"path": path}); !strings.Contains(e.Message, "outside the workspace") {
			t.Errorf("%s: got %v, want it refused", path, e)
		}
	}
	for _, pattern := range []string{"*/version", "*/self/environ", "{proc,sys}/*"} {
		if got := b.call("glob", object{"pattern": pattern})["total"]; got != 0.0 {
			t.Errorf("%s: got %v files, want none", pattern, got)
		}
	}
}

// TestCaseBlind gives one key to all spellings of a name on a file system that is blind for case.
func TestCaseBlind(t *testing.T) {
	dir := t.TempDir()
	w, err := builtin.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	key := func(path string) string {
		tools, err := w.Tools()
		if err != nil {
			t.Fatal(err)
		}
		args, err := json.Marshal(object{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		return tools[2].Access(args).Writes[0] // edit_file
	}
	if key("sub/New.txt") == key("SUB/new.TXT") {
		t.Error("got one key for two files")
	}
	w.PretendCaseBlind()
	if a, b := key("sub/New.txt"), key("./SUB/new.TXT"); a != b {
		t.Errorf("got the keys %q and %q, want one", a, b)
	}
	if a, b := key(filepath.Join(dir, "a")), key(filepath.Join(strings.ToUpper(dir), "A")); a != b {
		t.Errorf("got the keys %q and %q of absolute paths, want one", a, b)
	}
}
