package run

import (
	"time"

	"github.com/runcode-dev/runcode/gate/shell"
)

// The messages between this process and its helper are JSON values one after another: first an order, then a question
// from the helper for each command line and an answer to each, in any order, and at the end the outcome.

// order tells the helper what to run.
type order struct {
	Text   string        `json:"text"`
	Dir    string        `json:"dir"`
	Env    []string      `json:"env"`
	Writes bool          `json:"writes"`
	Grace  time.Duration `json:"grace"`
}

// note is what the helper says: a question or the outcome.
type note struct {
	ID    int      `json:"id,omitempty"` // of a question, from 1; 0: it is the outcome
	Dir   string   `json:"dir,omitempty"`
	Words [][]byte `json:"words,omitempty"` // bytes, since they need not be UTF-8

	Status int    `json:"status,omitempty"`
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
