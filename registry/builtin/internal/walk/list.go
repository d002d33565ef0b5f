package walk

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
)

// List gives the entries of the base itself, in order of name, and how many of them the options leave out. With Hidden,
// .git is listed as well.
func List(root *os.Root, o Options) (entries []fs.DirEntry, leftOut int, err error) {
	f, err := root.Open(o.Base)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	all, err := f.ReadDir(-1)
	if err != nil {
		return nil, 0, err
	}
	var rules *ignore.Stack
	if !o.All {
		rules = pushFile(root, o.Base, o.rulesAbove(root), o.Base)
	}
	entries = slices.DeleteFunc(slices.Clone(all), func(e fs.DirEntry) bool {
		return !o.Hidden && strings.HasPrefix(e.Name(), ".") || rules.Ignored(path.Join(o.Base, e.Name()), e.IsDir())
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, len(all) - len(entries), nil
}
