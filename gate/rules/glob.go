package rules

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// glob is the pattern of a rule about files, made absolute.
type glob struct {
	pattern        string
	prefix, suffix string // the literal ends of the pattern: a quick test before the real one
	part           string // a part between slashes that every path which it matches has; empty: none is known

	// folded is the same in lower case, for paths in lower case; nil: letter case counts. A rule that restricts is about
	// the paths of both: to fold a pattern such as "[!A]" takes some paths away.
	folded *glob
}

// Bounds of a pattern: a settings file comes with a project, and matching must stay cheap whatever is in it.
const (
	maxGlob   = 1000 // bytes
	maxGroups = 4    // pairs of braces
	maxCommas = 16   // in all
)

const globMeta = `*?[]{}\`

// parseGlob reads a pattern and puts it below the directory that it starts from: root, home after "~/", or none when it
// is absolute. A pattern that restricts reaches farther than one that allows: letter case does not count, it covers what
// is below the files that it names, and a leading "**/" means anywhere.
func parseGlob(pattern, root, home string, restricts bool) (glob, *syntaxError) {
	if err := checkGlob(pattern); err != nil {
		return glob{}, err
	}
	abs, err := absolute(pattern, root, home, restricts)
	if err != nil {
		return glob{}, err
	}
	if restricts {
		for strings.HasSuffix(abs, "/**") {
			abs = strings.TrimSuffix(abs, "/**")
		}
		abs = strings.TrimSuffix(abs, "/") + "/**"
	}
	if !doublestar.ValidatePattern(abs) {
		return glob{}, wrong(0, "the pattern has brackets, braces or a backslash that do not close")
	}
	g := newGlob(abs)
	if restricts {
		folded := newGlob(strings.ToLower(abs))
		g.folded, g.part = &folded, folded.part
	}
	return g, nil
}

func newGlob(abs string) glob {
	g := glob{pattern: abs, prefix: abs, part: literalPart(abs)}
	if i := strings.IndexAny(abs, globMeta); i >= 0 {
		g.prefix = abs[:i]
		if strings.HasPrefix(abs[i:], "**") {
			g.prefix = strings.TrimSuffix(g.prefix, "/") // "a/**" is a, too
		}
		g.suffix = abs[strings.LastIndexAny(abs, globMeta+"/")+1:]
	}
	return g
}

// literalPart gives the last part of a pattern in which nothing is special. With braces, which may hold slashes, it gives
// none.
func literalPart(pattern string) string {
	if strings.Contains(pattern, "{") {
		return ""
	}
	last := ""
	for part := range strings.SplitSeq(pattern, "/") {
		if part != "" && !strings.ContainsAny(part, globMeta) {
			last = part
		}
	}
	return last
}

func checkGlob(pattern string) *syntaxError {
	switch {
	case len(pattern) > maxGlob:
		return wrong(0, "the pattern is longer than %d bytes", maxGlob)
	case strings.Count(pattern, "{") > maxGroups || strings.Count(pattern, ",") > maxCommas:
		return wrong(0, "the pattern has more than %d groups in braces or %d commas", maxGroups, maxCommas)
	}
	at := 0
	for part := range strings.SplitSeq(pattern, "/") {
		switch {
		case part == "." || part == "..":
			return wrong(at, "%q cannot be a part of a pattern; write the path without it", part)
		case strings.Contains(part, "**") && part != "**":
			return wrong(at, `"**" must stand alone between slashes`)
		}
		at += len(part) + 1
	}
	return checkClasses(pattern)
}

// checkClasses finds brackets that would match nothing, or something else than they seem to.
func checkClasses(pattern string) *syntaxError {
	at := 0
	for {
		before, rest, found := strings.Cut(pattern[at:], "[")
		if !found {
			return nil
		}
		at += len(before) + 1
		class, _, _ := strings.Cut(rest, "]")
		if strings.Contains(class, "[:") || len(class) > 1 && strings.HasPrefix(class, ":") && strings.HasSuffix(class, ":") {
			return wrong(at, `classes with a name, such as "[:alpha:]", are not known`)
		}
		chars := []rune(class)
		for i := 1; i+1 < len(chars); i++ {
			if chars[i] == '-' && chars[i-1] > chars[i+1] {
				return wrong(at, "the range %q is backwards", string(chars[i-1:i+2]))
			}
		}
	}
}

func absolute(pattern, root, home string, restricts bool) (string, *syntaxError) {
	switch {
	case strings.HasPrefix(pattern, "/"):
		return path.Clean(pattern), nil
	case pattern == "~" || strings.HasPrefix(pattern, "~/"):
		if home == "" {
			return "", wrong(0, `"~" means nothing here: there is no home directory`)
		}
		return path.Clean(escapeGlob(home) + pattern[1:]), nil
	case strings.HasPrefix(pattern, "~"):
		return "", wrong(0, `only "~/" is known, not the home of another user`)
	case restricts && strings.HasPrefix(pattern, "**/"):
		return path.Clean("/" + pattern), nil
	case root == "":
		return "", wrong(0, "there is no project here that the pattern could begin in; write an absolute one")
	}
	return path.Clean(escapeGlob(root) + "/" + pattern), nil
}

// match reports whether the pattern covers a path, which it gets in lower case too.
func (g *glob) match(p, lower string) bool {
	if g.folded != nil && g.folded.match(lower, lower) {
		return true
	}
	if !strings.HasPrefix(p, g.prefix) || !strings.HasSuffix(p, g.suffix) {
		return false
	}
	return doublestar.MatchUnvalidated(g.pattern, p)
}

// escapeGlob writes a path as a pattern that matches it alone.
func escapeGlob(p string) string {
	if !strings.ContainsAny(p, globMeta) {
		return p
	}
	var b strings.Builder
	for _, c := range p {
		if strings.ContainsRune(globMeta, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}
