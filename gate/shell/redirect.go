package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// harmlessTarget reports whether a redirection writes to the null device or a stream that is open already, written
// exactly so: "/dev/../x" is a file.
func harmlessTarget(r *syntax.Redirect) bool {
	switch r.Word.Lit() {
	case "/dev/null", "/dev/stdout", "/dev/stderr":
		return r.Op != syntax.RdrInOut
	}
	return false
}

// device reports whether a path is below /dev, where some shells open network connections, and is not the null device or
// the standard input.
func device(target string) bool {
	p := path.Clean(target)
	return strings.HasPrefix(p, "/dev/") && p != "/dev/null" && p != "/dev/stdin"
}

// descriptor reports whether a word is exactly one digit or one dash, without quotes. Shells cut everything else in
// different places.
func descriptor(w *syntax.Word) bool {
	l := w.Lit()
	return len(w.Parts) == 1 && len(l) == 1 && (l == "-" || '0' <= l[0] && l[0] <= '9')
}

// quoting says how much of the delimiter of a here-document is quoted.
type quoting uint8

const (
	not quoting = iota
	partly
	wholly
)

func quotingOf(w *syntax.Word) quoting {
	if len(w.Parts) != 1 {
		return partly
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		switch i := strings.Index(p.Value, `\`); {
		case i < 0:
			return not
		case i == 0:
			return wholly // one quoted character is enough for a shell
		}
	case *syntax.SglQuoted:
		if !p.Dollar {
			return wholly
		}
	case *syntax.DblQuoted:
		if !p.Dollar {
			return wholly
		}
	}
	return partly
}
