// Package gitrepo looks whether git only reads in a repository. What is in its directory can make commands that seem to only
// read (status, diff, log -p) run programs, or print files that are none of its own.
//
// It reads the configuration as text, and more strictly than git: what is not known to be harmless is not.
package gitrepo

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// Programs says why git cannot be trusted to only read in a directory: the repository around it has a setting that is not
// known to be harmless, other repositories inside, or links among its files. Empty: it can, or there is no repository. dir is
// absolute. What cannot be read cannot be trusted.
func Programs(dir string) string {
	top, err := find(dir)
	switch {
	case err != nil:
		return unreadable
	case top == "":
		return ""
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(top), ".gitmodules")); !errors.Is(err, fs.ErrNotExist) {
		return "the repository has submodules with settings of their own"
	}
	own, common, err := directories(top)
	if err != nil {
		return unreadable
	}
	for _, file := range []string{
		filepath.Join(common, "config"), filepath.Join(own, "config"), filepath.Join(own, "config.worktree"),
	} {
		if why := check(file); why != "" {
			return why
		}
	}
	if why := inside(own); why != "" {
		return why
	}
	why := links(own)
	if why == "" && common != own {
		why = links(common)
	}
	return why
}

const unreadable = "the repository cannot be read"

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
		if bare(dir) {
			return "", errors.New("a repository without a working tree")
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", nil
		}
		dir = above
	}
}

// bare reports whether a directory itself is what a ".git" would be.
func bare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// directories returns the directory of a repository, and the one it shares with its other worktrees.
func directories(top string) (own, common string, err error) {
	info, err := os.Stat(top)
	if err != nil {
		return "", "", err
	}
	if own = top; !info.IsDir() {
		if own, err = pointer(top, "gitdir: "); err != nil {
			return "", "", err
		}
	}
	common, err = pointer(filepath.Join(own, "commondir"), "")
	if errors.Is(err, fs.ErrNotExist) {
		common, err = own, nil
	}
	if err == nil {
		err = valid(own, common)
	}
	return own, common, err
}

var branchOrCommit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(ref: refs/.+|[0-9a-f]{40,64})\n$`) })

// valid is an error for what git would take for no repository, and go on to look for one above. Git needs to be able to
// enter the directories.
func valid(own, common string) error {
	text, err := read(filepath.Join(own, "HEAD"), maxConfig)
	if err == nil && !branchOrCommit().Match(text) {
		err = errors.New("HEAD has another form")
	}
	for _, name := range []string{"objects", "refs"} {
		info, statErr := os.Stat(filepath.Join(common, name) + string(filepath.Separator) + ".")
		if statErr != nil || !info.IsDir() {
			err = errors.Join(err, errors.New("it has no "+name))
		}
	}
	return err
}

// pointer reads a file that holds the path of a directory behind a word.
func pointer(file, word string) (string, error) {
	text, err := read(file, maxConfig)
	if err != nil {
		return "", err
	}
	path, ok := strings.CutPrefix(strings.TrimSuffix(string(text), "\n"), word)
	if !ok || path == "" || strings.TrimSpace(path) != path || strings.ContainsAny(path, "\r\n\x00") {
		return "", errors.New("the file has another form")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(file), path)
	}
	return path, nil
}

// The sizes, in bytes, of the largest configuration and the largest index that are read.
const (
	maxConfig = 1 << 20
	maxIndex  = 256 << 20
)

func read(file string, most int64) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, errors.New("the file is too large, or no file")
	}
	return os.ReadFile(file)
}

// repositoryMode is the mode of an entry of the index that is another repository, as it is written there.
const repositoryMode = "\x00\x00\xe0\x00"

// inside says whether other repositories are recorded, into which git would go with their own settings. The bytes of the
// mode may also stand for something else; then it is mistaken, once in a thousand large repositories.
func inside(own string) string {
	indexes, err := filepath.Glob(filepath.Join(quoted(own), "sharedindex.*"))
	if err != nil {
		return unreadable
	}
	for _, file := range append(indexes, filepath.Join(own, "index")) {
		index, err := read(file, maxIndex)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return unreadable
		case bytes.Contains(index, []byte(repositoryMode)):
			return "the repository has other repositories inside, with settings of their own"
		}
	}
	return ""
}

// quoted makes a pattern that stands for a path only.
func quoted(path string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(path)
}

// maxEntries bounds the files of a repository that are looked at, without its objects.
const maxEntries = 50_000

var errLink = errors.New("a link")

// links says whether a file of the repository's directory is a link, or no file: git prints what it does not understand in
// its own files, and what a link leads to may be a secret. Objects are not looked at, since git never prints those that are wrong.
func links(dir string) string {
	count := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch count++; {
		case errors.Is(err, fs.ErrNotExist):
			return nil // gone since
		case err != nil:
			return err
		case count > maxEntries:
			return errors.New("too many files")
		case !entry.IsDir() && !entry.Type().IsRegular():
			return errLink
		case entry.IsDir() && filepath.Base(filepath.Dir(path)) == "objects" && entry.Name() != "info":
			return fs.SkipDir
		}
		return nil
	})
	switch {
	case errors.Is(err, errLink):
		return "the repository has links among the files of git"
	case err != nil:
		return unreadable
	}
	return ""
}
