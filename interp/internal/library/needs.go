package library

import "strings"

// Features is a set of parts of the library.
type Features uint64

// All is every part.
const All Features = 1<<64 - 1

// part is one piece of the library.
type part struct {
	names   string               // the words by which a program reaches it, separated by spaces; "A.b" is b only where it follows A
	except  string               // names that do not reach it, in the form A.b
	needs   string               // a name of each part that it builds on, all of which stand before it
	install func(*library) error // nil: the part is only a mark for others
}

// Needs finds the parts that a program can touch, from its compiled text: those that it names, and all of them where it
// looks at whole objects. It reads the text once, from front to back.
func Needs(code string) Features {
	var f Features
	previous, end := "", 0 // the last word, and where it ends
	for i := 0; i < len(code); {
		if !isWordByte(code[i]) {
			i++
			continue
		}
		start := i
		for i < len(code) && isWordByte(code[i]) {
			i++
		}
		word := code[start:i]
		if isBigInt(word) {
			f |= featuresByName["BigInt"]
		}
		if start == end+1 && code[end] == '.' {
			if special, ok := featuresByName[previous+"."+word]; ok {
				f |= special
				previous, end = word, i
				continue
			}
		}
		f |= featuresByName[word]
		previous, end = word, i
	}
	return f
}

// isBigInt tells whether a word may be a literal such as 12n.
func isBigInt(word string) bool {
	return '0' <= word[0] && word[0] <= '9' && word[len(word)-1] == 'n'
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}

// featuresByName is the index of parts by name. It is a constant table.
var featuresByName = indexParts()

func indexParts() map[string]Features {
	index := make(map[string]Features)
	for i, p := range parts {
		bits := Features(1) << i
		for _, name := range strings.Fields(p.needs) {
			bits |= index[name]
		}
		for _, name := range strings.Fields(p.names) {
			index[name] |= bits
		}
	}
	for i, p := range parts {
		for _, name := range strings.Fields(p.except) {
			_, last, _ := strings.Cut(name, ".")
			index[name] |= index[last] &^ (1 << i)
		}
	}
	for _, name := range strings.Fields(reflectionNames) {
		index[name] = All
	}
	return index
}

// reflectionNames are the names by which a program can find out what else there is.
const reflectionNames = "globalThis getOwnPropertyNames getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertySymbols ownKeys"
