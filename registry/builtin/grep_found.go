package builtin

import (
	"errors"
	"io/fs"
	"strings"
	"sync"

	"github.com/runcode-dev/runcode/registry/builtin/internal/least"
)

// grepFound gathers what the files have, of which it keeps the first matches in order of path.
type grepFound struct {
	limit int // matches kept

	mu       sync.Mutex
	files    *least.List[fileMatches] // with matches
	kept     int                      // matches in files, or in some that are no longer kept
	total    int
	searched int
	binary   int
	failed   *least.List[string]
}

func newGrepFound(limit int) *grepFound {
	byPath := func(a, b fileMatches) int { return strings.Compare(a.path, b.path) }
	return &grepFound{limit: limit, files: least.New(maxGrepFiles, byPath), failed: least.New(maxUnread, strings.Compare)}
}

func (f *grepFound) add(m fileMatches) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.searched++
	if m.count == 0 {
		return
	}
	f.total += m.count
	f.kept += len(m.kept)
	f.files.Add(m)
	if (f.kept-1000)/4 > f.limit {
		f.sortOut()
	}
}

// sortOut drops the matches that cannot be among the first, and gives the files in order.
func (f *grepFound) sortOut() []fileMatches {
	files := f.files.Sorted()
	f.kept = 0
	for i := range files {
		m := &files[i]
		m.kept = m.kept[:min(len(m.kept), f.limit-f.kept)]
		if len(m.kept) == 0 {
			m.kept = nil
		}
		f.kept += len(m.kept)
	}
	return files
}

func (f *grepFound) skip() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.binary++
}

func (f *grepFound) unread(name string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return // it has just gone
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failed.Add(name)
}

func (f *grepFound) unreadFiles() []string {
	names := f.failed.Sorted()
	if more := f.failed.Total() - len(names); more > 0 {
		names = append(names, andMore(more))
	}
	return names
}

func (f *grepFound) result(in grepIn) grepOut {
	out := grepOut{
		Matches: []grepMatch{}, Files: []grepFile{}, Total: f.total, TotalFiles: f.files.Total(),
		Searched: f.searched, Binary: f.binary,
	}
	for _, m := range f.sortOut() {
		out.Matches = append(out.Matches, m.kept...)
		out.Files = append(out.Files, grepFile{m.path, m.count})
	}
	out.Truncated = len(out.Files) < out.TotalFiles || !in.FilesOnly && len(out.Matches) < out.Total
	return out
}
