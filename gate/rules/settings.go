package rules

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Bounds of a settings file.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 1000    // of brackets, counted whether they are quoted or not
)

// settings is what one file says.
type settings struct {
	allow, ask, deny []*entry
	mode             Mode    // empty: it names none
	modeAt           Mistake // where it stands, without a text
	trusted          bool    // it may loosen
}

// source is a settings file and what it is to whom.
type source struct {
	name string // "user", "project" or "local"
	path string
}

// reader reads one file strictly and collects every mistake in it.
type reader struct {
	src      *source
	opts     *Options
	text     []byte
	out      settings
	mistakes Mistakes
}

// readSettings reads a file. One that is not there says nothing; one that cannot be read or understood is a mistake.
func readSettings(src *source, opts *Options) (settings, Mistakes) {
	text, err := readFile(src.path)
	if err != nil {
		return settings{}, Mistakes{{File: src.path, Text: err.Error()}}
	}
	if text == nil {
		return settings{}, nil
	}
	s, mistakes := decode(text, src, opts)
	s.trusted = opts.trusts(src.path, text)
	return s, mistakes
}

// trusts reports whether a file of the project may loosen.
func (o *Options) trusts(file string, text []byte) bool {
	return o.Trust != nil && o.Trust.Trusts(file, text)
}

// readFile gives the text of a regular file of bounded size; nil: there is none. Its errors do not name the file.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path) // first: opening a pipe would wait for its other end
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, reason(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, reason(err)
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	return text, nil
}

// reason takes the path off an error of the file system.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// decode reads the text of a file.
func decode(text []byte, src *source, opts *Options) (settings, Mistakes) {
	r := &reader{src: src, opts: opts, text: text}
	root, ok := r.parse()
	if !ok {
		return settings{}, r.mistakes
	}
	r.object(root, "the settings", map[string]func(*hujson.Value){
		"permissions": func(v *hujson.Value) {
			r.object(v, `"permissions"`, map[string]func(*hujson.Value){
				"allow": func(v *hujson.Value) { r.out.allow = r.list(v, "allow", false) },
				"ask":   func(v *hujson.Value) { r.out.ask = r.list(v, "ask", true) },
				"deny":  func(v *hujson.Value) { r.out.deny = r.list(v, "deny", true) },
				"mode":  r.mode,
			})
		},
	})
	if len(r.mistakes) > 0 {
		return settings{}, r.mistakes
	}
	return r.out, nil
}

var syntaxMessage = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^hujson: line (\d+), column (\d+): (.*)$`) })

// parse reads the syntax; where it is wrong, nothing behind the mistake can be told.
func (r *reader) parse() (*hujson.Value, bool) {
	if at := invalidUTF8(r.text); at >= 0 {
		r.wrong(at, "the file is not UTF-8")
		return nil, false
	}
	if at := tooDeep(r.text); at >= 0 {
		r.wrong(at, "more than %d brackets are open", maxDepth)
		return nil, false
	}
	root, err := hujson.Parse(r.text)
	if err == nil {
		return &root, true
	}
	m := Mistake{File: r.src.path, Line: 1, Column: 1, Text: err.Error()}
	if parts := syntaxMessage().FindStringSubmatch(err.Error()); parts != nil {
		m.Line, _ = strconv.Atoi(parts[1]) // digits, by the expression
		m.Column, _ = strconv.Atoi(parts[2])
		m.Text = parts[3]
	}
	r.mistakes = append(r.mistakes, m)
	return nil, false
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// tooDeep finds the bracket that nests too deep for a parser that calls itself; -1: there is none.
func tooDeep(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth > maxDepth {
			return i
		}
	}
	return -1
}

func (r *reader) wrong(offset int, format string, args ...any) {
	line, column := position(r.text, offset)
	r.mistakes = append(r.mistakes, Mistake{File: r.src.path, Line: line, Column: column, Text: fmt.Sprintf(format, args...)})
}

// object reads the members of an object, each by its own function, and refuses all others.
func (r *reader) object(v *hujson.Value, what string, members map[string]func(*hujson.Value)) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		r.wrong(v.StartOffset, "%s must be an object, not %s", what, kindOf(v))
		return
	}
	seen := make(map[string]bool)
	for i := range object.Members {
		m := &object.Members[i]
		key := m.Name.Value.(hujson.Literal).String() // the syntax knows no other names
		read, known := members[key]
		switch {
		case !known:
			r.wrong(m.Name.StartOffset, "%s", unknownKey(key, members))
		case seen[key]:
			r.wrong(m.Name.StartOffset, "%q is given twice", key)
		default:
			seen[key] = true
			read(&m.Value)
		}
	}
}

func unknownKey(key string, members map[string]func(*hujson.Value)) string {
	names := sortedKeys(members)
	if near := nearest(key, names); near != "" {
		return fmt.Sprintf("unknown key %q; did you mean %q?", key, near)
	}
	return fmt.Sprintf("unknown key %q; there is %s", key, quotedList(names))
}

// list reads an array of rules.
func (r *reader) list(v *hujson.Value, name string, restricts bool) []*entry {
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		r.wrong(v.StartOffset, "%q must be an array of rules, not %s", name, kindOf(v))
		return nil
	}
	var entries []*entry
	for i := range array.Elements {
		e := &array.Elements[i]
		text, ok := r.string(e, "a rule")
		if !ok {
			continue
		}
		rule, err := compile(text, r.opts, restricts)
		if err != nil {
			r.wrong(e.StartOffset+rawOffset(r.text[e.StartOffset:e.EndOffset], err.at), "rule %q: %s", text, err.text)
			continue
		}
		rule.source = r.src
		rule.line, rule.column = position(r.text, e.StartOffset)
		entries = append(entries, rule)
	}
	return entries
}

func (r *reader) mode(v *hujson.Value) {
	text, ok := r.string(v, `"mode"`)
	if !ok {
		return
	}
	if Mode(text).tightness() >= 0 {
		line, column := position(r.text, v.StartOffset)
		r.out.mode, r.out.modeAt = Mode(text), Mistake{File: r.src.path, Line: line, Column: column}
		return
	}
	if near := nearest(text, modeNames()); near != "" {
		r.wrong(v.StartOffset, "unknown mode %q; did you mean %q?", text, near)
		return
	}
	r.wrong(v.StartOffset, "unknown mode %q; there is %s", text, quotedList(modeNames()))
}

func (r *reader) string(v *hujson.Value, what string) (string, bool) {
	literal, ok := v.Value.(hujson.Literal)
	if !ok || literal.Kind() != '"' {
		r.wrong(v.StartOffset, "%s must be a string, not %s", what, kindOf(v))
		return "", false
	}
	return literal.String(), true
}

func kindOf(v *hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	default:
		return strings.TrimSpace(v.Value.(hujson.Literal).String()) // null, true or false
	}
}
