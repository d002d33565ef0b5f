package pattern

import "strings"

// Literal rewrites the source of a literal expression where the engine would get it wrong, or be very slow to understand it.
// It still has the flags that it had. All others come back as they are.
func Literal(source, flags string) (string, error) {
	if strings.Trim(flags, "gims") != "" || hasModifiers([]rune(source)) || !needsRewriting(source, flags) {
		return source, nil
	}
	p, err := Rewrite(source, flags)
	return p.Source, err
}

// needsRewriting looks for the ends of lines, of which goja knows only \n, for \b and \B, which one of its engines takes for
// boundaries of letters of any script, and for what that engine takes long to fold the case of. It finds all in classes too,
// where they mean something else, and Rewrite leaves them alone.
func needsRewriting(source, flags string) bool {
	if strings.Count(source, "(?<") > 1 || strings.Contains(source, "[:") {
		return true // there may be two groups of one name, or what looks like a POSIX class
	}
	marks, escapes := "", "bB"
	if strings.Contains(flags, "m") {
		marks += "^$"
	}
	if strings.Contains(flags, "i") {
		marks, escapes = marks+".", escapes+"DSW"
	}
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c != '\\':
			if strings.IndexByte(marks, c) >= 0 {
				return true
			}
		case i+1 < len(source):
			if i++; strings.IndexByte(escapes, source[i]) >= 0 {
				return true
			}
		}
	}
	return false
}
