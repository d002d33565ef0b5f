package builtin

import (
	"os"
	"path/filepath"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
)

// outerRules reads the ignore rules that hold in the workspace but are written outside it: the global ones, and those of
// the directories above it up to the top of the repository that it is in. What cannot be read holds no rules.
func (w *Workspace) outerRules() *ignore.Stack {
	var rules *ignore.Stack
	if w.options.GlobalIgnore != nil {
		rules = pushAbove(rules, w.options.GlobalIgnore(), ".")
	}
	var above []string // the directories from the workspace up to the top
	for dir := w.main.real; !isRepository(dir); {
		up := filepath.Dir(dir)
		if up == dir {
			return rules // in no repository
		}
		dir = up
		above = append(above, dir)
	}
	for i := len(above) - 1; i >= 0; i-- {
		way, err := filepath.Rel(above[i], w.main.real)
		if err != nil {
			continue
		}
		if i == len(above)-1 {
			rules = pushAbove(rules, filepath.Join(above[i], ".git", "info", "exclude"), way)
		}
		rules = pushAbove(rules, filepath.Join(above[i], ".gitignore"), way)
	}
	return rules
}

func pushAbove(rules *ignore.Stack, file, way string) *ignore.Stack {
	text, err := os.ReadFile(file)
	if err != nil {
		return rules
	}
	return rules.PushAbove(filepath.ToSlash(way), ignore.Parse(text))
}

func isRepository(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ".git"))
	return err == nil
}
