package builtin

import (
	"fmt"
	"strings"
)

// showGrep shows the matches under the names of their files, with context set apart by a dash.
func showGrep(in grepIn, out grepOut) []string {
	var b strings.Builder
	if in.FilesOnly {
		for _, f := range out.Files {
			fmt.Fprintf(&b, "%s: %d\n", pathText(f.Path), f.Count)
		}
		return shownWithNote(b.String(), grepNote(in, out))
	}
	file := ""
	for _, m := range out.Matches {
		if m.Path != file {
			file = m.Path
			fmt.Fprintf(&b, "%s\n", pathText(file))
		}
		for i, text := range m.Before {
			fmt.Fprintf(&b, "%6d- %s\n", m.Line-len(m.Before)+i, text)
		}
		fmt.Fprintf(&b, "%6d: %s\n", m.Line, m.Text)
		if m.Cut {
			fmt.Fprintf(&b, "        [part of a longer line, around column %d]\n", m.Column)
		}
		for i, text := range m.After {
			fmt.Fprintf(&b, "%6d- %s\n", m.Line+1+i, text)
		}
	}
	return shownWithNote(b.String(), grepNote(in, out))
}

func grepNote(in grepIn, out grepOut) string {
	note := fmt.Sprintf("%s in %s", plural(out.Total, "match"), plural(out.TotalFiles, "file"))
	switch {
	case out.Truncated && in.FilesOnly:
		note += fmt.Sprintf(", the first %d files shown", len(out.Files))
	case out.Truncated:
		note += fmt.Sprintf(", the first %d shown; a narrower pattern, glob or path or a larger limit shows the rest", len(out.Matches))
	}
	if out.Total == 0 {
		note += fmt.Sprintf("; %s searched", plural(out.Searched, "file"))
	}
	if out.Binary > 0 {
		note += fmt.Sprintf("; %s skipped", plural(out.Binary, "binary file"))
	}
	if out.Total == 0 {
		note += "; hidden and ignored files are searched with hidden: true and ignored: true"
	}
	return note + unreadNote(out.Unread)
}
