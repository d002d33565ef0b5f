package source

import (
	"strings"
	"unicode/utf8"
)

// wordLength is the length of the word at the start of a text, or of the number, with its dots.
func wordLength(text string) int {
	number := '0' <= text[0] && text[0] <= '9'
	for i := 0; i < len(text); i++ {
		if number && text[i] == '.' {
			continue
		}
		if !isWordByte(text[i]) || text[i] >= utf8.RuneSelf && (lineEnd(text[i:]) > 0 || spaceLength(text[i:]) > 0) {
			return i
		}
	}
	return len(text)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

func isWord(s string) bool { return s != "" && isWordByte(s[0]) }

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// Constant tables of the words that matter to a scanner.
var (
	infixWords     = set("in of instanceof as satisfies else extends")
	prefixWords    = set("new delete void typeof await yield throw if")
	operandFollows = set("return case do default export const let var")
	conditionWords = set("if while for with switch catch")
	blockWords     = set("else do try finally")
	carriesOn      = set("else catch finally while")
)
