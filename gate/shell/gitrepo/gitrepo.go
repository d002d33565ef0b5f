// Package gitrepo looks whether the configuration of a git repository makes git run programs. Commands that seem to only
// read (status, diff, log -p) run them; so such a repository is not one in which git only reads.
//
// It reads the configuration as text, and more strictly than git: what could be such a setting counts as one.
package gitrepo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Programs says why git cannot be trusted to only read in a directory: the repository around it has a setting that names a
// program, fetches what is missing, or includes other files, or it has repositories inside. Empty: it can, or there is no
// repository. dir is absolute. What cannot be read cannot be trusted.
func Programs(dir string) string {
	top, err := find(dir)
	switch {
	case err != nil:
		return "the repository cannot be read"
	case top == "":
		return ""
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(top), ".gitmodules")); !errors.Is(err, fs.ErrNotExist) {
		return "the repository has submodules with settings of their own"
	}
	own, common, err := directories(top)
	if err != nil {
		return "the repository cannot be read"
	}
	for _, file := range []string{
		filepath.Join(common, "config"), filepath.Join(own, "config"), filepath.Join(own, "config.worktree"),
	} {
		if why := check(file); why != "" {
			return why
		}
	}
	return ""
}

// find returns the ".git" of the repository around a directory; empty: there is none.
func find(dir string) (string, error) {
	for {
		top := filepath.Join(dir, ".git")
		_, err := os.Lstat(top)
		if err == nil {
			return top, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", nil
		}
		dir = above
	}
}

// directories returns the directory of a repository, and the one it shares with its other worktrees.
func directories(top string) (own, common string, err error) {
	info, err := os.Stat(top)
	if err != nil {
		return "", "", err
	}
	if own = top; !info.IsDir() {
		if own, err = pointer(top, "gitdir:"); err != nil {
			return "", "", err
		}
	}
	common, err = pointer(filepath.Join(own, "commondir"), "")
	if errors.Is(err, fs.ErrNotExist) {
		return own, own, nil
	}
	return own, common, err
}

// pointer reads a file that holds the path of a directory behind a word.
func pointer(file, word string) (string, error) {
	text, err := read(file)
	if err != nil {
		return "", err
	}
	path, ok := strings.CutPrefix(strings.TrimSpace(text), word)
	if !ok {
		return "", errors.New("the file has another form")
	}
	path = strings.TrimSpace(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(file), path)
	}
	return path, nil
}

// maxConfig is the size, in bytes, of the largest configuration that is read.
const maxConfig = 1 << 20

func read(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxConfig {
		return "", errors.New("the file is too large, or no file")
	}
	text, err := os.ReadFile(file)
	return string(text), err
}

// naming matches a key, at the start of a line or behind the name of a section, whose value git runs or that reaches
// beyond this machine; and the sections all of whose keys do.
var naming = regexp.MustCompile(`(?im)(?:^|\])\s*(fsmonitor|hookspath|sshcommand|gitproxy|askpass|pager|editor|external|command|` +
	`textconv|clean|smudge|process|program|defaultkeycommand|partialclone|partialclonefilter|promisor|uploadpack|receivepack|` +
	`showsignature|helper|worktree)\s*(?:=|$|[#;])|^\s*\[\s*(include|includeif|filter|pager|gpg|alias)\b`)

func check(file string) string {
	text, err := read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil:
		return "the configuration of the repository cannot be read"
	}
	m := naming.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return "the configuration of the repository may run programs (" + strings.ToLower(m[1]+m[2]) + ")"
}
