package main

import (
	"bytes"
	"encoding/json"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
)

// indented is how JSON is laid out that is printed as a whole; in JSON Lines each value has a line of its own.
const indented = "  "

// printJSON prints v as JSON that says what v does, and that no terminal obeys.
func (e *env) printJSON(v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := e.out.Write(term.SafeJSON(b.Bytes()))
	return err
}
