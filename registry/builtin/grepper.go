package builtin

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/search"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
	"github.com/runcode-dev/runcode/registry/builtin/internal/wildcard"
)

// grepper searches files for one query, several at once.
type grepper struct {
	place   place
	prefix  string // of the paths of a walk, down to the place
	matcher *search.Matcher
	context search.Context
	glob    *wildcard.Pattern      // nil: all files
	hide    func(path string) bool // nil: nothing is
	in      grepIn
	perFile int // matches kept of one file
	found   *grepFound
}

// errHidden is why a search leaves a file out that it must not read.
var errHidden = errors.New("not permitted")

func patternError(err error) *registry.Error {
	e := registry.Errorf(registry.InvalidArgs, "args.pattern: %s", err)
	if p, ok := errors.AsType[*search.PatternError](err); ok && p.Hint != "" {
		return e.WithHint("%s", p.Hint)
	}
	return e
}

// one searches the file that the call names; unlike in a walk, what cannot be searched fails the call.
func (g *grepper) one(ctx context.Context, p place) (grepOut, error) {
	f, info, e := openFile(p)
	if e != nil {
		return grepOut{}, e
	}
	defer f.Close()
	matches, err := g.scan(ctx, f, string(p.name))
	if errors.Is(err, search.ErrBinary) {
		return grepOut{}, binaryError(p, nil, info.Size())
	}
	if err != nil {
		return grepOut{}, fileError(p.name, err)
	}
	g.found.add(matches)
	return g.found.result(g.in), nil
}

// visit searches one file of a walk.
func (g *grepper) visit(ctx context.Context, f *walk.File) error {
	rel := strings.TrimPrefix(f.Path, g.prefix)
	if !f.Type.IsRegular() || g.glob != nil && !g.glob.Match(rel) {
		return nil
	}
	name := path.Join(string(g.place.name), rel)
	if g.hide != nil && g.hide(path.Join(filepath.ToSlash(g.place.tree.real), f.Path)) {
		g.found.unread(name, errHidden)
		return nil
	}
	file, err := f.Open(openNow)
	if err != nil {
		g.found.unread(name, err)
		return nil
	}
	defer file.Close()
	matches, err := g.scan(ctx, file, name)
	switch {
	case errors.Is(err, search.ErrBinary):
		g.found.skip()
	case ctx.Err() != nil:
		return err
	case err != nil:
		g.found.unread(name, err)
	default:
		g.found.add(matches)
	}
	return nil
}

// fileMatches are the matches of one file.
type fileMatches struct {
	path  string
	count int
	kept  []grepMatch
}

func (g *grepper) scan(ctx context.Context, file *os.File, name string) (fileMatches, error) {
	c := collector{path: name, keep: g.perFile}
	err := g.matcher.Scan(untilDone{ctx, file}, g.context, c.line)
	if errors.Is(err, search.ErrBinary) {
		if r, ok := utf16Reader(file); ok {
			err = g.matcher.Scan(untilDone{ctx, r}, g.context, c.line)
		}
	}
	return fileMatches{name, c.count, c.kept}, err
}

// utf16Reader decodes a file that begins with a mark of UTF-16, which a search for NULs takes for binary.
func utf16Reader(file *os.File) (io.Reader, bool) {
	var head [2]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return nil, false
	}
	e, _ := textfile.Detect(head[:], true)
	if e != textfile.UTF16LE && e != textfile.UTF16BE {
		return nil, false
	}
	_, err := file.Seek(0, io.SeekStart)
	return e.Decoder(file), err == nil
}

// collector makes matches of lines.
type collector struct {
	path   string
	keep   int
	count  int
	kept   []grepMatch
	before []string // context that belongs to the next match
	last   int      // number of the last line that belongs to the last match
}

func (c *collector) line(l search.Line) error {
	switch {
	case l.Match:
		c.count++
		if len(c.kept) < c.keep {
			c.kept = append(c.kept, c.match(l))
		}
		c.before, c.last = nil, l.Number
	case len(c.kept) > 0 && c.count == len(c.kept) && l.Number == c.last+1:
		text, _ := around(l.Text, 0, 0)
		m := &c.kept[len(c.kept)-1]
		m.After, c.last = append(m.After, text), l.Number
	case c.count < c.keep:
		text, _ := around(l.Text, 0, 0)
		c.before = append(c.before, text)
	}
	return nil
}

func (c *collector) match(l search.Line) grepMatch {
	text, cut := around(l.Text, l.Start, l.End)
	return grepMatch{
		Path: c.path, Line: l.Number, Column: 1 + utf8.RuneCount(l.Text[:l.Start]), Text: text, Cut: cut, Before: c.before,
	}
}

// maxGrepLine is how many bytes of a line are given.
const maxGrepLine = 500

// around gives a line, or if it is very long the part of it around a match.
func around(line []byte, start, end int) (text string, cut bool) {
	if len(line) > maxGrepLine {
		room := max(0, maxGrepLine-(end-start)) / 2
		from := max(0, start-room)
		to := min(len(line), from+maxGrepLine)
		from = max(0, to-maxGrepLine)
		for from > 0 && !utf8.RuneStart(line[from]) {
			from++
		}
		for to < len(line) && to > from && !utf8.RuneStart(line[to]) {
			to--
		}
		line, cut = line[from:to], true
	}
	return strings.ToValidUTF8(string(line), "\ufffd"), cut
}
