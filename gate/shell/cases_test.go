package shell_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
)

// place is where the commands of tests would run: a repository whose configuration is harmless.
func place() *shell.Options {
	return &shell.Options{Home: "/home/user", Dir: "/work", Settings: func(string) string { return "" }}
}

// TestCases decides the cases of a file with a line {"cmd", "right", "must"} for each: "right" is the most permissive
// answer that is safe, "must" is "exact" where a stricter one is a needless prompt.
func TestCases(t *testing.T) {
	name := os.Getenv("RUNCODE_GATE_CASES")
	if name == "" {
		t.Skip("RUNCODE_GATE_CASES names no file of cases")
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	var total, loose, prompts, stricter int
	for lines := bufio.NewScanner(f); lines.Scan(); total++ {
		var c struct{ Cmd, Right, Must string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		a := shell.Analyze(c.Cmd, place())
		got := shell.Decide(a, shell.Policy{Confined: true})
		want := verdict(t, c.Right)
		switch {
		case got.Verdict < want:
			loose++
			t.Errorf("%q: got %s (%s: %s), want at most %s", c.Cmd, word(got.Verdict), got.Step, got.Reason, c.Right)
		case got.Verdict > want && want == gate.Allow:
			prompts++
			t.Errorf("%q: got %s (%s: %s), want allow", c.Cmd, word(got.Verdict), got.Step, got.Reason)
		case got.Verdict > want && c.Must == "exact":
			stricter++
			t.Logf("%q: got %s (%s: %s), want exactly %s", c.Cmd, word(got.Verdict), got.Step, got.Reason, c.Right)
		}
	}
	t.Logf("%d cases: %d too permissive, %d needless prompts, %d denied where asking would do", total, loose, prompts, stricter)
}

func verdict(t *testing.T, s string) gate.Verdict {
	t.Helper()
	for v := gate.Allow; v <= gate.Deny; v++ {
		if word(v) == s {
			return v
		}
	}
	t.Fatalf("%q is no verdict", s)
	return gate.Deny
}

func word(v gate.Verdict) string {
	return strings.Fields("abstain allow ask deny")[v]
}
