package run

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/runcode-dev/runcode/gate/shell"
	"github.com/runcode-dev/runcode/gate/shell/program"
	"github.com/runcode-dev/runcode/gate/shell/secret"
)

// maxWalked bounds the names that are looked at before a command that goes through directories runs.
const maxWalked = 50_000

const instead = "; use the grep tool, which leaves secrets out, or exclude it (--exclude=NAME, --exclude-dir=NAME; of rg -g '!NAME'; of find -name PATTERN)"

// walked looks for a file with secrets where a command would go through directories, and returns why it must not; empty:
// there is none. Which files there are is known only now; one that comes later is not seen.
func walked(ctx context.Context, hc interp.HandlerContext, words []string) string {
	w := shell.Walks(words)
	if w == nil || w.InputInstead && hasInput(hc.Stdin) {
		return ""
	}
	v := visit{ctx: ctx, walk: w, seen: map[string]bool{}}
	for _, root := range w.Roots {
		if !filepath.IsAbs(root) {
			root = filepath.Join(hc.Dir, root)
		}
		v.unignoreAbove(root)
		if why := v.link(root); why != "" {
			return why
		}
	}
	return ""
}

// hasInput reports whether a program that looks at its input first finds something to read there.
func hasInput(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return in != nil // it gets a pipe
	}
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0)
}

// visit goes through the directories that a command would.
type visit struct {
	ctx   context.Context
	walk  *program.Walk
	seen  map[string]bool // directories, by their real paths
	names int
}

// unignoreAbove reads the files that say what is ignored in the directories above one.
func (v *visit) unignoreAbove(name string) {
	real, err := filepath.EvalSymlinks(name)
	for dir := filepath.Clean(name); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		v.unignore(filepath.Dir(dir))
	}
	for ; err == nil && filepath.Dir(real) != real; real = filepath.Dir(real) {
		v.unignore(filepath.Dir(real))
	}
}

// maxIgnore is the size, in bytes, of the largest file of ignored names that is read.
const maxIgnore = 1 << 20

// unignore reads the files that say what is ignored in a directory.
func (v *visit) unignore(dir string) {
	if info, err := os.Stat(filepath.Join(dir, ".git")); err == nil && info.Mode().IsRegular() {
		v.walk.Unignore("!*") // it says where else a file of ignored names is
	}
	for _, name := range v.walk.IgnoreFiles() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		text := []byte("!*") // anything may be in it
		if info.Size() <= maxIgnore {
			if read, err := os.ReadFile(file); err == nil {
				text = read
			}
		}
		for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
			if line = strings.TrimRight(line, " \r\n"); strings.HasPrefix(line, "!") {
				v.walk.Unignore(line)
			}
		}
	}
}

// link goes to what a path leads to after symbolic links.
func (v *visit) link(name string) string {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "" // the command does not get there either
	}
	if secret.Path(real) {
		return "it would read " + strconv.Quote(filepath.Base(name)) + ", which leads to a file with secrets" + instead
	}
	if real == "/" || strings.HasPrefix(real+"/", "/proc/") || strings.HasPrefix(real, "/dev/") && real != os.DevNull {
		return "it would read where the system keeps processes and devices"
	}
	info, err := os.Stat(real)
	if err != nil || !info.IsDir() || v.seen[real] {
		return ""
	}
	v.seen[real] = true
	return v.directory(real)
}

// directory goes through one directory, and those below.
func (v *visit) directory(dir string) string {
	v.unignore(dir)
	f, err := os.Open(dir)
	if err != nil {
		return "" // the command cannot read it either
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1000)
		for _, e := range entries {
			if why := v.entry(dir, e); why != "" {
				return why
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return ""
		case err != nil, v.ctx.Err() != nil:
			return "whether it would read secrets cannot be told"
		}
	}
}

func (v *visit) entry(dir string, e fs.DirEntry) string {
	if v.names++; v.names > maxWalked {
		return "it would go through more than " + strconv.Itoa(maxWalked) + " files, so whether it would read secrets cannot be told; name the directories that matter, or use the grep tool"
	}
	name, link := filepath.Join(dir, e.Name()), e.Type()&fs.ModeSymlink != 0
	switch {
	case v.walk.Skips(e.Name(), e.IsDir()), link && !v.walk.Follow && !v.walk.Opens, e.IsDir() && v.walk.Shallow:
		return ""
	case secret.Path(name):
		return "it would read " + strconv.Quote(e.Name()) + ", a file with secrets" + instead
	case link && (v.walk.Shallow || !v.walk.Follow):
		return v.shallow(name)
	case link:
		return v.link(name)
	case e.IsDir():
		return v.directory(name)
	}
	return ""
}

// shallow looks at where a link leads, and goes no further.
func (v *visit) shallow(name string) string {
	if secretFile(name) {
		return "it would read " + strconv.Quote(filepath.Base(name)) + ", which leads to a file with secrets" + instead
	}
	return ""
}
