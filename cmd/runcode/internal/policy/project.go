package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/runcode-dev/runcode/gate/rules"
)

// settingsDir is where a project keeps its settings: its own, and those of a person in it.
const (
	settingsDir   = ".runcode"
	settingsFile  = "settings.json"
	settingsLocal = "settings.local.json"
)

// projectOf is the directory of the project that a workspace belongs to: the nearest one, from the workspace up to the top of
// its repository, that has settings; else the workspace itself.
func projectOf(workspace string) string {
	workspace = filepath.FromSlash(workspace)
	for dir := workspace; ; dir = filepath.Dir(dir) {
		if hasSettings(dir) {
			return dir
		}
		if isRepository(dir) || dir == filepath.Dir(dir) {
			return workspace
		}
	}
}

// hasSettings reports whether a directory has settings of a project. What cannot be looked into has.
func hasSettings(dir string) bool {
	dir = filepath.Join(dir, settingsDir)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return there(dir)
	}
	return there(filepath.Join(dir, settingsFile)) || there(filepath.Join(dir, settingsLocal))
}

// isRepository reports whether a directory is the top of a repository. Git passes over a ".git" that is empty.
func isRepository(dir string) bool {
	top := filepath.Join(dir, ".git")
	if info, err := os.Stat(top); err == nil && info.Mode().IsRegular() {
		return info.Size() > 0 // it names the directory
	}
	return there(filepath.Join(top, "HEAD"))
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// leadNowhere is an error where settings are a link that leads nowhere: they would count as none.
func leadNowhere(files rules.Files) error {
	for _, file := range []string{files.User, files.Project, files.Local} {
		for _, path := range []string{filepath.Dir(file), file} {
			if _, err := os.Stat(path); file != "" && errors.Is(err, fs.ErrNotExist) && there(path) {
				return fmt.Errorf("%s is a link that leads nowhere, so that its settings are not known; remove it, or make what it leads to", path)
			}
		}
	}
	return nil
}
