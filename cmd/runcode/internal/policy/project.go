package policy

import (
	"os"
	"path/filepath"
)

// settingsDir is where a project keeps its settings.
const settingsDir = ".runcode"

// projectOf is the directory of the project that a workspace belongs to: the nearest one, from the workspace up to the top of
// its repository, that has settings; else the workspace itself.
func projectOf(workspace string) string {
	workspace = filepath.FromSlash(workspace)
	for dir := workspace; ; dir = filepath.Dir(dir) {
		if there(filepath.Join(dir, settingsDir)) {
			return dir
		}
		if there(filepath.Join(dir, ".git")) || dir == filepath.Dir(dir) {
			return workspace
		}
	}
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
