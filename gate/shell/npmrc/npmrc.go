// Package npmrc looks whether npm only reads in a project. The settings of a project can name files that npm then takes for
// further settings, and prints where it does not understand them; neither the environment nor options outrank that.
package npmrc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// maxSize is the size, in bytes, of the largest file of settings that is read.
const maxSize = 64 << 10

// Trouble says why npm cannot be trusted to only read in a directory: a file of settings there or above, other than that in
// the home of the person, has something that is not known to be harmless. Empty: it can. Both paths are absolute; home may
// be empty.
func Trouble(dir, home string) string {
	for {
		if dir != home {
			if why := check(filepath.Join(dir, ".npmrc")); why != "" {
				return why
			}
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}

// harmless matches a line that says no more than how packages are chosen and where they are fetched, or nothing.
var harmless = regexp.MustCompile(`^\s*(?:[#;].*|(?:(?:@[a-z0-9._-]+:)?registry|save-exact|save-prefix|engine-strict|legacy-peer-deps|strict-peer-deps|` +
	`auto-install-peers|package-lock|lockfile|fund|audit|audit-level|update-notifier|loglevel|progress|color|prefer-offline|shamefully-hoist|` +
	`strict-peer-dependencies|hoist|node-linker|ignore-scripts)\s*=[^$\\]*)?$`)

func check(file string) string {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil, !info.Mode().IsRegular(), info.Size() > maxSize:
		return "the settings of npm cannot be read"
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "the settings of npm cannot be read"
	}
	for line := range strings.Lines(string(text)) {
		if !harmless.MatchString(strings.TrimSpace(line)) {
			return "the settings of npm in the project may have it read other files"
		}
	}
	return ""
}
