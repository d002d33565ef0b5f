package builtin

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/atomicfile"
)

// fileError says what the file system answered about a file that the caller named, without the path that it was asked.
func fileError(name pathText, err error) *registry.Error {
	if own, ok := errors.AsType[*registry.Error](err); ok {
		return own
	}
	e := registry.Errorf(registry.ToolError, "args.path: %s %s", name, reason(err))
	e.Cause = err
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsRune(string(name), utf8.RuneError):
		return e.WithHint("\ufffd may stand for bytes that are not UTF-8; only bash can name such a file, and rename it")
	case errors.Is(err, fs.ErrNotExist):
		return e.WithHint("list_directory and glob show what there is")
	case errors.Is(err, syscall.ENOTDIR):
		return e.WithHint("a directory on the way to it is a file")
	}
	return e
}

func reason(err error) string {
	var escapes *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case errors.Is(err, atomicfile.ErrOwner):
		return "cannot be replaced: " + atomicfile.ErrOwner.Error()
	case errors.Is(err, atomicfile.ErrAttributes):
		return "cannot be replaced: " + atomicfile.ErrAttributes.Error()
	case errors.Is(err, fs.ErrPermission):
		return "may not be accessed: permission denied"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "cannot be written: no space is left on the disk"
	case errors.Is(err, syscall.EROFS):
		return "cannot be written: the disk is read-only"
	case errors.Is(err, syscall.EISDIR):
		return "is a directory"
	case errors.Is(err, syscall.ENOTDIR):
		return "cannot exist"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "has too long a name"
	case errors.As(err, &escapes) && strings.Contains(escapes.Err.Error(), "escapes"):
		return "leads out of the workspace"
	case errors.As(err, &escapes):
		return fmt.Sprintf("cannot be used: %v", escapes.Err)
	default:
		return "cannot be used"
	}
}

// argument says that an error about args.path is about another argument.
func argument(name string, e *registry.Error) *registry.Error {
	c := *e
	if rest, ok := strings.CutPrefix(c.Message, "args.path:"); ok {
		c.Message = "args." + name + ":" + rest
	}
	return &c
}

// kindOf names what is no regular file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	default:
		return "a special file"
	}
}

// plural gives "1 line", "2 lines", "2 matches".
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "ss"):
		return fmt.Sprintf("%d %ses", n, noun)
	default:
		return fmt.Sprintf("%d %ss", n, noun)
	}
}
