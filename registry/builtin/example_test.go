package builtin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "workspace")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w, err := builtin.Open(dir, &builtin.Options{Environ: os.Environ()})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	tools, err := w.Tools()
	if err != nil {
		log.Fatal(err)
	}
	// A scheduler does this, after it has asked whether the call may run.
	args := json.RawMessage(`{"path":"notes/today.md","content":"# Today\n"}`)
	for _, t := range tools {
		if t.Name != "write_file" {
			continue
		}
		r, err := t.Handler(context.Background(), &registry.Call{Args: args})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(t.Render(args, r.Value)[0].Text)
	}
	// Output: notes/today.md: created; 1 line, 8 bytes
}
