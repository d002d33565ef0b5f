package shell_test

import (
	"fmt"

	"github.com/runcode-dev/runcode/gate/shell"
)

func ExampleAnalyze() {
	a := shell.Analyze("LC_ALL=C sort names | timeout 5 rm -f 'a b' > log", nil)
	for _, p := range a.Parts {
		fmt.Printf("%s: %v %q\n", p.String(), p.ReadOnly, p.Why)
	}
	// Output:
	// LC_ALL=C sort names: true ""
	// timeout 5 rm -f a b: false "it writes to \"log\" (redirect)"
}

func ExampleDecide() {
	push := shell.Rule{Words: []string{"git", "push"}, Prefix: true}
	policy := shell.Policy{
		Deny:     func(p *shell.Part) (string, bool) { return "bash(git push:*)", push.MatchLoose(p) },
		Confined: true,
	}
	for _, command := range []string{"git -C . push", "wc -l README.md", "make"} {
		d := shell.Decide(shell.Analyze(command, nil), policy)
		fmt.Printf("%s %q\n", d.Step, d.Rule)
	}
	// Output:
	// deny "bash(git push:*)"
	// read-only ""
	// default ""
}

func ExamplePropose() {
	for _, r := range shell.Propose(shell.Analyze("grep -rn x src | head -n 5 && npm test", nil)) {
		fmt.Println(r.Words, r.Prefix)
	}
	// Output:
	// [grep] true
	// [head] true
	// [npm test] false
}
