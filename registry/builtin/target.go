package builtin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/atomicfile"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

// maxEdited is the largest file, in bytes, that is read to be compared or edited.
const maxEdited = 16 << 20

// target is a file that is about to be changed. Nobody else in this workspace changes it until unlock.
type target struct {
	workspace *Workspace
	call      *registry.Call
	place     place
	key       string
	info      fs.FileInfo // nil: there is no such file
	raw       []byte      // what is in it; not read of a file larger than maxEdited
	blind     bool        // the call changes a part of it without having been told the rest
	unlock    func()
}

// openTarget finds the file that a call is to change, and reads it. On an error there is nothing to unlock.
func (w *Workspace) openTarget(call *registry.Call, arg string) (*target, *registry.Error) {
	p, e := w.resolve(arg)
	if e != nil {
		return nil, e
	}
	if p.tree.readOnly {
		return nil, registry.Errorf(registry.ToolError, "args.path: %s may only be read", p.name).
			WithHint("write inside the workspace, %s", w.main.given)
	}
	if strings.HasSuffix(arg, "/") {
		return nil, registry.Errorf(registry.InvalidArgs, "args.path: %s names a directory", pathText(arg)).
			WithHint("directories are made when a file in them is written")
	}
	t := &target{workspace: w, call: call, place: p, key: w.key(p)}
	t.unlock = w.edits.lock(t.key)
	if e := t.read(); e != nil {
		t.unlock()
		return nil, e
	}
	return t, nil
}

func (t *target) read() *registry.Error {
	f, info, e := openFile(t.place)
	if e != nil {
		if errors.Is(e.Cause, fs.ErrNotExist) {
			return nil
		}
		return e
	}
	defer f.Close()
	t.info = info
	if info.Mode().Perm()&0o222 == 0 {
		return registry.Errorf(registry.ToolError, "args.path: %s is read-only (mode %04o)", t.place.name, info.Mode().Perm()).
			WithHint("if it is meant to be changed, make it writable first: chmod u+w")
	}
	if info.Size() <= maxEdited {
		raw, err := readAll(f, info.Size(), maxEdited)
		if err != nil {
			return fileError(t.place.name, err)
		}
		t.raw = raw
	}
	if t.workspace.seen.changed(t.call, t.key, t.raw, info) {
		return t.changed("since this run last read or wrote it")
	}
	return nil
}

func (t *target) exists() bool { return t.info != nil }

// holds reports whether the file has this content already.
func (t *target) holds(content []byte) bool {
	return t.exists() && t.info.Size() == int64(len(content)) && bytes.Equal(t.raw, content)
}

// text gives the file as text, in an encoding in which it can be written back without a loss.
func (t *target) text() (string, textfile.Encoding, *registry.Error) {
	if t.info.Size() > maxEdited {
		return "", "", registry.Errorf(registry.ToolError, "args.path: %s has %d bytes; the largest that can be edited has %d",
			t.place.name, t.info.Size(), maxEdited).WithHint("change it with a command of bash")
	}
	encoding, binary := textfile.Detect(t.raw, true)
	if binary {
		return "", "", binaryError(t.place, t.raw, t.info.Size())
	}
	text, err := encoding.Decode(t.raw)
	if err == nil {
		var back []byte
		if back, err = encoding.Encode(text); err == nil && bytes.Equal(back, t.raw) {
			return text, encoding, nil
		}
	}
	return "", "", registry.Errorf(registry.ToolError, "args.path: %s looks like %s, but cannot be read as that without a loss",
		t.place.name, encoding)
}

// encodeLike writes text as the file is written, if that can be done, else as UTF-8. A byte order mark in front of the text
// is that of the file: UTF-8 gets one only so, the others have theirs.
func (t *target) encodeLike(text string) ([]byte, textfile.Encoding) {
	rest, marked := strings.CutPrefix(text, "\ufeff")
	if t.exists() && len(t.raw) > 0 {
		encoding, binary := textfile.Detect(t.raw, true)
		if encoded, err := encoding.Encode(rest); err == nil && !binary && encoding != textfile.UTF8 {
			return encoded, encoding
		}
	}
	if marked {
		return []byte(text), textfile.UTF8BOM
	}
	return []byte(text), textfile.UTF8
}

// warning says what a replacement means for a file that has other names.
func (t *target) warning() string {
	if !t.exists() || links(t.info) < 2 {
		return ""
	}
	return fmt.Sprintf("the file had %d names (hard links); this one has the new content, the others keep the old", links(t.info))
}

// write replaces the file, unless it has been changed since it was read, and makes sure that what is there is what was
// meant.
func (t *target) write(content []byte) error {
	if !t.same() {
		return t.changed("while it was being edited")
	}
	if err := atomicfile.Replace(t.place.tree.root, t.place.rel, content, t.info); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return t.changed("while it was being written")
		}
		e := fileError(t.place.name, err)
		if errors.Is(err, fs.ErrPermission) && !errors.Is(err, atomicfile.ErrOwner) {
			e.Message = fmt.Sprintf("args.path: %s cannot be written: nothing may be put into its directory (permission denied)", t.place.name)
		}
		e.Message += "; it is as it was"
		return e
	}
	f, info, e := openFile(t.place)
	if e != nil {
		return e
	}
	defer f.Close()
	if !sameContent(f, content) {
		return t.changed("by others at the moment it was written")
	}
	switch {
	case t.blind && !t.workspace.seen.knows(t.call, t.key): // others may go on changing it
	case len(content) > maxEdited:
		t.workspace.seen.part(t.call, t.key, info)
	default:
		t.workspace.seen.whole(t.call, t.key, content)
	}
	return nil
}

// same reports whether the file is still the one that was read.
func (t *target) same() bool {
	now, err := t.place.tree.root.Lstat(t.place.rel)
	if !t.exists() {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && os.SameFile(now, t.info) && now.Size() == t.info.Size() && now.ModTime().Equal(t.info.ModTime())
}

func (t *target) changed(when string) *registry.Error {
	return registry.Errorf(registry.ToolError, "args.path: %s was changed %s", t.place.name, when).
		WithHint("read it again and apply the change to what it is now")
}

// sameContent compares a file with what was written, a part at a time.
func sameContent(f io.Reader, content []byte) bool {
	buf := make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(f, buf)
		if !bytes.HasPrefix(content, buf[:n]) {
			return false
		}
		content = content[n:]
		if err != nil {
			return (err == io.EOF || err == io.ErrUnexpectedEOF) && len(content) == 0
		}
	}
}
