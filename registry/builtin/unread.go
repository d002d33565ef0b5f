package builtin

import (
	"errors"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry/builtin/internal/walk"
)

// maxUnread is how many names are given of what could not be read.
const maxUnread = 20

// unreadNames names what could not be read below a place, the first of it if it is much.
func (w *Workspace) unreadNames(p place, unread []walk.Unread) []string {
	var names []string
	for _, u := range unread[:min(len(unread), maxUnread)] {
		name := strings.ToValidUTF8(w.nameOf(p.tree, u.Path), "\ufffd")
		if errors.Is(u.Err, walk.ErrName) {
			name += " (its name is not UTF-8: only bash can name it)"
		}
		names = append(names, name)
	}
	if len(unread) > maxUnread {
		names = append(names, andMore(len(unread)-maxUnread))
	}
	return names
}

// andMore is the last of a list of names that is cut.
func andMore(n int) string { return fmt.Sprintf("... and %d more", n) }

func unreadNote(unread []string) string {
	if len(unread) == 0 {
		return ""
	}
	names := make([]string, len(unread))
	for i, name := range unread {
		names[i] = pathText(name).String()
	}
	return "; not read: " + strings.Join(names, ", ")
}
