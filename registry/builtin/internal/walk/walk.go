// Package walk visits the files below a directory: in parallel, confined to an [os.Root], without following links, and
// without what ignore files leave out.
package walk

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry/builtin/internal/ignore"
)

// Options say what to visit.
type Options struct {
	Base    string                // where to begin, relative to the root, with slashes; "." is the root itself. It is never left out.
	Hidden  bool                  // visit names that begin with a dot too; .git never is, unless Base is in it
	All     bool                  // visit what ignore files leave out too
	Outer   *ignore.Stack         // the rules that hold above the root; nil: none
	Enter   func(dir string) bool // whether to enter a directory, asked from several goroutines; nil: all of them
	Workers int                   // goroutines; 0: as many as run at once
}

// ErrName is why something is not visited whose name is no UTF-8: nobody could name it in JSON.
var ErrName = errors.New("its name is no UTF-8")

// Unread is what could not be read: a directory, or something with a name that is no text.
type Unread struct {
	Path string
	Err  error
}

// Walk calls visit for each thing below the base that is no directory, from several goroutines at once and in no order.
// What cannot be read is told in the answer, in order of path; the walk goes on without it. The first error of visit
// ends the walk and is returned, as is the end of ctx.
func Walk(ctx context.Context, root *os.Root, o Options, visit func(*File) error) ([]Unread, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	w := &walker{options: o, visit: visit}
	w.wake = sync.NewCond(&w.mu)
	stop := context.AfterFunc(ctx, func() { w.fail(context.Cause(ctx)) })
	defer stop()
	top := &anchor{root: root, path: ".", lent: true}
	w.push(task{dir: o.Base, rules: o.rulesAbove(root), anchor: top.hold()})
	var wg sync.WaitGroup
	for range o.Workers {
		wg.Go(w.work)
	}
	wg.Wait()
	for _, t := range w.tasks { // of a walk that has failed
		t.drop()
	}
	slices.SortFunc(w.unread, func(a, b Unread) int { return cmp.Compare(a.Path, b.Path) })
	return w.unread, w.err
}

// task is a directory to read, or some of the files of one that has been read.
type task struct {
	dir    string
	rules  *ignore.Stack
	anchor *anchor // held
	files  []*File // nil: a directory
}

// drop lets go of a task that is not done.
func (t *task) drop() {
	if t.files == nil {
		t.anchor.release()
	}
	release(t.files)
}

// batch is how many files of one directory make a task, so that a directory of many is shared among the workers.
const batch = 64

type walker struct {
	options Options
	visit   func(*File) error

	mu     sync.Mutex
	wake   *sync.Cond
	tasks  []task // the last is taken first, which keeps the list short
	busy   int    // workers with a task
	unread []Unread
	err    error
}

func (w *walker) push(ts ...task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tasks = append(w.tasks, ts...)
	w.wake.Broadcast()
}

func (w *walker) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.wake.Broadcast()
}

// take waits for a task; there is none once every worker waits or the walk has failed.
func (w *walker) take(first bool) (task, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !first {
		w.busy--
	}
	for len(w.tasks) == 0 && w.busy > 0 && w.err == nil {
		w.wake.Wait()
	}
	if len(w.tasks) == 0 || w.err != nil {
		w.wake.Broadcast()
		return task{}, false
	}
	t := w.tasks[len(w.tasks)-1]
	w.tasks = w.tasks[:len(w.tasks)-1]
	w.busy++
	return t, true
}

func (w *walker) work() {
	for t, ok := w.take(true); ok; t, ok = w.take(false) {
		if t.files == nil {
			w.readDir(t)
			continue
		}
		w.visitAll(t.files)
	}
}

func (w *walker) visitAll(files []*File) {
	for i, f := range files {
		err := w.visit(f)
		f.dir.release()
		if err != nil {
			release(files[i+1:])
			w.fail(err)
			return
		}
	}
}

// readDir lists a directory, and makes tasks of what is in it.
func (w *walker) readDir(t task) {
	near := t.anchor.reach(t.dir)
	defer near.release()
	entries, err := types(near.root, near.rel(t.dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.leave(t.dir, err)
	}
	rules := t.rules
	if !w.options.All && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ignoreFile }) {
		rules = pushFile(near.root, near.rel(t.dir), rules, t.dir)
	}
	d := &directory{anchor: near, path: near.rel(t.dir)}
	var files []*File
	for _, e := range entries {
		p := path.Join(t.dir, e.Name())
		switch {
		case w.skip(p, e, rules):
		case !utf8.ValidString(e.Name()):
			w.leave(p, ErrName)
		case !e.IsDir():
			files = append(files, &File{Path: p, Type: e.Type(), dir: d})
		case w.options.Enter == nil || w.options.Enter(p):
			w.push(task{dir: p, rules: rules, anchor: near.hold()})
		}
	}
	if len(files) > 0 {
		near.hold()
		d.users.Store(int64(len(files)))
	}
	for len(files) > batch {
		w.push(task{files: files[:batch]})
		files = files[batch:]
	}
	w.visitAll(files)
}

// leave tells that something could not be read.
func (w *walker) leave(p string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unread = append(w.unread, Unread{Path: p, Err: err})
}

func (w *walker) skip(p string, e fs.DirEntry, rules *ignore.Stack) bool {
	name := e.Name()
	if name == ".git" || !w.options.Hidden && strings.HasPrefix(name, ".") {
		return true
	}
	return !w.options.All && rules.Ignored(p, e.IsDir())
}

// types gives the entries of a directory with their types; their Info must not be used.
func types(root *os.Root, dir string) ([]fs.DirEntry, error) {
	f, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plain, err := outsideRoot(f)
	if err != nil {
		return nil, err
	}
	defer plain.Close() // where it is f itself, closing twice does no harm
	return plain.ReadDir(-1)
}
