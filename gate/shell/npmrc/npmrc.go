// Package npmrc looks whether npm only reads in a project. The settings of a project can name files that npm then takes for
// further settings, and prints where it does not understand them; neither the environment nor options outrank that.
package npmrc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Trouble says why npm cannot be trusted to only read in a directory: there is a file of settings there or above, other than
// that in the home of the person. What is in it is not looked at, since that takes reading it as every npm does. Empty: there
// is none. Both paths are absolute; home may be empty.
func Trouble(dir, home string) string {
	for {
		if dir != home {
			if _, err := os.Lstat(filepath.Join(dir, ".npmrc")); !errors.Is(err, fs.ErrNotExist) {
				return "the project has settings of npm, which may have it read other files"
			}
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}
