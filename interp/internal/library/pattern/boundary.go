package pattern

import "strings"

// boundary writes \b or \B as look-arounds, short ones where a word surely begins or ends.
func (t *translator) boundary() error {
	inner := t.peek(1) == 'B'
	if c := t.peek(2); c >= 0 && strings.ContainsRune("*+?", c) {
		return problem("Nothing to repeat")
	}
	word := `\w`
	if t.unicode && t.mode.ignoreCase {
		word = `[\w\u017f\u212a]` // the two characters beyond ASCII that are letters of it in another case
	}
	after, before := `(?=`+word+`)`, `(?<=`+word+`)`
	notAfter, notBefore := `(?!`+word+`)`, `(?<!`+word+`)`
	switch begins, ends := t.wordFollows(), t.wordPrecedes(); {
	case inner:
		t.write(`(?:` + before + after + `|` + notBefore + notAfter + `)`)
	case begins:
		t.write(notBefore)
	case ends:
		t.write(notAfter)
	default:
		t.write(`(?:` + before + notAfter + `|` + notBefore + after + `)`)
	}
	t.at += 2
	return nil
}

// wordFollows tells whether what stands after a boundary begins with a character of a word.
func (t *translator) wordFollows() bool {
	n := 2
	switch c := t.peek(n); {
	case c == '\\' && (t.peek(n+1) == 'w' || t.peek(n+1) == 'd'):
		n += 2
	case isWord(c):
		n++
	default:
		return false
	}
	c := t.peek(n)
	return c < 0 || !strings.ContainsRune("*?{", c)
}

// wordPrecedes tells whether what stands before a boundary ends with a character of a word: letters and digits, of which the
// first ones may belong to an escape.
func (t *translator) wordPrecedes() bool {
	start := t.at
	for start > 0 && isWord(t.in[start-1]) {
		start--
	}
	letters := t.in[start:t.at]
	escapes := 0
	for i := start - 1; i >= 0 && t.in[i] == '\\'; i-- {
		escapes++
	}
	switch {
	case len(letters) == 0:
		return false
	case escapes%2 == 0:
		return true
	case len(letters) == 1:
		return letters[0] == 'w' || letters[0] == 'd'
	}
	const longest = len("u0000")
	return strings.ContainsRune("bBwWdDsS", letters[0]) || len(letters) > longest
}

func isWord(c rune) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '_'
}
