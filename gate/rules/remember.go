package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

// Remember adds rules, one a line as [gate.Request] offers them, to what the local settings allow, and puts them in force.
// The file is replaced as a whole or not at all, under a lock that other processes respect too, and formatted; its
// comments stay. The rules that are there already are not added again.
func (p *Policy) Remember(rules string) error {
	texts := strings.Split(rules, "\n")
	for _, text := range texts {
		if _, err := compile(text, &p.opts, false); err != nil {
			return fmt.Errorf("rule %q: %w", text, err)
		}
	}
	if p.files.Local == "" {
		return errors.New("there is no local settings file to save rules in")
	}
	if err := p.save(texts); err != nil {
		return fmt.Errorf("saving to %s: %w", p.files.Local, err)
	}
	return p.Reload()
}

// save adds rules to the local file.
func (p *Policy) save(texts []string) error {
	file := p.files.Local
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	unlock, err := lock(file + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	mode, err := writable(file)
	if err != nil {
		return err
	}
	text, err := readFile(file)
	if err != nil {
		return err
	}
	if !p.opts.trusts(file, text) {
		return errors.New("it is not trusted as it is now, so that rules in it would allow nothing")
	}
	if text == nil {
		text = []byte("{}\n")
	}
	src := &source{"local", file}
	old, mistakes := decode(text, src, &p.opts)
	if len(mistakes) > 0 {
		return mistakes
	}
	add := missing(old.allow, texts)
	if len(add) == 0 {
		return nil
	}
	text, err = addRules(text, add)
	if err != nil {
		return err
	}
	if _, mistakes := decode(text, src, &p.opts); len(mistakes) > 0 {
		return mistakes
	}
	if err := p.opts.Trust.Extend(file, text); err != nil {
		return err
	}
	return replace(file, text, mode)
}

// missing gives those of the texts that are not among the rules, each once.
func missing(have []*entry, texts []string) []string {
	var add []string
	for _, text := range texts {
		known := slices.ContainsFunc(have, func(e *entry) bool { return e.text == text })
		if !known && !slices.Contains(add, text) {
			add = append(add, text)
		}
	}
	return add
}

// patch is one operation of a JSON Patch (RFC 6902).
type patch struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// addRules gives the text of a settings file with rules added to what it allows.
func addRules(text []byte, add []string) ([]byte, error) {
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, err
	}
	var ops []patch
	for _, parent := range []struct {
		path  string
		empty any
	}{{"/permissions", map[string]any{}}, {"/permissions/allow", []string{}}} {
		if root.Find(parent.path) == nil {
			ops = append(ops, patch{"add", parent.path, parent.empty})
		}
	}
	for _, rule := range add {
		ops = append(ops, patch{"add", "/permissions/allow/-", rule})
	}
	var doc bytes.Buffer
	enc := json.NewEncoder(&doc)
	enc.SetEscapeHTML(false) // people read the file
	if err := enc.Encode(ops); err != nil {
		return nil, err
	}
	if err := root.Patch(doc.Bytes()); err != nil {
		return nil, err
	}
	root.Format()
	return root.Pack(), nil
}

// writable gives the permissions that a file is to have, and refuses one that is not ours to replace.
func writable(file string) (fs.FileMode, error) {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0o600, nil
	case err != nil:
		return 0, reason(err)
	case info.Mode().Type() != 0:
		return 0, errors.New("it is not a regular file")
	case info.Mode()&0o200 == 0:
		return 0, errors.New("it is read-only")
	}
	return info.Mode().Perm(), nil
}

// replace puts a new text in the place of a file, so that a reader, and a crash at any moment, sees the old or the new.
func replace(file string, text []byte, mode fs.FileMode) (err error) {
	dir, name := filepath.Split(file)
	f, err := os.CreateTemp(dir, name+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil { // what went wrong is said already; the file is only litter
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// How long another process may hold the lock, which it needs for one write, and how often to look.
const (
	lockPatience = 5 * time.Second
	lockInterval = 10 * time.Millisecond
)

// lock takes the lock that guards a settings file, by a file that only serves for it.
func lock(file string) (unlock func(), err error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for waited := time.Duration(0); ; waited += lockInterval {
		locked, err := tryLock(f)
		switch {
		case err != nil:
			return nil, errors.Join(fmt.Errorf("locking: %w", err), f.Close())
		case locked:
			return func() { _ = f.Close() }, nil // closing releases it, and nothing was written
		case waited >= lockPatience:
			return nil, errors.Join(errors.New("another process has held the lock for too long"), f.Close())
		}
		time.Sleep(lockInterval)
	}
}
