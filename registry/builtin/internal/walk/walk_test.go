package walk_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tree makes files of a text such as "a/b=content c/d"; "l->a" is a link. It gives the root.
func tree(t *testing.T, files ...string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		link, target, isLink := strings.Cut(f, "->")
		name, content, _ := strings.Cut(f, "=")
		if isLink {
			name = link
		}
		full := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		if err == nil && isLink {
			err = os.Symlink(target, full)
		} else if err == nil {
			err = os.WriteFile(full, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func paths(t *testing.T, root *os.Root, o walk.Options) []string {
	t.Helper()
	var mu sync.Mutex
	names := []string{}
	unread, err := walk.Walk(t.Context(), root, o, func(f *walk.File) error {
		mu.Lock()
		defer mu.Unlock()
		names = append(names, f.Path)
		return nil
	})
	if err != nil || len(unread) > 0 {
		t.Fatalf("got %v and %v, want neither", unread, err)
	}
	slices.Sort(names)
	return names
}

func TestWalk(t *testing.T) {
	root := tree(t,
		"a.txt", "b/c.txt", "b/d/e.txt", ".hidden/f", ".env", ".git/config", ".git/info/exclude=excluded\n",
		".gitignore=*.log\nout/\n", "x.log", "out/g", "excluded", "b/.gitignore=!keep.log\nd/\n", "b/keep.log",
		"loop->.", "b/up->..", "away->/etc", "dead->nowhere", "b/link->../a.txt",
	)
	var outer *ignore.Stack
	outer = outer.PushAbove(".", ignore.Parse([]byte("a.txt\n")))
	for _, c := range []struct {
		name    string
		options walk.Options
		want    string
	}{
		{"default", walk.Options{Base: "."}, "a.txt away b/c.txt b/keep.log b/link b/up dead loop"},
		{"hidden", walk.Options{Base: ".", Hidden: true},
			".env .gitignore .hidden/f a.txt away b/.gitignore b/c.txt b/keep.log b/link b/up dead loop"},
		{"all", walk.Options{Base: ".", All: true},
			"a.txt away b/c.txt b/d/e.txt b/keep.log b/link b/up dead excluded loop out/g x.log"},
		{"base", walk.Options{Base: "b"}, "b/c.txt b/keep.log b/link b/up"},
		{"base that is ignored", walk.Options{Base: "b/d"}, "b/d/e.txt"},
		{"base that is hidden", walk.Options{Base: ".hidden"}, ".hidden/f"},
		{"base in .git", walk.Options{Base: ".git"}, ".git/config .git/info/exclude"},
		{"rules from outside", walk.Options{Base: ".", Outer: outer}, "away b/c.txt b/keep.log b/link b/up dead loop"},
		{"one worker", walk.Options{Base: ".", Workers: 1}, "a.txt away b/c.txt b/keep.log b/link b/up dead loop"},
		{"enter", walk.Options{Base: ".", Enter: func(dir string) bool { return dir != "b" }}, "a.txt away dead loop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Fields(c.want), paths(t, root, c.options)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestList(t *testing.T) {
	root := tree(t, "b", "a/x", ".env", ".git/config", ".gitignore=*.log\n", "c.log")
	for _, c := range []struct {
		options walk.Options
		want    string
		leftOut int
	}{
		{walk.Options{Base: "."}, "a b", 4},
		{walk.Options{Base: ".", Hidden: true}, ".env .git .gitignore a b", 1},
		{walk.Options{Base: ".", All: true}, "a b c.log", 3},
		{walk.Options{Base: "a"}, "x", 0},
	} {
		entries, leftOut, err := walk.List(root, c.options)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != c.want || leftOut != c.leftOut {
			t.Errorf("%+v: got %s and %d left out, want %s and %d", c.options, got, leftOut, c.want, c.leftOut)
		}
	}
}

// TestOpen reads the files of one directory of many, from several goroutines.
func TestOpen(t *testing.T) {
	var files []string
	for i := range 500 {
		name := strings.Repeat("x", 1+i%20) + string(rune('a'+i/20))
		files = append(files, "d/"+name+"="+name)
	}
	root := tree(t, files...)
	_, err := walk.Walk(t.Context(), root, walk.Options{Base: ".", Workers: 4}, func(f *walk.File) error {
		file, err := f.Open(0)
		if err != nil {
			return err
		}
		defer file.Close()
		text, err := io.ReadAll(file)
		if err != nil || string(text) != f.Name() {
			t.Errorf("%s: got %q and %v", f.Path, text, err)
		}
		info, err := f.Info()
		if err != nil || info.Size() != int64(len(text)) {
			t.Errorf("%s: got %v and %v", f.Path, info, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEnds(t *testing.T) {
	root := tree(t, "a", "b/c", "d/e")
	wrong := errors.New("wrong")
	if _, err := walk.Walk(t.Context(), root, walk.Options{Base: "."}, func(*walk.File) error { return wrong }); err != wrong {
		t.Errorf("got %v, want the error of visit", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := walk.Walk(ctx, root, walk.Options{Base: "."}, func(f *walk.File) error {
		cancel(wrong)
		<-ctx.Done()
		return context.Cause(ctx)
	})
	if err != wrong {
		t.Errorf("got %v, want the cause of the context's end", err)
	}
}

func TestUnread(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	root := tree(t, "a", "b/c")
	if err := root.Chmod("b", 0); err != nil {
		t.Fatal(err)
	}
	unread, err := walk.Walk(t.Context(), root, walk.Options{Base: "."}, func(*walk.File) error { return nil })
	if err != nil || len(unread) != 1 || unread[0].Path != "b" {
		t.Errorf("got %v and %v, want b unread", unread, err)
	}
}

func TestNames(t *testing.T) {
	root := tree(t, "a")
	if err := root.WriteFile("caf\xe9", nil, 0o644); err != nil {
		t.Skip("no such names here: ", err)
	}
	unread, err := walk.Walk(t.Context(), root, walk.Options{Base: "."}, func(f *walk.File) error {
		if f.Path != "a" {
			t.Errorf("got %q visited, want a alone", f.Path)
		}
		return nil
	})
	if err != nil || len(unread) != 1 || unread[0].Path != "caf\xe9" || unread[0].Err != walk.ErrName {
		t.Errorf("got %v and %v, want the name told", unread, err)
	}
}

// A deep tree is walked from directory to directory: its files open, its ignore files hold, and nothing stays open.
func TestDeep(t *testing.T) {
	const levels = 200
	deep := func(n int) string { return strings.Repeat("d/", n) }
	root := tree(t, deep(levels)+"f=bottom", deep(100)+"f=middle", deep(100)+".gitignore=*.log\n", deep(150)+"x.log", deep(50)+"x.log", "f=top")
	before := openFiles(t)
	var mu sync.Mutex
	got := map[string]string{}
	unread, err := walk.Walk(t.Context(), root, walk.Options{Base: "."}, func(f *walk.File) error {
		file, err := f.Open(0)
		if err != nil {
			return err
		}
		defer file.Close()
		text, err := io.ReadAll(file)
		mu.Lock()
		defer mu.Unlock()
		got[f.Path] = string(text)
		return err
	})
	want := map[string]string{"f": "top", deep(100) + "f": "middle", deep(levels) + "f": "bottom", deep(50) + "x.log": ""}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || len(unread) > 0 {
		t.Errorf("unread %v, %v, -want +got:\n%s", unread, err, diff)
	}
	_, err = walk.Walk(t.Context(), root, walk.Options{Base: deep(40) + "d"}, func(*walk.File) error { return io.EOF })
	if !errors.Is(err, io.EOF) {
		t.Errorf("got %v, want the error of the visit", err)
	}
	if after := openFiles(t); after != before {
		t.Errorf("%d files are open, want %d as before", after, before)
	}
}

// openFiles is how many files this process has open, where it can be told.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
