package shell

import (
	"path"
	"strings"
)

// reaches reports whether a word of a command line may name a protected file: as a whole, as the value of an option, or
// within a text that a program makes something of. It finds rather too many than too few.
func (j *judge) reaches(words []Word) bool {
	if j.opts.Protected == nil || len(words) == 0 {
		return false
	}
	for _, w := range words[1:] {
		if w.Text != "" && j.protected(w.Text) {
			return true
		}
		for piece := range strings.FieldsFuncSeq(w.Text, separates) {
			if j.protected(piece) || j.mentions(piece) {
				return true
			}
		}
	}
	return false
}

// separates reports whether a character is one that paths within a word are told apart by.
func separates(c rune) bool { return strings.ContainsRune("=:@,;|&<>(){}'\"`\\ \t\r\n", c) }

// maxLooks bounds how many paths of one command are looked at. Where there are more, one of them may be protected.
const maxLooks = 2000

// maxCluster is the greatest number of letters that are looked for in front of the value of a short option.
const maxCluster = 16

// mentions looks for a protected file behind letters: options ("-t.git/hooks"), and the command of sed ("s/a/b/w.git/x").
func (j *judge) mentions(piece string) bool {
	option := len(piece) > 2 && piece[0] == '-'
	for i := 1; i < len(piece); i++ {
		rest := piece[i:]
		switch before := piece[i-1]; {
		case option && i > 1 && i <= maxCluster, before == 'w', before == 'W':
			if j.protected(rest) {
				return true
			}
		case rest[0] == '.' && (before == '/' || !wordByte(before) || strings.Contains(rest, "/")): // else "name.git" ends
			if j.named(rest) {
				return true
			}
		}
	}
	return false
}

// wordByte reports whether a character is one of those that a name is made of before its suffix.
func wordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// protected reports whether a path, or where it leads, is a protected file.
func (j *judge) protected(p string) bool {
	full := at(j.opts.Dir, at(j.dir, p))
	return j.named(p) || j.opts.Resolve != nil && j.opts.Protected(j.opts.Resolve(full))
}

// named is protected by the name alone.
func (j *judge) named(p string) bool {
	j.looks++
	return j.looks > maxLooks || j.opts.Protected(path.Clean(at(j.opts.Dir, at(j.dir, p))))
}
