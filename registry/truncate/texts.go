package truncate

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxTexts is the greatest number of texts that [Cutter.Texts] keeps.
const maxTexts = 100

// minShare is the number of characters below which a text is not worth keeping beside others.
const minShare = 20

// Texts cuts texts so that they have at most Max characters in all. Short ones stay whole, and the long ones share what is
// left equally. Of very many it keeps the first and the last, with a marker in place of the first that is left out; what
// it leaves out is empty in fitted, which has the length of texts. omitted is the number of characters left out; 0 means
// that texts is returned unchanged.
func (c Cutter) Texts(texts []string) (fitted []string, omitted int) {
	total := 0
	for _, text := range texts {
		total += utf8.RuneCountInString(text)
	}
	if total <= c.Max {
		return texts, 0
	}
	fitted = slices.Clone(texts)
	kept := fitted
	if most := max(2, min(maxTexts, c.Max/minShare)); len(texts) > most {
		kept, omitted = c.leaveOut(fitted, most)
	}
	share := c.share(kept)
	for i, text := range fitted {
		var left int
		fitted[i], left = Cutter{Max: share, Keep: c.Keep}.Text(text)
		omitted += left
	}
	return fitted, omitted
}

// leaveOut empties the texts in the middle until there are at most most, one of them a marker. kept are those that are
// left.
func (c Cutter) leaveOut(texts []string, most int) (kept []string, omitted int) {
	f := fence(1)
	for _, text := range texts {
		f = max(f, fenceFor(text))
	}
	from := most * headShare / 100
	to := len(texts) - (most - from - 1) // one place is for the marker
	dropped := strings.Join(texts[from:to], "\n") + "\n"
	omitted = utf8.RuneCountInString(dropped) - (to - from)
	clear(texts[from:to])
	texts[from] = f.around(count(to-from, "text") + " left out here" + c.keep(dropped))
	return slices.Concat(texts[:from+1], texts[to:]), omitted
}

// share gives the greatest number of characters that each text may have for all of them to fit.
func (c Cutter) share(texts []string) int {
	lengths := make([]int, len(texts))
	for i, text := range texts {
		lengths[i] = utf8.RuneCountInString(text)
	}
	slices.Sort(lengths)
	room := max(0, c.Max)
	for i, length := range lengths {
		share := room / (len(lengths) - i)
		if length > share {
			return share
		}
		room -= length
	}
	return room
}
