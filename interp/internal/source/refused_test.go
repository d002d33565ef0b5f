package source_test

import (
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/source"
)

// TestRefusedByTheMachine checks that what only the machine's parser refuses is told with its place in the program.
func TestRefusedByTheMachine(t *testing.T) {
	_, problem := source.Compile("p.ts", "const a = 1\nconst x = 2;\nconst {b: [c = 3] = []} = {}; return c", 0)
	if problem == nil || problem.Line != 3 || !strings.HasPrefix(problem.Message, "a default inside a list") || problem.Hint == "" {
		t.Errorf("got %+v", problem)
	}
}
