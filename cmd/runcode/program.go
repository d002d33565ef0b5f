package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
		if c.File != "" { // there is no file: the first word is an argument
			c.Args, c.File = append([]string{c.File}, c.Args...), ""
		}
		return c.Eval, "program.ts", nil
	case c.File == "":
		return "", "", usageErrorf("no program: give a file, - for the standard input, or -e CODE")
	case c.File == "-":
		if e.inTerminal {
			fmt.Fprintln(e.err, "runcode: reading the program from the terminal; end it with Ctrl-D")
		}
		text, err = readAll(e.in)
		name = "stdin.ts"
	default:
		text, err = readFile(c.File)
		name = filepath.Base(c.File)
	}
	if err == nil && strings.TrimSpace(text) == "" {
		err = usageErrorf("%s holds no program", c.File)
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

// input is what the program is given. The standard input is read only for a program that names it, for it may be a pipe
// that never ends.
func (c *runCommand) input(e *env, program string) (json.RawMessage, error) {
	in := input{Args: c.Args}
	if in.Args == nil {
		in.Args = []string{}
	}
	if c.File != "-" && !e.inTerminal && strings.Contains(program, "stdin") {
		text, err := readAll(e.in)
		if err != nil {
			return nil, err
		}
		in.Stdin = &text
	}
	return json.Marshal(in)
}
