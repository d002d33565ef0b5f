package builtin_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

// crashHelper as first argument makes the test binary a process that writes until it is killed.
const crashHelper = "write-for-ever"

// crashSize is large enough that a process is mostly killed in the middle of a write.
const crashSize = 2 << 20

// writeForEver replaces a file by all a, all b, and so on, and tells each time that it is about to.
func writeForEver(dir string) {
	w, err := builtin.Open(dir, nil)
	if err != nil {
		panic(err)
	}
	tools, err := w.Tools()
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		args, err := json.Marshal(map[string]string{"path": "file", "content": strings.Repeat(string(rune('a'+i%26)), crashSize)})
		if err != nil {
			panic(err)
		}
		fmt.Println("writing")
		if _, err := tools[1].Handler(context.Background(), &registry.Call{Args: args}); err != nil {
			panic(err)
		}
	}
}

// TestCrash kills a process while it writes: the file is whole, and nothing else is left, TO-013.
func TestCrash(t *testing.T) {
	b := newBench(t, nil)
	b.file("file", strings.Repeat("z", crashSize))
	for i := range 6 {
		cmd := exec.Command(os.Args[0], crashHelper, b.dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 1 + i {
			if !lines.Scan() || lines.Text() != "writing" {
				t.Fatalf("got %q, want the helper to write", lines.Text())
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		text := b.content("file")
		if len(text) != crashSize || strings.Trim(text, text[:1]) != "" {
			t.Fatalf("got %d bytes that begin with %q, want %d of one kind", len(text), text[:1], crashSize)
		}
	}
	b.call("write_file", object{"path": "file", "content": "after"})
	names, err := filepath.Glob(filepath.Join(b.dir, "*"))
	hidden, err2 := filepath.Glob(filepath.Join(b.dir, ".*"))
	if err != nil || err2 != nil || len(names)+len(hidden) != 1 {
		t.Errorf("got %v and %v, want the file alone", names, hidden)
	}
}
