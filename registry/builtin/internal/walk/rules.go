package walk

import (
	"io"
	"os"
	"path"
	"strings"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
)

const (
	ignoreFile    = ".gitignore"
	maxIgnoreFile = 1 << 20 // bytes of an ignore file that are read
)

// rulesAbove gives the rules that hold at the base: those from outside the root, of the repository, and of each directory
// above the base. The base's own come when it is read.
func (o Options) rulesAbove(root *os.Root) *ignore.Stack {
	if o.All {
		return nil
	}
	rules := o.Outer
	if text, ok := readSmall(root, ".git/info/exclude"); ok {
		rules = rules.Push(".", ignore.Parse(text))
	}
	if o.Base == "." {
		return rules
	}
	dir := "."
	for step := range strings.SplitSeq(o.Base, "/") {
		rules = pushFile(root, dir, rules, dir)
		dir = path.Join(dir, step)
	}
	return rules
}

// pushFile adds the ignore file of a directory, which the root knows as at, where there is one that can be read.
func pushFile(root *os.Root, at string, rules *ignore.Stack, dir string) *ignore.Stack {
	text, ok := readSmall(root, path.Join(at, ignoreFile))
	if !ok {
		return rules
	}
	return rules.Push(dir, ignore.Parse(text))
}

func readSmall(root *os.Root, name string) ([]byte, bool) {
	info, err := root.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxIgnoreFile))
	return text, err == nil
}
