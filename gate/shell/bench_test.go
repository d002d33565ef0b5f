package shell_test

import (
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/gate/shell"
)

// usual is a command of 200 characters as models write them.
const usual = `cd src && git --no-pager log --oneline -20 -- internal/parser | head -n 5; grep -rn "func Parse" --include='*.go' . ` +
	`| sort -u | uniq -c | head -40 && wc -l README.md docs/*.md && ls -la /tmp 2>/dev/null`

func BenchmarkAnalyze(b *testing.B) {
	opts := place()
	b.ReportAllocs()
	for b.Loop() {
		if a := shell.Analyze(usual, opts); a.Unknown != "" {
			b.Fatal(a.Unknown)
		}
	}
}

func BenchmarkDecideThousandRules(b *testing.B) {
	rules := make([]shell.Rule, 1000)
	for i := range rules {
		rules[i] = shell.Rule{Words: []string{"program" + strings.Repeat("x", i%7), "sub"}, Prefix: true}
	}
	list := shell.NewRules(rules)
	loose := func(p *shell.Part) (string, bool) {
		_, ok := list.Loose(p)
		return "", ok
	}
	a := shell.Analyze("git status && npm run test", place())
	b.ReportAllocs()
	for b.Loop() {
		shell.Decide(a, shell.Policy{Deny: loose})
	}
}
