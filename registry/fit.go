package registry

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxBlocks is the greatest number of text blocks that [Cutter.Fit] keeps.
const maxBlocks = 100

// minShare is the number of characters below which a block is not worth keeping beside others.
const minShare = 20

// Fit cuts blocks of content so that their texts have at most Max characters in all. Short texts stay whole, and the long
// ones share what is left equally. Of very many texts it keeps the first and the last, with a marker in between. Images
// are kept and count nothing. omitted is the number of characters left out; 0 means that blocks is returned unchanged.
func (c Cutter) Fit(blocks []Content) (fitted []Content, omitted int) {
	total := 0
	for _, b := range blocks {
		if b.IsText() {
			total += utf8.RuneCountInString(b.Text)
		}
	}
	if total <= c.Max {
		return blocks, 0
	}
	kept, dropped := c.dropBlocks(blocks)
	share := c.share(kept)
	omitted = dropped
	fitted = slices.Clone(kept)
	for i, b := range fitted {
		if b.IsText() {
			var left int
			fitted[i].Text, left = Cutter{Max: share, Keep: c.Keep}.Cut(b.Text)
			omitted += left
		}
	}
	return fitted, omitted
}

// dropBlocks leaves out texts from the middle if there are more than can have a share each.
func (c Cutter) dropBlocks(blocks []Content) (kept []Content, omitted int) {
	var texts []int // their places in blocks
	f := fence(1)
	for i, b := range blocks {
		if b.IsText() {
			texts = append(texts, i)
			f = max(f, fenceFor(b.Text))
		}
	}
	most := max(2, min(maxBlocks, c.Max/minShare))
	if len(texts) <= most {
		return blocks, 0
	}
	first := most * headShare / 100
	last := len(texts) - (most - first - 1) // one place is for the marker
	from, to := texts[first], texts[last-1]+1
	var images []Content
	var dropped strings.Builder
	for _, b := range blocks[from:to] {
		if b.IsText() {
			omitted += utf8.RuneCountInString(b.Text)
			dropped.WriteString(b.Text + "\n")
		} else {
			images = append(images, b)
		}
	}
	marker := Text(f.around(count(last-first, "text") + " left out here" + c.keep(dropped.String())))
	return slices.Concat(blocks[:from], []Content{marker}, images, blocks[to:]), omitted
}

// share gives the greatest number of characters that each text may have for all of them to fit.
func (c Cutter) share(blocks []Content) int {
	var lengths []int
	for _, b := range blocks {
		if b.IsText() {
			lengths = append(lengths, utf8.RuneCountInString(b.Text))
		}
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
