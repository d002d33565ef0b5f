package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// trust knows which files of settings a person trusts, each with what it held then: a file that is changed later, as by a
// git pull, is not trusted any more. It implements [rules.Trust].
type trust struct {
	file   string // the list: a digest and a path a line; empty: there is no place for one
	always bool   // trust all for this time

	mu     sync.Mutex
	failed error // reading the list
}

// Trusts reports whether a file is trusted. One that is not there yet is: nobody else can have put anything into it.
func (t *trust) Trusts(file string, text []byte) bool { return t.always || t.lists(file, text) }

// lists reports whether a file is trusted for good.
func (t *trust) lists(file string, text []byte) bool {
	if text == nil {
		return true
	}
	if t.file == "" {
		return false
	}
	list, err := os.ReadFile(t.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.failed = err
	}
	return bytes.Contains(append([]byte("\n"), list...), []byte("\n"+entry(file, text)))
}

// err says why the list could not be read.
func (t *trust) err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Extend trusts a file with what it holds.
func (t *trust) Extend(file string, text []byte) error {
	switch {
	case t.file == "":
		return errors.New("there is no directory for settings; set HOME or XDG_CONFIG_HOME")
	case strings.Contains(file, "\n"):
		return errors.New("a file with a line break in its path cannot be trusted")
	case t.lists(file, text):
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(t.file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(t.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(entry(file, text))
	return errors.Join(err, f.Close())
}

func entry(file string, text []byte) string {
	digest := sha256.Sum256(text)
	return fmt.Sprintf("%s %s\n", hex.EncodeToString(digest[:]), file)
}

// Trust trusts the settings of the project for good, as they are now, and gives their files. It takes effect at the next
// start.
func (p *Policy) Trust() (trusted []string, err error) {
	f := p.files()
	for _, file := range []string{f.Project, f.Local} {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return trusted, err
		}
		if err := p.trust.Extend(file, text); err != nil {
			return trusted, err
		}
		trusted = append(trusted, file)
	}
	return trusted, nil
}

// Remember makes rules permanent in this project.
func (p *Policy) Remember(list string) error { return p.rules.Remember(list) }

// CanRemember reports whether answers can be made permanent. In a file that is not trusted they would have no effect.
func (p *Policy) CanRemember() bool {
	if p.place.Config == "" {
		return false
	}
	file := p.files().Local
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	return err == nil && p.trust.lists(file, text)
}
