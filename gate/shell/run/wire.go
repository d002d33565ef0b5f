package run

import "github.com/runcode-dev/runcode/gate/shell"

// The messages between this process and its helper are JSON values one after another: first an order; then a question
// from the helper for each command line and an answer to each, in any order; and when the command is over the outcome, behind
// which the commands that go on in the background may still ask. Notes of idle and alone come before the outcome, or later.

// order tells the helper what to run: a text that it interprets, or else a program, with its words.
type order struct {
	Text   []byte   `json:"text,omitempty"`
	Argv   [][]byte `json:"argv,omitempty"`
	Dir    []byte   `json:"dir"`
	Env    [][]byte `json:"env"`
	Mark   string   `json:"mark"`
	Writes bool     `json:"writes"`
}

// kind says what a note is.
type kind string

const (
	question kind = "question"
	outcome  kind = "outcome"
	idle     kind = "idle"  // nothing of the command goes on in the helper itself any more; once at most
	lonely   kind = "alone" // and neither in a process below it; once at most
)

// note is what the helper says.
type note struct {
	Kind kind `json:"kind"`

	ID    int      `json:"id,omitempty"` // of a question
	Dir   []byte   `json:"dir,omitempty"`
	Words [][]byte `json:"words,omitempty"` // bytes, since they need not be UTF-8

	Status int    `json:"status,omitempty"` // the outcome
	Signal string `json:"signal,omitempty"` // that ended the command; empty: none
	Failed string `json:"failed,omitempty"` // why there is no status; empty: there is one
}

// answer is the decision about a command line.
type answer struct {
	ID       int            `json:"id"`
	Decision shell.Decision `json:"decision"`
	Stop     bool           `json:"stop,omitempty"` // the whole command ends here
}

func toBytes(words []string) [][]byte {
	list := make([][]byte, len(words))
	for i, w := range words {
		list[i] = []byte(w)
	}
	return list
}

func toStrings(words [][]byte) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return list
}
