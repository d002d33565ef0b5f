package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/runcode-dev/runcode/gate/shell/program"
)

var (
	errNotFound   = errors.New("there is no such program")
	errNotTrusted = errors.New("there is no such program in the directories of the system")
)

// find returns the file of a program: that of its path, or the first in the directories of PATH as it was at the start. A
// trusted program must be one of the system's, which only root can change.
func (s *session) find(name, dir string, trusted bool) (string, error) {
	if trusted {
		return findTrusted(name)
	}
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if executable(name) {
			return name, nil
		}
		return "", errNotFound
	}
	for _, d := range filepath.SplitList(s.base["PATH"]) {
		if p := filepath.Join(d, name); filepath.IsAbs(d) && executable(p) {
			return p, nil
		}
	}
	return "", errNotFound
}

func findTrusted(name string) (string, error) {
	base := filepath.Base(name)
	for _, d := range program.Directories() {
		p := filepath.Join(d, base)
		if name != base && name != p || !executable(p) {
			continue
		}
		real, err := filepath.EvalSymlinks(p)
		if err == nil && onlyRootChanges(real) && onlyRootChanges(filepath.Dir(real)) && onlyRootChanges(d) {
			return p, nil
		}
	}
	return "", errNotTrusted
}

func executable(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
