package sdkgen

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/runcode-dev/runcode/registry"
)

// Match is a tool that a search has found.
type Match struct {
	Name    string  `json:"name"` // full name
	Summary string  `json:"summary"`
	Score   float64 `json:"-"` // greater is better; comparable within one search only
}

// What a word is worth in the places where it is found.
const (
	nameWeight        = 4
	summaryWeight     = 2
	descriptionWeight = 1
)

// Search finds up to limit tools of a view by words in their names, summaries and descriptions, the best first and equals
// by name. Words match whole, or as the beginning of a longer one at half the worth; rare words count more (inverse
// document frequency, Spärck Jones 1972). A text without words matches every tool; of many words the first 32 count, each
// once.
func Search(v *registry.View, text string, limit int) []Match {
	words := question(text)
	var found []candidate
	seen := make([]int, len(words)) // in how many tools each word is found
	for t := range v.Tools() {
		c := candidate{tool: t, words: wordScores(t, words)}
		hit := len(words) == 0
		for i, x := range c.words {
			if x > 0 {
				seen[i]++
				hit = true
			}
		}
		if hit {
			found = append(found, c)
		}
	}
	for i := range found {
		for w, x := range found[i].words {
			if x > 0 {
				found[i].score += x * math.Log(1+float64(v.Len())/float64(seen[w]))
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var matches []Match
	for _, c := range found[:min(len(found), max(limit, 0))] {
		matches = append(matches, Match{Name: c.tool.FullName(), Summary: SummaryOf(c.tool), Score: c.score})
	}
	return matches
}

// candidate is a tool in which some of the words are found, and what each is worth there.
type candidate struct {
	tool  *registry.Tool
	words []float64
	score float64
}

// Bounds of what is looked for.
const (
	maxWords    = 32
	maxQuestion = 2_000 // bytes
)

// question gives the words that are looked for.
func question(text string) []string {
	words := wordsOf(strings.ToValidUTF8(text[:min(len(text), maxQuestion)], ""))
	var distinct []string
	for _, w := range words {
		if len(distinct) < maxWords && !slices.Contains(distinct, w) {
			distinct = append(distinct, w)
		}
	}
	return distinct
}

// wordScores says what each word is worth for a tool.
func wordScores(t *registry.Tool, words []string) []float64 {
	scores := make([]float64, len(words))
	for _, place := range []struct {
		text   string
		weight float64
	}{{t.FullName(), nameWeight}, {t.Summary, summaryWeight}, {t.Description, descriptionWeight}} {
		have := wordsOf(place.text)
		for i, w := range words {
			scores[i] += place.weight * match(w, have)
		}
	}
	return scores
}

// match is 1 for a word among others, and one half for the beginning of one.
func match(word string, among []string) float64 {
	best := 0.0
	for _, a := range among {
		switch {
		case a == word:
			return 1
		case len(word) >= 3 && strings.HasPrefix(a, word), len(a) >= 3 && strings.HasPrefix(word, a):
			best = 0.5
		}
	}
	return best
}

// wordsOf splits a text or a name into lower-case words: "createIssue" and "create_issue" are both two.
func wordsOf(text string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && !unicode.IsUpper(word[len(word)-1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}
