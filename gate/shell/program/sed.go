package program

import "strings"

// checkSed accepts the scripts that only print, delete, substitute and stop. The commands that write files or run
// programs (w, W, e, r, the flags w and e of s, and everything not listed here) are refused.
func checkSed(l *line) string {
	scripts := []string{l.text(0)}
	if l.has("e", "expression") {
		scripts = nil
		for _, o := range l.options {
			if o.name == "e" || o.name == "expression" {
				scripts = append(scripts, o.value)
			}
		}
	}
	for _, s := range scripts {
		if !plainSed(s) {
			return "the sed script may do more than print"
		}
	}
	return ""
}

// plainSed reports whether every command of a script is one of p, d, q, =, n, s and y, with plain addresses.
func plainSed(script string) bool {
	if script == "" || strings.Contains(script, "\n") {
		return false
	}
	for ok := true; script != ""; {
		if script, ok = sedCommand(script); !ok {
			return false
		}
		script = strings.TrimLeft(script, "; ")
	}
	return true
}

// sedCommand takes one command with its addresses off the head of a script.
func sedCommand(s string) (rest string, ok bool) {
	if s, ok = sedAddress(s); !ok {
		return "", false
	}
	if after, found := strings.CutPrefix(s, ","); found {
		if s, ok = sedAddress(after); !ok || s == after {
			return "", false
		}
	}
	s = strings.TrimLeft(s, " !")
	if s == "" {
		return "", false
	}
	switch s[0] {
	case 'p', 'd', 'q', '=', 'n':
		return ends(s[1:])
	case 's':
		return sedSubstitution(s[1:], "gpiI0123456789")
	case 'y':
		return sedSubstitution(s[1:], "")
	}
	return "", false
}

// sedAddress takes an address off the head: a number, "$", "first~step" or "/regexp/". No address is one too.
func sedAddress(s string) (rest string, ok bool) {
	switch {
	case strings.HasPrefix(s, "$"):
		return s[1:], true
	case strings.HasPrefix(s, "/"):
		rest, ok = delimited(s[1:], '/')
		return strings.TrimPrefix(rest, "I"), ok
	}
	return strings.TrimLeft(s, "0123456789~+"), true
}

// sedSubstitution takes "/a/b/flags" off the head. Only "/", "|", "#" and "," delimit.
func sedSubstitution(s, flags string) (rest string, ok bool) {
	if s == "" || strings.IndexByte("/|#,", s[0]) < 0 {
		return "", false
	}
	delim := s[0]
	s = s[1:]
	for range 2 {
		if s, ok = delimited(s, delim); !ok {
			return "", false
		}
	}
	return ends(strings.TrimLeft(s, flags))
}

// delimited takes text up to the next unescaped delimiter off the head. A bracket expression that is open at that point
// is refused, since implementations differ in where it ends.
func delimited(s string, delim byte) (rest string, ok bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			return s[i+1:], strings.Count(s[:i], "[") == strings.Count(s[:i], "]")
		}
	}
	return "", false
}

// ends requires that a command is over: the script ends, or the next command follows.
func ends(s string) (rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	return s, s == "" || s[0] == ';'
}
