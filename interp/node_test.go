package interp_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/internal/nodetest"
)

var update = flag.Bool("update", false, "take the expected answers of testdata/node from node")

// programs are as models write them; package library has those that look at one part of the standard library each.
func programs() nodetest.Suite {
	engine := interp.New(nil)
	return nodetest.Suite{
		Ours: func(t *testing.T, program string) string { return output(t, engine, program) },
		Head: `"use strict";`,
	}
}

func TestNode(t *testing.T)    { programs().Compare(t, *update) }
func TestConfirm(t *testing.T) { programs().Confirm(t) }

// output is what a program logs, and what it throws.
func output(t *testing.T, engine *interp.Interpreter, program string) string {
	t.Helper()
	req := request(program, nil)
	req.Fixed = &interp.Fixed{Instant: true}
	out, err := engine.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range out.Logs {
		b.WriteString(l.Text + "\n")
	}
	if f := out.Failure; f != nil {
		b.WriteString("throws " + f.Name + ": " + f.Message + "\n")
	}
	return b.String()
}
