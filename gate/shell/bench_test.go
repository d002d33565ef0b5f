package shell_test

import (
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
