package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// input is the global of that name in the program.
type input struct {
	Args  []string `json:"args"`
	Stdin *string  `json:"stdin,omitempty"`
}

// program reads the program and says what positions call it.
func (c *runCommand) program(e *env) (text, name string, err error) {
	switch {
	case c.Eval != "":
		return c.Eval, "program.ts", nil
	case c.file() == "":
		return "", "", usageErrorf("no program: give a file, - for the standard input, or -e CODE")
	case c.file() == "-":
		if e.inTerminal {
			fmt.Fprintln(e.err, "runcode: reading the program from the terminal; end it with Ctrl-D")
		}
		text, err = readAll(e.in)
		name = "stdin.ts"
	default:
		text, err = readFile(c.file())
		name = filepath.Base(c.file())
	}
	if err == nil && strings.TrimSpace(text) == "" {
		err = usageErrorf("%s holds no program", c.file())
	}
	return text, name, err
}

// maxRead bounds what is read of a program and of the standard input.
const maxRead = 64 << 20

func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxRead+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxRead {
		return "", usageErrorf("the input is larger than %d MiB; let the program read a file instead", maxRead>>20)
	}
	return string(b), nil
}

// file is where the program is; empty: nowhere, or on the command line itself.
func (c *runCommand) file() string {
	if words := c.words(); c.Eval == "" && len(words) > 0 {
		return words[0]
	}
	return ""
}

// words are what stands behind the flags, and behind the "--" that may end them.
func (c *runCommand) words() []string {
	if len(c.Program) > 0 && c.Program[0] == "--" {
		return c.Program[1:]
	}
	return c.Program
}

// args are the words that are meant for the program.
func (c *runCommand) args() []string {
	words := c.words()
	if c.file() != "" {
		words = words[1:]
	}
	return append([]string{}, words...)
}

// input is what the program is given. The standard input is read only for a program that uses it, for it may be a pipe
// that never ends.
func (c *runCommand) input(e *env, program string) (json.RawMessage, error) {
	in := input{Args: c.args()}
	if c.file() != "-" && !e.inTerminal && usesInput(program) {
		slow := time.AfterFunc(patience, func() {
			fmt.Fprintln(e.err, "runcode: the program uses its input, so the standard input is being read to its end; </dev/null gives it none")
		})
		defer slow.Stop()
		text, err := readAll(e.in)
		if err != nil {
			return nil, err
		}
		in.Stdin = &text
	}
	return json.Marshal(in)
}

// patience is how long the standard input may take before it is said what is being waited for.
const patience = 2 * time.Second

// usesInput reports whether a program may look at more of its input than the arguments. It need not be exact: what is read
// without need is dropped.
func usesInput(program string) bool {
	anyInput := regexp.MustCompile(`\binput\b`)
	argsAlone := regexp.MustCompile(`\binput\s*(?:\?\.|\.)\s*args\b`)
	return len(anyInput.FindAllString(program, -1)) > len(argsAlone.FindAllString(program, -1))
}
