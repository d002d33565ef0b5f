package rules

import "strings"

// nearest gives the candidate that is spelled most like a word, or "" where none is like it.
func nearest(word string, candidates []string) string {
	best, least := "", len(word)/3+2
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// maxWord bounds the length of the words that are compared.
const maxWord = 100

// distance is the number of bytes to insert, drop or replace that make b out of a.
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
